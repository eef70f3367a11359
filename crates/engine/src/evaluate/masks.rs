//! Sets of squares used by the evaluation of Saktris, computed at compile time.

use arbiter_rules::{Bitboard, Color, Square};

/// Returns the squares in front of a pawn on its file.
#[inline(always)]
pub(super) fn front(color: Color, square: Square) -> Bitboard {
    Bitboard(FRONT[color as usize][square as usize])
}

/// Returns the squares in front of a pawn on its own and the adjacent files.
#[inline(always)]
pub(super) fn front_span(color: Color, square: Square) -> Bitboard {
    Bitboard(FRONT_SPAN[color as usize][square as usize])
}

/// Returns the rank of a square, counted from 0 from the color's point of view.
#[inline(always)]
pub(super) fn rank(color: Color, square: Square) -> usize {
    let rank = square as usize / 8;
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// Returns the squares that pawns of a color attack.
#[inline(always)]
pub(super) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.left() | ahead.right()
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

static FRONT: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let file = FILE_A << (square % 8);
        let rank = square / 8;
        if rank < 7 {
            table[0][square] = file & (!0 << (8 * (rank + 1)));
        }
        table[1][square] = file & ((1 << (8 * rank)) - 1);
        square += 1;
    }
    table
};

static FRONT_SPAN: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let mut color = 0;
        while color < 2 {
            let file = square % 8;
            let mut span = FRONT[color][square];
            if file > 0 {
                span |= FRONT[color][square - 1];
            }
            if file < 7 {
                span |= FRONT[color][square + 1];
            }
            table[color][square] = span;
            color += 1;
        }
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_in_front_of_a_pawn_depend_on_its_color() {
        let check = |set: Bitboard, squares: &str| assert_eq!(set.to_string(), squares);
        check(front(Color::White, Square::A5), "a8 a7 a6");
        check(front(Color::Black, Square::A5), "a4 a3 a2 a1");
        check(front(Color::White, Square::H8), "");
        check(front_span(Color::White, Square::H6), "g8 h8 g7 h7");
        check(front_span(Color::Black, Square::B2), "a1 b1 c1");
        check(pawn_attacks(Color::White, Square::A2.into()), "b3");
        assert_eq!(rank(Color::Black, Square::B2), 6);
    }
}
