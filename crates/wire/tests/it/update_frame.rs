//! The handwritten JSON of updates equals what serde writes.

use arbiter_game::{Game, Options, Time};
use arbiter_wire::{Choices, GameState, LegalMoves, ServerMessage, Update, UpdateFrame};

/// Checks an update about the start of a game with this identifier and these legal moves.
fn check(id: &str, legal: LegalMoves) {
    let at = Time::from_millis(0);
    let game = Game::start(Options::default(), at).unwrap();
    let mut state = GameState::of(&game, at);
    let frame = UpdateFrame::of(&[], &state);
    let choices = Choices {
        legal: legal.clone(),
        ..Choices::default()
    };
    let json = frame.to_json(id, Some(id), Some(&choices));
    state.legal = Some(legal);
    let update = ServerMessage::Update(Update {
        game: id.to_owned(),
        id: Some(id.to_owned()),
        events: Vec::new(),
        state,
    });
    assert_eq!(json, serde_json::to_string(&update).unwrap());
}

#[test]
fn strings_are_escaped_as_by_serde() {
    for id in ["", "e4", "a \"b\"", "\\", "a\nb", "\u{0}", "ä€𝄞", "\u{7f}"] {
        check(id, LegalMoves::default());
    }
}

#[test]
fn squares_are_listed_as_by_serde() {
    let square = |index: usize| format!("{}{}", char::from(b"abcdefgh"[index % 8]), index / 8 + 1);
    let all: Vec<_> = (0..64).map(square).collect();
    for targets in [&all[..0], &all[28..29], &all] {
        let map = serde_json::json!({ "e2": targets });
        check("0123456789", serde_json::from_value(map).unwrap());
    }
}
