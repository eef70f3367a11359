//! Everything that is reached over the network: HTTP, WebSockets and the page.

mod app;
pub mod caller;
pub(crate) mod guard;
pub(crate) mod health;
mod held_body;
pub mod http;
mod json;
pub mod lichess;
pub mod limits;
pub mod metrics;
pub(crate) mod page;
pub(crate) mod record;
mod routes;
pub mod socket;
pub mod staff;

pub use app::App;
pub(crate) use json::{Json, WrittenJson};
