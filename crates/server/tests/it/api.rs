//! The interface over real HTTP: what is asked, and what is answered.

mod accounts;
mod authority;
mod client;
mod games;
mod guard;
mod limits;
mod rules;
mod study;
