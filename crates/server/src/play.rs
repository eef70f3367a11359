//! Games in memory, and everyone who plays or watches them.

pub mod analysis;
pub mod chat;
pub mod computer;
pub mod create_game;
mod hub;
pub mod outbox;
pub mod room;
mod rooms;
pub mod sweeper;

pub use analysis::Analysts;
pub use computer::Computer;
pub use hub::Hub;
pub use rooms::Rooms;
