//! Tournaments on this server: decided, stored, and then announced. Games
//! start by themselves, and their results come back.
//!
//! [`HostedTournament`] decides, without a disk, a socket or a clock; the rules of
//! pairing are in `arbiter_tournament`. [`Tournaments`] stores what it decides and
//! does what follows from it. Everything can be read from the store: after a crash
//! each tournament continues where it was.

mod action;
mod arena;
mod check;
mod decide;
mod event;
mod explain;
mod games;
mod hosted_tournament;
mod knockout;
mod schedule;
mod service;
mod teams;
mod views;

pub use action::{Due, TournamentAction};
pub use event::HostedEvent;
pub use hosted_tournament::{Entrant, HostedTournament};
pub use service::{Tournaments, check_may_create, run};
