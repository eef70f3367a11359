//! The wording of refusals in Saktris.

use super::{position, refusal};

#[test]
fn refusals_name_the_piece_the_squares_and_the_law() {
    for (fen, requested, code, sentence) in [
        (
            "4k3/8/8/8/8/8/8/RN2KB2[B*/] w - - 0 9",
            "B@h1",
            "placed_on_bishop_color",
            "B@h1 is not allowed: the bishop on f1 is on a light square, and so is h1. The two \
             bishops of a side must be placed on squares of different colors.",
        ),
        (
            "8/8/8/8/8/8/8/8[N*PK/npk] w - - 0 1",
            "N@g2",
            "placed_off_back_rank",
            "N@g2 is not allowed: a piece is placed on its own back rank, which is the first \
             rank.",
        ),
        (
            "8/8/8/8/8/8/8/6N1[PK/n*pk] b - - 0 1",
            "N@g1",
            "placed_off_back_rank",
            "N@g1 is not allowed: a piece is placed on its own back rank, which is the eighth \
             rank.",
        ),
        (
            "4k3/8/8/8/8/8/8/RNBQK2R[N*/] w - - 0 9",
            "b1c3",
            "placing_is_due",
            "Nb1-c3 is not allowed: the waiting knight must be placed first, on f1 or g1.",
        ),
        (
            "4k3/8/8/8/8/8/8/RNBQK1NR[*PP/] w - - 0 9 order=pick",
            "b1c3",
            "placing_is_due",
            "Nb1-c3 is not allowed: a piece is waiting and must be placed first, on f1.",
        ),
        (
            "8/8/8/8/8/8/8/8[N*PK/npk] w - - 0 1",
            "Q@d1",
            "another_waits",
            "Q@d1 is not allowed: a knight is waiting to be placed, not a queen.",
        ),
        (
            "8/8/8/8/8/8/8/8[*KNP/knp] w - - 0 1 order=pick",
            "Q@d1",
            "another_waits",
            "Q@d1 is not allowed: no queen is left to be placed.",
        ),
        (
            "8/8/8/8/8/8/8/6N1[RPK/npk] w - - 0 3 every=2,placed=1/1,moves=1/1",
            "R@a1",
            "nothing_waits",
            "R@a1 is not allowed: no piece is waiting to be placed. The next piece, a rook, \
             arrives after 1 more move on the board.",
        ),
        (
            "8/8/8/8/8/8/8/6N1[RPK/npk] w - - 0 3 every=5,placed=1/1,moves=1/1",
            "R@a1",
            "nothing_waits",
            "R@a1 is not allowed: no piece is waiting to be placed. The next piece, a rook, \
             arrives after 4 more moves on the board.",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[/] w - - 0 9",
            "R@a1",
            "nothing_waits",
            "R@a1 is not allowed: all pieces have arrived, and none is waiting to be placed.",
        ),
        (
            "4k3/8/8/8/8/8/8/RN2K3[N*/] w - - 0 9",
            "N@b1",
            "placed_on_piece",
            "N@b1 is not allowed: the knight on b1 is in the way, and a piece can be placed only \
             on an empty square.",
        ),
        (
            "4k3/8/8/8/3r4/8/8/8[K*/] w - - 0 9",
            "K@d1",
            "king_into_check",
            "K@d1 is not allowed: the rook on d4 would attack the king on d1, and a king cannot \
             move into check.",
        ),
        (
            "4k3/8/8/8/8/8/8/r3K3[N*/] w - - 0 9",
            "N@g1",
            "in_check",
            "N@g1 is not allowed: the king on e1 is in check from the rook on a1. To end the \
             check, put a piece in between.",
        ),
        (
            "4k3/4r3/8/8/2N1N3/5N2/8/4K3[/] w - - 0 9",
            "f3d4",
            "clear_exposes_king",
            "Nf3-d4 is not allowed: the knight on c4, the knight on d4 and the knight on e4 would \
             be cleared off the board, and then the rook on e7 would attack the king on e1.",
        ),
        (
            "4k3/8/8/8/1NNK4/8/1N6/8[/] w - - 0 9 moved=b4c4",
            "b2a4",
            "clear_takes_own_king",
            "Nb2-a4 is not allowed: it would clear the king on d4 off the board, and you cannot \
             give up your own king.",
        ),
        (
            "4k3/8/8/8/8/8/3P4/4K3[/] w - - 0 9 moved=d2",
            "d2d4",
            "pawn_double_step",
            "d2-d4 is not allowed: a pawn can advance two squares only from its starting square, \
             and the pawn on d2 has already left it.",
        ),
        (
            "4k3/8/8/2pP4/8/8/8/4K3[/] w - - 0 9 moved=d5c5",
            "d5c6",
            "en_passant_wrong_rank",
            "d5xc6 is not allowed: the pawn on d5 cannot capture the pawn on c5 en passant. It \
             would have to be on the sixth rank, beside a pawn that has just advanced two squares.",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[N*/] w - - 0 9",
            "0000",
            "no_passing",
            "Passing is not allowed. You can pass only if you can neither place nor move a piece.",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 9",
            "N@b1",
            "nothing_is_placed",
            "N@b1 is not allowed: in chess all pieces are on the board from the start. Pieces are \
             placed only in Saktris.",
        ),
    ] {
        let found = refusal(&position(fen), requested);
        assert_eq!(found, (code, sentence.to_owned()), "{fen} {requested}");
    }
}

