//! Games in memory, and everyone who plays or watches them.
//!
//! A move is handled as follows: [`Games::act`] borrows the [`room`] of the game, and
//! `room::act` decides, stores and announces it.

pub mod analysis;
pub mod chat;
pub mod cleaner;
pub mod computer;
mod computer_moves;
pub mod create_game;
mod games;
mod hub;
pub mod outbox;
mod player_notices;
pub mod proofs;
pub mod push;
pub mod room;
mod rooms;
pub mod socket_frames;
pub mod sweeper;
mod tournament_endings;

pub use analysis::AnalysisQueue;
pub use computer::Computer;
pub use games::Games;
pub use hub::Hub;
pub use player_notices::{Notices, PlayerNotice};
pub use tournament_endings::TournamentEndings;
