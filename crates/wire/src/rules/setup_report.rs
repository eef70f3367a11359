use arbiter_rules::{Bitboard, Color, File, Rank, Role, Setup, SetupError, Square};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{InvalidInput, PositionIssue, names, setup, state};

/// A position that somebody sets up, playable or not: everything that stands
/// against it, what is doubtful about it, and what there is to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct SetupReport {
    /// The set-up as it was understood.
    pub fen: String,
    /// Whether a game can begin there.
    pub is_playable: bool,
    /// `active`, `check`, `checkmate`, `stalemate` or `draw`; null if it is
    /// not playable.
    pub status: Option<&'static str>,
    /// Everything that stands against playing from there.
    pub errors: Vec<PositionIssue>,
    /// What no game can have led to. It stops nobody from playing.
    pub doubts: Vec<PositionIssue>,
    /// The castling rights that the pieces allow.
    pub castling: Vec<CastlingChoice>,
    /// The squares that a pawn can have passed over with the last move.
    pub en_passant: Vec<String>,
}

/// A castling right that king and rook allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct CastlingChoice {
    /// How FEN writes it: `K`, `Q`, `k`, `q`, or the file of the rook if
    /// another one stands further outside.
    pub letter: char,
    /// The square of the rook.
    pub rook: String,
    /// Whose.
    pub color: crate::Color,
    /// `O-O` or `O-O-O`.
    pub san: &'static str,
    /// Whether they stand where they do in standard chess; else it is
    /// Chess960.
    pub is_standard: bool,
    /// Whether the set-up has this right.
    pub is_chosen: bool,
}

impl SetupReport {
    /// All that can be said about this set-up.
    ///
    /// # Errors
    ///
    /// Where the text stops being FEN. What cannot be played is an answer.
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

/// Every rook beside the king on the back rank could castle.
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

/// Behind every enemy pawn that can have come from where pawns begin.
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
