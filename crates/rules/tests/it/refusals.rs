//! The exact wording of refusals (R82–R84).
//!
//! `refusals.txt` is a table of entries with three lines each. The first has the law,
//! the position, optionally the moves played from it, and the move that is tried; the
//! second has the code, the article and the squares; the third is the sentence.
//!
//! That a refused move changes nothing (R83) needs no test here, because `find` and
//! `read` only borrow the position.

use std::collections::HashSet;

use arbiter_rules::{PlayedLine, Position, RefusalKind, SetupErrorKind};

const TABLE: &str = include_str!("refusals.txt");

#[test]
fn r84_every_refusal_explains_the_law_and_names_the_squares() {
    let mut count = 0;
    for entry in entries() {
        let mut line = PlayedLine::from(entry.position());
        for mv in entry.played.split_whitespace() {
            let mv = line.read(mv).unwrap();
            line.play(mv);
        }
        let before = line.position().clone();
        let Err(refusal) = line.read(entry.tried) else {
            panic!("{} is legal in {before}", entry.tried);
        };
        let context = format!("{} {before}: {}", entry.law, entry.tried);
        assert_eq!(refusal.to_string(), entry.message, "{context}");
        assert_eq!(refusal.code(), entry.code, "{context}");
        assert_eq!(refusal.article().unwrap_or("-"), entry.article, "{context}");
        assert_eq!(refusal.squares().to_string(), entry.squares, "{context}");
        count += 1;
    }
    assert!(count >= 80, "{count}");
}

#[test]
fn r84_invalid_input_is_distinguished_from_illegal_moves() {
    let input = [
        "not_a_move",
        "not_a_square",
        "no_such_promotion",
        "ambiguous",
        "nothing_to_take",
        "castling_not_written",
    ];
    for entry in entries().filter(|entry| entry.played.is_empty()) {
        let refusal = entry.position().read(entry.tried).unwrap_err();
        let expected = if input.contains(&refusal.code()) {
            RefusalKind::InvalidInput
        } else {
            RefusalKind::IllegalMove
        };
        assert_eq!(refusal.kind(), expected, "{refusal}");
        assert_eq!(
            refusal.article().is_none(),
            refusal.kind() == RefusalKind::InvalidInput && refusal.code() != "no_such_promotion",
            "{refusal}"
        );
    }
}

#[test]
fn the_table_covers_every_kind_of_refusal() {
    // All but `king_taken`, which has its own test below, `miswritten`, which only the
    // strict reader returns, and those of Saktris, which have their own table.
    let covered: HashSet<&str> = entries().map(|entry| entry.code).collect();
    assert_eq!(covered.len(), 54, "{covered:?}");
}

#[test]
fn r82_the_first_broken_law_in_the_order_of_checks_is_named() {
    // Each move also breaks a law that is checked later.
    for (fen, tried, code) in [
        // No such promotion, and nothing on e7.
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "e7e8k",
            "no_such_promotion",
        ),
        // An empty square, while the king is in check.
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "a1a2", "empty_square"),
        // An enemy bishop, which does not move like that.
        ("4k3/8/8/8/8/8/b7/4K3 w - - 0 1", "a2a3", "not_your_piece"),
        // Not a rook move, of a pinned rook to an occupied square.
        (
            "4r1k1/8/8/8/8/3P4/4R3/4K3 w - - 0 1",
            "e2d3",
            "not_a_rook_move",
        ),
        // Blocked, and pinned.
        ("4r1k1/8/8/8/8/3P4/4B3/4K3 w - - 0 1", "e2c4", "blocked"),
        // A piece of the same side is on the target, and the king is in check.
        ("4r1k1/8/8/8/8/8/8/R2QK3 w - - 0 1", "a1d1", "own_piece"),
        // No promotion, and the rook is pinned.
        (
            "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "e2a2q",
            "promotion_not_due",
        ),
        // Castling: the rook has moved, and pieces are in between.
        (
            "4k3/8/8/8/8/8/4r3/RN2K1NR w Q - 0 1",
            "O-O",
            "castling_rook_moved",
        ),
        // Pieces are in between, and the king is in check.
        (
            "4k3/8/8/8/8/8/4r3/RN2K1NR w KQ - 0 1",
            "O-O",
            "castling_blocked",
        ),
        // The king is in check, and f1 is attacked.
        (
            "4kr2/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
            "O-O",
            "castling_out_of_check",
        ),
        // Both f1 and g1 are attacked.
        (
            "4krr1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "O-O",
            "castling_through_attack",
        ),
        // Too late for en passant, and the pawn is pinned.
        (
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6",
            "en_passant_not_now",
        ),
        // Only the king's safety is at stake.
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2", "pinned"),
    ] {
        let position: Position = fen.parse().unwrap();
        let refusal = position.read(tried).unwrap_err();
        assert_eq!(refusal.code(), code, "{fen} {tried}: {refusal}");
    }
}

#[test]
fn r38_a_king_is_never_captured() {
    // Such a position is playable only if the error is forgiven.
    let setup: arbiter_rules::Setup = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1".parse().unwrap();
    let black = arbiter_rules::Color::Black;
    let position = setup
        .position()
        .or_else(|errors| errors.forgive(SetupErrorKind::OppositeCheck(black)))
        .unwrap();
    let refusal = position.read("Rxe8").unwrap_err();
    assert_eq!(refusal.code(), "king_taken");
    assert_eq!(refusal.article(), Some("1.4.1"));
    assert_eq!(
        refusal.to_string(),
        "Re1xe8 is not allowed: the king on e8 cannot be captured, because the game already ends \
         with checkmate."
    );
}

struct Entry<'t> {
    law: &'t str,
    fen: &'t str,
    played: &'t str,
    tried: &'t str,
    code: &'t str,
    article: &'t str,
    squares: &'t str,
    message: &'t str,
}

impl Entry<'_> {
    fn position(&self) -> Position {
        match self.fen {
            "start" => Position::start(),
            fen => fen.parse().unwrap(),
        }
    }
}

fn entries() -> impl Iterator<Item = Entry<'static>> {
    let mut lines = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    std::iter::from_fn(move || {
        let first: Vec<&str> = lines.next()?.split('|').map(str::trim).collect();
        let second: Vec<&str> = lines.next()?.split('|').map(str::trim).collect();
        let message = lines.next()?;
        let (law, fen, played, tried) = match first[..] {
            [law, fen, tried] => (law, fen, "", tried),
            [law, fen, played, tried] => (law, fen, played, tried),
            _ => panic!("{first:?}"),
        };
        let [code, article, squares] = second[..] else {
            panic!("{second:?}");
        };
        Some(Entry {
            law,
            fen,
            played,
            tried,
            code,
            article,
            squares: if squares == "-" { "" } else { squares },
            message,
        })
    })
}
