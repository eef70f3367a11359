//! The chess server: sockets, rooms, accounts, lobby and store.
//!
//! It carries wishes to the referee and what came of them to the disk and to
//! those who look, in this order. A rule of chess never enters: a function
//! that asks "is this legal?" is in the wrong room.
//!
//! Modules are grouped by layer, and each uses only those before it:
//!
//! - [`base`]: time, random numbers, identifiers, settings.
//! - [`store`]: everything that is kept in a database.
//! - [`play`]: games in memory, the computer, analysis.
//! - [`people`]: accounts and the lobby.
//! - [`endpoints`]: HTTP, WebSockets and the page.

mod app;
pub mod base;
pub mod endpoints;
pub mod people;
pub mod play;
mod serve;
pub mod store;

pub use app::App;
pub use base::{
    Clock, Database, GameId, Limits, PlayerId, Settings, Stop, Stopping, TokenId, metrics,
};
pub use people::Lobby;
pub use play::{Analysts, Computer, Hub, Rooms};
pub use serve::{open, router, serve};
