//! Accounts, and the lobby where players find each other.

pub mod accounts;
pub mod lobby;

pub use accounts::Accounts;
pub use lobby::Lobby;
