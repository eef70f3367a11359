//! The WebChess face of a game: rows and columns counted from 0, and the
//! fields that R14 to R17 name.

use arbiter_game as game;
use arbiter_rules::{ByColor, CastlingSide, Color as Side, Position, Role, Square};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Color, state::is_not};

/// Row 0 is rank 8 and column 0 is file a (R14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Coordinates {
    /// 0 to 7.
    pub row: u8,
    /// 0 to 7.
    pub col: u8,
}

/// A move that has been played, in the fields of R17.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MoveRecord {
    /// Where the piece came from.
    pub from: Coordinates,
    /// Where it landed.
    pub to: Coordinates,
    /// What moved: `pawn`, `knight`, `bishop`, `rook`, `queen`, `king`.
    pub piece: String,
    /// Who moved.
    pub color: Color,
    /// What was taken.
    pub captured: Option<String>,
    /// What the pawn became.
    pub promotion: Option<String>,
    /// Which castling it was.
    pub castling: Option<Castling>,
    /// Whether a pawn was taken in passing.
    #[serde(rename = "enPassant")]
    pub en_passant: bool,
    /// Whether a piece was placed that had waited (Saktris): it came from
    /// nowhere, and `from` is where it landed.
    #[serde(default, skip_serializing_if = "is_not")]
    #[ts(as = "Option<bool>")]
    pub placed: bool,
    /// Whether nothing could be done (Saktris): nothing moved.
    #[serde(default, skip_serializing_if = "is_not")]
    #[ts(as = "Option<bool>")]
    pub passed: bool,
    /// The squares off which pieces were cleared (Saktris).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub cleared: Vec<String>,
}

/// Which castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Castling {
    /// O-O.
    Kingside,
    /// O-O-O.
    Queenside,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Piece {
    /// `pawn`, `knight`, `bishop`, `rook`, `queen`, `king`.
    pub piece: String,
    /// Whose.
    pub color: Color,
}

/// The rights to castle of one player (R15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct CastlingRights {
    /// O-O.
    pub kingside: bool,
    /// O-O-O.
    pub queenside: bool,
}

impl CastlingRights {
    /// Of both players.
    pub(crate) fn of(position: &Position) -> ByColor<CastlingRights> {
        ByColor::new_with(|color: Side| {
            let has = |side| position.castling_rook(color, side).is_some();
            CastlingRights {
                kingside: has(CastlingSide::Short),
                queenside: has(CastlingSide::Long),
            }
        })
    }
}

/// The board as R15 has it: rows from rank 8 down, in each the files from a.
pub(crate) fn board(position: &Position) -> Vec<Vec<Option<Piece>>> {
    let mut rows = vec![vec![None; 8]; 8];
    for (square, piece) in position.board().iter() {
        let at = Coordinates::from(square);
        rows[usize::from(at.row)][usize::from(at.col)] = Some(Piece {
            piece: name(piece.role),
            color: piece.color.into(),
        });
    }
    rows
}

fn name(role: Role) -> String {
    role.to_string()
}

impl From<Square> for Coordinates {
    fn from(square: Square) -> Coordinates {
        Coordinates {
            row: 7 - square.rank() as u8,
            col: square.file() as u8,
        }
    }
}

impl From<game::MoveRecord> for MoveRecord {
    fn from(record: game::MoveRecord) -> MoveRecord {
        MoveRecord {
            from: record.from.into(),
            to: record.to.into(),
            piece: name(record.piece),
            color: record.color.into(),
            captured: record.captured.map(name),
            promotion: record.promotion.map(name),
            castling: record.castling.map(Castling::from),
            en_passant: record.en_passant,
            placed: record.placed,
            passed: record.passed,
            cleared: record.cleared.iter().map(|it| it.to_string()).collect(),
        }
    }
}

impl From<CastlingSide> for Castling {
    fn from(side: CastlingSide) -> Castling {
        match side {
            CastlingSide::Short => Castling::Kingside,
            CastlingSide::Long => Castling::Queenside,
        }
    }
}
