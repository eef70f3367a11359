use std::{io::Write, path::PathBuf};

use arbiter_tournament::{Action, Tournament, swiss, tiebreak::Format as Kind};

use super::{boards, change, error::TournamentError, file::TournamentFile};
use crate::output::{self, ExitStatus, Format};

/// Pair the next round, or show how the last one is paired.
#[derive(clap::Args)]
#[command(after_help = "\
With --explain each pair is explained: which opponents come first in the order
of the rules, and which criterion (C1 to C21 of C.04.3) stands against them.

JSON: {\"round\", \"boards\": [{\"board\", \"white\": {\"id\", \"number\", \"name\"}, \"black\",
       \"result\"}], \"byes\": [{\"player\", \"bye\"}], \"explanation\": [sentences]}

Examples:
  arbiter tournament pair open.txt
  arbiter tournament pair open.txt --show --explain
  arbiter tournament pair open.txt --undo")]
pub struct Arguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the last round instead of pairing the next.
    #[arg(long, conflicts_with = "undo")]
    show: bool,
    /// Take back the pairing of a round without results.
    #[arg(long)]
    undo: bool,
    /// Say why each pair is as it is.
    #[arg(long)]
    explain: bool,
}

pub fn run(
    arguments: &Arguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitStatus, TournamentError> {
    let mut file = TournamentFile::open(&arguments.file)?;
    if arguments.undo {
        file.act(&Action::Unpair)?;
        return change::say(&file.tournament, format, out);
    }
    if !arguments.show {
        file.act(&Action::Pair)?;
    }
    let tournament = &file.tournament;
    let round = tournament.rounds().len();
    if round == 0 {
        return change::say(tournament, format, out);
    }
    let explanation = match arguments.explain {
        true => explain(tournament, round),
        false => Vec::new(),
    };
    if format == Format::Json {
        let mut value = boards::json(tournament, round);
        value["explanation"] = explanation.into();
        writeln!(out, "{value}")?;
        return Ok(ExitStatus::Success);
    }
    boards::write(tournament, round, out)?;
    if !explanation.is_empty() {
        writeln!(out)?;
    }
    for sentence in explanation {
        writeln!(out, "{}", output::wrapped("", sentence.split(' ')))?;
    }
    Ok(ExitStatus::Success)
}

/// Returns a sentence for each pair and for each player left over in a bracket.
fn explain(tournament: &Tournament, round: usize) -> Vec<String> {
    if tournament.settings().system.format() == Kind::RoundRobin {
        let sentence = format!("Round {round} is round {round} of the Berger table.");
        return vec![sentence];
    }
    let mut report = tournament.report();
    let index = round - 1;
    let has_results = report.played_rounds() == round;
    let present = swiss::present_players(&report, index);
    if has_results {
        report = report.truncated(index);
    }
    let Ok(pairing) = swiss::pair_round(&report, index, &present) else {
        return Vec::new();
    };
    let explanation = swiss::explain_round(&report, index, &present, &pairing);
    let pairs = explanation
        .pairs
        .iter()
        .zip(&pairing.pairs)
        .map(|(it, pair)| {
            let white = pair.players.white + 1;
            let article = pair.color_rule.article();
            format!("{it} No. {white} has White ({article}).")
        });
    let floats = explanation.floats.iter().map(ToString::to_string);
    pairs.chain(floats).collect()
}
