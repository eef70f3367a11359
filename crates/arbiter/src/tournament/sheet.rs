use std::time::{SystemTime, UNIX_EPOCH};

use arbiter_pgn::{GameTree, Termination};
use arbiter_rules::ByColor;

use super::{
    bout::{Note, Played},
    schedule::Fixture,
    seat::Player,
};

/// A game as PGN: each move with what its engine thought of it, how deep it
/// looked and how long that took, `{+0.35/12 0.05s}`.
pub fn write(game: &Played, fixture: &Fixture, players: &[Player]) -> String {
    let mut tree = GameTree::new(game.line.start().clone());
    let mut at = tree.root();
    for (ply, (_, mv)) in game.line.moves().enumerate() {
        at = tree.play(at, mv);
        match ply.checked_sub(game.book_plies) {
            None => tree.add_comment(at, "book"),
            Some(own) => tree.add_comment(at, &comment(&game.notes[own])),
        }
    }
    let ending = match &game.remark {
        Some(remark) => format!("{}: {remark}", game.verdict),
        None => game.verdict.to_string(),
    };
    tree.add_comment(at, &ending);
    tree.set_termination(match game.verdict.winner {
        Some(color) => Termination::Won(color),
        None => Termination::Drawn,
    });
    let ByColor { white, black } = fixture.players;
    let (white, black) = (&players[white], &players[black]);
    let control = match white.limit == black.limit {
        true => white.limit.to_string(),
        false => format!("{} v {}", white.limit, black.limit),
    };
    let tags = [
        ("Event", "Engine match"),
        ("Date", &today()),
        ("Round", &(fixture.game + 1).to_string()),
        ("White", &white.name),
        ("Black", &black.name),
        ("TimeControl", &control),
        ("Termination", game.verdict.cause.termination()),
        ("PlyCount", &game.line.moves().len().to_string()),
    ];
    for (name, value) in tags {
        // The names of these tags are good, and any text is a good value but
        // one that cannot be written; then the tag stays as it is.
        let _ = tree.set_tag(name, value);
    }
    let mut text = Vec::new();
    match tree.write(&mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        // Memory takes everything.
        Err(_) => tree.movetext(),
    }
}

fn comment(note: &Note) -> String {
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

/// The date in Greenwich.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |since| since.as_secs() / 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day, so many days after the first of 1970.
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
    fn days_are_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_453), (2025, 12, 31));
        assert_eq!(date(20_454), (2026, 1, 1));
    }
}
