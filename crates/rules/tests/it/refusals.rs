//! What is said when a move is refused (R82–R84), word for word.
//!
//! `refusals.txt` holds the table. Each entry has three lines: the law, the
//! position, perhaps the moves played from it, and the move that is tried;
//! then code, article and squares; then the sentence.
//!
//! That a refused move changes nothing (R83) needs no test here: `find` and
//! `read` only borrow what they are asked about.

use std::collections::HashSet;

use arbiter_rules::{PlayedLine, Position, RefusalKind, SetupErrorKind};

const TABLE: &str = include_str!("refusals.txt");

#[test]
fn r84_every_refusal_says_which_law_and_why() {
    let mut count = 0;
    for entry in entries() {
        let mut line = PlayedLine::from(entry.position());
        for mv in entry.played.split_whitespace() {
            let mv = line.read(mv).unwrap();
            line.play(mv);
        }
        let before = *line.position();
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
fn r84_invalid_input_is_kept_apart_from_illegal_moves() {
    let input = [
        "not_a_move",
        "not_a_square",
        "no_such_promotion",
        "ambiguous",
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
fn the_table_shows_every_kind_of_refusal() {
    // All but `king_taken`, which has a test of its own, and `miswritten`,
    // which only strict reading gives.
    let shown: HashSet<&str> = entries().map(|entry| entry.code).collect();
    assert_eq!(shown.len(), 54, "{shown:?}");
}

#[test]
fn r82_the_first_law_in_order_is_named() {
    // Each move breaks the law named, and others that come after it.
    for (fen, tried, code) in [
        // No such promotion, nor is there anything on e7.
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "e7e8k",
            "no_such_promotion",
        ),
        // An empty square, while the king is in check.
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "a1a2", "empty_square"),
        // An enemy's bishop, and no bishop moves like that.
        ("4k3/8/8/8/8/8/b7/4K3 w - - 0 1", "a2a3", "not_your_piece"),
        // Not a rook's move; the rook is pinned, and the square is its own.
        (
            "4r1k1/8/8/8/8/3P4/4R3/4K3 w - - 0 1",
            "e2d3",
            "not_a_rook_move",
        ),
        // Something is in the way; the bishop is pinned, too.
        ("4r1k1/8/8/8/8/3P4/4B3/4K3 w - - 0 1", "e2c4", "blocked"),
        // Its own piece; the king is in check, too.
        ("4r1k1/8/8/8/8/8/8/R2QK3 w - - 0 1", "a1d1", "own_piece"),
        // Promotion is not due; the rook is pinned, too.
        (
            "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "e2a2q",
            "promotion_not_due",
        ),
        // Castling: the rook moved, before all that stands between.
        (
            "4k3/8/8/8/8/8/4r3/RN2K1NR w Q - 0 1",
            "O-O",
            "castling_rook_moved",
        ),
        // Something stands between, before the check.
        (
            "4k3/8/8/8/8/8/4r3/RN2K1NR w KQ - 0 1",
            "O-O",
            "castling_blocked",
        ),
        // The check, before the attack on f1.
        (
            "4kr2/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
            "O-O",
            "castling_out_of_check",
        ),
        // Crossing f1, before landing on g1.
        (
            "4krr1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "O-O",
            "castling_through_attack",
        ),
        // Taking in passing too late; the pawn is pinned, too.
        (
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6",
            "en_passant_not_now",
        ),
        // Only the king's safety is left.
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2", "pinned"),
    ] {
        let position: Position = fen.parse().unwrap();
        let refusal = position.read(tried).unwrap_err();
        assert_eq!(refusal.code(), code, "{fen} {tried}: {refusal}");
    }
}

#[test]
fn r38_a_king_is_never_taken() {
    // Such a position must be forgiven to be played at all.
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
        "Re1xe8 is not allowed: the king on e8 is never taken, \
         because the game ends before that, with checkmate."
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
