use core::fmt;

use crate::{CastlingSide, File, Piece, Role, SanMove, Square};

/// The move that was tried. It prints in long algebraic notation (`Ng1-f3`,
/// `O-O`), which shows what was meant even if the move is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attempt {
    /// A move from one square to another.
    Between {
        /// The piece on the square of departure, if there is one.
        piece: Option<Piece>,
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// The piece that would be captured.
        captured: Option<Occupant>,
        /// The role a pawn would promote to.
        promotion: Option<Role>,
    },
    /// A move in standard notation that does not single out one piece: `Nd4`.
    San(SanMove),
    /// A pawn capture in short form: `ed`.
    PawnCapture {
        /// The file of departure.
        from: File,
        /// The file of arrival.
        to: File,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A piece placed on a square (Saktris).
    Place {
        /// The role of the piece.
        role: Role,
        /// The square it would be placed on.
        to: Square,
    },
}

/// A piece and the square it is on. It prints as `rook on f8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Attempt::Castle(side) => f.write_str(side.san()),
            Attempt::San(san) => san.fmt(f),
            Attempt::Place { role, to } => write!(f, "{}@{to}", role.letter()),
            Attempt::PawnCapture { from, to } => write!(f, "{from}x{to}"),
            Attempt::Between {
                piece,
                from,
                to,
                captured,
                promotion,
            } => {
                if let Some(piece) = piece
                    && piece.role != Role::Pawn
                {
                    write!(f, "{}", piece.role.letter())?;
                }
                let sign = if captured.is_some() { 'x' } else { '-' };
                write!(f, "{from}{sign}{to}")?;
                match promotion {
                    Some(role) => write!(f, "={}", role.letter()),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.role, self.square)
    }
}
