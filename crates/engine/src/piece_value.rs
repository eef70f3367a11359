/// The values of the pieces in exchanges, from pawn to king, in centipawns.
pub(crate) const PIECE_VALUE: [i32; 6] = [100, 330, 340, 520, 1000, 0];
