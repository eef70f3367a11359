//! `arbiter tournament`: runs a tournament from one file.

mod arena;
mod boards;
mod change;
mod check;
mod contest;
mod error;
mod exchange;
mod file;
mod knockout;
mod new;
mod page;
mod pair;
mod standings;

use std::io::{self, Write};

use crate::output::{ExitStatus, Format};
use error::TournamentError;

/// Run a tournament: pair rounds, enter results, print standings and crosstables.
#[derive(clap::Args)]
#[command(after_help = "\
A tournament is one file. Every command appends to it what happened, so that
nothing is lost in a crash. Swiss rounds are paired by the FIDE (Dutch) System
of 2026, round robins by Berger tables; there are also knockouts, arenas, the
Keizer system and team matches. See docs/tournaments.md.

Examples:
  arbiter tournament new open.txt --name \"Club open\" --rounds 5
  arbiter tournament add open.txt \"Ada=2100\" \"Ben=2000\" \"Cleo=1900\" \"Dana=1800\"
  arbiter tournament pair open.txt --explain
  arbiter tournament result open.txt 1:1-0 2:1/2
  arbiter tournament standings open.txt")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    New(new::Arguments),
    Add(change::AddArguments),
    Edit(change::EditArguments),
    Withdraw(change::PlayerArguments),
    #[command(about = "Let players who left be paired again")]
    Return(change::PlayerArguments),
    Bye(change::ByeArguments),
    Forbid(change::ForbidArguments),
    Penalty(change::PenaltyArguments),
    Pair(pair::Arguments),
    Result(change::ResultArguments),
    Berserk(arena::BerserkArguments),
    Standings(standings::Arguments),
    Crosstable(standings::CrosstableArguments),
    Page(page::Arguments),
    Check(check::Arguments),
    Generate(exchange::GenerateArguments),
    Export(exchange::ExportArguments),
    Import(exchange::ImportArguments),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let done = match &arguments.command {
        Command::New(arguments) => new::run(arguments, format, out),
        Command::Add(arguments) => change::add(arguments, format, out),
        Command::Edit(arguments) => change::edit(arguments, format, out),
        Command::Withdraw(arguments) => change::withdraw(arguments, format, out),
        Command::Return(arguments) => change::bring_back(arguments, format, out),
        Command::Bye(arguments) => change::bye(arguments, format, out),
        Command::Forbid(arguments) => change::forbid(arguments, format, out),
        Command::Penalty(arguments) => change::penalty(arguments, format, out),
        Command::Pair(arguments) => pair::run(arguments, format, out),
        Command::Result(arguments) => change::result(arguments, format, out),
        Command::Berserk(arguments) => arena::berserk(arguments, format, out),
        Command::Standings(arguments) => standings::run(arguments, format, out),
        Command::Crosstable(arguments) => standings::crosstable(arguments, format, out),
        Command::Page(arguments) => page::run(arguments, out),
        Command::Check(arguments) => check::run(arguments, format, out),
        Command::Generate(arguments) => exchange::generate(arguments, out),
        Command::Export(arguments) => exchange::export(arguments, out),
        Command::Import(arguments) => exchange::import(arguments, format, out),
    };
    match done {
        Ok(status) => Ok(status),
        Err(TournamentError::Output(error)) => Err(error),
        Err(error) => {
            if format == Format::Json {
                writeln!(out, "{}", error.json())?;
            } else {
                eprintln!("error: {error}");
            }
            Ok(error.exit_status())
        }
    }
}
