use arbiter_rules::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};

/// A move with the fields that R17 prescribes for the history of a game. The
/// crate that writes JSON turns its squares into rows and columns (C20).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRecord {
    /// The square of departure.
    pub from: Square,
    /// The square of arrival.
    pub to: Square,
    /// The kind of piece that moved; a pawn for a promotion.
    pub piece: Role,
    /// The side that moved.
    pub color: Color,
    /// The kind of piece that was captured.
    pub captured: Option<Role>,
    /// The kind of piece to which a pawn was promoted.
    pub promotion: Option<Role>,
    /// The side of the castling.
    pub castling: Option<CastlingSide>,
    /// Whether a pawn was captured en passant.
    pub en_passant: bool,
    /// Whether a waiting piece was placed on the board (Saktris).
    pub placed: bool,
    /// Whether the side to move had to pass (Saktris).
    pub passed: bool,
    /// The squares from which pieces were cleared (Saktris).
    pub cleared: Bitboard,
}

impl MoveRecord {
    /// Returns the record of a legal move in this position.
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
