//! The chess server: sockets, rooms, accounts, lobby and store.
//!
//! It carries wishes to the referee and what came of them to the disk and to
//! those who look, in this order. A rule of chess never enters: a function
//! that asks "is this legal?" is in the wrong room.

pub mod accounts;
pub mod analysis;
mod app;
pub mod caller;
pub mod chat;
pub mod clock;
pub mod computer;
pub mod error;
mod guard;
mod health;
pub mod http;
mod hub;
mod id;
pub mod limits;
pub mod lobby;
pub mod making;
pub mod metrics;
mod nevermind;
pub mod outbox;
mod page;
pub mod random;
pub mod rating;
pub mod room;
mod rooms;
mod serve;
mod settings;
pub mod socket;
pub mod store;
pub mod sweeper;

pub use analysis::Analysts;
pub use app::App;
pub use clock::Clock;
pub use computer::Computer;
pub use hub::Hub;
pub use id::{GameId, PlayerId, TokenId};
pub use lobby::Lobby;
pub use rooms::Rooms;
pub use serve::{Stop, Stopping, open, router, serve};
pub use settings::{Database, Limits, Settings};
