//! The frames that come from one WebSocket, until either side closes it.

mod lag;

use std::time::{Duration, Instant};

use arbiter_game::Span;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use futures_util::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use tokio::time::Interval;

use super::outbox::{Incoming, Outgoing};
use crate::base::ignore::Ignore;
use lag::Lag;

/// After this many frames in a row, everything else has its turn.
const FRAMES_BETWEEN_CHECKS: u32 = 16;

/// How often the server sends a ping, which also measures the lag.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// A client that is silent for this long is gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(35);
/// A client that takes longer to read what is sent is too slow.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the server waits for the client's answer when it closes a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// How many frames of the client are read, and ignored, during that time.
const FRAMES_AFTER_CLOSE: u32 = 100;

/// Receives the frames of a WebSocket, sends what waits in its outbox, and checks
/// with pings that the client is still there.
#[derive(Debug)]
pub struct SocketFrames<'s> {
    outgoing: Outgoing,
    /// Completes when the server wants to close the connection. It is polled only
    /// when it is woken, not with every frame.
    closed: FuturesUnordered<BoxFuture<'s, Close>>,
    ping: Interval,
    last_heard: Instant,
    lag: Lag,
    /// How many frames were received, which may wrap around.
    received: u32,
}

/// Why a connection is closed.
#[derive(Clone, Copy, Debug)]
pub enum Close {
    /// The client has disconnected.
    Gone,
    /// The server closes it for this reason, which it sends to the client.
    Because(u16, &'static str),
}

/// What a connection waits for.
enum SocketEvent {
    /// Something came from the client.
    Received(Incoming),
    /// The server wants to close the connection.
    Closed(Close),
    /// It is time to send a ping.
    PingDue,
}

impl<'s> SocketFrames<'s> {
    /// Begins to receive. The server closes the connection when `closed` completes.
    #[must_use]
    pub fn new(
        socket: WebSocket,
        outgoing: Outgoing,
        closed: BoxFuture<'s, Close>,
    ) -> SocketFrames<'s> {
        outgoing.attach(socket);
        SocketFrames {
            outgoing,
            closed: FuturesUnordered::from_iter([closed]),
            ping: tokio::time::interval(PING_INTERVAL),
            last_heard: Instant::now(),
            lag: Lag::default(),
            received: 0,
        }
    }

    /// Waits for the next frame.
    ///
    /// The future is in a box so that it is compiled in this crate, which is
    /// optimized: the compiler compiles an async function where it is awaited.
    ///
    /// # Errors
    ///
    /// Returns why the connection must be closed.
    pub fn receive(&mut self) -> BoxFuture<'_, Result<Frame, Close>> {
        Box::pin(async move {
            loop {
                match self.event().await {
                    SocketEvent::Received(incoming) => {
                        self.last_heard = Instant::now();
                        match incoming {
                            // The server's own pings are answered without a limit.
                            Incoming::Frame(Frame::Pong(payload))
                                if self.lag.note_pong(&payload) => {}
                            Incoming::Frame(Frame::Close(_)) | Incoming::Gone => {
                                return Err(Close::Gone);
                            }
                            Incoming::Frame(frame) => return Ok(frame),
                            Incoming::Malformed => return Err(UNREADABLE),
                            Incoming::TooSlow => return Err(TOO_SLOW),
                        }
                    }
                    SocketEvent::Closed(close) => return Err(close),
                    SocketEvent::PingDue => self.check()?,
                }
            }
        })
    }

    async fn event(&mut self) -> SocketEvent {
        self.received = self.received.wrapping_add(1);
        if self.received.is_multiple_of(FRAMES_BETWEEN_CHECKS) {
            // Someone who sends without a pause must not delay the end of the
            // session, the pings and the other connections.
            tokio::task::yield_now().await;
            tokio::select! {
                biased;
                Some(close) = self.closed.next() => SocketEvent::Closed(close),
                _ = self.ping.tick() => SocketEvent::PingDue,
                incoming = self.outgoing.receive() => SocketEvent::Received(incoming),
            }
        } else {
            tokio::select! {
                // What is rare is polled when there is nothing to read.
                biased;
                incoming = self.outgoing.receive() => SocketEvent::Received(incoming),
                Some(close) = self.closed.next() => SocketEvent::Closed(close),
                _ = self.ping.tick() => SocketEvent::PingDue,
            }
        }
    }

    /// Checks that the client is there and reads what it is sent, and sends a ping.
    fn check(&mut self) -> Result<(), Close> {
        if self.last_heard.elapsed() > SILENCE_TIMEOUT {
            return Err(Close::Gone);
        }
        if self.outgoing.is_behind_for(SEND_TIMEOUT) {
            return Err(TOO_SLOW);
        }
        self.outgoing.ping(self.lag.start_ping().to_le_bytes());
        Ok(())
    }

    /// Returns the time that a move may be compensated for.
    #[must_use]
    pub fn lag(&self) -> Span {
        self.lag.span()
    }

    /// Ends the connection. If the client is still there, this says why, and waits a
    /// moment for the client to close it too: the system discards what is not yet
    /// delivered, the reason included, when a connection is closed while something
    /// waits to be read.
    pub async fn close(self, close: Close) {
        let (Some(mut socket), Close::Because(code, reason)) = (self.outgoing.detach(), close)
        else {
            return;
        };
        let frame = Frame::Close(Some(CloseFrame {
            code,
            reason: reason.into(),
        }));
        let sending = tokio::time::timeout(SEND_TIMEOUT, socket.send(frame));
        if !matches!(sending.await, Ok(Ok(()))) {
            return;
        }
        let last_frames = async {
            for _ in 0..FRAMES_AFTER_CLOSE {
                if !matches!(socket.recv().await, Some(Ok(_))) {
                    break;
                }
            }
        };
        tokio::time::timeout(CLOSE_TIMEOUT, last_frames)
            .await
            .ignore("a client that does not answer is disconnected");
    }
}

const TOO_SLOW: Close = Close::Because(
    close_code::AGAIN,
    "too many messages were waiting to be read: reconnect and resume",
);

const UNREADABLE: Close = Close::Because(
    close_code::PROTOCOL,
    "not a WebSocket frame, or longer than 64 KiB",
);
