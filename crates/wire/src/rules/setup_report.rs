use arbiter_rules::{Bitboard, Color, File, Rank, Role, Setup, SetupError, Square};
use serde::Serialize;

use super::{InvalidInput, PositionIssue, names, setup, state};

/// Everything about a position that a user sets up: what makes it unplayable,
/// what is impossible in a game, and which castling and en passant rights it
/// allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SetupReport {
    /// The position in FEN as it was understood.
    pub fen: String,
    /// Whether a game can start from it.
    pub is_playable: bool,
    /// The status: `active`, `check`, `checkmate`, `stalemate` or `draw`. Null if
    /// the position is not playable.
    pub status: Option<&'static str>,
    /// The problems that make it unplayable.
    pub errors: Vec<PositionIssue>,
    /// The reasons why no game can lead to it. It can be played nevertheless.
    pub doubts: Vec<PositionIssue>,
    /// The castling rights that the pieces allow.
    pub castling: Vec<CastlingChoice>,
    /// The squares that a pawn may have crossed with the last move.
    pub en_passant: Vec<String>,
}

/// A castling right that the squares of a king and a rook allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CastlingChoice {
    /// The letter in FEN: `K`, `Q`, `k`, `q`, or the file of the rook if another
    /// rook is closer to the edge.
    pub letter: char,
    /// The square of the rook.
    pub rook: String,
    /// The side that may castle.
    pub color: crate::Color,
    /// The castling move: `O-O` or `O-O-O`.
    pub san: &'static str,
    /// Whether king and rook are on their squares of standard chess. Otherwise it
    /// is Chess960.
    pub is_standard: bool,
    /// Whether the position has this right.
    pub is_chosen: bool,
}

impl SetupReport {
    /// Examines a position that need not be playable.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid FEN. An unplayable position is
    /// not an error.
    pub fn of(fen: &str) -> Result<SetupReport, InvalidInput> {
        let setup = setup(fen)?;
        let position = setup.position();
        Ok(SetupReport {
            fen: setup.to_string(),
            is_playable: position.is_ok(),
            status: position.as_ref().ok().map(|it| state(it, it.outcome())),
            errors: match &position {
                Ok(_) => Vec::new(),
                Err(errors) => errors.errors().iter().map(PositionIssue::from).collect(),
            },
            doubts: setup
                .impossibilities()
                .into_iter()
                .map(PositionIssue::from)
                .collect(),
            castling: Color::ALL
                .into_iter()
                .flat_map(|color| castling(&setup, color))
                .collect(),
            en_passant: en_passant(&setup),
        })
    }
}

/// Returns the castling rights that a side can have: one for every rook on the
/// back rank of a king that is also there.
fn castling(setup: &Setup, color: Color) -> Vec<CastlingChoice> {
    let rank = Bitboard::rank(color.back_rank());
    let Some(king) = setup.board.king(color).filter(|&king| rank.contains(king)) else {
        return Vec::new();
    };
    let rooks = setup.board.pieces(color, Role::Rook) & rank;
    let choice = |rook: Square| {
        let is_kingside = rook.file() > king.file();
        let corner = if is_kingside { File::H } else { File::A };
        let is_outermost = rooks.iter().all(|other| match is_kingside {
            true => other.file() <= rook.file(),
            false => other.file() >= rook.file(),
        });
        let letter = match (is_outermost, is_kingside) {
            (true, true) => 'K',
            (true, false) => 'Q',
            (false, _) => char::from(b'A' + rook.file() as u8),
        };
        CastlingChoice {
            letter: match color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            },
            rook: rook.to_string(),
            color: color.into(),
            san: if is_kingside { "O-O" } else { "O-O-O" },
            is_standard: king.file() == File::E && rook.file() == corner,
            is_chosen: setup.castling.contains(rook),
        }
    };
    rooks.iter().map(choice).collect()
}

/// Returns the square behind every enemy pawn that may have just advanced two
/// squares.
fn en_passant(setup: &Setup) -> Vec<String> {
    let them = !setup.turn;
    let candidates = Bitboard::rank(them.rank(Rank::Third)).iter();
    let is_possible = |square: &Square| {
        let candidate = Setup {
            en_passant: Some(*square),
            ..*setup
        };
        let doubts = candidate.impossibilities();
        !doubts
            .iter()
            .any(|doubt| doubt.code() == "en_passant_square")
    };
    candidates
        .filter(is_possible)
        .map(|square| square.to_string())
        .collect()
}

impl From<&SetupError> for PositionIssue {
    fn from(error: &SetupError) -> PositionIssue {
        PositionIssue {
            code: error.kind.code(),
            message: error.to_string(),
            squares: names(error.squares),
        }
    }
}
