use serde::{Deserialize, Serialize};

use crate::{Color, GameOptions, PlayerKind, Speed, json::is_false};

/// How the rounds of a tournament are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentSystem {
    /// Swiss by the FIDE (Dutch) System.
    #[default]
    Swiss,
    /// The same with Baku acceleration.
    AcceleratedSwiss,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
    /// For a fixed time, players are paired whenever they are free.
    Arena,
    /// Who loses a match is out.
    Knockout,
}

/// Where the games of a tournament are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentVenue {
    /// On this server: games start by themselves.
    #[default]
    Online,
    /// Over the board: the players enter the results.
    Board,
}

/// Who may enter a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentAccess {
    /// Everybody. The tournament is in the public list.
    #[default]
    Everyone,
    /// Everybody who has the link: the tournament is in no list.
    Link,
    /// The players whom the organizer names.
    List,
}

/// The conditions under which a player may enter a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct EntryConditions {
    /// Who may enter.
    pub access: TournamentAccess,
    /// The names of the accounts that may enter, if `access` is `list`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The lowest rating at the speed of the games.
    pub min_rating: Option<u32>,
    /// The highest rating at the speed of the games.
    pub max_rating: Option<u32>,
    /// Whether people without an account may enter. Never in a rated tournament.
    pub guests: bool,
    /// Whether programs may enter.
    pub bots: bool,
    /// Whether players may enter after the first round is paired. Never in a round
    /// robin.
    pub late: bool,
    /// The most players: at most 1000.
    pub max_players: u32,
}

/// A new tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewTournament {
    /// The name: 3 to 60 characters.
    pub name: String,
    /// What players should know: at most 1000 characters.
    pub description: String,
    /// How rounds are paired.
    pub system: TournamentSystem,
    /// The number of rounds, 1 to 30. In a round robin it follows from the number of
    /// players; an arena has none.
    pub rounds: u32,
    /// How long an arena lasts, 1 to 600 minutes.
    pub minutes: u32,
    /// How many games a match of a knockout has, 1 to 8, before the tie-break of two games
    /// and the last one, in which a draw is enough for Black.
    pub games: u32,
    /// Where the games are played.
    pub venue: TournamentVenue,
    /// The options of the games.
    pub options: GameOptions,
    /// When it starts, in milliseconds since 1970. If null, the organizer starts it.
    pub starts: Option<u64>,
    /// How many seconds pass between the pairing of a round and its games: at most a
    /// day. If null, the arbiter pairs and starts each round.
    pub break_seconds: Option<u32>,
    /// How many half-point byes a player may ask for.
    pub byes: u32,
    /// Who may enter.
    pub entry: EntryConditions,
}

/// Whether a tournament has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentState {
    /// Players enter.
    Open,
    /// Rounds are played.
    Running,
    /// It is over.
    Over,
    /// It was cancelled.
    Cancelled,
}

/// A tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TournamentSummary {
    /// The identifier of the tournament, which is part of its link.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it has begun.
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
    /// The player is absent, or rests in a round robin.
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
    /// The points, such as `2.5`.
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
    /// The result that White has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_claim: Option<String>,
    /// The result that Black has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_claim: Option<String>,
}

/// A player without opponent in a round.
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

/// An entry into a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct EnterTournament {
    /// The name of a guest in a tournament over the board.
    pub name: Option<String>,
}

/// A request for a bye in the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RequestBye {
    /// `half` or `zero`.
    pub bye: TournamentBye,
}

/// The result of a game over the board, as one of its players enters it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimResult {
    /// `1-0`, `1/2` or `0-1`.
    pub result: String,
}

/// What an arbiter asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ArbiterAction {
    /// Start the tournament: pairs the first round.
    Start,
    /// Pair the next round.
    Pair,
    /// Pair the round again, which has not started yet.
    PairAgain,
    /// Start the games of the round.
    StartRound,
    /// Enter or correct a result.
    Result {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The result, such as `1-0`, `1/2`, `+-` or `--`.
        result: String,
    },
    /// Enter a player by name.
    Add {
        /// The name of an account; in a tournament over the board, any name.
        name: String,
        /// The rating of a player without account.
        #[serde(default)]
        rating: Option<u32>,
    },
    /// Remove a player, who cannot come back by themselves.
    Remove {
        /// The number of the player.
        player: u32,
    },
    /// Let a player come back.
    Return {
        /// The number of the player.
        player: u32,
    },
    /// Give a player a bye in the next round.
    Bye {
        /// The number of the player.
        player: u32,
        /// `full`, `half` or `zero`.
        bye: TournamentBye,
    },
    /// Forbid two players to meet.
    Forbid {
        /// The number of one player.
        one: u32,
        /// The number of the other.
        other: u32,
    },
    /// Take points from a player, in the standings.
    Penalty {
        /// The number of the player.
        player: u32,
        /// The points, such as `0.5`; whole points in an arena.
        points: String,
        /// The reason, which everybody sees: at most 200 characters.
        reason: String,
    },
    /// Stop before the next round.
    Pause,
    /// Continue.
    Resume,
    /// End the tournament with the present standings.
    Finish,
    /// Cancel the tournament before it starts.
    Cancel,
    /// Say something to all players.
    Message {
        /// The text: at most 500 characters.
        text: String,
    },
}

