use std::fmt::Write;

use arbiter_rules::Color;

use crate::{Bye, Entry, GameEntry, Mode, Outcome, Points, Report, Scoring};

/// The version of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The format of 2016, with the usual extensions (`XXR`, `XXC`, `XXA`, `XXP`).
    Trf16,
    /// The format of 2026.
    Trf26,
}

/// Writes a report file, with `ranks` as the place of each player.
#[must_use]
pub fn write(report: &Report, ranks: &[usize], version: Version) -> String {
    let mut text = String::new();
    record(&mut text, "012", &report.name);
    for (code, content) in &report.header {
        record(&mut text, code, content);
    }
    if let Some(rounds) = report.rounds {
        let code = if version == Version::Trf26 {
            "142"
        } else {
            "XXR"
        };
        record(&mut text, code, &rounds.to_string());
    }
    if let Some(color) = report.initial_color {
        let content = match (version, color) {
            (Version::Trf26, Color::White) => "152 W",
            (Version::Trf26, Color::Black) => "152 B",
            (Version::Trf16, Color::White) => "XXC white1",
            (Version::Trf16, Color::Black) => "XXC black1",
        };
        text.push_str(content);
        text.push('\n');
    }
    write_scoring(&mut text, &report.scoring);
    if !report.system.is_empty() {
        record(&mut text, "192", &report.system);
    }
    for player in 0..report.players.len() {
        let rank = ranks.get(player).copied().unwrap_or(player + 1);
        write_player(&mut text, report, player, rank);
    }
    write_byes(&mut text, report, version);
    write_acceleration(&mut text, report, version);
    for it in &report.penalties {
        let _ = writeln!(
            text,
            "XXD {:4} {:3} {:>4}",
            it.player + 1,
            it.round,
            it.points
        );
    }
    for group in &report.prohibited {
        match version {
            Version::Trf16 => text.push_str("XXP"),
            Version::Trf26 => {
                let _ = write!(text, "260 {:3} {:3}", group.first_round, group.last_round);
            }
        }
        for player in &group.players {
            let _ = write!(text, " {:4}", player + 1);
        }
        text.push('\n');
    }
    text
}

fn record(text: &mut String, code: &str, content: &str) {
    let _ = writeln!(text, "{}", format!("{code} {content}").trim_end());
}

fn write_scoring(text: &mut String, scoring: &Scoring) {
    let usual = Scoring::default();
    if *scoring == usual {
        return;
    }
    text.push_str("162");
    let values = [
        ('W', scoring.win, usual.win),
        ('D', scoring.draw, usual.draw),
        ('L', scoring.loss, usual.loss),
        ('F', scoring.forfeit_loss, usual.forfeit_loss),
        ('A', scoring.absence, usual.absence),
        ('P', scoring.pairing_bye, scoring.win),
    ];
    for (code, value, usual) in values {
        if value != usual {
            let _ = write!(text, "  {code} {value:>4}");
        }
    }
    text.push('\n');
}

fn write_player(text: &mut String, report: &Report, index: usize, rank: usize) {
    let player = &report.players[index];
    let rating = match player.rating {
        0 => String::new(),
        rating => or_blank(rating.to_string(), 4),
    };
    let mut line = format!(
        "001 {:4} {:1}{:>3} {:33} {:>4} {:3} {:>11} {:10} {:>4} {:4}",
        index + 1,
        cut(&player.sex, 1),
        cut(&player.title, 3),
        cut(&player.name, 33),
        rating,
        cut(&player.federation, 3),
        cut(&player.fide_id, 11),
        cut(&player.birth, 10),
        points(report, index),
        rank,
    );
    for entry in &report.entries[index] {
        let shown = match entry {
            Entry::Absent => "        ".to_owned(),
            Entry::Bye(bye) => format!("0000 - {}", bye.letter()),
            Entry::Game(game) => {
                let code = result_code(*game);
                format!("{:4} {} {code}", game.opponent + 1, game.color.letter())
            }
        };
        line.push_str("  ");
        line.push_str(&shown);
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Returns the code of a result: `1`, `=`, `0`, `+` and so on.
#[must_use]
pub fn result_code(game: GameEntry) -> char {
    match (game.mode, game.outcome) {
        (Mode::Played, Outcome::Win) => '1',
        (Mode::Played, Outcome::Draw) => '=',
        (Mode::Played, Outcome::Loss) => '0',
        (Mode::Unrated, Outcome::Win) => 'W',
        (Mode::Unrated, Outcome::Draw) => 'D',
        (Mode::Unrated, Outcome::Loss) => 'L',
        (Mode::Forfeit, Outcome::Win) => '+',
        (Mode::Forfeit, _) => '-',
    }
}

/// The columns have no sign: points below zero are left out.
fn points(report: &Report, index: usize) -> String {
    let points = report.points(index);
    match points < Points::ZERO {
        true => String::new(),
        false => or_blank(points.to_string(), 4),
    }
}

/// A number that does not fit its columns is left out.
fn or_blank(text: String, width: usize) -> String {
    match text.len() <= width {
        true => text,
        false => String::new(),
    }
}

fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

fn write_byes(text: &mut String, report: &Report, version: Version) {
    let round = report.played_rounds() + 1;
    for bye in [Bye::FullPoint, Bye::HalfPoint, Bye::ZeroPoint] {
        let players: Vec<usize> = (report.next_byes.iter())
            .filter(|(_, it)| *it == bye)
            .map(|(player, _)| player + 1)
            .collect();
        if players.is_empty() {
            continue;
        }
        // The older format has a record for absences only.
        if version == Version::Trf16 && bye == Bye::ZeroPoint {
            text.push_str("XXZ");
        } else {
            let _ = write!(text, "240 {} {round:3}", bye.letter());
        }
        for player in players {
            let _ = write!(text, " {player:4}");
        }
        text.push('\n');
    }
}

fn write_acceleration(text: &mut String, report: &Report, version: Version) {
    if report.acceleration.is_empty() {
        return;
    }
    if version == Version::Trf26 {
        for it in &report.acceleration {
            let _ = writeln!(
                text,
                "250      {:>4} {:3} {:3} {:4} {:4}",
                it.points,
                it.first_round,
                it.last_round,
                it.first_player + 1,
                it.last_player + 1
            );
        }
        return;
    }
    let last = report.acceleration.iter().map(|it| it.last_round).max();
    let rounds = last.unwrap_or(0);
    for player in 0..report.players.len() {
        let points: Vec<_> = (0..rounds)
            .map(|round| report.fictitious_points(player, round))
            .collect();
        if points.iter().any(|it| it.tenths() != 0) {
            let _ = write!(text, "XXA {:4}", player + 1);
            for it in points {
                let _ = write!(text, " {it:>4}");
            }
            text.push('\n');
        }
    }
}
