//! The automation of the house, in Rust: `cargo xtask --help` lists it.
//!
//! Nothing here ships. What a user of Arbiter needs is in `crates/`.

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Parser;

mod cargo;
mod corpora;
mod fingerprint;
mod kill;
mod load;
mod page;
mod postgres;
mod python;
mod python_chess;
mod schema;
mod simulate;
mod suite;
mod system;
mod tally;
mod tidy;
mod types;

/// The automation of the house.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Everything a change must pass: format, lints, tidiness, tests, walks through the page, the
    /// engine's fingerprint, documents, fuzzing.
    Test {
        /// Only these of its steps.
        #[arg(value_parser = suite::names())]
        steps: Vec<String>,
    },
    /// The rules of the house that no compiler checks.
    Tidy,
    /// Walk through the page in a browser.
    Walks {
        /// Only those of these files of web/walks, such as `game`.
        names: Vec<String>,
    },
    /// Take pictures of every page in every theme, on a desk and on a phone, into
    /// target/screenshots.
    Screenshots {
        /// Only of these pages, such as `home`.
        names: Vec<String>,
    },
    /// Measure the page: what it weighs, how soon it is painted, how it moves, what it keeps.
    Page,
    /// Feed each fuzz body random and mutated inputs.
    Fuzz {
        /// How long each of them runs.
        #[arg(default_value_t = 10)]
        seconds: u64,
        /// Where the inputs begin; printed by a run that found something.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Play games on a server with which everything goes wrong that can.
    Simulate {
        /// How many games.
        #[arg(long, default_value_t = 10_000)]
        seeds: u64,
        /// The first seed; a failure names the one that broke a law.
        #[arg(long, default_value_t = 0)]
        from: u64,
    },
    /// Measure the release build of the server under load. What follows goes to the generator:
    /// `cargo xtask load latency --games 10000`, and -- --help lists it.
    Load {
        /// On a PostgreSQL that is started for it, instead of SQLite.
        #[arg(long)]
        postgres: bool,
        /// What to measure, and how.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Kill the server under load, again and again, and compare what it says then with what it had
    /// acknowledged.
    Kill(kill::Arguments),
    /// Write web/wire.d.ts, which says in TypeScript what the server says.
    Types,
    /// Check the rules against public collections of positions.
    Corpora {
        /// A folder with perft/*.perft, unwinnable/positions.txt and illegal-positions/*, or
        /// some of them.
        path: PathBuf,
    },
    /// Run a command with a PostgreSQL server of its own, which tests find:
    /// `cargo xtask postgres cargo test -p arbiter-server`.
    Postgres {
        /// The command.
        #[arg(trailing_var_arg = true, required = true)]
        command: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    match run(Task::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all is well.
fn run(task: Task) -> Result<bool> {
    match task {
        Task::Test { steps } => suite::run(&steps),
        Task::Tidy => tidy::run(),
        Task::Walks { names } => page::walks(&names).map(|tally| tally.failed == 0),
        Task::Screenshots { names } => page::script("screenshots.js", &names),
        Task::Page => page::script("figures.js", &[]),
        Task::Fuzz { seconds, seed } => suite::fuzz(seconds, seed),
        Task::Simulate { seeds, from } => simulate::run(seeds, from),
        Task::Load {
            postgres,
            arguments,
        } => {
            let database = match postgres {
                true => load::Database::Postgres,
                false => load::Database::Sqlite,
            };
            load::run(database, &arguments)
        }
        Task::Kill(arguments) => kill::run(&arguments),
        Task::Types => types::run(),
        Task::Corpora { path } => corpora::run(&path),
        Task::Postgres { command } => postgres::run(&command),
    }
}
