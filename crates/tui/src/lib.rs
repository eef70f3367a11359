//! A game of chess in the terminal, for two people at one keyboard or against
//! the computer.
//!
//! It draws what [`arbiter_game`] says and hands it what is typed. No law of
//! chess and no rule of a clock is decided here. [`App`] is pure: time is an
//! argument, files are behind [`Desk`], and [`draw`] only looks. The terminal,
//! the clock on the wall and the disk are touched in [`play`] and
//! [`play_plain`] alone.

mod app;
mod command;
mod computer;
mod desk;
mod draw;
mod face;
mod input;
mod journal;
mod layout;
mod notice;
mod plain;
mod score;
mod shell;
mod speech;
mod table;
mod task;
mod theme;
mod tray;

pub use app::App;
pub use computer::{Computer, Effort, Guest, Opponent, ParseComputerError, Seat, Solo};
pub use desk::{Desk, Existing};
pub use draw::draw;
pub use journal::{Damage, Journal};
pub use plain::play_plain;
pub use score::{Score, ScoreError, read_score};
pub use shell::{Drawer, Found, Loose, ThinkError, Watch, chance, play, try_guest};
pub use table::{Beginning, Shuffles, Table};
pub use task::{Purpose, Task, Thought};
pub use theme::{Depth, Glyphs, Theme};
