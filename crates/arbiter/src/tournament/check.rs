use std::{fs, io::Write, path::PathBuf};

use arbiter_tournament::{
    Entry, Report,
    swiss::{self, RoundPairing},
    trf,
};
use serde_json::json;

use super::error::TournamentError;
use crate::output::{self, ExitStatus, Format};

/// Pair every round of a report file again and name each difference.
#[derive(clap::Args)]
#[command(after_help = "\
The file is in the format TRF16 or TRF26. Each round is paired by the FIDE
(Dutch) System from the rounds before it. Without the number of rounds (record
142), the last round of the file counts as the last of the tournament. The exit
code is 1 if a round differs.

JSON: {\"rounds\", \"differences\": [{\"round\", \"found\", \"expected\"}]}

Examples:
  arbiter tournament check open.trf
  arbiter tournament check --json open.trf")]
pub struct Arguments {
    /// The report file.
    #[arg(value_name = "TRF")]
    file: PathBuf,
}

/// A round that is not paired as the rules say.
struct Difference {
    round: usize,
    found: Vec<String>,
    expected: Vec<String>,
}

pub fn run(
    arguments: &Arguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitStatus, TournamentError> {
    let path = &arguments.file;
    let bytes = fs::read(path).map_err(|error| TournamentError::file(path, error))?;
    let mut report = trf::read(&bytes).map_err(|error| TournamentError::Trf {
        path: path.clone(),
        error,
    })?;
    let rounds = report.played_rounds();
    report.rounds.get_or_insert(rounds);
    let differences: Vec<Difference> = (0..rounds).filter_map(|it| compare(&report, it)).collect();
    let status = match differences.is_empty() {
        true => ExitStatus::Success,
        false => ExitStatus::Refused,
    };
    if format == Format::Json {
        let list = differences
            .iter()
            .map(|it| json!({ "round": it.round, "found": it.found, "expected": it.expected }));
        let list: Vec<_> = list.collect();
        writeln!(out, "{}", json!({ "rounds": rounds, "differences": list }))?;
        return Ok(status);
    }
    for it in &differences {
        writeln!(out, "Round {} differs:", it.round)?;
        writeln!(out, "{}", output::wrapped("  in the file   ", &it.found))?;
        writeln!(out, "{}", output::wrapped("  by the rules  ", &it.expected))?;
    }
    let count = output::count(rounds, "round");
    let result = match differences.len() {
        0 => "no difference".to_owned(),
        number => format!("{number} paired differently"),
    };
    writeln!(out, "{count}, {result}")?;
    Ok(status)
}

/// Pairs a round again; returns what differs, by pairing numbers.
fn compare(report: &Report, round: usize) -> Option<Difference> {
    let present = swiss::present_players(report, round);
    let pairing = swiss::pair_round(report, round, &present);
    if pairing
        .as_ref()
        .is_ok_and(|it| swiss::is_same(report, round, it))
    {
        return None;
    }
    let mut found = Vec::new();
    for &player in &present {
        match report.entry(player, round) {
            Entry::Game(game) if game.color == arbiter_rules::Color::White => {
                found.push(format!("{}-{}", player + 1, game.opponent + 1));
            }
            Entry::Bye(_) => found.push(format!("{}-bye", player + 1)),
            _ => {}
        }
    }
    let expected = match &pairing {
        Ok(pairing) => pairs(pairing),
        Err(_) => vec!["no".to_owned(), "pairing".to_owned(), "exists".to_owned()],
    };
    // Only what differs is shown.
    let only = |list: &[String], other: &[String]| -> Vec<String> {
        let differing = list.iter().filter(|it| !other.contains(it));
        differing.cloned().collect()
    };
    Some(Difference {
        round: round + 1,
        found: only(&found, &expected),
        expected: only(&expected, &found),
    })
}

fn pairs(pairing: &RoundPairing) -> Vec<String> {
    let pairs = pairing.pairs.iter();
    let pairs = pairs.map(|it| format!("{}-{}", it.players.white + 1, it.players.black + 1));
    let bye = pairing.bye.map(|it| format!("{}-bye", it + 1));
    pairs.chain(bye).collect()
}
