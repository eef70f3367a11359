//! Where a position is found in a table.

use arbiter_rules::{Color, Position, Role};

use super::{
    file::{Kind, Part, TableFile},
    number::{BELOW_DIAGONAL, CHOOSE, KINGS, LEADING_PAWN, PAWNS, TRIANGLE, above_diagonal},
};

/// What a table holds for a position.
pub(super) struct Found {
    /// The file of the leading pawn.
    pub(super) file: usize,
    pub(super) value: u16,
}

/// What keeps a table from telling.
pub(super) enum Missing {
    /// Only the other side to move is stored.
    OtherSide,
    /// The file is damaged.
    Damaged,
}

/// Looks a position up whose material is that of the table, or has the colors
/// exchanged.
pub(super) fn look_up(
    table: &TableFile,
    kind: Kind,
    position: &Position,
    is_turned: bool,
) -> Result<Found, Missing> {
    let is_black = position.turn() == Color::Black;
    // A table whose sides are equal knows only White to move.
    let is_turned = is_turned || table.material.is_symmetric() && is_black;
    let seen = pieces(position, is_turned);
    let (leading, file) = leading_pawns(table, &seen).ok_or(Missing::Damaged)?;
    let part = table
        .part(kind, is_black != is_turned, file)
        .ok_or(Missing::OtherSide)?;
    let place = place(table, part, &seen, leading).ok_or(Missing::Damaged)?;
    let value = table.value(part, place).ok_or(Missing::Damaged)?;
    Ok(Found { file, value })
}

/// The pieces as the table sees them, each with its number and its square.
type Seen = [(u8, usize)];

fn pieces(position: &Position, is_turned: bool) -> Vec<(u8, usize)> {
    let board = position.board().iter();
    let flip = if is_turned { 56 } else { 0 };
    board
        .map(|(square, piece)| {
            let is_second = (piece.color == Color::Black) != is_turned;
            let number = role_number(piece.role) + if is_second { 8 } else { 0 };
            (number, square as usize ^ flip)
        })
        .collect()
}

const fn role_number(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// The pawns that are numbered first, the foremost of them first, and the file
/// of that one, from the edge.
fn leading_pawns(table: &TableFile, seen: &Seen) -> Option<(Vec<usize>, usize)> {
    if !table.material.has_pawns() {
        return Some((Vec::new(), 0));
    }
    let color = table.leading_piece()?;
    let mut squares: Vec<usize> = seen
        .iter()
        .filter(|(piece, _)| *piece == color)
        .map(|&(_, square)| square)
        .collect();
    let foremost = (0..squares.len()).max_by_key(|&index| PAWNS[squares[index]])?;
    squares.swap(0, foremost);
    let file = squares[0] % 8;
    Some((squares, file.min(7 - file)))
}

/// The number of a placement.
fn place(table: &TableFile, part: &Part, seen: &Seen, leading: Vec<usize>) -> Option<u64> {
    let pawns = leading.len();
    let mut squares = leading;
    let mut left: Vec<_> = seen
        .iter()
        .filter(|(_, square)| !squares.contains(square))
        .collect();
    for piece in part.pieces.get(pawns..)? {
        let index = left.iter().position(|(number, _)| number == piece)?;
        squares.push(left.remove(index).1);
    }
    if squares[0] % 8 > 3 {
        each(&mut squares, |square| square ^ 7);
    }
    let first = if pawns > 0 {
        number_pawns(&mut squares[..pawns])
    } else {
        number_pieces(table, part, &mut squares)?
    };
    let mut number = first.checked_mul(part.groups.first()?.factor)?;
    let mut begin = part.groups.first()?.length;
    // Pawns of the other side stand on 48 squares, the others on 64.
    let mut skipped = if table.material.has_pawns_on_both_sides() {
        8
    } else {
        0
    };
    for group in &part.groups[1..] {
        let end = begin + group.length;
        let (before, from_here) = squares.split_at_mut_checked(begin)?;
        let members = from_here.get_mut(..group.length)?;
        members.sort_unstable();
        let mut way = 0;
        for (index, &square) in members.iter().enumerate() {
            let taken = before.iter().filter(|&&other| other < square).count();
            way += CHOOSE[index + 1].get(square.checked_sub(taken + skipped)?)?;
        }
        skipped = 0;
        number = number.checked_add(way.checked_mul(group.factor)?)?;
        begin = end;
    }
    Some(number)
}

fn each(squares: &mut [usize], see: impl Fn(usize) -> usize) {
    for square in squares {
        *square = see(*square);
    }
}

fn number_pawns(pawns: &mut [usize]) -> u64 {
    let lead = LEADING_PAWN[pawns.len()][pawns[0]];
    pawns[1..].sort_by_key(|&square| PAWNS[square]);
    let others = pawns[1..].iter().enumerate();
    lead + others
        .map(|(index, &square)| CHOOSE[index + 1][PAWNS[square] as usize])
        .sum::<u64>()
}

/// The first two or three pieces, brought into the triangle.
fn number_pieces(table: &TableFile, part: &Part, squares: &mut [usize]) -> Option<u64> {
    if squares[0] / 8 > 3 {
        each(squares, |square| square ^ 56);
    }
    let group = part.groups.first()?.length;
    let off = squares[..group]
        .iter()
        .position(|&square| above_diagonal(square) != 0);
    if let Some(index) = off
        && above_diagonal(squares[index]) > 0
    {
        each(squares, |square| (square % 8) * 8 + square / 8);
    }
    if !table.material.has_single() {
        return Some(KINGS[TRIANGLE[squares[0]] as usize][squares[1]]);
    }
    let &mut [a, b, c, ..] = squares else {
        return None;
    };
    let (a, b, c) = (a as u64, b as u64, c as u64);
    let (b_less, c_less) = (u64::from(b > a), u64::from(c > a) + u64::from(c > b));
    let on_diagonal = |square: u64| above_diagonal(square as usize) == 0;
    Some(match () {
        () if !on_diagonal(a) => (TRIANGLE[a as usize] * 63 + b - b_less) * 62 + c - c_less,
        () if !on_diagonal(b) => {
            (6 * 63 + a / 8 * 28 + BELOW_DIAGONAL[b as usize]) * 62 + c - c_less
        }
        () if !on_diagonal(c) => {
            let row = a / 8 * 7 + b / 8 - b_less;
            (6 * 63 + 4 * 28) * 62 + row * 28 + BELOW_DIAGONAL[c as usize]
        }
        () => {
            let row = a / 8 * 7 + b / 8 - b_less;
            (6 * 63 + 4 * 28) * 62 + 4 * 7 * 28 + row * 6 + c / 8 - c_less
        }
    })
}
