use std::{io::Write, path::PathBuf};

use arbiter_tournament::{
    Entry, Report, Tournament,
    team_match::{self, TeamScore},
    tiebreak::{Breakdown, RankedPlayer, TieBreak},
};
use serde_json::json;

use super::{arena, boards::fit, error::TournamentError, file::AnyFile, knockout};
use crate::output::{self, ExitStatus, Format};

/// Print the standings after the finished rounds.
#[derive(clap::Args)]
#[command(after_help = "\
JSON: {\"rounds\", \"tiebreaks\": [code], \"standings\": [{\"rank\", \"number\", \"name\",
       \"rating\", \"values\": [text], \"sums\": [text]}]}

Examples:
  arbiter tournament standings open.txt
  arbiter tournament standings open.txt --sums
  arbiter tournament standings --json open.txt")]
pub struct Arguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show how each tie-break adds up.
    #[arg(long)]
    sums: bool,
}

/// Print the crosstable after the finished rounds; of a knockout, the bracket.
#[derive(clap::Args)]
pub struct CrosstableArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

fn value_text(value: &Breakdown) -> String {
    value.value.map_or("-".to_owned(), |it| it.to_string())
}

pub fn run(
    arguments: &Arguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitStatus, TournamentError> {
    let file = match AnyFile::open(&arguments.file)? {
        AnyFile::Rounds(file) => file,
        AnyFile::Knockout(file) => return knockout::standings(&file.tournament, format, out),
        AnyFile::Arena(file) => return arena::standings(&file.tournament, format, out),
    };
    let (report, ranked) = file.tournament.standings();
    let codes = file.tournament.tie_breaks();
    if format == Format::Json {
        let mut value = standings_json(&report, &ranked, &codes);
        if let Some(score) = team_score(&file.tournament) {
            value["teams"] = json!(score.teams);
            value["score"] = json!(score.points.map(|it| it.to_string()));
        }
        writeln!(out, "{value}")?;
        return Ok(ExitStatus::Success);
    }
    if let Some(score) = team_score(&file.tournament) {
        let [first, second] = &score.teams;
        let [left, right] = score.points;
        writeln!(out, "{first} - {second} {left}:{right}")?;
        for (points, round) in score.rounds.iter().zip(1..) {
            writeln!(out, "Round {round} {}:{}", points[0], points[1])?;
        }
        let [left, right] = score.berlin;
        writeln!(out, "Berlin tie-break {left}:{right}")?;
        writeln!(out)?;
    }
    let name_width = 80_usize.saturating_sub(19 + 6 * codes.len()).clamp(12, 30);
    let heads: String = codes.iter().map(|it| format!(" {it:>5}")).collect();
    let line = format!("Place  No. {} Elo {heads}", fit("Name", name_width));
    writeln!(out, "{}", line.trim_end())?;
    for it in &ranked {
        let player = &report.players[it.player];
        let values = it.values.iter().map(value_text);
        let values: String = values.map(|it| format!(" {it:>5}")).collect();
        let rating = match player.rating {
            0 => String::new(),
            rating => rating.to_string(),
        };
        let name = fit(&player.name, name_width);
        writeln!(
            out,
            "{:>5} {:>4} {name} {rating:>4}{values}",
            it.rank,
            it.player + 1
        )?;
        if arguments.sums {
            for (code, value) in codes.iter().zip(&it.values) {
                if !value.terms.is_empty() {
                    let words = format!("{code} {value}");
                    writeln!(out, "{}", output::wrapped("           ", words.split(' ')))?;
                }
            }
        }
    }
    Ok(ExitStatus::Success)
}

/// Returns the score of a team match.
fn team_score(tournament: &Tournament) -> Option<TeamScore> {
    let has_teams = tournament.settings().system.has_teams();
    has_teams.then(|| team_match::score(tournament))?
}

fn standings_json(
    report: &Report,
    ranked: &[RankedPlayer],
    codes: &[TieBreak],
) -> serde_json::Value {
    let row = |it: &RankedPlayer| {
        let player = &report.players[it.player];
        json!({
            "rank": it.rank,
            "number": it.player + 1,
            "name": player.name,
            "rating": player.rating,
            "values": it.values.iter().map(value_text).collect::<Vec<_>>(),
            "sums": it.values.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    };
    json!({
        "rounds": report.played_rounds(),
        "tiebreaks": codes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "standings": ranked.iter().map(row).collect::<Vec<_>>(),
    })
}

/// Returns an entry as it appears in a crosstable: opponent, color, result.
fn entry_text(entry: Entry) -> String {
    match entry {
        Entry::Absent => String::new(),
        Entry::Bye(bye) => bye.letter().to_string(),
        Entry::Game(game) => {
            let result = arbiter_tournament::trf::result_code(game);
            format!("{}{}{result}", game.opponent + 1, game.color.letter())
        }
    }
}

pub fn crosstable(
    arguments: &CrosstableArguments,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitStatus, TournamentError> {
    let file = match AnyFile::open(&arguments.file)? {
        AnyFile::Rounds(file) => file,
        AnyFile::Knockout(file) => return knockout::bracket(&file.tournament, format, out),
        AnyFile::Arena(file) => return arena::score_sheets(&file.tournament, format, out),
    };
    let (report, ranked) = file.tournament.standings();
    let rounds = report.played_rounds();
    let row = |player: usize| -> Vec<String> {
        let entries = (0..rounds).map(|round| report.entry(player, round));
        entries.map(entry_text).collect()
    };
    if format == Format::Json {
        let rows = ranked.iter().map(|it| {
            json!({
                "rank": it.rank,
                "number": it.player + 1,
                "name": report.players[it.player].name,
                "points": report.points(it.player).to_string(),
                "entries": row(it.player),
            })
        });
        writeln!(out, "{}", json!({ "crosstable": rows.collect::<Vec<_>>() }))?;
        return Ok(ExitStatus::Success);
    }
    // So many rounds fit next to a name; the others follow in further blocks.
    const NAME: usize = 20;
    const WIDTH: usize = 6;
    let per_block = (80 - NAME - 17) / WIDTH;
    let starts: Vec<usize> = (0..rounds.max(1)).step_by(per_block).collect();
    for start in starts {
        let end = (start + per_block).min(rounds);
        if start > 0 {
            writeln!(out)?;
        }
        let heads: String = (start..end)
            .map(|it| format!("{:>WIDTH$}", it + 1))
            .collect();
        writeln!(out, "Place  No. {}{heads}  Pts", fit("Name", NAME))?;
        for it in &ranked {
            let entries = row(it.player);
            let cells: String = (entries[start..end].iter())
                .map(|it| format!("{it:>WIDTH$}"))
                .collect();
            let name = fit(&report.players[it.player].name, NAME);
            let points = report.points(it.player);
            let (rank, number) = (it.rank, it.player + 1);
            writeln!(out, "{rank:>5} {number:>4} {name}{cells} {points:>4}")?;
        }
    }
    Ok(ExitStatus::Success)
}
