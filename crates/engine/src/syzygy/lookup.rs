//! Finding a position in a tablebase file.

use arbiter_rules::{Color, Position, Role};

use super::{
    encoding::{BELOW_DIAGONAL, CHOOSE, KINGS, LEADING_PAWN, PAWNS, TRIANGLE, above_diagonal},
    file::{Part, TableFile, TableKind},
};

/// The value stored for a position.
pub(super) struct StoredValue {
    /// The file of the leading pawn.
    pub(super) file: usize,
    pub(super) value: u16,
}

/// Why a lookup fails.
pub(super) enum LookupError {
    /// Only the other side to move is stored.
    OtherSide,
    /// The file is damaged.
    Damaged,
}

/// Looks up a position whose material is that of the table, possibly with reversed
/// colors.
pub(super) fn look_up(
    table: &TableFile,
    kind: TableKind,
    position: &Position,
    is_color_reversed: bool,
) -> Result<StoredValue, LookupError> {
    let is_black = position.turn() == Color::Black;
    // A table with equal material stores only White to move.
    let is_color_reversed = is_color_reversed || table.material.is_symmetric() && is_black;
    let encoded = pieces(position, is_color_reversed);
    let (leading, file) = leading_pawns(table, &encoded).ok_or(LookupError::Damaged)?;
    let part = table
        .part(kind, is_black != is_color_reversed, file)
        .ok_or(LookupError::OtherSide)?;
    let index = placement_index(table, part, &encoded, leading).ok_or(LookupError::Damaged)?;
    let value = table.value(part, index).ok_or(LookupError::Damaged)?;
    Ok(StoredValue { file, value })
}

/// The pieces as encoded by the table, each with its number and square.
type EncodedPieces = [(u8, usize)];

fn pieces(position: &Position, is_color_reversed: bool) -> Vec<(u8, usize)> {
    let board = position.board().iter();
    let flip = if is_color_reversed { 56 } else { 0 };
    board
        .map(|(square, piece)| {
            let is_second = (piece.color == Color::Black) != is_color_reversed;
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

/// Returns the pawns that are encoded first, the leading pawn first, and its file
/// counted from the edge.
fn leading_pawns(table: &TableFile, encoded: &EncodedPieces) -> Option<(Vec<usize>, usize)> {
    if !table.material.has_pawns() {
        return Some((Vec::new(), 0));
    }
    let color = table.leading_piece()?;
    let mut squares: Vec<usize> = encoded
        .iter()
        .filter(|(piece, _)| *piece == color)
        .map(|&(_, square)| square)
        .collect();
    let foremost = (0..squares.len()).max_by_key(|&index| PAWNS[squares[index]])?;
    squares.swap(0, foremost);
    let file = squares[0] % 8;
    Some((squares, file.min(7 - file)))
}

/// Returns the index of a placement.
fn placement_index(
    table: &TableFile,
    part: &Part,
    encoded: &EncodedPieces,
    leading: Vec<usize>,
) -> Option<u64> {
    let pawns = leading.len();
    let mut squares = leading;
    let mut remaining: Vec<_> = encoded
        .iter()
        .filter(|(_, square)| !squares.contains(square))
        .collect();
    for piece in part.pieces.get(pawns..)? {
        let index = remaining.iter().position(|(number, _)| number == piece)?;
        squares.push(remaining.remove(index).1);
    }
    if squares[0] % 8 > 3 {
        map_squares(&mut squares, |square| square ^ 7);
    }
    let first = if pawns > 0 {
        encode_pawns(&mut squares[..pawns])
    } else {
        encode_pieces(table, part, &mut squares)?
    };
    let mut number = first.checked_mul(part.groups.first()?.factor)?;
    let mut begin = part.groups.first()?.length;
    // The other side's pawns have 48 squares, other pieces 64.
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

fn map_squares(squares: &mut [usize], map: impl Fn(usize) -> usize) {
    for square in squares {
        *square = map(*square);
    }
}

fn encode_pawns(pawns: &mut [usize]) -> u64 {
    let lead = LEADING_PAWN[pawns.len()][pawns[0]];
    pawns[1..].sort_by_key(|&square| PAWNS[square]);
    let others = pawns[1..].iter().enumerate();
    lead + others
        .map(|(index, &square)| CHOOSE[index + 1][PAWNS[square] as usize])
        .sum::<u64>()
}

/// Encodes the first two or three pieces, mapped into the triangle.
fn encode_pieces(table: &TableFile, part: &Part, squares: &mut [usize]) -> Option<u64> {
    if squares[0] / 8 > 3 {
        map_squares(squares, |square| square ^ 56);
    }
    let group = part.groups.first()?.length;
    let off = squares[..group]
        .iter()
        .position(|&square| above_diagonal(square) != 0);
    if let Some(index) = off
        && above_diagonal(squares[index]) > 0
    {
        map_squares(squares, |square| (square % 8) * 8 + square / 8);
    }
    if !table.material.has_single() {
        return Some(KINGS[TRIANGLE[squares[0]] as usize][squares[1]]);
    }
    let &mut [a, b, c, ..] = squares else {
        return None;
    };
    let (a, b, c) = (a as u64, b as u64, c as u64);
    let (b_offset, c_offset) = (u64::from(b > a), u64::from(c > a) + u64::from(c > b));
    let on_diagonal = |square: u64| above_diagonal(square as usize) == 0;
    Some(match () {
        () if !on_diagonal(a) => (TRIANGLE[a as usize] * 63 + b - b_offset) * 62 + c - c_offset,
        () if !on_diagonal(b) => {
            (6 * 63 + a / 8 * 28 + BELOW_DIAGONAL[b as usize]) * 62 + c - c_offset
        }
        () if !on_diagonal(c) => {
            let row = a / 8 * 7 + b / 8 - b_offset;
            (6 * 63 + 4 * 28) * 62 + row * 28 + BELOW_DIAGONAL[c as usize]
        }
        () => {
            let row = a / 8 * 7 + b / 8 - b_offset;
            (6 * 63 + 4 * 28) * 62 + 4 * 7 * 28 + row * 6 + c / 8 - c_offset
        }
    })
}
