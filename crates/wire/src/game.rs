use arbiter_game::{Game, Span, Time};
use arbiter_rules::{MoveKind, Square, attacks::between};
use serde::{Deserialize, Serialize};

use crate::{
    CastlingRights, Cleared, Color, Coordinates, GameOptions, GamePairing, GameState, MoveRecord,
    Piece, Seats, webchess,
};

/// A whole game as the caller sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameView {
    /// The identifier of the game, which is part of its link.
    pub id: String,
    /// Whether the game has started, and whether it is over.
    pub stage: Stage,
    /// When the game was created, in milliseconds since 1970.
    pub created: u64,
    /// The options of the game.
    pub options: GameOptions,
    /// The players.
    pub players: Seats,
    /// The sides that the caller plays. Empty for a spectator.
    pub you: Vec<Color>,
    /// The identifier of the rematch, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// The tournament to which the game belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<GamePairing>,
    /// The moves and the state, once the game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayView>,
}

/// The stage of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The game waits for a player.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game is over.
    Over,
}

/// The moves and the state of a game that has started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayView {
    /// The starting position in FEN.
    pub start: String,
    /// The moves, without those taken back.
    pub moves: Vec<MoveView>,
    /// The same moves with the fields of R17.
    pub history: Vec<MoveRecord>,
    /// The board as rows and columns, row 0 being rank 8 (R14, R15).
    pub board: Vec<Vec<Option<Piece>>>,
    /// The castling rights (R15).
    pub castling: BothRights,
    /// The square that a pawn has just passed over, whether or not a pawn can
    /// capture it there (R15).
    pub en_passant: Option<Coordinates>,
    /// The current state.
    pub state: GameState,
}

/// The castling rights of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BothRights {
    /// The castling rights of White.
    pub white: CastlingRights,
    /// The castling rights of Black.
    pub black: CastlingRights,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MoveView {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard notation.
    pub san: String,
    /// The position after the move in FEN.
    pub fen: String,
    /// How long the player thought, in milliseconds.
    pub took: u64,
    /// The time on the player's clock after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// The pieces that the move cleared from the board (Saktris).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<Cleared>,
}

impl PlayView {
    /// Returns the view of a game at this time, without what only one side may
    /// see.
    #[must_use]
    pub fn of(game: &Game, at: Time) -> PlayView {
        let rights = CastlingRights::of(game.position());
        PlayView {
            start: game.public_fen_of(&game.options().start),
            moves: game
                .moves()
                .map(|played| MoveView {
                    uci: played.before.uci(played.mv).to_string(),
                    san: played.before.san(played.mv).to_string(),
                    fen: game.public_fen_of(&played.before.after(played.mv)),
                    took: played.took.as_millis(),
                    left: played.left.map(Span::as_millis),
                    cleared: Cleared::of(played.before, played.mv),
                })
                .collect(),
            history: game.history().map(MoveRecord::from).collect(),
            board: webchess::board(game.position()),
            castling: BothRights {
                white: rights.white,
                black: rights.black,
            },
            en_passant: passed_square(game).map(Coordinates::from),
            state: GameState::of(game, at),
        }
    }
}

/// Returns the square that a pawn has just passed over.
fn passed_square(game: &Game) -> Option<Square> {
    match game.moves().next_back() {
        Some(played) if played.mv.kind() == MoveKind::DoubleStep => {
            let passed = between(played.mv.from(), played.mv.to());
            passed.into_iter().next()
        }
        Some(_) => None,
        None => game.position().en_passant(),
    }
}
