//! The WebChess form of a game. WebChess is the JSON form in which the rules
//! reference of the project describes a game: zero-based rows and columns, and
//! the fields that the laws R14 to R17 in `docs/laws.md` name. It exists only in
//! this module; all other code uses squares.

use arbiter_game as game;
use arbiter_rules::{ByColor, CastlingSide, Color as Side, Position, Role, Square};
use serde::{Deserialize, Serialize};

use crate::{Color, json::is_false};

/// The zero-based row and column of a square (R14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Coordinates {
    /// The row: 0 is rank 8 and 7 is rank 1.
    pub row: u8,
    /// The column: 0 is file a and 7 is file h.
    pub col: u8,
}

/// A played move, with the fields of R17.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MoveRecord {
    /// The square of departure.
    pub from: Coordinates,
    /// The square of arrival.
    pub to: Coordinates,
    /// The piece that moved: `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    pub piece: String,
    /// The side that moved.
    pub color: Color,
    /// The piece that was captured.
    pub captured: Option<String>,
    /// The piece to which the pawn was promoted.
    pub promotion: Option<String>,
    /// The side of the castling.
    pub castling: Option<Castling>,
    /// Whether a pawn was captured en passant.
    #[serde(rename = "enPassant")]
    pub en_passant: bool,
    /// Whether a waiting piece was placed on the board (Saktris). `from` is then
    /// equal to `to`.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "descriptions", ts(as = "Option<bool>"))]
    pub placed: bool,
    /// Whether the side passed (Saktris). Nothing moved.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "descriptions", ts(as = "Option<bool>"))]
    pub passed: bool,
    /// The squares from which pieces were cleared (Saktris).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "descriptions", ts(as = "Option<Vec<String>>"))]
    pub cleared: Vec<String>,
}

/// A side on which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Castling {
    /// Castling kingside, `O-O`.
    Kingside,
    /// Castling queenside, `O-O-O`.
    Queenside,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Piece {
    /// The kind of piece: `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    pub piece: String,
    /// The side it belongs to.
    pub color: Color,
}

/// The castling rights of one side (R15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CastlingRights {
    /// Whether the side may still castle kingside.
    pub kingside: bool,
    /// Whether the side may still castle queenside.
    pub queenside: bool,
}

impl CastlingRights {
    /// Returns the castling rights of both sides.
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

/// Returns the board of R15: rows from rank 8 to rank 1, each with the files from
/// a to h.
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
