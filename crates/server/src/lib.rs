//! The chess server: sockets, rooms, accounts, lobby and store.
//!
//! It carries wishes to the referee and what came of them to the disk and to
//! those who look, in this order. A rule of chess never enters: a function
//! that asks "is this legal?" is in the wrong room.

mod app;
mod clock;
mod id;
mod nevermind;
mod outbox;
mod settings;

pub use app::App;
pub use clock::Clock;
pub use id::{GameId, PlayerId, TokenId};
pub use settings::{Database, Limits, Settings};
