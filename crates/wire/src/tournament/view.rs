use serde::{Deserialize, Serialize};

use super::{EntryConditions, TournamentMatch, TournamentState, TournamentSystem, TournamentVenue};
use crate::{Clock, Color, GameOptions, PlayerKind, Speed, json::is_false};

/// A tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentSummary {
    /// The identifier of the tournament, which is part of its link.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is open, running, over or cancelled.
    pub state: TournamentState,
    /// How rounds are paired.
    pub system: TournamentSystem,
    /// Where the games are played.
    pub venue: TournamentVenue,
    /// The options of the games.
    pub options: GameOptions,
    /// The rating category of the games.
    pub speed: Speed,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it starts or started, in milliseconds since 1970. Null if the organizer
    /// starts it.
    pub starts: Option<u64>,
    /// The round that is paired or played, 0 before the first.
    pub round: u32,
    /// The number of rounds, as far as it is known; 0 in an arena.
    pub rounds: u32,
    /// How long an arena lasts; 0 in other tournaments.
    pub minutes: u32,
    /// The number of players.
    pub players: u32,
    /// The name of the organizer.
    pub organizer: String,
}

/// The tournaments of a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentList {
    /// Those in progress, the latest first.
    pub running: Vec<TournamentSummary>,
    /// Those that can be entered, the earliest first.
    pub open: Vec<TournamentSummary>,
    /// Some that are over, the latest first.
    pub over: Vec<TournamentSummary>,
    /// Whether the caller may create a tournament.
    pub may_create: bool,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentPlayer {
    /// The number of the player in this tournament.
    pub id: u32,
    /// The name.
    pub name: String,
    /// Whether the player has an account; absent if the arbiter has entered the
    /// name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
    /// The rating with which the player entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The team in a match between teams: 1 or 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u32>,
    /// Whether the player has left and is not paired.
    #[serde(default, skip_serializing_if = "is_false")]
    pub left: bool,
    /// The bye in the next round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_bye: Option<TournamentBye>,
}

/// Why a player has no opponent in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentBye {
    /// The pairing left the player over.
    Pairing,
    /// A bye worth as much as a win.
    Full,
    /// A requested bye worth as much as a draw.
    Half,
    /// The player is absent, or has the bye in a round robin.
    Zero,
}

/// A player's place in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentStanding {
    /// The number of the player.
    pub player: u32,
    /// The place; players equal in everything share one.
    pub rank: u32,
    /// The points, such as `2.5`; in the Keizer system those of its ranking.
    pub points: String,
    /// The value of each tie-break; empty if it is not defined.
    pub tie_breaks: Vec<String>,
    /// In an arena, the points of the latest games; in a knockout, the scores of the
    /// matches. Otherwise what the player did in
    /// each round: the number of the opponent, the color and the result, such as
    /// `4w1`, `7b½` or `2w+`; for a bye `U`, `F`, `H` or `Z`; `-` for a player who was
    /// absent.
    pub results: Vec<String>,
}

/// A team of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentTeam {
    /// The name.
    pub name: String,
    /// The points of all games whose results are known, such as `2.5`.
    pub points: String,
    /// The points with each board counted: the last board once, the one before it twice,
    /// and so on (the Berlin tie-break).
    pub board_points: String,
    /// The points in each round that is paired.
    pub rounds: Vec<String>,
}

/// The part of a knockout match that a game belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MatchStage {
    /// A tie-break game, because the match was tied.
    TieBreak,
    /// The Armageddon game: a draw is enough for Black.
    Armageddon,
}

/// A board of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentBoard {
    /// The number of the board.
    pub board: u32,
    /// The number of the player with the white pieces.
    pub white: u32,
    /// The number of the player with the black pieces.
    pub black: u32,
    /// The result, such as `1-0`, `1/2` or `+-`, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The identifier of the game, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The part of a knockout match that the game belongs to; absent for a regular game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<MatchStage>,
    /// The result that White has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_claim: Option<String>,
    /// The result that Black has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_claim: Option<String>,
}

/// A player without an opponent in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ByeView {
    /// The number of the player.
    pub player: u32,
    /// Why the player has no opponent.
    pub bye: TournamentBye,
}

/// A round of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentRound {
    /// The number of the round, from 1.
    pub round: u32,
    /// Whether its games have started.
    pub started: bool,
    /// How many milliseconds are left until the games start, if they do so by
    /// themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_in: Option<u64>,
    /// The boards.
    pub boards: Vec<TournamentBoard>,
    /// The players without opponent.
    pub byes: Vec<ByeView>,
}

/// Something that the arbiter says to all players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentMessage {
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The text.
    pub text: String,
}

/// A tournament as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentView {
    /// What lists show of it.
    pub summary: TournamentSummary,
    /// The number of its events: a view with a smaller number is older.
    pub seq: u64,
    /// What players should know.
    pub description: String,
    /// Who may enter.
    pub entry: EntryConditions,
    /// How many half-point byes a player may ask for.
    pub byes: u32,
    /// How many seconds pass between the pairing of a round and its games. If null,
    /// the arbiter pairs and starts each round.
    pub break_seconds: Option<u32>,
    /// The clock of the last game of a match, if it has one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armageddon: Option<Clock>,
    /// Whether the arbiter has paused it.
    pub paused: bool,
    /// How many milliseconds are left until the arena ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_in: Option<u64>,
    /// The players, by their numbers.
    pub players: Vec<TournamentPlayer>,
    /// The codes of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// The standings after the rounds whose results are all known.
    pub standings: Vec<TournamentStanding>,
    /// The two teams of a match, with its score.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<TournamentTeam>,
    /// The rounds of a knockout with their matches, from the first round to the final, once it
    /// has started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bracket: Vec<Vec<TournamentMatch>>,
    /// The last round that is paired.
    pub round: Option<TournamentRound>,
    /// The latest messages of the arbiter, the newest last.
    pub messages: Vec<TournamentMessage>,
    /// The number of the caller in this tournament. Not in live updates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<u32>,
    /// Whether the caller is an arbiter of this tournament. Not in live updates.
    #[serde(default, skip_serializing_if = "is_false")]
    pub arbiter: bool,
}

/// The tournament to which a game belongs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GamePairing {
    /// The identifier of the tournament.
    pub tournament: String,
    /// The name of the tournament.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
}

/// A subscription to a tournament over the WebSocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct WatchTournament {
    /// The identifier of the tournament.
    pub tournament: String,
}

/// A game of a tournament that has started for the recipient.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS))]
pub struct TournamentGame {
    /// The identifier of the game.
    pub game: String,
    /// Where it is played.
    pub pairing: GamePairing,
    /// The name of the opponent.
    pub opponent: String,
    /// The recipient's color.
    pub color: Color,
}
