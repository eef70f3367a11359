//! Every message between page, programs and server.
//!
//! Types and views only: what is said, and how it looks as JSON. Nothing is
//! decided here, no socket is opened and no clock is read. The declarations
//! for the page and the schemas of the HTTP interface come from these types.

mod account;
mod action;
mod analysis;
mod choices;
mod client;
mod declarations;
mod event;
mod game;
mod json;
mod legal;
mod lists;
mod new_game;
mod options;
mod pgn;
mod player;
mod problem;
pub mod rules;
mod saktris;
mod server;
mod speed;
mod state;
mod update_frame;
mod webchess;

pub use account::{
    AccountView, CreatedToken, Credentials, NewPassword, NewToken, Password, Scope, SessionView,
    SignedIn, TokenView,
};
pub use action::{Action, ActionError, Claim};
pub use analysis::{Analysis, AnalysisEnd, AnalysisLine, AnalysisRequest, AnalysisScore};
pub use choices::{Choices, Placements};
pub use client::{Act, Chat, ChatRequest, ClientMessage, Command, Leave, Rematch, Seek, Watch};
pub use declarations::declarations;
pub use event::{Event, Fact};
pub use game::{BothRights, GameView, MoveView, PlayView, Stage};
pub use legal::LegalMoves;
pub use lists::{
    GameFilter, GameList, GameSummary, Profile, RatingHistory, RatingPoint, SpeedRating,
};
pub use new_game::{NewGame, Opponent, SeatedGame};
pub use options::{Clock, Conduct, Draws, GameOptions, OptionsError, Takebacks, Variant};
pub use pgn::{PgnNode, PgnProblem, PgnTag, PgnView};
pub use player::{PlayerKind, PlayerView, Seats};
pub use problem::Problem;
pub use saktris::{
    Cleared, ClearedPiece, Clearing, OrderMode, Saktris, SaktrisOptions, SaktrisProblem,
    SaktrisSide,
};
pub use server::{
    Acknowledged, ChatLine, OpenSeek, Paired, Presence, Refused, Rematched, Resume, SeekView,
    ServerMessage, Update,
};
pub use speed::Speed;
pub use state::{ClockView, Color, GameState, SideClock};
pub use update_frame::UpdateFrame;
pub use webchess::{Castling, CastlingRights, Coordinates, MoveRecord, Piece};
