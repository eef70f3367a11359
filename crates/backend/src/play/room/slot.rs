//! Where a room is kept between uses, so that only one caller has it at a time.

use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::Room;

/// Holds a room between uses. The task that brings a command borrows the room
/// from here, takes it along to the store, and parks it when the command is
/// stored and announced. The room's own task does the same for everything else. No
/// task has to wake up for a move that another task brings.
#[derive(Debug, Default)]
pub(crate) struct RoomSlot {
    state: Mutex<SlotState>,
    /// Wakes the room's task: the room is back, is lost, or has work for it.
    wake: Notify,
}

#[derive(Default)]
enum SlotState {
    /// Anyone may borrow the room.
    Parked(Box<Room>),
    /// The room is borrowed.
    #[default]
    Borrowed,
    /// The room is borrowed, and its task waits for it.
    Awaited,
    /// The room is back for its task, which is woken to fetch it. Nobody else
    /// may take it, so that commands are done in the order in which they came.
    HandedOver(Box<Room>),
    /// The room will not come back; the next message loads it from the store.
    Lost,
}

/// A room that the holder of this value may use alone. If it is dropped
/// instead of parked, the room has ended.
pub(crate) struct BorrowedRoom {
    room: Option<Box<Room>>,
    slot: Arc<RoomSlot>,
}

/// Whether a room is parked with work for its task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TaskWork {
    None,
    Some,
}

impl RoomSlot {
    /// Returns a new room as borrowed from this slot.
    pub(super) fn fill(slot: &Arc<RoomSlot>, room: Room) -> BorrowedRoom {
        BorrowedRoom {
            room: Some(Box::new(room)),
            slot: Arc::clone(slot),
        }
    }

    /// Takes the room, if it is parked here.
    pub(crate) fn borrow(slot: &Arc<RoomSlot>) -> Option<BorrowedRoom> {
        let mut state = slot.state.lock();
        match std::mem::take(&mut *state) {
            SlotState::Parked(room) => Some(BorrowedRoom {
                room: Some(room),
                slot: Arc::clone(slot),
            }),
            other => {
                *state = other;
                None
            }
        }
    }

    /// Waits for the room on behalf of its task; returns none if it is lost.
    pub(super) async fn wait(slot: &Arc<RoomSlot>) -> Option<BorrowedRoom> {
        loop {
            {
                let mut state = slot.state.lock();
                match std::mem::take(&mut *state) {
                    SlotState::Parked(room) | SlotState::HandedOver(room) => {
                        return Some(BorrowedRoom {
                            room: Some(room),
                            slot: Arc::clone(slot),
                        });
                    }
                    SlotState::Borrowed | SlotState::Awaited => *state = SlotState::Awaited,
                    SlotState::Lost => {
                        *state = SlotState::Lost;
                        return None;
                    }
                }
            }
            slot.wake.notified().await;
        }
    }

    /// Waits until the room is parked with work for its task, or lost.
    pub(super) async fn has_work(&self) {
        self.wake.notified().await;
    }

    fn put(&self, room: Option<Box<Room>>, work: TaskWork) {
        let mut state = self.state.lock();
        let is_awaited = matches!(*state, SlotState::Awaited);
        *state = match room {
            Some(room) if is_awaited => SlotState::HandedOver(room),
            Some(room) => SlotState::Parked(room),
            None => SlotState::Lost,
        };
        if is_awaited || work == TaskWork::Some {
            self.wake.notify_one();
        }
    }
}

impl BorrowedRoom {
    /// Returns the slot that the room belongs to.
    pub(super) fn slot(&self) -> Arc<RoomSlot> {
        Arc::clone(&self.slot)
    }

    /// Gives the room back.
    pub(super) fn park(mut self, work: TaskWork) {
        let room = self.room.take();
        self.slot.put(room, work);
    }
}

impl Deref for BorrowedRoom {
    type Target = Room;

    fn deref(&self) -> &Room {
        self.room
            .as_ref()
            .expect("a borrowed room has not been parked")
    }
}

impl DerefMut for BorrowedRoom {
    fn deref_mut(&mut self) -> &mut Room {
        self.room
            .as_mut()
            .expect("a borrowed room has not been parked")
    }
}

impl Drop for BorrowedRoom {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            // Its viewers are told to resume before its task learns of it.
            drop(room);
            self.slot.put(None, TaskWork::Some);
        }
    }
}

impl fmt::Debug for SlotState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SlotState::Parked(_) => "Parked",
            SlotState::Borrowed => "Borrowed",
            SlotState::Awaited => "Awaited",
            SlotState::HandedOver(_) => "HandedOver",
            SlotState::Lost => "Lost",
        })
    }
}
