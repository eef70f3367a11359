//! Reading a move in any notation, and what is said about what cannot be
//! read.

use std::collections::HashSet;

use arbiter_rules::{Move, Position, RefusalKind, Role, Square};

use crate::random_games::random_positions;

#[test]
fn a_move_is_understood_however_it_is_written() {
    let position = Position::start();
    for (texts, san) in [
        (
            &[
                "e2e4", "E2E4", "e2 e4", "e2-e4", "E2 - E4", " e4 ", "E4", "1.e4", "1. e4", "1.E4",
                "1... e4",
            ][..],
            "e4",
        ),
        (
            &[
                "g1f3", "G1F3", "Nf3", "nf3", "NF3", "♘f3", "Ng1-f3", "7.Nf3!?",
            ][..],
            "Nf3",
        ),
    ] {
        for text in texts {
            let mv = position.read(text).unwrap();
            assert_eq!(position.san(mv), san, "{text}");
        }
    }
}

#[test]
fn what_cannot_be_read_says_where() {
    let position = Position::start();
    for (text, code, offset) in [
        ("", "not_a_move", 0),
        ("hello", "not_a_move", 2),
        ("e2e9", "not_a_square", 2),
        ("  1. e2e9", "not_a_square", 7),
        ("Ni3", "not_a_square", 1),
        ("e7e8k", "no_such_promotion", 4),
        ("e8=K", "no_such_promotion", 3),
        ("Nf3 please", "not_a_move", 4),
        ("♘♘", "not_a_move", 3),
    ] {
        let refusal = position.read(text).unwrap_err();
        assert_eq!(refusal.kind(), RefusalKind::InvalidInput, "{text}");
        assert_eq!(
            (refusal.code(), refusal.offset()),
            (code, Some(offset)),
            "{text}"
        );
    }
}

#[test]
fn a_square_of_the_board_is_never_said_not_to_exist() {
    for text in ["E4", "e4 e5 e6", "e2e4e5", "Nf3f4f5", "Q e 4"] {
        if let Err(refusal) = Position::start().read(text) {
            assert_ne!(refusal.code(), "not_a_square", "{text}: {refusal}");
        }
    }
}

#[test]
fn every_written_move_is_found_or_explained() {
    random_positions(8, 60, |position| {
        let legal: HashSet<Move> = position.legal_moves().collect();
        for text in written_moves() {
            match position.read(&text) {
                Ok(mv) => assert!(legal.contains(&mv), "{position}: {text}"),
                Err(refusal) => {
                    let message = refusal.to_string();
                    let context = || format!("{position}: {text}: {message}");
                    let is_input = refusal.kind() == RefusalKind::InvalidInput;
                    assert_eq!(is_input, refusal.code() == "ambiguous", "{}", context());
                    assert!(
                        message.ends_with('.') && message.len() > 20,
                        "{}",
                        context()
                    );
                }
            }
        }
        // Each legal move is found by its own notation.
        for mv in legal {
            let san = position.san(mv);
            assert_eq!(position.read(&san).ok(), Some(mv), "{position}: {san}");
        }
    });
}

fn written_moves() -> impl Iterator<Item = String> {
    let pieces = Role::ALL.into_iter().flat_map(|role| {
        Square::ALL.into_iter().map(move |to| match role {
            Role::Pawn => format!("{to}"),
            role => format!("{}{to}", role.letter()),
        })
    });
    pieces.chain(["O-O", "O-O-O", "exd5", "ed", "dxe3"].map(String::from))
}