/// Why a round is paired as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoundReasons {
    /// Whether the pairings are those of a fixed table.
    pub is_table: bool,
    /// Whether results or players have changed since the round was paired, so that
    /// there is no explanation.
    pub is_outdated: bool,
    /// The pairs, in the order of their boards.
    pub pairs: Vec<PairReason>,
    /// The players who were left over in their score group.
    pub floats: Vec<FloatReason>,
}

/// Why two players meet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PairReason {
    /// The number of the board.
    pub board: u32,
    /// The number of the higher ranked player.
    pub player: u32,
    /// The number of the opponent.
    pub opponent: u32,
    /// The article of C.04.3 that decided the colors.
    pub article: String,
    /// The opponents that come first in the order, and what stands against them.
    pub instead: Vec<RefusedChoice>,
}

/// Why a player is left over in a score group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FloatReason {
    /// The number of the player.
    pub player: u32,
    /// The points of the group.
    pub points: String,
    /// Whether the number of players in the group is odd.
    pub odd: bool,
    /// The player who would be left over first, and what stands against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<RefusedChoice>,
    /// The first opponent in the group, and what stands against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<RefusedChoice>,
}

/// A choice that was not made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RefusedChoice {
    /// The number of the player who was not chosen.
    pub player: u32,
    /// The criterion of C.04.3 that stands against it, `C1` to `C21`; `prohibited`, or
    /// `later` if the rest of the pairing comes later in the order.
    pub code: String,
    /// For `C1`, the round in which the two have met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// For `C6` to `C21`, the value of the criterion with this choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// The points of the players that the criterion is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<String>,
}

/// Who may create tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentPolicy {
    /// Everybody, also guests.
    Everybody,
    /// Everybody who has an account.
    #[default]
    Members,
    /// The organizers whom the administrators name, and moderators.
    Organizers,
}

impl TournamentPolicy {
    /// Returns the stable name, as in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TournamentPolicy::Everybody => "everybody",
            TournamentPolicy::Members => "members",
            TournamentPolicy::Organizers => "organizers",
        }
    }

    /// Returns the policy with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<TournamentPolicy> {
        let all = [
            TournamentPolicy::Everybody,
            TournamentPolicy::Members,
            TournamentPolicy::Organizers,
        ];
        all.into_iter().find(|policy| policy.code() == code)
    }
}

/// A request of an arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ArbiterRequest {
    /// What the arbiter asks for.
    #[serde(rename = "do")]
    pub action: ArbiterAction,
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

impl Default for EntryConditions {
    fn default() -> EntryConditions {
        EntryConditions {
            access: TournamentAccess::Everyone,
            names: Vec::new(),
            min_rating: None,
            max_rating: None,
            guests: true,
            bots: false,
            late: true,
            max_players: 500,
        }
    }
}

impl Default for NewTournament {
    fn default() -> NewTournament {
        NewTournament {
            name: String::new(),
            description: String::new(),
            system: TournamentSystem::Swiss,
            rounds: 5,
            minutes: 60,
            games: 1,
            venue: TournamentVenue::Online,
            options: GameOptions::default(),
            starts: None,
            break_seconds: Some(15),
            byes: 1,
            entry: EntryConditions::default(),
        }
    }
}

impl TournamentState {
    /// All states.
    pub const ALL: [TournamentState; 4] = [
        TournamentState::Open,
        TournamentState::Running,
        TournamentState::Over,
        TournamentState::Cancelled,
    ];

    /// Returns the stable name, as in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TournamentState::Open => "open",
            TournamentState::Running => "running",
            TournamentState::Over => "over",
            TournamentState::Cancelled => "cancelled",
        }
    }

    /// Returns the state with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<TournamentState> {
        TournamentState::ALL
            .into_iter()
            .find(|state| state.code() == code)
    }
}
