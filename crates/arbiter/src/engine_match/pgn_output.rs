use std::time::{SystemTime, UNIX_EPOCH};

use arbiter_pgn::{GameTree, Termination};
use arbiter_rules::ByColor;

use super::{
    engine_process::Participant,
    match_game::{FinishedGame, MoveNote},
    schedule::ScheduledGame,
};

/// Writes a game as PGN. Each move has a comment with the score, depth and time of its
/// engine, `{+0.35/12 0.05s}`.
pub fn write(
    game: &FinishedGame,
    scheduled: &ScheduledGame,
    participants: &[Participant],
) -> String {
    let mut tree = GameTree::new(game.line.start().clone());
    let mut at = tree.root();
    for (ply, (_, mv)) in game.line.moves().enumerate() {
        at = tree.play(at, mv);
        match ply.checked_sub(game.book_plies) {
            None => tree.add_comment(at, "book"),
            Some(own) => tree.add_comment(at, &comment(&game.move_notes[own])),
        }
    }
    let ending = match &game.remark {
        Some(remark) => format!("{}: {remark}", game.result),
        None => game.result.to_string(),
    };
    tree.add_comment(at, &ending);
    tree.set_termination(match game.result.winner {
        Some(color) => Termination::Won(color),
        None => Termination::Drawn,
    });
    let ByColor { white, black } = scheduled.participants;
    let (white, black) = (&participants[white], &participants[black]);
    let control = match white.limit == black.limit {
        true => white.limit.to_string(),
        false => format!("{} v {}", white.limit, black.limit),
    };
    let tags = [
        ("Event", "Engine match"),
        ("Date", &today()),
        ("Round", &(scheduled.game + 1).to_string()),
        ("White", &white.name),
        ("Black", &black.name),
        ("TimeControl", &control),
        ("Termination", game.result.cause.termination()),
        ("PlyCount", &game.line.moves().len().to_string()),
    ];
    for (name, value) in tags {
        // These tag names are valid; a value that cannot be written is skipped.
        let _ = tree.set_tag(name, value);
    }
    let mut text = Vec::new();
    match tree.write(&mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        // Writing to memory cannot fail.
        Err(_) => tree.movetext(),
    }
}

fn comment(note: &MoveNote) -> String {
    let seconds = note.time.as_secs_f64();
    let time = match seconds {
        0.0..10.0 => format!("{seconds:.3}s"),
        _ => format!("{seconds:.1}s"),
    };
    match (note.score, note.depth) {
        (Some(score), Some(depth)) => format!("{score}/{depth} {time}"),
        (Some(score), None) => format!("{score} {time}"),
        _ => time,
    }
}

/// Returns the current date in UTC.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |since| since.as_secs() / 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns year, month and day for a number of days since January 1, 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = 365 + u64::from(is_leap(year));
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_converted_to_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_453), (2025, 12, 31));
        assert_eq!(date(20_454), (2026, 1, 1));
    }
}