#[test]
fn a_move_is_refused_while_a_piece_must_be_placed() {
    let start = position("8/8/8/8/8/8/8/8[N*PK/npk] w - - 0 1");
    let refusal = start.read("e4").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "e4 is not allowed: the waiting knight must be placed first, on a1, b1, c1, d1, e1, f1, \
         g1 or h1."
    );
}

#[test]
fn text_that_is_not_a_move_is_answered_with_how_to_place_a_piece() {
    let start = position("8/8/8/8/8/8/8/8[N*PK/npk] w - - 0 1");
    let refusal = start.read("place it").unwrap_err();
    assert_eq!(refusal.code(), "not_a_move");
    assert_eq!(
        refusal.to_string(),
        "This is not a move. Enter two squares, such as e2e4, or algebraic notation, such as Nf3 \
         or O-O. To place a piece, enter its letter and square, such as N@g1."
    );
}

#[test]
fn an_invalid_fen_reports_the_byte_offset() {
    for (fen, message) in [
        (
            "8/8/8/8/8/8/8/8[NPX/np] w - - 0 1",
            "'X' does not belong in the order of arrival of the FEN (byte 18; the next piece \
             comes first, and * marks one that is waiting: [N*PB/npb])",
        ),
        (
            "8/8/8/8/8/8/8/8[NP? w - - 0 1",
            "'?' does not belong in the order of arrival of the FEN (byte 18; the next piece \
             comes first, and * marks one that is waiting: [N*PB/npb])",
        ),
        (
            "8/8/8/8/8/8/8/8[PPPPPPPPPPPPPPPPP/p] w - - 0 1",
            "a side has more than 16 pieces to come (byte 32; the next piece comes first, and * \
             marks one that is waiting: [N*PB/npb])",
        ),
        (
            "8/8/8/8/8/8/8/8[K/k] w - - 0 1 every=9",
            "'9' does not belong in the Saktris state of the FEN (byte 37; every=1 to 5, \
             clear=triplets, rows or none, order=pick, placed=1/1, moves=0/0, moved=e4d5, passed)",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[K/] w - - 0 1",
            "white has more than one king: e1",
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3[/] w - - 0 1",
            "pawns cannot be on the first or eighth rank: h8",
        ),
    ] {
        let error = fen.parse::<arbiter_rules::Position>().unwrap_err();
        assert_eq!(error.to_string(), message, "{fen}");
    }
}
