//! Promotion: R56–R60.

use arbiter_rules::{Color, Role};

use super::*;

const FEN: &str = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn r56_a_pawn_promotes_to_one_of_four_pieces() {
    let moves = moves(&position(FEN));
    for text in [
        "e8=B", "e8=N", "e8=Q+", "e8=R+", "exd8=B", "exd8=N", "exd8=Q+", "exd8=R+",
    ] {
        assert!(moves.iter().any(|san| san == text), "{text} in {moves:?}");
    }
    assert_eq!(moves.iter().filter(|san| san.contains('=')).count(), 8);
}

#[test]
fn r56_the_new_piece_has_the_color_of_the_pawn_and_attacks_at_once() {
    let after = position(FEN).after(find(FEN, "e8=Q"));
    let queen = after.board().piece_at(square("e8")).unwrap();
    assert_eq!((queen.color, queen.role), (Color::White, Role::Queen));
    assert!(after.is_check());
}

#[test]
fn r57_a_promotion_without_a_piece_is_to_a_queen() {
    for text in ["e7e8", "e8", "e7-e8"] {
        assert_eq!(find(FEN, text).promotion(), Some(Role::Queen));
    }
}

#[test]
fn r58_nine_queens_and_ten_rooks_are_allowed() {
    for fen in [
        "k7/8/8/8/QQQQ4/QQQQ4/8/4Q2K b - - 0 1",
        "k7/8/8/1RRRRR2/1RRRRR2/8/8/7K w - - 0 1",
    ] {
        assert_eq!(position(fen).to_string(), fen);
    }
    let queens = "8/PPPP4/8/7k/2Q5/QQQ5/QQQ5/7K w - - 0 1";
    let after = position(queens).after(find(queens, "d8=Q"));
    assert_eq!(after.board().pieces(Color::White, Role::Queen).count(), 8);
}

#[test]
fn r60_a_pawn_never_promotes_to_a_king_or_pawn_and_always_promotes() {
    for text in ["e7e8k", "e8=K", "e8=P", "e7e8p"] {
        assert_eq!(refused(FEN, text), "no_such_promotion", "{text}");
    }
    assert!(
        position(FEN)
            .legal_moves()
            .filter(|mv| mv.role() == Role::Pawn)
            .all(|mv| mv.promotion().is_some())
    );
    assert_eq!(refused("start", "e2e4q"), "promotion_not_due");
}
