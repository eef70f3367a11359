use arbiter_rules::{CastlingSide, Color, Move, Position, Square};

use super::convolution::Channels;

/// The number of planes: six own and six enemy pieces, own and enemy rooks that can
/// castle, the en passant square, origin and target of the last move, and ones.
pub(super) const PLANES: usize = 18;

const CASTLING: usize = 12;
const EN_PASSANT: usize = 14;
const LAST_MOVE: usize = 15;
const ONES: usize = 17;

/// Returns what a square is for the side to move: the board is flipped for Black.
pub(super) fn seen(square: Square, turn: Color) -> usize {
    match turn {
        Color::White => square as usize,
        Color::Black => square as usize ^ 56,
    }
}

/// Returns the planes for a position that arose from the last move.
pub(super) fn planes(position: &Position, last: Option<Move>, one: i16) -> Channels {
    let turn = position.turn();
    let mut planes = Channels::new(PLANES);
    let mut set = |square: Square, plane: usize| {
        planes.square_mut(seen(square, turn))[plane] = one;
    };
    for (square, piece) in position.board().iter() {
        let enemy = 6 * usize::from(piece.color != turn);
        set(square, piece.role as usize + enemy);
    }
    for (color, plane) in [(turn, CASTLING), (!turn, CASTLING + 1)] {
        for side in CastlingSide::ALL {
            if let Some(square) = position.castling_rook(color, side) {
                set(square, plane);
            }
        }
    }
    if let Some(square) = position.legal_en_passant() {
        set(square, EN_PASSANT);
    }
    if let Some(last) = last {
        set(last.from(), LAST_MOVE);
        set(last.to(), LAST_MOVE + 1);
    }
    for square in 0..64 {
        planes.square_mut(square)[ONES] = one;
    }
    planes
}
