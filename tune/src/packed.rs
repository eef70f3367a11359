use arbiter_rules::{Board, Color, Piece, Position, Role, Square};

/// A position in 32 bytes, from the point of view of the side to move: the board is
/// flipped if Black is to move, so that the own pieces are always "white".
///
/// | bytes | content |
/// |---|---|
/// | 0–7 | the occupied squares |
/// | 8–23 | the pieces on them, four bits each: own pawn 0 … own king 5, enemy pawn 6 … |
/// | 24–25 | the score in centipawns |
/// | 26 | the result of the game in half points |
/// | 27 | 0 for a position of the game, 1 for one beside it |
/// | 28–31 | zero |
///
/// All numbers are little-endian.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed(pub [u8; Packed::SIZE]);

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was part of the game.
    Game,
    /// It arose from a random move that was not part of the game.
    Detour,
}

impl Packed {
    /// The number of bytes.
    pub const SIZE: usize = 32;

    /// Packs a position. The score is for the side to move.
    pub fn new(position: &Position, score: i32, origin: Origin) -> Packed {
        let (board, turn) = (position.board(), position.turn());
        let flip = flip(turn);
        let mut bytes = [0; Packed::SIZE];
        let mut occupied = board.occupied().0;
        if turn == Color::Black {
            occupied = occupied.swap_bytes();
        }
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        let squares =
            core::iter::successors(Some(occupied), |left| Some(left & left.wrapping_sub(1)))
                .take_while(|&left| left != 0)
                .map(|left| left.trailing_zeros() as usize);
        // A legal position has at most 32 pieces.
        for (number, square) in squares.enumerate().take(32) {
            let piece = Square::from_index(square ^ flip).and_then(|it| board.piece_at(it));
            let code = piece.map_or(0, |piece| {
                piece.role as u8 + 6 * u8::from(piece.color != turn)
            });
            bytes[8 + number / 2] |= code << (4 * (number % 2));
        }
        bytes[27] = u8::from(origin == Origin::Detour);
        let mut packed = Packed(bytes);
        packed.set_score(score);
        packed
    }

    /// Returns the board, flipped so that White is to move.
    pub fn board(&self) -> Board {
        let mut board = Board::default();
        let mut left = u64::from_le_bytes(self.0[..8].try_into().unwrap_or_default());
        for number in 0..32 {
            let Some(square) = Square::from_index(left.trailing_zeros() as usize) else {
                break;
            };
            left &= left - 1;
            let code = self.0[8 + number / 2] >> (4 * (number % 2)) & 15;
            let color = if code < 6 { Color::White } else { Color::Black };
            let role = Role::ALL[usize::from(code % 6)];
            board.put(square, Piece { color, role });
        }
        board
    }

    /// Returns the score in centipawns for the side to move.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// Sets the score in centipawns for the side to move.
    pub fn set_score(&mut self, score: i32) {
        let score = score.clamp(-MAX_SCORE, MAX_SCORE) as i16;
        self.0[24..26].copy_from_slice(&score.to_le_bytes());
    }

    /// Sets the result of the game for the side to move, in half points.
    pub fn set_result(&mut self, result: u8) {
        self.0[26] = result;
    }
}

/// The largest score that is stored, in centipawns.
const MAX_SCORE: i32 = 20_000;

/// Returns what a square is combined with by "exclusive or" for this point of view.
fn flip(turn: Color) -> usize {
    match turn {
        Color::White => 0,
        Color::Black => 56,
    }
}

#[cfg(test)]
mod tests {
    use arbiter_rules::Position;

    use super::{Origin, Packed};

    #[test]
    fn a_packed_board_is_the_board_seen_by_the_side_to_move() {
        for (fen, seen) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            ),
            (
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
                "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 w - - 0 1",
            ),
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let seen: Position = seen.parse().expect("a legal position");
            let packed = Packed::new(&position, -123, Origin::Game);
            assert_eq!(packed.board(), *seen.board(), "{fen}");
            assert_eq!(packed.score(), -123);
        }
    }
}
