//! Reading moves in any notation, and explaining text that cannot be read.

use std::collections::HashSet;

use arbiter_rules::{
    Attempt, Bitboard, Cause, File, Move, MoveText, Piece, Position, Refusal, RefusalKind, Role,
    Square, UciMove, attacks,
};

use crate::{find, random_games::random_positions};

#[test]
fn a_move_is_read_in_every_notation() {
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
fn unreadable_text_reports_where() {
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
fn no_refusal_denies_the_existence_of_a_real_square() {
    for text in ["E4", "e4 e5 e6", "e2e4e5", "Nf3f4f5", "Q e 4"] {
        if let Err(refusal) = Position::start().read(text) {
            assert_ne!(refusal.code(), "not_a_square", "{text}: {refusal}");
        }
    }
}

#[test]
fn every_written_move_is_found_or_explained() {
    random_positions(6, 60, |position| {
        let legal: HashSet<Move> = position.legal_moves().collect();
        for text in written_moves(position) {
            match position.read(&text) {
                Ok(mv) => assert!(legal.contains(&mv), "{position}: {text}"),
                Err(refusal) => check_refusal(position, &text, &refusal),
            }
        }
        // Each legal move is found by its own notation.
        for mv in legal {
            let san = position.san(mv);
            assert_eq!(position.read(&san).ok(), Some(mv), "{position}: {san}");
        }
    });
}

/// Checks that a refusal is a sentence about the written move, and that it is true.
fn check_refusal(position: &Position, text: &str, refusal: &Refusal) {
    let message = refusal.to_string();
    let context = || format!("{position}: {text}: {message}");
    let is_input = refusal.kind() == RefusalKind::InvalidInput;
    let about_text = ["ambiguous", "nothing_to_take", "castling_not_written"];
    let is_about_text = about_text.contains(&refusal.code());
    assert_eq!(is_input, is_about_text, "{}", context());
    assert!(
        message.ends_with('.') && message.len() > 20,
        "{}",
        context()
    );
    // An empty list would leave one of these.
    for gap in ["  ", " ,", " .", ".."] {
        assert!(!message.contains(gap), "{}", context());
    }
    let promotion = match refusal.attempt {
        Some(Attempt::Between { promotion, .. }) => promotion,
        Some(Attempt::San(san)) => san.promotion,
        _ => None,
    };
    if let Some(role) = promotion {
        let sign = format!("={}", role.letter());
        assert!(text.ends_with(&sign), "{}", context());
    }
    assert!(is_true(position, text, refusal), "{}", context());
}

fn is_true(position: &Position, text: &str, refusal: &Refusal) -> bool {
    let board = position.board();
    let us = position.turn();
    let are_legal = |moves: &[MoveText]| moves.iter().all(|san| position.find_san(san).is_ok());
    match &refusal.cause {
        Cause::GameOver { move_refusal, .. } => {
            !position.has_legal_move()
                && move_refusal
                    .iter()
                    .all(|move_refusal| is_true(position, text, move_refusal))
        }
        Cause::NoneCan { refusals } => {
            refusals.len() > 1 && refusals.iter().all(|it| is_true(position, text, it))
        }
        Cause::NoneReaches { pieces, to } => pieces.iter().all(|piece| {
            let Piece { role, color } = piece.piece;
            let reach = attacks::by(role, color, piece.square, Bitboard::EMPTY);
            color == us && piece.square != *to && !reach.contains(*to)
        }),
        Cause::NoSuchPiece { piece, file, rank } => board.pieces(us, piece.role).iter().all(|at| {
            file.is_some_and(|file| file != at.file()) || rank.is_some_and(|rank| rank != at.rank())
        }),
        Cause::Ambiguous { moves, .. } => moves.len() > 1 && are_legal(moves),
        Cause::CaptureNotWritten { target, moves } => {
            board.of(!us).contains(target.square) && !moves.is_empty() && are_legal(moves)
        }
        // The advice in the sentence must work.
        Cause::NothingToTake { square } => {
            let (plain, _) = text.split_once('=').unwrap_or((text, ""));
            board.piece_at(*square).is_none() && could_be_read(position, &plain.replace('x', ""))
        }
        Cause::CastlingNotWritten { side, .. } => position.read(side.san()).is_ok(),
        Cause::StaysPut { square } => {
            board.of(us).contains(*square) && text.contains(&square.to_string())
        }
        cause => {
            let king = board.king(us).unwrap();
            let (from, to, promotion) = match refusal.attempt {
                Some(Attempt::Between {
                    from,
                    to,
                    promotion,
                    ..
                }) => (from, to, promotion),
                Some(Attempt::Castle(side)) => (king, side.king_target(us), None),
                Some(Attempt::San(san)) => {
                    let (Some(file), Some(rank)) = (san.file, san.rank) else {
                        return false;
                    };
                    (Square::new(file, rank), san.to, san.promotion)
                }
                _ => return false,
            };
            let requested = UciMove::Between {
                from,
                to,
                promotion,
            };
            find::is_true(position, requested, cause)
        }
    }
}

/// Reports whether the text is a move, or could mean several.
fn could_be_read(position: &Position, text: &str) -> bool {
    match position.read(text) {
        Ok(_) => true,
        Err(refusal) => refusal.code() == "ambiguous",
    }
}

/// Returns the moves of every piece to every square, with and without a capture mark,
/// with and without the square of departure, and with promotions, possible or not.
fn written_moves(position: &Position) -> Vec<String> {
    let mut texts = ["O-O", "O-O-O"].map(String::from).to_vec();
    for to in Square::ALL {
        texts.push(format!("{to}"));
        texts.push(format!("{to}=N"));
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            let letter = role.letter();
            texts.push(format!("{letter}{to}"));
            texts.push(format!("{letter}x{to}"));
        }
        for file in File::ALL {
            texts.push(format!("{file}x{to}"));
            texts.push(format!("{file}x{to}=R"));
        }
        for from in position.board().occupied() {
            let role = position.board().role_at(from).unwrap();
            let letter = match role {
                Role::Pawn => String::new(),
                role => role.letter().to_string(),
            };
            texts.push(format!("{letter}{from}x{to}"));
        }
    }
    for pair in File::ALL.windows(2) {
        for [from, to] in [[pair[0], pair[1]], [pair[1], pair[0]]] {
            for rest in ["", "=Q", "=B"] {
                texts.push(format!("{from}{to}{rest}"));
            }
        }
    }
    texts
}
