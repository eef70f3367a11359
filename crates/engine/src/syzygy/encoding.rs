//! The numbers by which a tablebase encodes squares and sets of squares.
//!
//! Every placement of the pieces has an index. Symmetry reduces their number:
//! without pawns, the first piece is mapped into the triangle a1, d1, d4; with
//! pawns, the leading pawn is mapped to the files a to d.

/// Binomial coefficients: `CHOOSE[k][n]` is the number of ways to choose k of n
/// squares.
pub(super) const CHOOSE: [[u64; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns how far a square lies above the diagonal from a1 to h8; negative below
/// it.
pub(super) const fn above_diagonal(square: usize) -> i32 {
    (square / 8) as i32 - (square % 8) as i32
}

/// The numbers of the squares below the diagonal.
pub(super) const BELOW_DIAGONAL: [u64; 64] = {
    let mut table = [0; 64];
    let (mut square, mut next) = (0, 0);
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square] = next;
            next += 1;
        }
        square += 1;
    }
    table
};

/// The numbers of the squares of the triangle, those below the diagonal first.
pub(super) const TRIANGLE: [u64; 64] = {
    let mut table = [0; 64];
    let mut next = 0;
    let mut on_diagonal = false;
    loop {
        let mut square = 0;
        while square < 28 {
            let above = above_diagonal(square);
            if square % 8 < 4 && (!on_diagonal && above < 0 || on_diagonal && above == 0) {
                table[square] = next;
                next += 1;
            }
            square += 1;
        }
        if on_diagonal {
            break;
        }
        on_diagonal = true;
    }
    table
};

/// The numbers of the 462 placements of two kings, the first in the triangle.
pub(super) const KINGS: [[u64; 64]; 10] = {
    let mut table = [[0; 64]; 10];
    let mut next = 0;
    let mut are_both_on_diagonal = false;
    loop {
        let mut number = 0;
        while number < 10 {
            let first = triangle_square(number);
            let mut second = 0;
            while second < 64 {
                let on = above_diagonal(first) == 0;
                let above = above_diagonal(second);
                let is_both = on && above == 0;
                let is_mirrored = on && above > 0;
                if !touch(first, second) && !is_mirrored && is_both == are_both_on_diagonal {
                    table[number as usize][second] = next;
                    next += 1;
                }
                second += 1;
            }
            number += 1;
        }
        if are_both_on_diagonal {
            break;
        }
        are_both_on_diagonal = true;
    }
    table
};

const fn triangle_square(number: u64) -> usize {
    let mut square = 0;
    loop {
        let is_inside = square % 8 < 4 && above_diagonal(square) <= 0;
        if is_inside && TRIANGLE[square] == number {
            return square;
        }
        square += 1;
    }
}

const fn touch(a: usize, b: usize) -> bool {
    (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
}

/// The numbers of the pawn squares, in descending order from the edge files to the
/// center and from the second rank up. The pawn with the highest number leads.
pub(super) const PAWNS: [u64; 64] = {
    let mut table = [0; 64];
    let mut next: u64 = 47;
    let mut file = 0;
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            table[8 * rank + file] = next;
            table[8 * rank + 7 - file] = next - 1;
            next = next.saturating_sub(2);
            rank += 1;
        }
        file += 1;
    }
    table
};

/// The first index of the placements with a leading pawn on each square, by number
/// of pawns.
pub(super) const LEADING_PAWN: [[u64; 64]; 6] = leading_pawns().0;

/// The number of placements by number of pawns and file of the leading pawn.
pub(super) const LEADING_FILE: [[u64; 4]; 6] = leading_pawns().1;

const fn leading_pawns() -> ([[u64; 64]; 6], [[u64; 4]; 6]) {
    let mut begins = [[0; 64]; 6];
    let mut sizes = [[0; 4]; 6];
    let mut pawns = 1;
    while pawns < 6 {
        let mut file = 0;
        while file < 4 {
            let mut next = 0;
            let mut rank = 1;
            while rank < 7 {
                let square = 8 * rank + file;
                begins[pawns][square] = next;
                next += CHOOSE[pawns - 1][PAWNS[square] as usize];
                rank += 1;
            }
            sizes[pawns][file] = next;
            file += 1;
        }
        pawns += 1;
    }
    (begins, sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_assigned_once() {
        let kings: Vec<u64> = KINGS.concat().into_iter().filter(|&n| n > 0).collect();
        assert_eq!(kings.len(), 461);
        assert_eq!(kings.iter().max(), Some(&461));
        assert_eq!(CHOOSE[3][10], 120);
        assert_eq!(LEADING_FILE[1], [6; 4]);
        assert_eq!(PAWNS[8], 47);
        assert_eq!(PAWNS[15], 46);
        assert_eq!(PAWNS[51], 1);
        assert_eq!(PAWNS[52], 0);
        assert_eq!(BELOW_DIAGONAL.iter().max(), Some(&27));
        assert_eq!(TRIANGLE[27], 9);
    }
}
