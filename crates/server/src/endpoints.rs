//! Everything that is reached over the network: HTTP, WebSockets and the page.

pub mod caller;
pub mod error;
mod guard;
pub(crate) mod health;
pub mod http;
pub mod limits;
pub mod page;
pub mod socket;
