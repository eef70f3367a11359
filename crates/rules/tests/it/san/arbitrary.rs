//! For any text, no reader panics, errors point into the text, and what is accepted is
//! a legal move.

use arbiter_rules::{Move, Position, SanError, UciMove};
use proptest::prelude::*;

use super::{KIWIPETE, position};
use crate::random::RandomSource;

const POSITIONS: [&str; 6] = [
    "",
    KIWIPETE,
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
];

fn check(position: &Position, text: &str) {
    let moves: Vec<Move> = position.legal_moves().collect();
    if let Err(error) = text.parse::<UciMove>() {
        assert!(error.offset <= text.len(), "{text:?}");
        assert!(text.is_char_boundary(error.offset), "{text:?}");
    }
    let strict = position.find_san(text);
    let lenient = position.find_san_lenient(text);
    for error in [strict.err(), lenient.err()].into_iter().flatten() {
        assert!(!error.to_string().is_empty());
        if let SanError::Parse(error) = error {
            assert!(error.offset <= text.len(), "{text:?}");
            assert!(text.is_char_boundary(error.offset), "{text:?}");
        }
    }
    // The strict reader accepts exactly the notation of one of the moves.
    let written = moves.iter().copied().find(|&mv| position.san(mv) == *text);
    assert_eq!(strict.ok(), written, "{text:?} in {position}");
    // The other one ignores the marks.
    let bare = |text: &str| text.strip_suffix(['+', '#']).unwrap_or(text).to_string();
    let written_bare = moves
        .iter()
        .copied()
        .find(|&mv| bare(&position.san(mv)) == bare(text));
    assert_eq!(
        position.find_san_any_mark(text).ok(),
        written_bare,
        "{text:?} in {position}"
    );
    match lenient {
        Ok((mv, deviations)) => {
            assert!(moves.contains(&mv), "{text:?} in {position}");
            assert_eq!(
                deviations.is_empty(),
                written.is_some(),
                "{text:?} in {position}"
            );
            if let Err(SanError::Miswritten { mv: strict, .. }) = strict {
                assert_eq!(mv, strict, "{text:?} in {position}");
            }
            // A move marked as a capture is one.
            let captures = position.captured(mv).is_some();
            assert!(
                captures || !text.contains(['x', ':', '×']),
                "{text:?} in {position}"
            );
        }
        Err(error) => assert_eq!(written, None, "{text:?} in {position}: {error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_handled(index in 0..POSITIONS.len(), text in ".*") {
        check(&position(POSITIONS[index]), &text);
    }

    #[test]
    fn any_text_of_chess_characters_is_handled(
        index in 0..POSITIONS.len(),
        text in "[NBRQKPnrqkpOo0a-h1-8x:×+#=()/!?.♘ép–-]{0,9}",
    ) {
        check(&position(POSITIONS[index]), &text);
    }

    /// Well-formed notation, most of which is not a legal move.
    #[test]
    fn any_well_formed_text_is_handled(
        index in 0..POSITIONS.len(),
        text in "([NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h](x[a-h])?[1-8](=[QRBN])?|O-O|O-O-O)[+#]?",
    ) {
        check(&position(POSITIONS[index]), &text);
    }
}

/// Legal moves with one character changed, dropped, doubled or inserted.
#[test]
fn a_damaged_move_is_handled() {
    const LETTERS: [char; 28] = [
        'N', 'B', 'R', 'Q', 'K', 'P', 'n', 'O', 'o', '0', 'a', 'b', 'd', 'e', 'h', '1', '4', '8',
        'x', ':', '+', '#', '=', '-', '–', '♘', ' ', '\u{fe0f}',
    ];
    let mut random = RandomSource::from_state(0x2545_f491_4f6c_dd1d);
    for fen in POSITIONS {
        let mut position = position(fen);
        for _ in 0..60 {
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            for _ in 0..20 {
                let mv = moves[random.below(moves.len())];
                let mut letters: Vec<char> = match random.below(3) {
                    0 => position.long_algebraic(mv).chars().collect(),
                    1 => position.uci(mv).to_string().chars().collect(),
                    _ => position.san(mv).chars().collect(),
                };
                let at = random.below(letters.len());
                match random.below(4) {
                    0 => letters[at] = LETTERS[random.below(LETTERS.len())],
                    1 => drop(letters.remove(at)),
                    2 => letters.insert(at, letters[at]),
                    _ => letters.insert(at, LETTERS[random.below(LETTERS.len())]),
                }
                check(&position, &letters.into_iter().collect::<String>());
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}
