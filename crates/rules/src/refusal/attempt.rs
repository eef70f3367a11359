use core::fmt;

use crate::{CastlingSide, File, Piece, Role, SanMove, Square};

/// The move that was tried. It prints in long algebraic notation (`Ng1-f3`,
/// `O-O`), which says what was meant even where it is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attempt {
    /// From one square to another.
    Between {
        /// What stands on the square of departure.
        piece: Option<Piece>,
        /// The square of departure.
        from: Square,
        /// The square of arrival.
        to: Square,
        /// What would be taken.
        captured: Option<Occupant>,
        /// What a pawn would become.
        promotion: Option<Role>,
    },
    /// What standard notation says, where no one piece is meant: `Nd4`.
    San(SanMove),
    /// A pawn's capture in short: `ed`.
    PawnCapture {
        /// The file of departure.
        from: File,
        /// The file of arrival.
        to: File,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A piece that waited, placed on a square (Saktris).
    Place {
        /// What.
        role: Role,
        /// Where.
        to: Square,
    },
}

/// A piece and the square it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// Prints as in long algebraic notation.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Attempt::Castle(side) => f.write_str(side.san()),
            Attempt::San(wish) => wish.fmt(f),
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

/// `"rook on f8"`.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.role, self.square)
    }
}
