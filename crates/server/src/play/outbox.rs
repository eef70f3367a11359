//! The way out to one socket.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use arbiter_wire::ServerMessage;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use futures_util::{SinkExt, StreamExt};

use crate::base::ignore::Ignore;

/// How many frames may wait for somebody who reads slowly. Who is slower is
/// cut off and resumes from where he left.
const WAITING: usize = 128;

/// Where frames for one socket go. It never waits.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Mutex<Line>>);

/// The other end of an [`Outbox`].
#[derive(Debug)]
pub struct Outgoing(Arc<Mutex<Line>>);

/// What is between both ends.
struct Line {
    /// What was not sent yet.
    frames: VecDeque<Utf8Bytes>,
    /// Through which it goes; none where somebody takes the frames by himself.
    socket: Option<WebSocket>,
    /// Since when something is on its way into the socket.
    behind: Option<Instant>,
    /// Wakes whoever is at the other end.
    waker: Waker,
    state: State,
}

/// Whether anybody is at the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    /// He is to go.
    Cut,
    /// He has gone.
    Gone,
}

/// What comes of waiting for a socket.
#[derive(Debug)]
pub enum Heard {
    /// A frame.
    Frame(Frame),
    /// Something that is none.
    Nonsense,
    /// The other side has gone.
    Gone,
    /// Too much waits to be read by the other side.
    Cut,
}

impl Outbox {
    /// Both ends.
    #[must_use]
    pub fn new() -> (Outbox, Outgoing) {
        let line = Arc::new(Mutex::new(Line {
            frames: VecDeque::new(),
            socket: None,
            behind: None,
            waker: Waker::noop().clone(),
            state: State::Open,
        }));
        (Outbox(Arc::clone(&line)), Outgoing(line))
    }

    /// Sends a message. Whether anybody is there to read it.
    pub fn tell(&self, message: &ServerMessage) -> bool {
        self.send(frame(message))
    }

    /// Sends what [`frame`] made, which may go to many.
    pub fn send(&self, frame: Utf8Bytes) -> bool {
        let mut line = lock(&self.0);
        let is_taken = line.take(frame);
        line.waker.wake_by_ref();
        is_taken
    }

    /// Sends a frame right here, so that its socket need not wake for it. For
    /// the few who wait for it: it takes some microseconds for each.
    pub fn send_now(&self, frame: Utf8Bytes) -> bool {
        let mut line = lock(&self.0);
        let is_taken = line.take(frame);
        // Whoever waits for the socket is woken when it takes what is left.
        let waker = std::mem::replace(&mut line.waker, Waker::noop().clone());
        let sent = line.flush(&mut Context::from_waker(&waker));
        if line.socket.is_none() || sent.is_err() {
            waker.wake_by_ref();
        }
        line.waker = waker;
        is_taken
    }

    /// Closes the socket.
    pub fn cut(&self) {
        lock(&self.0).cut();
    }

    /// Whether both go to the same socket.
    #[must_use]
    pub fn is(&self, other: &Outbox) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Outgoing {
    /// From now on frames go out through this socket.
    pub fn attach(&self, socket: WebSocket) {
        lock(&self.0).socket = Some(socket);
    }

    /// The socket, through which no more goes out.
    #[must_use]
    pub fn detach(&self) -> Option<WebSocket> {
        lock(&self.0).socket.take()
    }

    /// The next frame from the socket. What waits is sent meanwhile.
    pub async fn hear(&self) -> Heard {
        std::future::poll_fn(|context| lock(&self.0).hear(context)).await
    }

    /// Asks whether somebody is there. It is sent when he is next listened to.
    pub fn ping(&self, payload: [u8; 8]) {
        let mut line = lock(&self.0);
        if let Some(socket) = &mut line.socket {
            let ping = Frame::Ping(payload.to_vec().into());
            socket
                .start_send_unpin(ping)
                .ignore("who has gone is seen when he is listened to");
            line.behind.get_or_insert_with(Instant::now);
        }
    }

    /// Whether something is on its way for longer than this.
    #[must_use]
    pub fn is_behind_for(&self, patience: Duration) -> bool {
        let behind = lock(&self.0).behind;
        behind.is_some_and(|since| since.elapsed() > patience)
    }

    /// The next frame to be sent by somebody who sends it himself; none once
    /// too many have waited.
    pub async fn recv(&self) -> Option<Utf8Bytes> {
        let next = |context: &mut Context| {
            let mut line = lock(&self.0);
            line.waker.clone_from(context.waker());
            match (line.state, line.frames.pop_front()) {
                (State::Open, Some(frame)) => Poll::Ready(Some(frame)),
                (State::Open, None) => Poll::Pending,
                (State::Cut | State::Gone, _) => Poll::Ready(None),
            }
        };
        std::future::poll_fn(next).await
    }

    /// The next frame, if there is one.
    #[must_use]
    pub fn try_recv(&self) -> Option<Utf8Bytes> {
        lock(&self.0).frames.pop_front()
    }

    /// Whether no frame waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.0).frames.is_empty()
    }

    /// Whether too many have waited.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        lock(&self.0).state == State::Cut
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        let mut line = lock(&self.0);
        line.state = State::Gone;
        line.frames = VecDeque::new();
        line.socket = None;
    }
}

impl Line {
    fn take(&mut self, frame: Utf8Bytes) -> bool {
        if self.state == State::Open && self.frames.len() >= WAITING {
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

    fn hear(&mut self, context: &mut Context) -> Poll<Heard> {
        self.waker.clone_from(context.waker());
        if self.state == State::Cut {
            return Poll::Ready(Heard::Cut);
        }
        if self.flush(context).is_err() {
            return Poll::Ready(Heard::Gone);
        }
        let Some(socket) = &mut self.socket else {
            return Poll::Ready(Heard::Gone);
        };
        socket.poll_next_unpin(context).map(|heard| match heard {
            Some(Ok(frame)) => Heard::Frame(frame),
            Some(Err(_)) => Heard::Nonsense,
            None => Heard::Gone,
        })
    }

    /// Sends what waits, as far as the socket takes it.
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
        self.behind = match is_flushed && self.frames.is_empty() {
            true => None,
            false => self.behind.or_else(|| Some(Instant::now())),
        };
        Ok(())
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("frames", &self.frames.len())
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    // What waits is whole whatever happened to whoever held it.
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A message as it goes over the socket.
#[must_use]
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have nothing that JSON lacks")
        .into()
}
