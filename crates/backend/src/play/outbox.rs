//! The outgoing messages of one WebSocket.

use std::{
    collections::VecDeque,
    fmt,
    sync::Arc,
    task::{Context, Poll, Waker, ready},
    time::{Duration, Instant},
};

use arbiter_wire::{Refused, ServerMessage};
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use futures_util::{SinkExt, StreamExt};
use parking_lot::Mutex;

use crate::base::{ignore::Ignore, metrics::METRICS};

/// How many frames may wait for a client that reads slowly. A slower client is
/// disconnected, and resumes where it was.
const MAX_WAITING_FRAMES: usize = 128;

/// Where frames for one connection are put. Sending never waits.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Mutex<FrameQueue>>);

/// The other end of an [`Outbox`].
#[derive(Debug)]
pub struct Outgoing(Arc<Mutex<FrameQueue>>);

/// The frames between both ends.
struct FrameQueue {
    /// The frames that were not sent yet.
    frames: VecDeque<Utf8Bytes>,
    /// The socket to send them through; none if the receiver takes the frames
    /// itself.
    socket: Option<WebSocket>,
    /// Since when the socket has not accepted everything.
    behind: Option<Instant>,
    /// Whether the client's side of the connection is full.
    is_blocked: bool,
    /// Wakes the receiving end.
    waker: Waker,
    state: State,
}

/// Whether the connection is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    /// The connection is to be closed.
    Cut,
    /// The receiving end is gone.
    Gone,
}

/// What comes from a socket.
#[derive(Debug)]
pub enum Incoming {
    /// A frame.
    Frame(Frame),
    /// Bytes that are not a frame.
    Malformed,
    /// The client has disconnected.
    Gone,
    /// Too many frames wait for the client.
    TooSlow,
}

impl Outbox {
    /// Returns both ends of a new queue.
    #[must_use]
    pub fn new() -> (Outbox, Outgoing) {
        let queue = Arc::new(Mutex::new(FrameQueue {
            frames: VecDeque::new(),
            socket: None,
            behind: None,
            is_blocked: false,
            waker: Waker::noop().clone(),
            state: State::Open,
        }));
        (Outbox(Arc::clone(&queue)), Outgoing(queue))
    }

    /// Sends a message, and reports whether the connection is open.
    pub fn tell(&self, message: &ServerMessage) -> bool {
        self.send(frame(message))
    }

    /// Reports whether the connection is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.lock().state == State::Open
    }

    /// Sends a refusal, and counts it.
    pub fn refuse(&self, refused: Refused) {
        METRICS.count_refusal(&refused.problem.code);
        self.tell(&ServerMessage::Refused(refused));
    }

    /// Sends a frame, which may go to many, and reports whether the connection
    /// is open.
    pub fn send(&self, frame: Utf8Bytes) -> bool {
        let mut queue = self.0.lock();
        let is_open = queue.push(frame);
        queue.waker.wake_by_ref();
        is_open
    }

    /// Sends a frame on the current thread, so that the connection's task need
    /// not wake for it. This takes some microseconds, so it is for players only.
    pub fn send_now(&self, frame: Utf8Bytes) -> bool {
        let mut queue = self.0.lock();
        let is_open = queue.push(frame);
        // The task that waits for the socket is woken when it accepts the rest.
        let waker = std::mem::replace(&mut queue.waker, Waker::noop().clone());
        let sent = queue.flush(&mut Context::from_waker(&waker));
        if queue.socket.is_none() || sent.is_err() {
            waker.wake_by_ref();
        }
        queue.waker = waker;
        is_open
    }

    /// Closes the connection.
    pub fn cut(&self) {
        self.0.lock().cut();
    }

    /// Reports whether both belong to the same connection.
    #[must_use]
    pub fn is_same(&self, other: &Outbox) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Outgoing {
    /// Sends all frames through this socket.
    pub fn attach(&self, socket: WebSocket) {
        self.0.lock().socket = Some(socket);
    }

    /// Takes the socket back; no more frames are sent through it.
    #[must_use]
    pub fn detach(&self) -> Option<WebSocket> {
        self.0.lock().socket.take()
    }

    /// Waits for the next frame from the client, and sends what waits meanwhile.
    pub async fn receive(&self) -> Incoming {
        std::future::poll_fn(|context| self.0.lock().receive(context)).await
    }

    /// Sends a ping with the next call of [`Outgoing::receive`].
    pub fn ping(&self, payload: [u8; 8]) {
        let mut queue = self.0.lock();
        if let Some(socket) = &mut queue.socket {
            let ping = Frame::Ping(payload.to_vec().into());
            socket
                .start_send_unpin(ping)
                .ignore("a lost connection is noticed when it is read");
            queue.behind.get_or_insert_with(Instant::now);
        }
    }

    /// Reports whether the socket has not accepted everything for this long.
    #[must_use]
    pub fn is_behind_for(&self, time: Duration) -> bool {
        let behind = self.0.lock().behind;
        behind.is_some_and(|since| since.elapsed() > time)
    }

    /// Waits for the next frame, for a receiver that sends it itself; returns
    /// none once too many have waited.
    pub async fn recv(&self) -> Option<Utf8Bytes> {
        let next = |context: &mut Context| {
            let mut queue = self.0.lock();
            queue.waker.clone_from(context.waker());
            match (queue.state, queue.frames.pop_front()) {
                (State::Open, Some(frame)) => Poll::Ready(Some(frame)),
                (State::Open, None) => Poll::Pending,
                (State::Cut | State::Gone, _) => Poll::Ready(None),
            }
        };
        std::future::poll_fn(next).await
    }

    /// Returns the next frame, if there is one.
    #[must_use]
    pub fn try_recv(&self) -> Option<Utf8Bytes> {
        self.0.lock().frames.pop_front()
    }

    /// Reports whether no frame waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.lock().frames.is_empty()
    }

    /// Reports whether the connection is to be closed.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.0.lock().state == State::Cut
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.state = State::Gone;
        queue.frames = VecDeque::new();
        queue.socket = None;
    }
}

