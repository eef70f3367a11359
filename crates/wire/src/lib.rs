//! Every message between the page, programs and the server, as JSON.
//!
//! The crate contains types and conversions only. It decides nothing, opens no
//! socket and reads no clock. The TypeScript declarations of the page and the
//! schemas of the HTTP API are generated from these types, with their doc
//! comments as descriptions. `docs/protocol.md` explains the protocol.
//!
//! ```
//! use arbiter_game::{Game, Options, Time};
//! use arbiter_wire::{ClientMessage, Problem};
//! use arbiter_rules::{Color, UciMove};
//!
//! // A client sends a command over the WebSocket.
//! let text = r#"{"act":{"game":"0123456789","id":"1","do":{"play":{"move":"e2e5"}}}}"#;
//! let ClientMessage::Act(act) = serde_json::from_str(text)? else {
//!     unreachable!("the message is a command");
//! };
//! assert_eq!(act.command.id, "1");
//!
//! // The referee refuses the move, and the answer carries the cause.
//! let game = Game::start(Options::default(), Time::from_millis(0)).expect("it is playable");
//! let e5: UciMove = "e2e5".parse()?;
//! let refusal = game.decide(Time::from_millis(500), Color::White, e5.into()).unwrap_err();
//! let problem = serde_json::to_value(Problem::from(&refusal))?;
//! assert_eq!(problem["code"], "pawn_too_far");
//! assert_eq!(problem["cause"]["pawn"], "e2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `client`, `server` | the messages over the WebSocket, in each direction |
//! | `action` | what a player asks to do in a game |
//! | `event` | what happened in a game |
//! | `state` | the state of a game, sent with every update |
//! | `choices`, `legal` | the moves that the side to move may play |
//! | `update_frame` | an update that is serialized once for all recipients |
//! | `json` | handwritten JSON for the parts that are sent with every move |
//! | `game`, `webchess` | a whole game, and its form with rows and columns |
//! | `new_game`, `options`, `saktris` | creating a game, and its options |
//! | `problem`, `refusal` | why a request was refused, and the typed cause |
//! | `account`, `player`, `lists`, `speed`, `opening` | accounts, players, lists of games, ratings, names of openings |
//! | `people`, `challenge` | search, leaderboards, players followed; challenges to named players |
//! | `push` | subscriptions to Web Push |
//! | `admin` | administration: players, bans, reports, links, policy |
//! | `tournament` | tournaments |
//! | `analysis`, `pgn` | the analysis of a position, and games read from PGN |
//! | `picture` | requests for pictures of positions and moves |
//! | [`rules`] | queries about positions and moves, shared with the command line |
//! | `declarations` | all types as TypeScript, with the feature `descriptions` |

mod account;
mod action;
mod admin;
mod analysis;
mod challenge;
mod choices;
mod client;
#[cfg(feature = "descriptions")]
mod declarations;
mod event;
mod game;
mod json;
mod legal;
mod lists;
mod new_game;
mod opening;
mod options;
mod people;
mod pgn;
mod picture;
mod player;
mod problem;
mod push;
mod refusal;
pub mod rules;
mod saktris;
mod server;
mod speed;
mod state;
mod tournament;
mod update_frame;
mod webchess;

pub use account::{
    AccountExport, AccountView, CreatedToken, Credentials, ExportedGame, ForgottenPassword,
    LinkedProvider, NameNeeded, NewAuthorization, NewEmail, NewPassword, NewToken, Password,
    ProviderAnswer, ProviderUrl, RecoveredPassword, Scope, SessionView, SignedIn, TicketSignUp,
    TokenView, WrittenReport,
};
pub use action::{Action, ActionError, Claim};
pub use admin::{
    AccountRole, AdminChatLine, AdminPlayer, AdminPlayerDetail, AdminPlayerList, AuditList,
    AuditView, BackupView, BanKind, BanList, BanView, CloseAccount, ClosedAccount, CreatedLink,
    EndGame, HandleReport, InvitationView, Limits, LinkToken, NewBan, NewInvitation, NewReport,
    PlayerChange, ReportList, ReportReason, ReportState, ReportView, ServerPolicy, ServerView,
    SignUp, SignUpPolicy,
};
pub use analysis::{Analysis, AnalysisEnd, AnalysisLine, AnalysisRequest, AnalysisScore, Hint};
pub use challenge::{
    ChallengeList, ChallengeState, ChallengeView, DeclineChallenge, DeclineReason, NewChallenge,
};
pub use choices::{Choices, Placements};
pub use client::{Act, Chat, ChatRequest, ClientMessage, Command, Leave, Rematch, Seek, Watch};
#[cfg(feature = "descriptions")]
pub use declarations::declarations;
pub use event::{Event, Fact};
pub use game::{BothRights, GameView, MoveView, PlayView, Stage};
pub use legal::LegalMoves;
pub use lists::{
    GameFilter, GameList, GameOutcome, GameSummary, Profile, RatingHistory, RatingPoint,
    SpeedRating,
};
pub use new_game::{NewGame, Opponent, SeatedGame};
pub use opening::OpeningView;
pub use options::{Clock, Conduct, Draws, GameOptions, OptionsError, Takebacks, Variant};
pub use people::{Leaderboard, ListedPlayer, PlayerNow, Score};
pub use pgn::{PgnNode, PgnProblem, PgnTag, PgnView};
pub use picture::{PictureForm, PictureRequest};
pub use player::{PlayerKind, PlayerView, Seats};
pub use problem::Problem;
pub use push::{NewPushSubscription, PushKeys, PushView};
pub use refusal::{PieceOnSquare, RefusalCause, RefusalDetails, Role, TouchObligation};
pub use saktris::{
    Cleared, ClearedPiece, Clearing, OrderMode, Saktris, SaktrisOptions, SaktrisProblem,
    SaktrisSide,
};
pub use server::{
    Acknowledged, ChatHistory, ChatLine, OpenSeek, Paired, Presence, Refused, Rematched, Resume,
    SeekView, ServerMessage, Update,
};
pub use speed::Speed;
pub use state::{ClockView, Color, GameState, SideClock};
pub use tournament::{
    ArbiterAction, ArbiterRequest, BoardReason, ByeView, ClaimResult, EnterTournament,
    EntryConditions, FloatReason, GamePairing, MatchGame, MatchStage, MatchWay, NewTournament,
    PairReason, RefusedChoice, RequestBye, RoundReasons, TournamentAccess, TournamentBoard,
    TournamentBye, TournamentGame, TournamentList, TournamentMatch, TournamentMessage,
    TournamentPlayer, TournamentPolicy, TournamentRound, TournamentStanding, TournamentState,
    TournamentSummary, TournamentSystem, TournamentTeam, TournamentVenue, TournamentView,
    WatchTournament,
};
pub use update_frame::UpdateFrame;
pub use webchess::{Castling, CastlingRights, Coordinates, MoveRecord, Piece};
