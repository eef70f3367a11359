use arbiter_game::{Game, Span, Time};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    CastlingRights, Cleared, Color, Coordinates, GameOptions, GameState, MoveRecord, Piece, Seats,
    webchess,
};

/// A whole game as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GameView {
    /// Its name, part of its link.
    pub id: String,
    /// Whether it has begun, and whether it is over.
    pub stage: Stage,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// What the players agreed on.
    pub options: GameOptions,
    /// Who plays.
    pub players: Seats,
    /// The sides that are one's own: none for a watcher.
    pub you: Vec<Color>,
    /// The game that the players play after this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// What there is once it has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayView>,
}

/// Where a game is on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A seat is free.
    Waiting,
    /// It is played.
    Playing,
    /// It is over.
    Over,
}

/// A game that has begun: its moves, and how it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayView {
    /// The position it began with.
    pub start: String,
    /// The moves that stand.
    pub moves: Vec<MoveView>,
    /// The same in the fields of R17.
    pub history: Vec<MoveRecord>,
    /// The board, row 0 being rank 8 (R14, R15).
    pub board: Vec<Vec<Option<Piece>>>,
    /// The rights to castle (R15).
    pub castling: BothRights,
    /// Where a pawn could be taken in passing (R15).
    pub en_passant: Option<Coordinates>,
    /// How it stands.
    pub state: GameState,
}

/// The rights of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct BothRights {
    /// White's.
    pub white: CastlingRights,
    /// Black's.
    pub black: CastlingRights,
}

/// A move that stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MoveView {
    /// In the notation of programs.
    pub uci: String,
    /// In that of people.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// How long the player thought, in milliseconds.
    pub took: u64,
    /// What his clock showed after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// What left the board with it (Saktris).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<Cleared>,
}

impl PlayView {
    /// A game at this time, without what only one side is told.
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
            en_passant: game.position().en_passant().map(Coordinates::from),
            state: GameState::of(game, at),
        }
    }
}
