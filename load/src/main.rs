//! Loads a server until it shows what it can do, and kills it to see what it
//! keeps. `cargo xtask load` and `cargo xtask kill` build and run it.
//!
//! Nothing here ships, and nothing here looks into the server: it speaks the
//! protocol over real sockets and reads what the system says of a process.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

mod api;
mod echo;
mod kill;
mod link;
mod measure;
mod pair;
mod process;
mod script;

/// Loads a server, or kills it.
#[derive(Parser)]
enum Task {
    /// Measure a server under load.
    Measure(measure::Arguments),
    /// Kill a server under load, again and again, and see what it keeps.
    Kill(kill::Arguments),
    /// Be a server that only sends frames back: what every other is measured against.
    Echo,
    /// Be a server that sends frames back and on: what a move is without rules and disk.
    Relay,
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let ran = match runtime {
        Ok(runtime) => runtime.block_on(run(Task::parse())),
        Err(error) => Err(error.into()),
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all is well.
async fn run(task: Task) -> Result<bool> {
    match task {
        Task::Measure(arguments) => measure::run(&arguments).await,
        Task::Kill(arguments) => kill::run(&arguments).await,
        Task::Echo => echo::serve().await.map(|()| true),
        Task::Relay => echo::relay().await.map(|()| true),
    }
}
