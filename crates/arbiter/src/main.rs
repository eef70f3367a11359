//! The `arbiter` program: each command is a thin layer over the libraries.
//!
//! A command reads its arguments, calls a library and prints the result. Rules
//! of chess are decided in `arbiter-rules` and `arbiter-game`, never here.

use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use arbiter_tui::{Glyphs, Theme};
use clap::{CommandFactory, Parser, Subcommand};

/// The server allocates many small objects on several threads. With this allocator it stores
/// and announces more moves a second than with the system's (`cargo xtask load throughput`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod admin;
mod analyze;
mod arrivals;
mod ascii_output;
mod bench;
mod completions;
mod config;
mod db;
mod engine_match;
mod health;
mod input;
mod levels;
mod man;
mod moves;
mod output;
mod perft;
mod pgn;
mod play;
mod replay;
mod serve;
mod show;
mod status;
mod suite;
mod tournament;
mod uci;
mod welcome;
mod why;
mod worker;

use ascii_output::AsciiOutput;
use output::{ExitStatus, Format};

/// A complete chess system that explains why a move is refused.
#[derive(Parser)]
#[command(version, after_help = AFTER_HELP, disable_help_subcommand = true)]
struct Cli {
    /// Print one line of JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    // What most people want comes first.
    Serve(Box<serve::Arguments>),
    Play(Box<play::Arguments>),
    #[command(alias = "analyse")]
    Analyze(Box<analyze::Arguments>),
    Why(why::Arguments),
    Moves(moves::Arguments),
    Status(status::Arguments),
    Replay(replay::Arguments),
    Show(show::Arguments),
    Pgn(pgn::Arguments),
    Tournament(Box<tournament::Arguments>),
    Match(Box<engine_match::Arguments>),
    Levels(levels::Arguments),
    Uci(uci::Arguments),
    Suite(suite::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Admin(admin::Arguments),
    Db(db::Arguments),
    Health(health::Arguments),
    Worker(worker::Arguments),
    Completions(completions::Arguments),
    #[command(hide = true)]
    Man(man::Arguments),
    /// Show what the program can do, or how to use a command.
    Help {
        command: Vec<String>,
    },
}

const AFTER_HELP: &str = "\
Without a command, arbiter starts the server: see arbiter help serve.

FEN is a position in Forsyth-Edwards Notation, quoted or not, with all six
fields, the first four, or only the placement of the pieces (White is then to
move). \"start\" is the starting position, \"saktris\" that of Saktris, and
\"saktris 7\" one with the order of arrival given by seed 7. With - instead, items
are read from standard input, one per line, and each is answered with one line of
JSON; a bad one with {\"error\": {\"code\", \"message\", \"offset\"}}.

Exit codes: 0 success, 1 a move was refused, 2 bad input.";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let format = if cli.json { Format::Json } else { Format::Text };
    let mut out: Box<dyn Write> = match format == Format::Text && needs_ascii() {
        true => Box::new(AsciiOutput::new(io::stdout())),
        false => Box::new(io::stdout()),
    };
    let ran = run(cli.command, format, &mut *out);
    match ran.and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => status.into(),
        // The reader has closed the pipe, as in `arbiter moves - | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitStatus::BadInput.into()
        }
    }
}

/// Reports whether the output is shown by a terminal without Unicode. A file or
/// another program gets the same text everywhere.
fn needs_ascii() -> bool {
    let theme = Theme::of_environment(|name| env::var(name).ok());
    io::stdout().is_terminal() && theme.glyphs == Glyphs::Ascii
}

fn run(command: Option<Command>, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match command {
        // The server takes its settings from the environment and a file.
        None => run(Cli::parse_from(["arbiter", "serve"]).command, format, out),
        Some(Command::Help { command }) if command.is_empty() => welcome::run(out),
        Some(Command::Help { command }) => {
            let ask = ["arbiter"]
                .into_iter()
                .chain(command.iter().map(String::as_str));
            // Prints the help, or that the command is unknown, and exits.
            Cli::parse_from(ask.chain(["--help"]));
            Ok(ExitStatus::Success)
        }
        Some(Command::Serve(arguments)) => serve::run(&arguments, format, out),
        Some(Command::Worker(arguments)) => worker::run(&arguments, format, out),
        Some(Command::Db(arguments)) => db::run(&arguments, format, out),
        Some(Command::Health(arguments)) => health::run(&arguments, format, out),
        Some(Command::Admin(arguments)) => admin::run(&arguments, format, out),
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
        Some(Command::Bench(arguments)) => bench::run(&arguments, format, out),
        Some(Command::Match(arguments)) => engine_match::run(&arguments, format, out),
        Some(Command::Tournament(arguments)) => tournament::run(&arguments, format, out),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, format, out),
        Some(Command::Suite(arguments)) => suite::run(&arguments, format, out),
        Some(Command::Completions(arguments)) => completions::run(&arguments, Cli::command(), out),
        Some(Command::Man(arguments)) => man::run(&arguments, Cli::command(), out),
    }
}
