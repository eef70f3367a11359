//! The one binary: commands as thin glue over the libraries.
//!
//! It reads arguments and lines, asks the libraries, and prints. No law of
//! chess is decided here: a command that asks "is this legal?" in its own
//! words is in the wrong room.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

/// A server makes and forgets many small things on several threads: with this
/// allocator it stores and tells 27,000 moves a second where with that of the
/// system it does 21,000 (`cargo xtask load throughput`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod analyze;
mod arrivals;
mod bench;
mod config;
mod db;
mod input;
mod levels;
mod moves;
mod output;
mod perft;
mod pgn;
mod play;
mod replay;
mod serve;
mod show;
mod status;
mod tournament;
mod uci;
mod welcome;
mod why;

use output::{Format, Verdict};

/// Knows every law of chess, and says why when it refuses.
#[derive(Parser)]
#[command(version, after_help = EXIT_CODES, disable_help_subcommand = true)]
struct Cli {
    /// Answer as one line of JSON, for programs.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Arguments>),
    Db(db::Arguments),
    Moves(moves::Arguments),
    Why(why::Arguments),
    Status(status::Arguments),
    Replay(replay::Arguments),
    Perft(perft::Arguments),
    Show(show::Arguments),
    Pgn(pgn::Arguments),
    Play(Box<play::Arguments>),
    Uci(uci::Arguments),
    Levels(levels::Arguments),
    Bench(bench::Arguments),
    Match(Box<tournament::Arguments>),
    #[command(alias = "analyse")]
    Analyze(Box<analyze::Arguments>),
    /// Say what the program can do, or how a command is used.
    Help {
        command: Vec<String>,
    },
}

const EXIT_CODES: &str = "\
Without a command it serves chess: see help serve.

FEN is a position in Forsyth-Edwards Notation, quoted or not, with six parts or
the first four; \"start\" stands for the starting position, \"saktris\" for that of
Saktris, and \"saktris 7\" for one with the order that the seed 7 gives. With - in
its place, items are read from standard input, one a line, and each is answered
with one line of JSON; one that makes no sense with {\"error\": {\"code\",
\"message\", \"offset\"}}.

The exit code is 0 for yes, 1 for a move that is refused, 2 for bad input.";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let format = if cli.json { Format::Json } else { Format::Text };
    let mut out = io::stdout();
    match run(cli.command, format, &mut out).and_then(|verdict| out.flush().map(|()| verdict)) {
        Ok(verdict) => verdict.into(),
        // Whoever was reading has seen enough: `arbiter moves - | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            Verdict::Bad.into()
        }
    }
}

fn run(command: Option<Command>, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    match command {
        // Alone it is a server, which the environment and its file tell the rest.
        None => run(Cli::parse_from(["arbiter", "serve"]).command, format, out),
        Some(Command::Help { command }) if command.is_empty() => welcome::run(out),
        Some(Command::Help { command }) => {
            let ask = ["arbiter"]
                .into_iter()
                .chain(command.iter().map(String::as_str));
            // It prints the help, or that there is no such command, and exits.
            Cli::parse_from(ask.chain(["--help"]));
            Ok(Verdict::Yes)
        }
        Some(Command::Serve(arguments)) => serve::run(&arguments, format, out),
        Some(Command::Db(arguments)) => db::run(&arguments, format, out),
        Some(Command::Moves(arguments)) => moves::run(&arguments, format, out),
        Some(Command::Why(arguments)) => why::run(&arguments, format, out),
        Some(Command::Status(arguments)) => status::run(&arguments, format, out),
        Some(Command::Replay(arguments)) => replay::run(&arguments, format, out),
        Some(Command::Perft(arguments)) => perft::run(&arguments, format, out),
        Some(Command::Show(arguments)) => show::run(&arguments, format, out),
        Some(Command::Pgn(arguments)) => pgn::run(&arguments, format, out),
        Some(Command::Play(arguments)) => play::run(&arguments, format),
        Some(Command::Uci(arguments)) => uci::run(&arguments),
        Some(Command::Levels(arguments)) => levels::run(&arguments, format, out),
        Some(Command::Bench(arguments)) => bench::run(&arguments, out),
        Some(Command::Match(arguments)) => tournament::run(&arguments, format, out),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, format, out),
    }
}
