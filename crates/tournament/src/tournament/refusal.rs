use core::fmt;

use super::PlayerId;
use crate::swiss::NoPairing;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such player.
    UnknownPlayer(PlayerId),
    /// The name of the player is empty.
    NoName,
    /// A player cannot be forbidden to meet themselves.
    SamePlayer,
    /// The player has left already.
    HasLeft,
    /// The player has not left.
    HasNotLeft,
    /// Round robins have no late entries: the tables are fixed.
    EntryClosed,
    /// The arbiter does not grant the pairing-allocated bye, the pairing does.
    NotGranted,
    /// A bye cannot be granted in a round robin.
    NoByes,
    /// A penalty takes some points.
    NoPoints,
    /// There are fewer than two players.
    TooFewPlayers,
    /// Results of a round are missing.
    ResultsMissing {
        /// The round, from 1.
        round: usize,
        /// How many.
        games: usize,
    },
    /// All rounds have been paired.
    Finished,
    /// No pairing is possible.
    NoPairing(NoPairing),
    /// Pairs that must not meet leave no pairing.
    KeptApart,
    /// A player of a team match needs a team.
    NoTeam,
    /// A match is between two teams.
    ThirdTeam,
    /// Only one team has players.
    OneTeam,
    /// No round has been paired.
    NothingPaired,
    /// A round with results cannot be taken back.
    HasResults,
    /// A later round has been paired with the result.
    ResultNeeded {
        /// The round, from 1.
        round: usize,
    },
    /// The game has no result.
    NoResult {
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
    },
    /// There is no such board in the round.
    UnknownBoard {
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
    },
}

impl Refusal {
    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::UnknownPlayer(_) => "unknown_player",
            Refusal::NoName => "no_name",
            Refusal::SamePlayer => "same_player",
            Refusal::HasLeft => "has_left",
            Refusal::HasNotLeft => "has_not_left",
            Refusal::EntryClosed => "entry_closed",
            Refusal::NotGranted => "not_granted",
            Refusal::NoByes => "no_byes",
            Refusal::NoPoints => "no_points",
            Refusal::TooFewPlayers => "too_few_players",
            Refusal::ResultsMissing { .. } => "results_missing",
            Refusal::Finished => "finished",
            Refusal::NoPairing(_) => "no_pairing",
            Refusal::KeptApart => "kept_apart",
            Refusal::NoTeam => "no_team",
            Refusal::ThirdTeam => "third_team",
            Refusal::OneTeam => "one_team",
            Refusal::NothingPaired => "nothing_paired",
            Refusal::HasResults => "has_results",
            Refusal::ResultNeeded { .. } => "result_needed",
            Refusal::NoResult { .. } => "no_result",
            Refusal::UnknownBoard { .. } => "unknown_board",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownPlayer(id) => write!(f, "There is no player {id}."),
            Refusal::NoName => f.write_str("A player needs a name."),
            Refusal::SamePlayer => f.write_str("These are the same player."),
            Refusal::HasLeft => f.write_str("The player has left the tournament already."),
            Refusal::HasNotLeft => f.write_str("The player has not left the tournament."),
            Refusal::EntryClosed => f.write_str(
                "A round robin takes no players after the first round: its tables are fixed.",
            ),
            Refusal::NotGranted => {
                f.write_str("The pairing gives this bye; grant a half-point or zero-point bye.")
            }
            Refusal::NoByes => f.write_str("A round robin has no byes on request."),
            Refusal::NoPoints => f.write_str("A penalty takes at least a tenth of a point."),
            Refusal::TooFewPlayers => f.write_str("A round needs at least two players."),
            Refusal::ResultsMissing { round, games: 1 } => {
                write!(f, "One result of round {round} is missing.")
            }
            Refusal::ResultsMissing { round, games } => {
                write!(f, "{games} results of round {round} are missing.")
            }
            Refusal::Finished => f.write_str("All rounds have been paired."),
            Refusal::NoPairing(error) => {
                write!(f, "R{}.", &error.to_string()[1..])
            }
            Refusal::KeptApart => {
                f.write_str("The pairs that must not meet leave no pairing for everybody.")
            }
            Refusal::NoTeam => f.write_str("A player of a team match needs a team."),
            Refusal::ThirdTeam => f.write_str("A match is between two teams; this is a third one."),
            Refusal::OneTeam => f.write_str("Both teams need players who are there."),
            Refusal::NothingPaired => f.write_str("No round has been paired."),
            Refusal::HasResults => {
                f.write_str("The round has results already; correct them instead.")
            }
            Refusal::ResultNeeded { round } => write!(
                f,
                "The next round has been paired with the results of round {round}; correct them \
                 instead."
            ),
            Refusal::NoResult { round, board } => {
                write!(f, "Board {board} of round {round} has no result.")
            }
            Refusal::UnknownBoard { round, board } => {
                write!(f, "Round {round} has no board {board}.")
            }
        }
    }
}

impl core::error::Error for Refusal {}
