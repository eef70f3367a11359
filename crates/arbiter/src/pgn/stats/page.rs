//! Writes statistics as text.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::summary::Summary;
use crate::output::{columns, count, thousands, wrapped_at};

pub fn write(summary: &Summary<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page {
        columns: columns(),
        out,
    };
    page.write(summary)
}

/// Text of a certain width.
struct Page<'o> {
    columns: usize,
    out: &'o mut dyn Write,
}

impl Page<'_> {
    fn write(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        let games = count(summary.games as usize, "game");
        let plies = count(summary.plies as usize, "half-move");
        let played = match &summary.dates {
            Some(dates) if dates.first == dates.last => format!(", played on {}", dates.first),
            Some(dates) => format!(", played from {} to {}", dates.first, dates.last),
            None => String::new(),
        };
        self.write_line(&format!("{games} with {plies}{played}"))?;
        if summary.games == 0 {
            return Ok(());
        }
        self.write_results(summary)?;
        self.write_lengths(summary)?;
        self.write_ratings(summary)?;
        self.write_openings(summary)?;
        self.write_players(summary)?;
        self.write_damage(summary)
    }

    fn write_line(&mut self, text: &str) -> io::Result<()> {
        let text = wrapped_at(self.columns, "", text.split(' '));
        writeln!(self.out, "{text}")
    }

    fn write_results(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        let results = &summary.results;
        writeln!(self.out, "\nResults")?;
        let rows = [
            ("1–0", results.white),
            ("½–½", results.drawn),
            ("0–1", results.black),
            ("unknown", results.unknown),
        ];
        let rows = rows.map(|(label, games)| (label.to_owned(), games));
        self.write_bars(&rows, summary.games)
    }

    fn write_lengths(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        let Some(lengths) = &summary.lengths else {
            return Ok(());
        };
        writeln!(self.out)?;
        self.write_line(&format!(
            "Length in half-moves: average {}, median {}, from {} to {}",
            lengths.average,
            lengths.median,
            thousands(lengths.shortest.into()),
            thousands(lengths.longest.into()),
        ))?;
        self.write_bars(&classes(summary.length_counts, 20, 10), summary.games)
    }

    fn write_ratings(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        let Some(ratings) = &summary.ratings else {
            return Ok(());
        };
        writeln!(self.out)?;
        self.write_line(&format!(
            "Ratings: average {:.0}, from {} to {}; {} of {} known",
            ratings.average,
            ratings.lowest,
            ratings.highest,
            thousands(ratings.known),
            thousands(2 * summary.games),
        ))?;
        self.write_bars(&classes(summary.rating_counts, 200, 20), ratings.known)
    }

    fn write_openings(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        if summary.openings.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\nOpenings")?;
        let rows: Vec<_> = summary
            .openings
            .iter()
            .map(|opening| (opening.name.to_owned(), opening.games))
            .collect();
        self.write_bars(&rows, summary.games)
    }

    fn write_players(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        if summary.players.is_empty() {
            return Ok(());
        }
        writeln!(self.out)?;
        match summary.different_players {
            Some(number) => writeln!(self.out, "{} players", thousands(number as u64))?,
            None => {
                self.write_line("Players (too many to count exactly; some games may be missing)")?;
            }
        }
        let name = widest(summary.players.iter().map(|player| player.name));
        let rows: Vec<_> = summary
            .players
            .iter()
            .map(|player| {
                let score = [player.won, player.drawn, player.lost].map(thousands);
                let score = format!("+{} ={} −{}", score[0], score[1], score[2]);
                (player.name, thousands(player.games), score)
            })
            .collect();
        let widest_of = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let score = widest_of(&mut rows.iter().map(|(_, _, score)| score));
        let most = widest_of(&mut rows.iter().map(|(_, games, _)| games));
        // Three gaps of two columns.
        let mut widths = [name, 9.max(most)];
        shrink(
            &mut widths,
            &[(1, most), (0, MIN_NAME_COLUMNS)],
            self.columns.saturating_sub(score + 6),
        );
        let [name, games] = widths;
        for (label, number, score) in rows {
            let label = padded(label, name);
            writeln!(self.out, "  {label}  {number:>games$}  {score}")?;
        }
        Ok(())
    }

    fn write_damage(&mut self, summary: &Summary<'_>) -> io::Result<()> {
        if summary.damaged == 0 {
            return writeln!(self.out, "\nNo damage");
        }
        let games = count(summary.damaged as usize, "game");
        let verb = if summary.damaged == 1 { "is" } else { "are" };
        writeln!(self.out, "\n{games} {verb} damaged")?;
        let rows = summary.problems.iter();
        let rows: Vec<_> = rows
            .map(|problem| (problem.code.replace('_', " "), problem.count))
            .collect();
        let total = rows.iter().map(|(_, count)| count).sum();
        self.write_bars(&rows, total)
    }

    /// Writes a row for each count: name, count, share and a bar.
    fn write_bars(&mut self, rows: &[(String, u64)], total: u64) -> io::Result<()> {
        let rows = || rows.iter().filter(|(_, count)| *count > 0);
        let most = rows().map(|(_, count)| *count).max().unwrap_or(0);
        let digits = thousands(most).len();
        // Four gaps of two columns, and seven for the share.
        let mut widths = [
            widest(rows().map(|(label, _)| label.as_str())),
            MAX_COUNT_COLUMNS.max(digits),
            MAX_BAR_COLUMNS,
        ];
        shrink(
            &mut widths,
            &[
                (1, digits),
                (2, MIN_BAR_COLUMNS),
                (0, MIN_NAME_COLUMNS),
                (2, 0),
            ],
            self.columns.saturating_sub(15),
        );
        let [name, number, longest] = widths;
        for (label, count) in rows() {
            let share = 100.0 * *count as f64 / total as f64;
            let row = format!(
                "  {}  {:>number$}  {share:>5.1} %  {}",
                padded(label, name),
                thousands(*count),
                bar(*count, most, longest),
            );
            writeln!(self.out, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

/// The width of the longest bar, in columns.
const MAX_BAR_COLUMNS: usize = 30;
/// The width to which bars shrink before names do.
const MIN_BAR_COLUMNS: usize = 10;
/// The width of numbers.
const MAX_COUNT_COLUMNS: usize = 11;
/// How much of a name is shown, in columns.
const MAX_NAME_COLUMNS: usize = 32;
/// How much of a name is shown in a narrow terminal.
const MIN_NAME_COLUMNS: usize = 12;

/// Shrinks columns, in this order and down to these widths, until their sum fits.
fn shrink<const N: usize>(widths: &mut [usize; N], order: &[(usize, usize)], available: usize) {
    for &(index, least) in order {
        let excess = widths.iter().sum::<usize>().saturating_sub(available);
        let spare = widths[index].saturating_sub(least);
        widths[index] -= excess.min(spare);
    }
}

/// Draws a bar in eighths of a column, so that small differences are visible.
fn bar(count: u64, most: u64, longest: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(count) * 8 * longest as u128).div_ceil(most.max(1).into());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(columns: usize) -> String {
        let mut out = Vec::new();
        let mut page = Page {
            columns,
            out: &mut out,
        };
        let rows = [
            ("Queen's Gambit Declined: Modern Variation", 1_234_567),
            ("English", 12),
        ];
        let rows = rows.map(|(label, count)| (label.to_owned(), count));
        page.write_bars(&rows, 1_234_579).unwrap();
        page.write_line("Players (too many to count exactly; some games may be missing)")
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn rows_fit_the_terminal() {
        for columns in 40..100 {
            let text = drawn(columns);
            for line in text.lines() {
                assert!(line.chars().count() <= columns, "{columns}: {line}");
            }
            assert!(text.contains("1,234,567  100.0 %"), "{text}");
        }
    }

    #[test]
    fn bars_shrink_before_names_and_disappear_last() {
        let widest = |columns| {
            let text = drawn(columns);
            let line = text.lines().next().unwrap();
            let bar = line.chars().filter(|it| *it == '█').count();
            (line.find("  1,").unwrap() > 20, bar)
        };
        assert_eq!(widest(100), (true, 30));
        assert_eq!(widest(80), (true, 24));
        assert_eq!(widest(66), (true, 10));
        assert_eq!(widest(40), (false, 4));
    }
}
