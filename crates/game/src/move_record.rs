use arbiter_rules::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};

/// A move as the history of R17 has it. Rows and columns are made of the
/// squares where JSON is written (C20).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRecord {
    /// Where the piece came from.
    pub from: Square,
    /// Where it landed.
    pub to: Square,
    /// What moved: a pawn that was promoted is a pawn.
    pub piece: Role,
    /// Who moved.
    pub color: Color,
    /// What was taken.
    pub captured: Option<Role>,
    /// What the pawn became.
    pub promotion: Option<Role>,
    /// Which castling it was.
    pub castling: Option<CastlingSide>,
    /// Whether a pawn was taken in passing.
    pub en_passant: bool,
    /// Whether a piece was placed that had waited (Saktris).
    pub placed: bool,
    /// Whether nothing could be done, so that the turn went over (Saktris).
    pub passed: bool,
    /// The squares off which pieces were cleared (Saktris).
    pub cleared: Bitboard,
}

impl MoveRecord {
    /// The record of a legal move of this position.
    #[must_use]
    pub fn of(before: &Position, mv: Move) -> MoveRecord {
        MoveRecord {
            from: mv.from(),
            to: mv.to(),
            piece: mv.role(),
            color: before.turn(),
            captured: before.captured(mv).map(|(_, piece)| piece.role),
            promotion: mv.promotion(),
            castling: mv.castling(),
            en_passant: mv.is_en_passant(),
            placed: mv.is_placement(),
            passed: mv.is_pass(),
            cleared: before.clear(mv).map_or(Bitboard::EMPTY, |it| it.squares()),
        }
    }
}
