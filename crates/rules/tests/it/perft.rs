//! Perft results, compared with published ones (R23, R25–R63).

use arbiter_rules::{Position, perft};

/// Each line has a FEN and the results from depth 1.
const TABLE: &str = include_str!("perft.txt");

#[test]
fn perft_results_match_the_table() {
    let mut counted = 0;
    for line in TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mut fields = line.split(" ; ");
        let position: Position = fields.next().unwrap().parse().unwrap();
        for (depth, nodes) in (1..).zip(fields) {
            assert_eq!(
                perft(&position, depth),
                nodes.parse::<u64>().unwrap(),
                "{line}"
            );
            counted += 1;
        }
    }
    assert_eq!(counted, 355, "the table is incomplete");
}

#[test]
fn r23_the_starting_position_has_twenty_moves() {
    let position = Position::start();
    let pawns = position
        .legal_moves()
        .filter(|mv| mv.role() == arbiter_rules::Role::Pawn);
    assert_eq!((position.count_legal_moves(), pawns.count()), (20, 16));
}

#[test]
fn keys_equal_the_examples_of_the_polyglot_format() {
    // The examples from the format's documentation.
    for (fen, key) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            0x463b_9618_1691_fc9c,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            0x823c_9b50_fd11_4196,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
            0x0756_b944_61c5_0fb0,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            0x662f_afb9_65db_29d4,
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            0x22a4_8b5a_8e47_ff78,
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3",
            0x652a_607c_a3f2_42c1,
        ),
        (
            "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4",
            0x00fd_d303_c946_bdd9,
        ),
        (
            "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
            0x3c81_23ea_7b06_7637,
        ),
        (
            "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4",
            0x5c3f_9b82_9b27_9560,
        ),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.polyglot_key(), key, "{fen}");
    }
}

#[test]
fn an_en_passant_square_counts_only_if_the_capture_is_legal_c4() {
    // The pawn on e5 is pinned by the rook on e8, so d6 is not part of the key,
    // but it is part of Polyglot's.
    let with = "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
        .parse::<Position>()
        .unwrap();
    let without = "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"
        .parse::<Position>()
        .unwrap();
    assert_eq!(with, without);
    assert_eq!(with.key(), without.key());
    assert_ne!(with.polyglot_key(), without.polyglot_key());
    let open = "6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
        .parse::<Position>()
        .unwrap();
    let passed = "6k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"
        .parse::<Position>()
        .unwrap();
    assert_ne!(open, passed);
    assert_ne!(open.key(), passed.key());
}
