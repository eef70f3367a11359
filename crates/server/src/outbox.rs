//! The way out to one socket.

use std::sync::Arc;

use arbiter_wire::ServerMessage;
use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

/// How many frames may wait for somebody who reads slowly. Who is slower is
/// cut off and resumes from where he left.
const WAITING: usize = 128;

/// Where frames for one socket go. It never waits.
#[derive(Clone, Debug)]
pub struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

/// The other end of an [`Outbox`].
#[derive(Debug)]
pub struct Outgoing {
    /// Frames to send.
    pub frames: mpsc::Receiver<Utf8Bytes>,
    /// Told when the socket is to be closed.
    pub cut: Arc<Notify>,
}

impl Outbox {
    /// Both ends.
    #[must_use]
    pub fn new() -> (Outbox, Outgoing) {
        let (sender, frames) = mpsc::channel(WAITING);
        let cut = Arc::new(Notify::new());
        let outbox = Outbox {
            frames: sender,
            cut: Arc::clone(&cut),
        };
        (outbox, Outgoing { frames, cut })
    }

    /// Sends a message. Whether anybody is there to read it.
    pub fn tell(&self, message: &ServerMessage) -> bool {
        self.send(frame(message))
    }

    /// Sends what [`frame`] made, which may go to many.
    pub fn send(&self, frame: Utf8Bytes) -> bool {
        match self.frames.try_send(frame) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Closed(_)) => false,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.cut();
                false
            }
        }
    }

    /// Closes the socket.
    pub fn cut(&self) {
        self.cut.notify_one();
    }

    /// Whether both go to the same socket.
    #[must_use]
    pub fn is(&self, other: &Outbox) -> bool {
        Arc::ptr_eq(&self.cut, &other.cut)
    }
}

/// A message as it goes over the socket.
#[must_use]
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message)
        .expect("messages have nothing that JSON lacks")
        .into()
}
