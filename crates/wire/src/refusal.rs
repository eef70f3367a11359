//! The cause of a refusal in typed parts, so that a client can write the
//! sentence in the language of its user.

mod cause;
mod from_game;
mod from_rules;

use arbiter_rules::{self as rules, Occupant};
use serde::{Deserialize, Serialize};

pub use cause::RefusalCause;

use crate::{Castling, Color};

/// Why a move or another action was refused, and the move it was about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(
    feature = "descriptions",
    ts(type = "{ attempt?: string | null } & RefusalCause")
)]
pub struct RefusalDetails {
    /// The move that was attempted, in long algebraic notation with English
    /// letters, such as `Ng1-f3`. Absent if the refusal is not about one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
    /// The cause, with its code and its parts.
    #[serde(flatten)]
    pub cause: RefusalCause,
}

/// A piece and the square it stands on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PieceOnSquare {
    /// The kind of piece.
    pub role: Role,
    /// The side it belongs to.
    pub color: Color,
    /// The square, such as `e4`.
    pub square: String,
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

/// What a player who has touched pieces must do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TouchObligation {
    /// Move a piece.
    Move {
        /// The piece.
        piece: PieceOnSquare,
        /// The castling that is not allowed, because its rook was touched
        /// before the king.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Castling>,
    },
    /// Capture a piece.
    Take(PieceOnSquare),
    /// Capture one piece with another.
    TakeWith {
        /// The capturing piece.
        piece: PieceOnSquare,
        /// The captured piece.
        taken: PieceOnSquare,
    },
    /// Castle.
    Castle(Castling),
}

impl From<rules::Role> for Role {
    fn from(role: rules::Role) -> Role {
        match role {
            rules::Role::Pawn => Role::Pawn,
            rules::Role::Knight => Role::Knight,
            rules::Role::Bishop => Role::Bishop,
            rules::Role::Rook => Role::Rook,
            rules::Role::Queen => Role::Queen,
            rules::Role::King => Role::King,
        }
    }
}

impl From<Occupant> for PieceOnSquare {
    fn from(occupant: Occupant) -> PieceOnSquare {
        PieceOnSquare {
            role: occupant.piece.role.into(),
            color: occupant.piece.color.into(),
            square: occupant.square.to_string(),
        }
    }
}
