//! Which opening a game has.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use arbiter_openings::{Opening, OpeningFinder};
use arbiter_rules::{PlayedLine, Position};

fn opening_from(start: &str, moves: &str) -> Option<Opening> {
    let start: Position = start.parse().unwrap();
    let mut line = PlayedLine::from(start);
    for text in moves.split_whitespace() {
        line.play(line.read(text).unwrap());
    }
    Opening::of(&line)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn check(moves: &str, expected: Option<&str>) {
    let found = opening_from(START, moves).map(|opening| opening.to_string());
    assert_eq!(found.as_deref(), expected, "{moves}");
}

#[test]
fn the_last_named_position_names_a_game() {
    check("", None);
    check("e4", Some("B00 King's Pawn Game"));
    check("e4 c5", Some("B20 Sicilian Defense"));
    check("e4 e5 Nf3 Nc6 Bb5", Some("C60 Ruy Lopez"));
    // Moves without a name of their own change nothing.
    check("e4 e5 Nf3 Nc6 Bb5 Rb8", Some("C60 Ruy Lopez"));
    check(
        "f4 e5 fxe5 d6 exd6 Bxd6 Nf3 g5 a3",
        Some("A02 Bird Opening: From's Gambit, Lasker Variation"),
    );
}

#[test]
fn the_order_of_moves_does_not_matter() {
    let najdorf = Some("B90 Sicilian Defense: Najdorf Variation");
    check("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", najdorf);
    check("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", najdorf);
    check("Nf3 d6 d4 Nf6 Nc3 c5 e4 cxd4 Nxd4 a6", najdorf);
    // After 1. e4 e6 2. d4 d5 no pawn can capture en passant: the square does not count.
    check("d4 d5 e4 e6", Some("C00 French Defense"));
}

#[test]
fn other_starting_positions_have_no_openings() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(opening_from(after_e4, "c5"), None);
    let chess960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    assert_eq!(opening_from(chess960, "e4 e5"), None);
    let without_castling = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_eq!(opening_from(without_castling, "e4 e5"), None);
}

#[test]
fn names_have_parts_and_keys() {
    let opening = opening_from(START, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").unwrap();
    assert_eq!(opening.eco(), "B90");
    assert_eq!(opening.family(), "Sicilian Defense");
    assert_eq!(opening.variation(), Some("Najdorf Variation"));
    assert_eq!(Opening::with_key(opening.key()), Some(opening));
    assert_eq!(Opening::with_key(0), None);
    let family = opening_from(START, "e4 c5").unwrap();
    assert_eq!(family.family(), "Sicilian Defense");
    assert_eq!(family.variation(), None);
}

#[test]
fn a_late_position_is_not_looked_up() {
    let mut finder = OpeningFinder::new(&Position::start());
    let mut line = PlayedLine::default();
    while !finder.is_done() {
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            line.play(line.read(text).unwrap());
            finder.add(line.position());
        }
    }
    let found = finder.found();
    line.play(line.read("e4").unwrap());
    finder.add(line.position());
    assert_eq!(finder.found(), found);
}
