use arbiter_pgn::{GameTree, Termination};
use arbiter_rules::ByColor;
use time::OffsetDateTime;

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
    let now = OffsetDateTime::now_utc();
    format!(
        "{:04}.{:02}.{:02}",
        now.year(),
        u8::from(now.month()),
        now.day()
    )
}
