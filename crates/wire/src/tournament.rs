mod bracket;
mod reasons;
mod request;
mod view;

use serde::{Deserialize, Serialize};

pub use bracket::{MatchGame, TournamentMatch};
pub use reasons::{BoardReason, FloatReason, MatchWay, PairReason, RefusedChoice, RoundReasons};
pub use request::{ArbiterAction, ArbiterRequest, ClaimResult, EnterTournament, RequestBye};
pub use view::{
    ByeView, GamePairing, MatchStage, TournamentBoard, TournamentBye, TournamentGame,
    TournamentList, TournamentMessage, TournamentPlayer, TournamentRound, TournamentStanding,
    TournamentSummary, TournamentTeam, TournamentView, WatchTournament,
};

use crate::{Clock, GameOptions};

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
    /// The loser of a match is out.
    Knockout,
    /// The system of clubs: neighbors in the ranking meet, and a win is worth as much as
    /// the opponent.
    Keizer,
    /// A match between two teams, board by board.
    TeamMatch,
    /// A match between two teams in which everybody meets every player of the other
    /// team.
    Scheveningen,
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
    /// The number of rounds, 1 to 30. In a round robin and a Scheveningen match it follows
    /// from the number of players; an arena has none.
    pub rounds: u32,
    /// How long an arena lasts, 1 to 600 minutes.
    pub minutes: u32,
    /// Whether the players of an arena may give up half of their time before their first
    /// move, for one more point if they win. Only with one time for the whole game.
    pub berserk: bool,
    /// How many games a knockout match has, 1 to 8, before the tie-break of two games
    /// and the Armageddon game, in which a draw is enough for Black.
    pub games: u32,
    /// The clock of the Armageddon game of a knockout match, in which a draw is enough for
    /// Black, such as `5+0 / 4+0`: White has more time. If null, that of the other games. It
    /// is never rated.
    pub armageddon: Option<Clock>,
    /// The names of the two teams of a match: 1 to 40 characters each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<String>,
    /// How many boards a match between teams has, at most 500; 0 for as many as the larger
    /// team has players.
    pub boards: u32,
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
            berserk: true,
            games: 1,
            armageddon: None,
            teams: Vec::new(),
            boards: 0,
            venue: TournamentVenue::Online,
            options: GameOptions::default(),
            starts: None,
            break_seconds: Some(15),
            byes: 1,
            entry: EntryConditions::default(),
        }
    }
}

impl TournamentSystem {
    /// Reports whether two teams play.
    #[must_use]
    pub const fn has_teams(self) -> bool {
        matches!(
            self,
            TournamentSystem::TeamMatch | TournamentSystem::Scheveningen
        )
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
