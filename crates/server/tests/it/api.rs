//! The API over real HTTP: requests and responses.

mod accounts;
mod authority;
mod client;
mod connections;
mod export;
mod game_search;
mod games;
mod guard;
pub mod lichess;
mod limits;
mod openings;
mod pictures;
mod reference;
mod rules;
mod shares;
mod study;
