//! Writes statistics as text.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::summary::Summary;
use crate::output::{count, thousands};

pub fn write(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let games = count(summary.games as usize, "game");
    let plies = count(summary.plies as usize, "half-move");
    match &summary.dates {
        Some(dates) if dates.first == dates.last => {
            writeln!(out, "{games} with {plies}, played on {}", dates.first)?;
        }
        Some(dates) => writeln!(
            out,
            "{games} with {plies}, played from {} to {}",
            dates.first, dates.last
        )?,
        None => writeln!(out, "{games} with {plies}")?,
    }
    if summary.games == 0 {
        return Ok(());
    }
    write_results(summary, out)?;
    write_lengths(summary, out)?;
    write_ratings(summary, out)?;
    write_openings(summary, out)?;
    write_players(summary, out)?;
    write_damage(summary, out)
}

fn write_results(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = &summary.results;
    writeln!(out, "\nResults")?;
    let rows = [
        ("1–0", results.white),
        ("½–½", results.drawn),
        ("0–1", results.black),
        ("unknown", results.unknown),
    ];
    let rows = rows.map(|(label, games)| (label.to_owned(), games));
    write_bars(&rows, summary.games, out)
}

fn write_lengths(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(lengths) = &summary.lengths else {
        return Ok(());
    };
    writeln!(
        out,
        "\nLength in half-moves: average {}, median {}, from {} to {}",
        lengths.average,
        lengths.median,
        thousands(lengths.shortest.into()),
        thousands(lengths.longest.into()),
    )?;
    write_bars(&classes(summary.length_counts, 20, 10), summary.games, out)
}

fn write_ratings(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(ratings) = &summary.ratings else {
        return Ok(());
    };
    writeln!(
        out,
        "\nRatings: average {:.0}, from {} to {}; {} of {} known",
        ratings.average,
        ratings.lowest,
        ratings.highest,
        thousands(ratings.known),
        thousands(2 * summary.games),
    )?;
    write_bars(&classes(summary.rating_counts, 200, 20), ratings.known, out)
}

fn write_openings(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    if summary.openings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nOpenings")?;
    let rows: Vec<_> = summary
        .openings
        .iter()
        .map(|opening| (opening.name.to_owned(), opening.games))
        .collect();
    write_bars(&rows, summary.games, out)
}

fn write_players(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    if summary.players.is_empty() {
        return Ok(());
    }
    match summary.different_players {
        Some(number) => writeln!(out, "\n{} players", thousands(number as u64))?,
        None => writeln!(
            out,
            "\nPlayers (too many to count exactly; some games may be missing)"
        )?,
    }
    let width = widest(summary.players.iter().map(|player| player.name));
    for player in &summary.players {
        writeln!(
            out,
            "  {}  {:>9}  +{} ={} −{}",
            padded(player.name, width),
            thousands(player.games),
            thousands(player.won),
            thousands(player.drawn),
            thousands(player.lost),
        )?;
    }
    Ok(())
}

fn write_damage(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    if summary.damaged == 0 {
        return writeln!(out, "\nNo damage");
    }
    let games = count(summary.damaged as usize, "game");
    let verb = if summary.damaged == 1 { "is" } else { "are" };
    writeln!(out, "\n{games} {verb} damaged")?;
    let rows = summary.problems.iter();
    let rows: Vec<_> = rows
        .map(|problem| (problem.code.replace('_', " "), problem.count))
        .collect();
    let total = rows.iter().map(|(_, count)| count).sum();
    write_bars(&rows, total, out)
}

/// The width of the longest bar, in columns.
const MAX_BAR_COLUMNS: u64 = 30;
/// How much of a name is shown, in columns.
const MAX_NAME_COLUMNS: usize = 32;

/// Writes a row for each count: name, count, share and a bar.
fn write_bars(rows: &[(String, u64)], total: u64, out: &mut dyn Write) -> io::Result<()> {
    let rows = || rows.iter().filter(|(_, count)| *count > 0);
    let most = rows().map(|(_, count)| *count).max().unwrap_or(0);
    let width = widest(rows().map(|(label, _)| label.as_str()));
    for (label, count) in rows() {
        let share = 100.0 * *count as f64 / total as f64;
        writeln!(
            out,
            "  {}  {:>11}  {share:>5.1} %  {}",
            padded(label, width),
            thousands(*count),
            bar(*count, most),
        )?;
    }
    Ok(())
}

/// Draws a bar in eighths of a column, so that small differences are visible.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths =
        (u128::from(count) * u128::from(8 * MAX_BAR_COLUMNS)).div_ceil(most.max(1).into());
    let full = "█".repeat((eighths / 8) as usize);
    format!("{full}{}", EIGHTHS[(eighths % 8) as usize])
}

/// Groups counts of numbers into classes of equal width. The last class is
/// open-ended.
fn classes(counts: &BTreeMap<u32, u64>, width: u32, most: u32) -> Vec<(String, u64)> {
    let first = counts.keys().next().map_or(0, |least| least / width);
    let class_of = |number: u32| (number / width).min(first + most - 1);
    let last = counts.keys().next_back().map_or(0, |&most| class_of(most));
    let mut sums: Vec<u64> = vec![0; (last - first + 1) as usize];
    for (&number, &count) in counts {
        sums[(class_of(number) - first) as usize] += count;
    }
    let label = |class: u32| {
        let start = class * width;
        if class + 1 == first + most {
            format!("{start} or more")
        } else {
            format!("{start}–{}", start + width - 1)
        }
    };
    (first..).map(label).zip(sums).collect()
}

fn widest<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    let widths = names.map(|name| name.chars().count().min(MAX_NAME_COLUMNS));
    widths.max().unwrap_or(0)
}

/// Fits a name to exactly this width, and replaces control characters.
fn padded(name: &str, width: usize) -> String {
    let name = name.replace(char::is_control, "\u{fffd}");
    if name.chars().count() > width {
        let shown: String = name.chars().take(width.saturating_sub(1)).collect();
        format!("{shown}…")
    } else {
        format!("{name:<width$}")
    }
}
