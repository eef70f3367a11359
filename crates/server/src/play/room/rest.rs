//! Where a room rests between messages.

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use super::Room;

/// Where a room rests between messages. Its task takes it from here, or
/// whoever brings a move: then it goes to the store together with the move,
/// and is back when the move is told. Nobody needs to wake its task for that.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    place: Mutex<Place>,
    /// Tells the task to look here.
    look: Notify,
}

#[derive(Default)]
enum Place {
    /// It is here.
    Taken(Box<Room>),
    /// Somebody has it.
    #[default]
    Empty,
    /// Somebody has it, and its task waits for it.
    Awaited,
    /// It does not come back: what is true is in the store alone.
    Lost,
}

/// A room in the hands of somebody else than its task. If he does not give it
/// back, it has ended.
pub(super) struct Loan {
    room: Option<Box<Room>>,
    rest: Arc<Rest>,
}

/// Whether something is left for the task of the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Left {
    Nothing,
    Something,
}

impl Rest {
    /// The room, if it rests here.
    pub(super) fn lend(rest: &Arc<Rest>) -> Option<Loan> {
        let mut place = rest.lock();
        match std::mem::take(&mut *place) {
            Place::Taken(room) => Some(Loan {
                room: Some(room),
                rest: Arc::clone(rest),
            }),
            other => {
                *place = other;
                None
            }
        }
    }

    /// Lets the room rest.
    pub(super) fn put(&self, room: Box<Room>) {
        *self.lock() = Place::Taken(room);
    }

    /// Waits until there is something left to do.
    pub(super) async fn is_left(&self) {
        self.look.notified().await;
    }

    /// The room, as soon as it is back; none if it is lost.
    pub(super) async fn take(&self) -> Option<Box<Room>> {
        loop {
            {
                let mut place = self.lock();
                match std::mem::replace(&mut *place, Place::Awaited) {
                    Place::Taken(room) => {
                        *place = Place::Empty;
                        return Some(room);
                    }
                    Place::Lost => return None,
                    Place::Empty | Place::Awaited => {}
                }
            }
            self.look.notified().await;
        }
    }

    fn leave(&self, place: Place, left: Left) {
        let before = std::mem::replace(&mut *self.lock(), place);
        if left == Left::Something || matches!(before, Place::Awaited) {
            self.look.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Loan {
    pub(super) fn give_back(mut self, left: Left) {
        if let Some(room) = self.room.take() {
            self.rest.leave(Place::Taken(room), left);
        }
    }
}

impl Deref for Loan {
    type Target = Room;

    fn deref(&self) -> &Room {
        self.room
            .as_ref()
            .expect("it is there until it is given back")
    }
}

impl DerefMut for Loan {
    fn deref_mut(&mut self) -> &mut Room {
        self.room
            .as_mut()
            .expect("it is there until it is given back")
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            // Its viewers are told before its task is.
            drop(room);
            self.rest.leave(Place::Lost, Left::Something);
        }
    }
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Place::Taken(_) => "Taken",
            Place::Empty => "Empty",
            Place::Awaited => "Awaited",
            Place::Lost => "Lost",
        })
    }
}
