//! The chess server: accounts, tournaments, and everything that is reached over the network.
//! It contains no rules of chess: those are in `arbiter_rules` and `arbiter_game`.
//!
//! The modules are layers, and each uses only those before it. The first four are the crate
//! `arbiter_backend`, where games are stored and played:
//!
//! 1. [`base`]: time, random numbers, identifiers, settings, limits.
//! 2. [`store`]: everything that is kept in a database.
//! 3. [`refusal`]: why the server refuses, with a code for each reason.
//! 4. [`play`]: games in memory, the computer, analysis.
//! 5. [`people`]: accounts and the lobby.
//! 6. [`tournaments`]: tournaments on this server.
//! 7. [`endpoints`]: HTTP, WebSockets and the page.
//! 8. `serve`: starts and stops everything.
//!
//! `cargo xtask tidy` checks this order (`xtask/src/tidy/layers.rs`).

pub mod endpoints;
pub mod people;
mod serve;
pub mod tournaments;

pub use arbiter_backend::{base, play, refusal, store};
pub use arbiter_wire::Limits;
pub use base::{
    BusSettings, Clock, Database, GameId, LinkId, MailSettings, PlayerId, ProviderSettings,
    Settings, Stop, StopSignal, TokenId,
};
pub use endpoints::{App, metrics};
pub use serve::{OpenError, open, router, serve, work};
