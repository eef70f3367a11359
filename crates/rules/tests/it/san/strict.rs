//! The strict reader accepts what is written, and nothing else.

use arbiter_rules::{
    CastlingSide, Deviations, ParseSanError, Position, Role, San, SanError, SanPart, SanProblem,
    Square, Variant,
};

use super::{KIWIPETE, position};

#[test]
fn only_the_strict_notation_is_accepted() {
    for (fen, text, san) in [
        ("", "Nf3+", "Nf3"),
        ("", "Nf3#", "Nf3"),
        ("", "Ngf3", "Nf3"),
        ("", "N1f3", "Nf3"),
        ("", "Ng1f3", "Nf3"),
        (KIWIPETE, "Nd7", "Nxd7"),
        (KIWIPETE, "Qf6", "Qxf6"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "Ra8#"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+", "Ra8#"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "N1d2", "Nbd2"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nb1d2", "Nbd2"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O+"),
    ] {
        let position = position(fen);
        match position.find_san(text) {
            Err(SanError::Miswritten { mv, san: found }) => {
                assert_eq!(found, san, "{text}");
                assert_eq!(position.san(mv), san, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn parse_errors_name_the_part_and_the_byte_offset() {
    use SanPart::{Castling, End, PawnFile, Promotion, Target};
    use SanProblem::{Missing, NoPromotionHere, NoSuchPromotion, NullMove, Unexpected};
    for (text, offset, problem) in [
        ("", 0, Missing(Target)),
        ("O-o", 2, Unexpected(Castling, 'o')),
        ("0-0", 0, Unexpected(Target, '0')),
        ("o-o", 0, Unexpected(Target, 'o')),
        ("e2e4", 2, Unexpected(End, 'e')),
        ("e2-e4", 2, Unexpected(End, '-')),
        ("ed", 1, Unexpected(Target, 'd')),
        ("ed5", 1, Unexpected(Target, 'd')),
        ("e4xd5", 2, Unexpected(End, 'x')),
        ("xd5", 0, Missing(PawnFile)),
        ("e8", 2, Missing(Promotion)),
        ("e8Q", 2, Unexpected(Promotion, 'Q')),
        ("e8=K", 3, NoSuchPromotion('K')),
        ("e8=q", 3, Unexpected(Promotion, 'q')),
        ("e4=Q", 2, NoPromotionHere(Role::Queen)),
        ("Ne8=N", 3, NoPromotionHere(Role::Knight)),
        ("Nf3!", 3, Unexpected(End, '!')),
        ("Nf3++", 4, Unexpected(End, '+')),
        (" Nf3", 0, Unexpected(Target, ' ')),
        ("Nf3 ", 3, Unexpected(End, ' ')),
        ("♘f3", 0, Unexpected(Target, '♘')),
        ("Nf♘", 2, Unexpected(Target, '♘')),
        ("nf3", 0, Unexpected(Target, 'n')),
        ("Pe4", 0, Unexpected(Target, 'P')),
        ("N:d5", 1, Unexpected(Target, ':')),
        ("--", 0, NullMove),
    ] {
        let error = ParseSanError { offset, problem };
        assert_eq!(text.parse::<San>(), Err(error), "{text}");
        assert_eq!(
            position(KIWIPETE).find_san(text),
            Err(SanError::Parse(error)),
            "{text}"
        );
    }
}

#[test]
fn an_illegal_move_is_returned_with_the_error() {
    let position = Position::start();
    let Err(SanError::NoMove(san)) = position.find_san("Nbd4") else {
        panic!("there is no such move");
    };
    assert_eq!((san.role, san.to), (Role::Knight, Square::D4));
    assert_eq!(san.origin().count(), 8);
    assert!(matches!(
        position.find_san("Nxf3"),
        Err(SanError::NothingToCapture(_))
    ));
    assert!(matches!(
        position.find_san("O-O"),
        Err(SanError::CannotCastle(_))
    ));
}

/// R88: after …Qf2+ White can capture the queen, because the pawn on d4 blocks the
/// bishop.
#[test]
fn r88_there_are_three_replies_to_the_queen_on_f2() {
    let mut position = position("5k2/b3p2p/3p4/1P6/p2P1N1N/P1n5/1nP1q1P1/4R1K1 b - - 0 1");
    let mv = position.find_san("Qf2+").unwrap();
    position.play(mv);
    let mut replies: Vec<_> = position
        .legal_moves()
        .map(|mv| position.san(mv).to_string())
        .collect();
    replies.sort();
    assert_eq!(replies, ["Kh1", "Kh2", "Kxf2"]);
}

#[test]
fn r54_an_en_passant_capture_is_read() {
    let mut position = Position::start();
    for text in ["e4", "e5", "d4", "exd4", "c4", "dxc3"] {
        let mv = position.find_san(text).unwrap();
        assert_eq!(position.find_san_lenient(text), Ok((mv, Deviations::NONE)));
        assert_eq!(mv.is_en_passant(), text == "dxc3");
        position.play(mv);
    }
}

/// R51, R65: a check that only an en-passant capture answers is not mate.
#[test]
fn a_double_step_that_can_be_captured_en_passant_does_not_mate() {
    let position = position("8/8/R7/3k4/3p4/6B1/4P3/2R1R2K w - - 0 1");
    let mv = position.find_san("e4+").unwrap();
    let replies: Vec<_> = position.after(mv).legal_moves().collect();
    assert_eq!(replies.len(), 1);
    assert!(replies[0].is_en_passant());
    assert!(matches!(
        position.find_san("e4#"),
        Err(SanError::Miswritten { san, .. }) if san == "e4+"
    ));
}

/// R42, in a Chess960 position that is labeled standard: a piece on the rook's target
/// prevents castling, even if it is not between king and rook.
#[test]
fn castling_from_unusual_squares_needs_a_clear_path_for_king_and_rook() {
    let position = position("4k3/8/8/8/8/8/8/RK1B4 w A - 0 1");
    for variant in [Variant::Standard, Variant::Chess960] {
        let position = position.clone().with_variant(variant);
        assert_eq!(
            position.find_san("O-O-O"),
            Err(SanError::CannotCastle(CastlingSide::Long))
        );
    }
}
