//! The API over real HTTP: requests and responses.

mod accounts;
mod authority;
mod client;
mod games;
mod guard;
mod limits;
mod reference;
mod rules;
mod study;
