//! C24: the notations that people and programs actually use.

use super::{KIWIPETE, position};

/// Checks a table of texts that are read leniently in one position. Expected is the
/// strict notation with the codes of the deviations, or the error.
fn check(fen: &str, table: &[(&str, &str)]) {
    let position = position(fen);
    for &(text, expected) in table {
        let found = match position.find_san_lenient(text) {
            Ok((mv, deviations)) => {
                let mut found = position.san(mv).to_string();
                for deviation in deviations.iter() {
                    found += " ";
                    found += deviation.code();
                }
                found
            }
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(found, expected, "{text:?} in {position}");
        // A text has no deviations exactly if the strict reader accepts it.
        let is_strict = position.find_san(text).is_ok();
        assert_eq!(is_strict, !expected.contains(' '), "{text:?}");
    }
}

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// C24, R47.
#[test]
fn castling_is_read_with_letters_and_zeros_in_either_case() {
    check(
        CASTLING,
        &[
            ("O-O", "O-O"),
            ("O-O-O", "O-O-O"),
            ("0-0", "O-O castling_with_zeros"),
            ("0-0-0", "O-O-O castling_with_zeros"),
            ("o-o", "O-O castling_in_lower_case"),
            ("o-o-o", "O-O-O castling_in_lower_case"),
            ("O-O+", "O-O false_check_mark"),
            ("0-0!", "O-O castling_with_zeros annotation"),
            ("O–O–O", "O-O-O other_dash"),
            ("Ke1-g1", "O-O castling_as_king_move dash"),
            ("e1c1", "O-O-O castling_as_king_move missing_piece_letter"),
            ("Ke1h1", "O-O castling_as_king_move"),
            ("Kg1", "error: no king can legally move to g1"),
            (
                "O",
                "error: the move ends before castling, O-O or O-O-O (byte 1)",
            ),
            (
                "O-",
                "error: the move ends before castling, O-O or O-O-O (byte 2)",
            ),
            (
                "OO",
                "error: 'O' does not belong in castling, O-O or O-O-O (byte 1)",
            ),
            (
                "O-O-",
                "error: the move ends before castling, O-O or O-O-O (byte 4)",
            ),
            (
                "O-O-O-O",
                "error: '-' does not belong in the text after the move (byte 5)",
            ),
            (
                "O-O=Q",
                "error: '=' does not belong in the text after the move (byte 3)",
            ),
        ],
    );
    check(
        "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
        &[("0-0", "error: O-O is not legal")],
    );
    check(
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        &[("0-0", "O-O+ missing_check_mark castling_with_zeros")],
    );
    // In Chess960 an ordinary king move takes precedence.
    check(
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        &[
            ("Kf1-e1", "Ke1 needless_origin dash"),
            ("f1g1", "O-O castling_as_king_move missing_piece_letter"),
        ],
    );
    check(
        "4k3/8/8/8/8/8/8/6KR w H - 0 1",
        &[
            ("Kg1h1", "O-O castling_as_king_move"),
            ("Kg1g1", "error: no king on g1 can legally move to g1"),
        ],
    );
}

/// C24, R56, R57, C14.
#[test]
fn promotions_are_read_with_any_mark_and_default_to_a_queen() {
    check(
        "8/P3k3/8/8/8/8/4K3/8 w - - 0 1",
        &[
            ("a8=Q", "a8=Q"),
            ("a8=N", "a8=N"),
            ("a8Q", "a8=Q other_promotion_mark"),
            ("a8(R)", "a8=R other_promotion_mark"),
            ("a8/B", "a8=B other_promotion_mark"),
            ("a8 =Q", "a8=Q blanks"),
            ("a8 (N)", "a8=N other_promotion_mark blanks"),
            ("a8", "a8=Q missing_promotion"),
            ("a8!", "a8=Q missing_promotion annotation"),
            ("a7a8", "a8=Q missing_promotion needless_origin"),
            ("a8=q", "a8=Q lower_case_piece"),
            (
                "a7a8n",
                "a8=N other_promotion_mark lower_case_piece needless_origin",
            ),
            ("a8b", "a8=B other_promotion_mark lower_case_piece"),
            ("a7-a8=♕", "a8=Q figurine needless_origin dash"),
            (
                "a8=K",
                "error: a pawn cannot promote to 'K', only to Q, R, B or N (queen, rook, bishop, \
                 knight) (byte 3)",
            ),
            (
                "a8p",
                "error: a pawn cannot promote to 'p', only to Q, R, B or N (queen, rook, bishop, \
                 knight) (byte 2)",
            ),
            ("a8=", "error: the move ends before the promotion (byte 3)"),
            (
                "a8=x",
                "error: 'x' does not belong in the promotion (byte 3)",
            ),
            ("a8(Q", "error: the move ends before the promotion (byte 4)"),
            (
                "Ke3=Q",
                "error: only a pawn can promote, and only on the last rank (byte 3)",
            ),
            (
                "e4Q",
                "error: only a pawn can promote, and only on the last rank (byte 2)",
            ),
        ],
    );
    check(
        "1n2k3/P7/8/8/8/8/4K3/8 w - - 0 1",
        &[
            ("axb8=Q+", "axb8=Q+"),
            ("axb8=Q", "axb8=Q+ missing_check_mark"),
            ("ab8Q+", "axb8=Q+ missing_capture_mark other_promotion_mark"),
            ("axb8=N", "axb8=N"),
            ("ab=N", "axb8=N short_capture"),
            (
                "axb",
                "axb8=Q+ missing_check_mark missing_promotion short_capture",
            ),
        ],
    );
    // A promotion implies the last rank.
    check(
        "3r3k/4P3/8/3p4/4P3/8/8/K7 w - - 0 1",
        &[
            ("ed=R+", "exd8=R+ short_capture"),
            (
                "ed",
                "error: a pawn on the e-file can capture on more than one square: d8 d5",
            ),
        ],
    );
    check(
        "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1",
        &[(
            "exd=Q",
            "error: no pawn on the e-file can legally capture on the d-file and promote",
        )],
    );
}

/// C24, R54, R55.
#[test]
fn the_en_passant_mark_is_optional() {
    check(
        "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 3",
        &[
            ("dxc3", "dxc3"),
            ("dxc3 e.p.", "dxc3 en_passant_mark blanks"),
            ("dxc3e.p.", "dxc3 en_passant_mark"),
            ("dxc3ep", "dxc3 en_passant_mark"),
            ("dc3ep", "dxc3 missing_capture_mark en_passant_mark"),
            ("dc", "dxc3 short_capture"),
            ("dc e.p.", "dxc3 short_capture en_passant_mark blanks"),
            (
                "d4xc3 e.p.!",
                "dxc3 needless_origin en_passant_mark annotation blanks",
            ),
            (
                "d3 e.p.",
                "error: the move to d3 is not an en-passant capture",
            ),
            ("d3ep", "error: the move to d3 is not an en-passant capture"),
            ("c3", "error: no pawn can legally move to c3"),
        ],
    );
    check(
        "4k3/8/8/8/2Pp4/8/8/4K3 b - - 0 3",
        &[("dxc3", "error: there is nothing to capture on c3")],
    );
}

/// C24, R86.
#[test]
fn long_notation_marks_and_annotations_are_read() {
    check(
        "",
        &[
            ("Nf3", "Nf3"),
            ("e4", "e4"),
            ("e2e4", "e4 needless_origin"),
            ("e2-e4", "e4 needless_origin dash"),
            ("e2–e4", "e4 needless_origin dash other_dash"),
            ("Ng1-f3", "Nf3 needless_origin dash"),
            ("Ng1f3", "Nf3 needless_origin"),
            ("Ngf3", "Nf3 needless_origin"),
            ("N1f3", "Nf3 needless_origin"),
            ("g1f3", "Nf3 missing_piece_letter needless_origin"),
            ("Pe4", "e4 pawn_letter"),
            ("pe4", "e4 lower_case_piece pawn_letter"),
            ("ee4", "e4 needless_origin"),
            ("nf3", "Nf3 lower_case_piece"),
            ("♘f3", "Nf3 figurine"),
            ("♞f3", "Nf3 figurine"),
            ("♞\u{fe0e}f3", "Nf3 figurine"),
            ("♙e4", "e4 pawn_letter figurine"),
            ("Nf3!", "Nf3 annotation"),
            ("Nf3?", "Nf3 annotation"),
            ("Nf3!!", "Nf3 annotation"),
            ("Nf3??", "Nf3 annotation"),
            ("Nf3!?", "Nf3 annotation"),
            ("Nf3?!", "Nf3 annotation"),
            ("Nf3‼", "Nf3 annotation"),
            ("Nf3$14", "Nf3 annotation"),
            ("Nf3 $1 (=)", "Nf3 annotation blanks"),
            ("Nf3+", "Nf3 false_check_mark"),
            ("Nf3++", "Nf3 false_check_mark other_check_mark"),
            ("Nf3#", "Nf3 false_mate_mark"),
            ("  Nf3\t", "Nf3 blanks"),
            ("\u{a0}e4", "e4 blanks"),
            ("Nxf3", "error: there is nothing to capture on f3"),
            ("Ng1xf3", "error: there is nothing to capture on f3"),
            ("Nf3:", "error: there is nothing to capture on f3"),
            ("exd3", "error: there is nothing to capture on d3"),
            (
                "ed",
                "error: no pawn on the e-file can legally capture on the d-file",
            ),
            ("e5", "error: no pawn can legally move to e5"),
            ("Nd2", "error: no knight can legally move to d2"),
            (
                "Nbf3",
                "error: no knight on the b-file can legally move to f3",
            ),
            ("N8f3", "error: no knight on rank 8 can legally move to f3"),
            ("Nb1f3", "error: no knight on b1 can legally move to f3"),
            ("e7e5", "error: no pawn on e7 can legally move to e5"),
            ("bc3", "error: there is nothing to capture on c3"),
        ],
    );
}

/// C24.
#[test]
fn capture_marks_may_be_missing_repeated_or_unusual() {
    check(
        "4k3/8/2p5/3p4/4P3/2N5/8/4K3 w - - 0 1",
        &[
            ("exd5", "exd5"),
            ("ed5", "exd5 missing_capture_mark"),
            ("ed", "exd5 short_capture"),
            ("exd", "exd5 short_capture"),
            ("e:d5", "exd5 other_capture_mark"),
            ("ed5:", "exd5 other_capture_mark"),
            ("ed:", "exd5 other_capture_mark short_capture"),
            ("e×d5", "exd5 other_capture_mark"),
            ("exxd5", "exd5 repeated_capture_mark"),
            ("exd5:", "exd5 repeated_capture_mark other_capture_mark"),
            ("e4xd5", "exd5 needless_origin"),
            ("e4d5", "exd5 missing_capture_mark needless_origin"),
            ("e4-d5", "exd5 missing_capture_mark needless_origin dash"),
            ("Pexd5", "exd5 pawn_letter"),
            ("Nxd5", "Nxd5"),
            ("Nd5", "Nxd5 missing_capture_mark"),
            ("N:d5", "Nxd5 other_capture_mark"),
            ("Nd5:", "Nxd5 other_capture_mark"),
            ("Nd5x", "Nxd5 other_capture_mark"),
            ("Nc3xd5", "Nxd5 needless_origin"),
            ("d5", "error: no pawn can legally move to d5"),
            (
                "xd5",
                "error: the move ends before the file of the capturing pawn (byte 0)",
            ),
            (
                "Pxd5",
                "error: the move ends before the file of the capturing pawn (byte 0)",
            ),
            (
                "cxd5",
                "error: no pawn on the c-file can legally capture on d5",
            ),
        ],
    );
}

/// R86: the meaning of `bxc3` does not depend on which moves are legal.
#[test]
fn a_lowercase_b_is_a_file_and_never_a_bishop() {
    check(
        "4k3/8/8/8/1b6/2N5/8/4K3 b - - 0 1",
        &[
            ("Bxc3+", "Bxc3+"),
            ("Bxc3", "Bxc3+ missing_check_mark"),
            (
                "bxc3",
                "error: no pawn on the b-file can legally capture on c3",
            ),
            (
                "bc3",
                "error: no pawn on the b-file can legally capture on c3",
            ),
            (
                "ba5",
                "error: no pawn on the b-file can legally capture on a5",
            ),
            ("kd7", "Kd7 lower_case_piece"),
        ],
    );
    check(
        "4k3/8/8/8/1b6/1pN5/2P5/4K3 b - - 0 1",
        &[("bxc2", "bxc2"), ("bc", "bxc2 short_capture")],
    );
}

#[test]
fn if_two_moves_fit_neither_is_accepted() {
    check(
        "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
        &[
            ("Rad1", "Rad1"),
            ("Ra1d1", "Rad1 needless_origin"),
            (
                "Rd1",
                "error: more than one rook can move to d1: those on a1 h1",
            ),
            (
                "R1d1",
                "error: more than one rook can move to d1: those on a1 h1",
            ),
        ],
    );
    // The files distinguish the knights. The ranks do too, but the file is the rule.
    check(
        "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
        &[
            ("Nbd2", "Nbd2"),
            ("N1d2", "Nbd2 rank_for_file"),
            ("N3d2", "Nfd2 rank_for_file"),
            (
                "Nd2",
                "error: more than one knight can move to d2: those on f3 b1",
            ),
        ],
    );
    // Three queens: one needs its file, one its rank, one both.
    check(
        "1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1",
        &[
            ("Qee1", "Qee1"),
            ("Q1e1", "Q1e1"),
            ("Qh4e1", "Qh4e1"),
            ("Qh1e1", "Q1e1 needless_origin"),
            (
                "Qe1",
                "error: more than one queen can move to e1: those on e4 h4 h1",
            ),
            (
                "Qhe1",
                "error: more than one queen can move to e1: those on h4 h1",
            ),
            (
                "Q4e1",
                "error: more than one queen can move to e1: those on e4 h4",
            ),
        ],
    );
    check(
        "4k3/3p4/4P3/3p4/4P3/8/8/4K3 w - - 0 1",
        &[(
            "ed",
            "error: a pawn on the e-file can capture on more than one square: d7 d5",
        )],
    );
}

/// R86, R63: a piece that cannot legally move there does not make a move ambiguous.
#[test]
fn a_pinned_piece_needs_no_disambiguation() {
    check(
        "3rk3/8/8/8/3N4/8/8/3K2N1 w - - 0 1",
        &[
            ("Nf3", "Nf3"),
            ("Ngf3", "Nf3 needless_origin"),
            (
                "Ndf3",
                "error: no knight on the d-file can legally move to f3",
            ),
        ],
    );
}

#[test]
fn check_and_mate_marks_are_compared_with_the_board() {
    check(
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        &[
            ("Ra8#", "Ra8#"),
            ("Ra8+", "Ra8# missing_mate_mark"),
            ("Ra8", "Ra8# missing_mate_mark"),
            ("Ra8++", "Ra8# missing_mate_mark other_check_mark"),
            ("Ra8+#", "Ra8# other_check_mark"),
            ("Ra8†", "Ra8# missing_mate_mark other_check_mark"),
            ("Ra7+", "Ra7 false_check_mark"),
            ("Ra7#", "Ra7 false_mate_mark"),
        ],
    );
}

#[test]
fn text_that_is_not_a_move_reports_where() {
    check(
        KIWIPETE,
        &[
            (
                "",
                "error: the move ends before the square of arrival (byte 0)",
            ),
            (
                "   ",
                "error: the move ends before the square of arrival (byte 3)",
            ),
            (
                "N",
                "error: the move ends before the square of arrival (byte 1)",
            ),
            (
                "Nf",
                "error: the move ends before the square of arrival (byte 2)",
            ),
            (
                "Ni3",
                "error: 'i' does not belong in the square of arrival (byte 1)",
            ),
            (
                "Nf9",
                "error: '9' does not belong in the square of arrival (byte 2)",
            ),
            (
                "♘é",
                "error: 'é' does not belong in the square of arrival (byte 3)",
            ),
            (
                "hello",
                "error: 'l' does not belong in the square of arrival (byte 2)",
            ),
            (
                "Nf3 g6",
                "error: 'g' does not belong in the text after the move (byte 4)",
            ),
            (
                "e2-",
                "error: the move ends before the square of arrival (byte 3)",
            ),
            (
                "e4$",
                "error: the move ends before the text after the move (byte 3)",
            ),
            (
                "--",
                "error: this is a null move, and passing is not allowed (byte 0)",
            ),
            (
                "Z0",
                "error: this is a null move, and passing is not allowed (byte 0)",
            ),
            (
                " 0000",
                "error: this is a null move, and passing is not allowed (byte 1)",
            ),
        ],
    );
}
