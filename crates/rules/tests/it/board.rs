//! The board, the pieces and how they are set up: R1–R15, C1, C20.

use arbiter_rules::{
    Bitboard, Board, Color, File, Piece, Position, Rank, Role, Square, UciMove, fen,
};

fn piece(square: Square) -> String {
    Board::start().piece_at(square).unwrap().to_string()
}

#[test]
fn r1_the_board_has_64_squares_that_alternate() {
    assert_eq!(Square::ALL.len(), 64);
    assert_eq!(Bitboard::LIGHT.count(), 32);
    assert_eq!(Bitboard::DARK.count(), 32);
    for square in Square::ALL {
        for (files, ranks) in [(1, 0), (0, 1)] {
            if let Some(next) = square.offset(files, ranks) {
                assert_ne!(square.is_light(), next.is_light(), "{square} {next}");
            }
        }
    }
}

#[test]
fn r2_a_light_square_is_at_the_right_hand_corner() {
    assert!(Square::H1.is_light());
    assert!(Square::A8.is_light());
    assert!(!Square::A1.is_light());
    assert!(!Square::H8.is_light());
}

#[test]
fn r3_files_go_from_a_to_h_and_ranks_from_1_to_8_seen_from_white() {
    let files: String = File::ALL.map(File::letter).iter().collect();
    let ranks: String = Rank::ALL.map(Rank::digit).iter().collect();
    assert_eq!((&*files, &*ranks), ("abcdefgh", "12345678"));
    assert_eq!(Square::A1.offset(1, 0), Some(Square::B1));
    assert_eq!(Square::A1.offset(0, 1), Some(Square::A2));
    assert_eq!(Square::A1.offset(-1, 0), None);
    assert_eq!(Square::H8.offset(0, 1), None);
    for square in Square::ALL {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::new(square.file(), square.rank()), square);
    }
}

#[test]
fn r4_each_side_has_a_king_a_queen_two_rooks_bishops_knights_and_eight_pawns() {
    let material = Board::start().material();
    for color in Color::ALL {
        // Pawns, knights, bishops, rooks, queen, king.
        assert_eq!(material[color], [8, 2, 2, 2, 1, 1]);
    }
}

#[test]
fn r5_white_starts_on_ranks_1_and_2_and_black_on_7_and_8() {
    let board = Board::start();
    let ranks = |a, b| Bitboard::rank(a) | Bitboard::rank(b);
    assert_eq!(board.of(Color::White), ranks(Rank::First, Rank::Second));
    assert_eq!(board.of(Color::Black), ranks(Rank::Seventh, Rank::Eighth));
}

#[test]
fn r6_the_back_rank_is_rook_knight_bishop_queen_king_bishop_knight_rook() {
    for color in Color::ALL {
        let rank: String = File::ALL
            .map(|file| Square::new(file, color.back_rank()))
            .map(|square| Board::start().role_at(square).unwrap().letter())
            .iter()
            .collect();
        assert_eq!(rank, "RNBQKBNR");
    }
}

#[test]
fn c1_queens_start_on_their_own_color_and_kings_on_the_e_file() {
    assert_eq!(piece(Square::D1), "white queen");
    assert_eq!(piece(Square::D8), "black queen");
    assert_eq!(piece(Square::E1), "white king");
    assert_eq!(piece(Square::E8), "black king");
    assert!(Square::D1.is_light() && !Square::D8.is_light());
    assert!(!Square::E1.is_light() && Square::E8.is_light());
}

#[test]
fn r8_a_square_holds_one_piece() {
    let mut board = Board::start();
    board.put(Square::E1, Piece::new(Color::Black, Role::Queen));
    assert_eq!(board.piece_at(Square::E1).unwrap().letter(), 'q');
    assert_eq!(board.occupied().count(), 32);
    assert_eq!(board.king(Color::White), None);
    assert_eq!(board.clear(Square::E1).unwrap().letter(), 'q');
    assert_eq!(board.clear(Square::E1), None);
    assert_eq!(board.occupied().count(), 31);
}

#[test]
fn r9_the_letters_are_k_q_r_b_n_and_p() {
    let letters: String = Role::ALL.map(Role::letter).iter().collect();
    assert_eq!(letters, "PNBRQK");
    for role in Role::ALL {
        assert_eq!(Role::from_letter(role.letter()), Some(role));
    }
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece::new(color, role);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
    }
}

#[test]
fn r10_every_square_is_either_light_or_dark() {
    for square in Square::ALL {
        assert_eq!(Bitboard::LIGHT.contains(square), square.is_light());
        assert_eq!(Bitboard::DARK.contains(square), !square.is_light());
    }
}

#[test]
fn r12_black_sees_the_board_rotated_by_180_degrees() {
    for rank in Rank::ALL {
        assert_eq!(Color::White.rank(rank), rank);
        assert_eq!(Color::Black.rank(Color::Black.rank(rank)), rank);
    }
    assert_eq!(Color::Black.rank(Rank::Second), Rank::Seventh);
    assert_eq!(Square::E7.forward(Color::Black), Some(Square::E6));
    assert_eq!(Square::E2.forward(Color::White), Some(Square::E3));
    assert_eq!(Square::E1.forward(Color::Black), None);
}

#[test]
fn r13_every_piece_but_the_king_has_a_value_in_pawns() {
    let values = Role::ALL.map(Role::value);
    assert_eq!(values, [Some(1), Some(3), Some(3), Some(5), Some(9), None]);
}

/// The library uses squares only; clients convert rows and columns.
#[test]
fn c20_r14_row_0_is_rank_8_and_column_0_is_file_a() {
    let row_and_column = |square: Square| (7 - square.rank() as u8, square.file() as u8);
    assert_eq!(row_and_column(Square::A8), (0, 0));
    assert_eq!(row_and_column(Square::H1), (7, 7));
    assert_eq!(row_and_column(Square::E2), (6, 4));
    for (index, square) in Square::ALL.into_iter().enumerate() {
        assert_eq!(Square::from_index(index), Some(square));
        assert_eq!(square as usize, index);
    }
    assert_eq!(Square::from_index(64), None);
}

#[test]
fn r15_a_position_knows_board_turn_castling_and_en_passant() {
    let mut position: Position = fen::START.parse().unwrap();
    assert_eq!(position, Position::start());
    assert_eq!(position.board(), &Board::start());
    assert_eq!(position.castling().rooks().to_string(), "a8 h8 a1 h1");
    for (text, turn, passed) in [("e2e4", Color::Black, "e3"), ("d7d5", Color::White, "d6")] {
        let requested: UciMove = text.parse().unwrap();
        position.play(position.find(requested).unwrap());
        assert_eq!(position.turn(), turn);
        assert_eq!(position.en_passant().unwrap().to_string(), passed);
        // No pawn can capture it.
        assert_eq!(position.legal_en_passant(), None);
    }
    assert_eq!((position.halfmoves(), position.fullmoves()), (0, 2));
}

#[test]
fn offsets_off_the_board_give_no_square() {
    assert_eq!(Square::H1.offset(-7, 7), Some(Square::A8));
    for (files, ranks) in [(1, 0), (0, -1), (i32::MAX, 0), (i32::MIN, i32::MAX)] {
        assert_eq!(Square::H1.offset(files, ranks), None);
    }
}
