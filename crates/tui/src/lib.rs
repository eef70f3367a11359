//! A chess board in the terminal, for two people or against the computer.
//!
//! The crate draws the state of an [`arbiter_game`] game and passes on what the
//! players do. It decides no law of chess and no rule of a clock. [`App`] is
//! pure: time is an argument, files are behind [`Storage`], randomness comes from
//! a seed, and [`draw`] only reads. The terminal, the system clock and the disk
//! are touched only by [`play`], [`play_plain`] and [`JournalDir`].
//!
//! # Modules
//!
//! | module | what it contains |
//! |---|---|
//! | `app` | [`App`]: the state, and what keys, the mouse and typed lines do to it |
//! | `command`, `help` | the commands that can be typed, and the help page |
//! | `draw`, `layout`, `theme` | the screen: what is drawn, where, and in which colors |
//! | `clock_display`, `tray`, `speech`, `notice`, `input_line` | parts of the screen |
//! | `computer`, `thinking` | the computer as an opponent, and requests to think |
//! | `journal`, `saved_game`, `storage` | the journal of a game, games as PGN, and files |
//! | `game_setup` | the rules and players of the next game |
//! | `terminal` | the event loop, the journal directory, the thread that chooses moves |
//! | `plain` | a game by lines instead of a screen |

mod app;
mod clock_display;
mod command;
mod computer;
mod draw;
mod game_setup;
mod help;
mod input_line;
mod journal;
mod layout;
mod notice;
mod plain;
mod saved_game;
mod speech;
mod storage;
mod terminal;
mod theme;
mod thinking;
mod tray;

pub use app::{App, MouseTarget, StartFrom};
pub use computer::{
    ColorChoice, Computer, ComputerSetup, ExternalEngine, MoveLimits, Opponent, Pace,
    ParseComputerError,
};
pub use draw::{draw, mouse_target};
pub use game_setup::{GameSetup, Shuffle};
pub use journal::{Journal, JournalError};
pub use plain::play_plain;
pub use saved_game::{SavedGame, SavedGameError, read_saved_game};
pub use storage::{IfExists, Storage};
pub use terminal::{
    JournalDir, NoJournal, RecoveredJournal, SystemClock, play, probe_engine, random_seed,
    terminal_columns,
};
pub use theme::{ColorDepth, Glyphs, Theme};
pub use thinking::{ChosenMove, ThinkError, ThinkPurpose, ThinkRequest};
