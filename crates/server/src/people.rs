//! Accounts, challenges, and the lobby where players find each other.

pub mod accounts;
pub mod challenges;
mod first_administrator;
pub mod lobby;
pub mod mail;
pub mod moderation;
pub mod provider;

pub use accounts::Accounts;
pub use challenges::Challenges;
pub use first_administrator::first_administrator_link;
pub use lobby::Lobby;
pub use mail::{MailError, Mailer};
pub use moderation::Moderation;
pub use provider::{Provider, ProviderSettingsError};