impl FrameQueue {
    fn push(&mut self, frame: Utf8Bytes) -> bool {
        if self.state == State::Open && self.frames.len() >= MAX_WAITING_FRAMES {
            self.cut();
        }
        let is_open = self.state == State::Open;
        if is_open {
            self.frames.push_back(frame);
        }
        is_open
    }

    fn cut(&mut self) {
        if self.state == State::Open {
            self.state = State::Cut;
            self.waker.wake_by_ref();
        }
    }

    fn receive(&mut self, context: &mut Context) -> Poll<Incoming> {
        self.waker.clone_from(context.waker());
        if self.state == State::Cut {
            return Poll::Ready(Incoming::TooSlow);
        }
        if self.flush(context).is_err() {
            return Poll::Ready(Incoming::Gone);
        }
        // A client that does not read is not read either: its pings would be
        // answered into memory, and its messages with refusals.
        if self.is_blocked {
            return Poll::Pending;
        }
        let Some(socket) = &mut self.socket else {
            return Poll::Ready(Incoming::Gone);
        };
        let received = ready!(socket.poll_next_unpin(context));
        if let Some(Ok(Frame::Ping(_))) = received {
            // The socket has queued the answer, which must leave before more is
            // read.
            self.behind.get_or_insert_with(Instant::now);
        }
        Poll::Ready(match received {
            Some(Ok(frame)) => Incoming::Frame(frame),
            Some(Err(_)) => Incoming::Malformed,
            None => Incoming::Gone,
        })
    }

    /// Sends what waits, as far as the socket accepts it.
    fn flush(&mut self, context: &mut Context) -> Result<(), axum::Error> {
        let Some(socket) = &mut self.socket else {
            return Ok(());
        };
        if self.frames.is_empty() && self.behind.is_none() {
            return Ok(());
        }
        while !self.frames.is_empty() && socket.poll_ready_unpin(context)?.is_ready() {
            if let Some(frame) = self.frames.pop_front() {
                socket.start_send_unpin(Frame::Text(frame))?;
            }
        }
        let is_flushed = socket.poll_flush_unpin(context)?.is_ready();
        self.is_blocked = !is_flushed;
        self.behind = match is_flushed && self.frames.is_empty() {
            true => None,
            false => self.behind.or_else(|| Some(Instant::now())),
        };
        Ok(())
    }
}

impl fmt::Debug for FrameQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameQueue")
            .field("frames", &self.frames.len())
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// Returns a message as a WebSocket frame.
#[must_use]
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("every message can be written as JSON")
        .into()
}
