//! What every other layer needs: time, random numbers, identifiers, settings.

mod address;
pub mod clock;
mod id;
pub(crate) mod ignore;
pub mod metrics;
pub mod random;
pub mod rating;
mod settings;
mod stop;

pub use address::Address;
pub use clock::Clock;
pub use id::{GameId, ParseGameIdError, PlayerId, TokenId};
pub use settings::{Database, Limits, Settings};
pub use stop::{Stop, Stopping};
