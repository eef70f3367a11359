use core::fmt;

use super::MatchId;
use crate::PlayerId;

/// Why an action is refused in a knockout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnockoutRefusal {
    /// There is no such player.
    UnknownPlayer(PlayerId),
    /// There is no such match.
    UnknownMatch(MatchId),
    /// There is no such game in the match.
    UnknownGame(MatchId, usize),
    /// The name of the player is empty.
    NoName,
    /// The player has left already.
    HasLeft,
    /// The player has not left.
    HasNotLeft,
    /// The bracket is fixed, so nobody else can enter.
    EntryClosed,
    /// The bracket has been made already.
    IsDrawn,
    /// There are fewer than two players.
    TooFewPlayers,
    /// No game can begin before the results of those being played are known.
    ResultsMissing(usize),
    /// All matches are decided.
    Finished,
    /// There is nothing to take back.
    NothingPaired,
    /// The player does not take part in the match.
    NotInMatch(PlayerId, MatchId),
    /// The opponents of the match are not known yet.
    NotReady(MatchId),
    /// Games have been played that would not have been: take them back first.
    LaterGames,
}

impl KnockoutRefusal {
    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            KnockoutRefusal::UnknownPlayer(_) => "unknown_player",
            KnockoutRefusal::UnknownMatch(_) => "unknown_match",
            KnockoutRefusal::UnknownGame(..) => "unknown_game",
            KnockoutRefusal::NoName => "no_name",
            KnockoutRefusal::HasLeft => "has_left",
            KnockoutRefusal::HasNotLeft => "has_not_left",
            KnockoutRefusal::EntryClosed => "entry_closed",
            KnockoutRefusal::IsDrawn => "is_drawn",
            KnockoutRefusal::TooFewPlayers => "too_few_players",
            KnockoutRefusal::ResultsMissing(_) => "results_missing",
            KnockoutRefusal::Finished => "finished",
            KnockoutRefusal::NothingPaired => "nothing_paired",
            KnockoutRefusal::NotInMatch(..) => "not_in_match",
            KnockoutRefusal::NotReady(_) => "not_ready",
            KnockoutRefusal::LaterGames => "later_games",
        }
    }
}

impl fmt::Display for KnockoutRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnockoutRefusal::UnknownPlayer(id) => write!(f, "There is no player {id}."),
            KnockoutRefusal::UnknownMatch(id) => write!(f, "There is no match {id}."),
            KnockoutRefusal::UnknownGame(id, game) => {
                write!(f, "Match {id} has no game {game}.")
            }
            KnockoutRefusal::NoName => f.write_str("A player needs a name."),
            KnockoutRefusal::HasLeft => f.write_str("The player has left the tournament already."),
            KnockoutRefusal::HasNotLeft => f.write_str("The player has not left the tournament."),
            KnockoutRefusal::EntryClosed => {
                f.write_str("A knockout takes no players after the draw: its bracket is fixed.")
            }
            KnockoutRefusal::IsDrawn => f.write_str("The bracket has been made already."),
            KnockoutRefusal::TooFewPlayers => f.write_str("A knockout needs at least two players."),
            KnockoutRefusal::ResultsMissing(1) => f.write_str("One result is missing."),
            KnockoutRefusal::ResultsMissing(games) => write!(f, "{games} results are missing."),
            KnockoutRefusal::Finished => f.write_str("All matches are decided."),
            KnockoutRefusal::NothingPaired => f.write_str("There is nothing to take back."),
            KnockoutRefusal::NotInMatch(id, of) => {
                write!(f, "Player {id} does not take part in match {of}.")
            }
            KnockoutRefusal::NotReady(id) => {
                write!(f, "The players of match {id} are not known yet.")
            }
            KnockoutRefusal::LaterGames => f.write_str(
                "Games have been played that this would make impossible: take them back first, \
                 the last one first.",
            ),
        }
    }
}

impl core::error::Error for KnockoutRefusal {}
