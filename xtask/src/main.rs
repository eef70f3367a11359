//! Development tasks: `cargo xtask --help` lists them.
//!
//! Nothing here is part of the released program, which is in `crates/`.

use std::{ffi::OsString, process::ExitCode};

use anyhow::Result;
use clap::Parser;

mod attack;
mod cargo;
mod cluster;
mod fingerprint;
mod kill;
mod lichess;
mod load;
mod mail;
mod nats;
mod oidc;
mod package;
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

/// Development tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum XtaskCommand {
    /// Run everything a change must pass: format, lints, tidiness, tests, browser tests, the
    /// engine's fingerprint, documentation, fuzzing.
    Test {
        /// Run only these steps; `quick` stands for the fast ones.
        #[arg(value_parser = suite::names())]
        steps: Vec<String>,
    },
    /// Check the conventions that no compiler checks.
    Tidy,
    /// Run the browser tests.
    Walks {
        /// Only these files of web/walks, such as `game`.
        names: Vec<String>,
    },
    /// Take screenshots of every page in every theme and in six sizes into target/screenshots,
    /// with sheets to look at, and print what overflows, is cut off or too small to press.
    Screenshots {
        /// Only these pages, such as `home`; `de` takes them in German.
        names: Vec<String>,
    },
    /// Measure the page: transfer size, time to paint, frame rate, memory.
    Page {
        /// Only these pages, such as `editor`, or `first-play`, `frames` or `memory`; an unknown
        /// name lists them all.
        names: Vec<String>,
    },
    /// Run each fuzz target with random and mutated inputs.
    Fuzz {
        /// How many seconds each target runs.
        #[arg(default_value_t = 10)]
        seconds: u64,
        /// The seed of the inputs; a run that finds something prints its seed.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Play games on a simulated server where everything that can fail does.
    Simulate {
        /// How many seeds, one game each.
        #[arg(long, default_value_t = 10_000)]
        seeds: u64,
        /// The first seed; a failure prints the seed that broke an invariant.
        #[arg(long, default_value_t = 0)]
        from: u64,
    },
    /// Measure the server under load. The arguments go to the load generator:
    /// `cargo xtask load latency --games 10000`; `cargo xtask load -- --help` lists them.
    Load {
        /// Use a temporary PostgreSQL server instead of SQLite.
        #[arg(long)]
        postgres: bool,
        /// What to measure, and how.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Kill the server under load again and again, and check that it still has everything it
    /// acknowledged.
    Kill(kill::Arguments),
    /// Let simulated players play a tournament on the server, which may be killed meanwhile. The
    /// arguments go to the load generator: `cargo xtask tournament --system swiss --kills 50`.
    Tournament {
        /// Use a temporary PostgreSQL server instead of SQLite.
        #[arg(long)]
        postgres: bool,
        /// Which tournament.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Attack the server in every known way while people play on it, and print the delays that
    /// they notice.
    Attack(attack::Arguments),
    /// Let many bots play through the lichess API, and measure the server. The arguments go to
    /// the load generator: `cargo xtask bots --bots 50 --seconds 60`.
    Bots {
        /// How many, how long, and how fast.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run several servers on one PostgreSQL database, with NATS between them, and print their
    /// addresses.
    Cluster(cluster::Arguments),
    /// Write web/wire.d.ts, the TypeScript declarations of the server's messages, and
    /// crates/server/openapi.json, the description of its endpoints.
    Types,
    /// Build what a release ships, into target/package.
    Package(package::Arguments),
    /// Run a command with a temporary PostgreSQL server that the tests will find:
    /// `cargo xtask postgres cargo test -p arbiter-server`.
    Postgres {
        /// The command.
        #[arg(trailing_var_arg = true, required = true)]
        command: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    match run(XtaskCommand::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command and reports whether it succeeded.
fn run(command: XtaskCommand) -> Result<bool> {
    match command {
        XtaskCommand::Test { steps } => suite::run(&steps),
        XtaskCommand::Tidy => tidy::run(),
        XtaskCommand::Walks { names } => page::walks(&names).map(|tally| tally.failed == 0),
        XtaskCommand::Screenshots { names } => page::script("screenshots.js", &names),
        XtaskCommand::Page { names } => page::script("figures.js", &names),
        XtaskCommand::Fuzz { seconds, seed } => suite::fuzz(seconds, seed),
        XtaskCommand::Simulate { seeds, from } => simulate::run(seeds, from),
        XtaskCommand::Load {
            postgres,
            arguments,
        } => {
            let database = match postgres {
                true => load::Database::Postgres,
                false => load::Database::Sqlite,
            };
            load::run(database, "measure", &arguments)
        }
        XtaskCommand::Tournament {
            postgres,
            arguments,
        } => {
            let database = match postgres {
                true => load::Database::Postgres,
                false => load::Database::Sqlite,
            };
            load::run(database, "tournament", &arguments)
        }
        XtaskCommand::Kill(arguments) => kill::run(&arguments),
        XtaskCommand::Attack(arguments) => attack::run(&arguments),
        XtaskCommand::Bots { arguments } => load::bots(&arguments),
        XtaskCommand::Cluster(arguments) => cluster::run(&arguments),
        XtaskCommand::Types => types::run(),
        XtaskCommand::Package(arguments) => package::run(&arguments),
        XtaskCommand::Postgres { command } => postgres::run(&command),
    }
}
