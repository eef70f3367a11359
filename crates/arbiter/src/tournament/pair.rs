use std::{io::Write, path::PathBuf};

use arbiter_tournament::{Action, System, Tournament, keizer, swiss, team_match};

use super::{
    arena, boards, change,
    error::TournamentError,
    file::AnyFile,
    knockout::{self, PairStep},
};
use crate::output::{self, ExitStatus, Format};

/// Pair the next round, or show how the last one is paired.
#[derive(clap::Args)]
#[command(after_help = "\
In a knockout the next game of every match begins; in an arena all free players
are paired. With --explain each pair is explained: which opponents come first in
the order of the rules, and which criterion (C1 to C21 of C.04.3) rules them out.

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
    let (is_shown, is_explained) = (arguments.show, arguments.explain);
    let mut file = match AnyFile::open(&arguments.file)? {
        AnyFile::Rounds(file) => file,
        AnyFile::Knockout(file) => {
            let step = match (arguments.undo, is_shown) {
                (true, _) => PairStep::Undo,
                (false, true) => PairStep::Show,
                (false, false) => PairStep::Begin,
            };
            return knockout::pair(file, step, is_explained, format, out);
        }
        AnyFile::Arena(_) if arguments.undo => {
            return Err(TournamentError::Argument(
                "an arena has no rounds: take a game back with \"result FILE GAME:?\"".to_owned(),
            ));
        }
        AnyFile::Arena(file) => return arena::pair(file, is_shown, is_explained, format, out),
    };
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
    match tournament.settings().system {
        System::RoundRobin | System::DoubleRoundRobin => {
            return vec![format!(
                "Round {round} is round {round} of the Berger table."
            )];
        }
        System::TeamMatch | System::Scheveningen => {
            return team_match::explain_round(tournament, round);
        }
        System::Swiss | System::AcceleratedSwiss | System::Keizer => {}
    }
    let mut report = tournament.report();
    let index = round - 1;
    let has_results = report.played_rounds() == round;
    let present = swiss::present_players(&report, index);
    if has_results {
        report = report.truncated(index);
    }
    if tournament.settings().system == System::Keizer {
        let pairing = keizer::pair_round(&report);
        return pairing.map_or(Vec::new(), |it| keizer::explain_round(&report, &it));
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
