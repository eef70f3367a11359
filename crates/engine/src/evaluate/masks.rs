//! Sets of squares used by the evaluation, computed at compile time.

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

/// Returns the files adjacent to the file of a square.
#[inline(always)]
pub(super) fn adjacent_files(square: Square) -> Bitboard {
    Bitboard(ADJACENT_FILES[square as usize % 8])
}

/// Returns the squares around a king and one rank further ahead, where attackers
/// are dangerous.
#[inline(always)]
pub(super) fn ring(color: Color, king: Square) -> Bitboard {
    Bitboard(RING[color as usize][king as usize])
}

/// Returns the files from which a king on this square is attacked: its wing, or
/// the center.
#[inline(always)]
pub(super) fn flank(square: Square) -> Bitboard {
    Bitboard(FLANK[square as usize % 8])
}

/// Returns the distance of two squares in king moves. A lookup, because computing
/// it took 7 % of the evaluation time.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> u32 {
    u32::from(DISTANCE[a as usize][b as usize])
}

/// The four center files.
pub(super) const CENTER_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// d4, e4, d5 and e5.
pub(super) const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The two long diagonals.
pub(super) const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);
/// The files a to d.
pub(super) const QUEEN_WING: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// Returns the given ranks, counted from 0 from the color's point of view.
#[inline(always)]
pub(super) fn ranks<const N: usize>(color: Color, ranks: [u32; N]) -> Bitboard {
    let mut set = 0;
    for rank in ranks {
        set |= match color {
            Color::White => 0xff << (8 * rank),
            Color::Black => 0xff << (8 * (7 - rank)),
        };
    }
    Bitboard(set)
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

/// Returns the distance of a file from the nearer edge: 0 to 3.
#[inline(always)]
pub(super) fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// Returns the squares that pawns of a color attack.
#[inline(always)]
pub(super) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.left() | ahead.right()
}

/// Returns these squares and all squares in front of them.
#[inline(always)]
pub(super) fn fill_forward(color: Color, squares: Bitboard) -> Bitboard {
    let mut set = squares.0;
    match color {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            set |= set << 32;
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            set |= set >> 32;
        }
    }
    Bitboard(set)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

static ADJACENT_FILES: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        if file > 0 {
            table[file] |= FILE_A << (file - 1);
        }
        if file < 7 {
            table[file] |= FILE_A << (file + 1);
        }
        file += 1;
    }
    table
};

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

static RING: [[u64; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        // A king on the edge has the ring of its inner neighbor.
        let file = clamp(square % 8, 1, 6);
        let rank = clamp(square / 8, 1, 6);
        let three = 0b111 << (8 * rank + file - 1);
        let around = three | three << 8 | three >> 8;
        table[0][square] = around | around << 8;
        table[1][square] = around | around >> 8;
        square += 1;
    }
    table
};

static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            table[from][to] = Square::ALL[from].distance(Square::ALL[to]) as u8;
            to += 1;
        }
        from += 1;
    }
    table
};

static FLANK: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        table[file] = match file {
            0 => 0x0707_0707_0707_0707,
            1 | 2 => 0x0f0f_0f0f_0f0f_0f0f,
            3 | 4 => 0x3c3c_3c3c_3c3c_3c3c,
            5 | 6 => 0xf0f0_f0f0_f0f0_f0f0,
            _ => 0xe0e0_e0e0_e0e0_e0e0,
        };
        file += 1;
    }
    table
};

const fn clamp(value: usize, min: usize, max: usize) -> usize {
    if value < min {
        min
    } else if value > max {
        max
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_rings_contain_the_expected_squares() {
        let check = |set: Bitboard, squares: &str| assert_eq!(set.to_string(), squares);
        check(front(Color::White, Square::A5), "a8 a7 a6");
        check(front(Color::Black, Square::A5), "a4 a3 a2 a1");
        check(front(Color::White, Square::H8), "");
        check(front_span(Color::White, Square::H6), "g8 h8 g7 h7");
        check(front_span(Color::Black, Square::B2), "a1 b1 c1");
        check(
            ring(Color::White, Square::G1),
            "f4 g4 h4 f3 g3 h3 f2 g2 h2 f1 g1 h1",
        );
        check(
            ring(Color::Black, Square::A8),
            "a8 b8 c8 a7 b7 c7 a6 b6 c6 a5 b5 c5",
        );
        check(fill_forward(Color::Black, Square::C3.into()), "c3 c2 c1");
        check(pawn_attacks(Color::White, Square::A2.into()), "b3");
        assert_eq!(ranks(Color::Black, [1]), ranks(Color::White, [6]));
    }
}
