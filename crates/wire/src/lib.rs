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
mod face;
mod game;
mod json;
mod legal;
mod lists;
mod making;
mod news;
mod options;
mod pgn;
mod player;
mod problem;
pub mod rules;
mod saktris;
mod server;
mod speed;
mod state;

pub use account::{
    AccountView, CreatedToken, Credentials, NewPassword, NewToken, Password, Scope, SessionView,
    TokenView, Welcome,
};
pub use action::{Action, Claim, Misread};
pub use analysis::{Analysis, AnalysisEnd, AnalysisLine, AnalysisScore, AskAnalysis};
pub use choices::{Choices, Places};
pub use client::{Act, Chat, ClientMessage, Command, Leave, Rematch, Saying, Seek, Watch};
pub use declarations::declarations;
pub use event::{Event, Fact};
pub use face::{Castling, CastlingRights, Coordinates, Piece, Record};
pub use game::{BothRights, GameView, MoveView, Play, Stage};
pub use legal::LegalMoves;
pub use lists::{GameList, GameSummary, Profile, RatingHistory, RatingPoint, SpeedRating, Which};
pub use making::{NewGame, Opponent, Seated};
pub use news::News;
pub use options::{Clock, Conduct, Draws, GameOptions, OptionsError, TakeBacks, Variant};
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
pub use state::{ClockView, Color, Face, State};
