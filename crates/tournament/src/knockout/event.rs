use core::fmt;

use arbiter_rules::ByColor;

use crate::{GameResult, Player, PlayerId};

/// A knockout match: its round and its place in the round, both from 1. The final is
/// match 1 of the last round, and the match for the third place is match 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MatchId {
    /// The round.
    pub round: usize,
    /// The place in the round.
    pub number: usize,
}

/// Writes `2.1`.
impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.round, self.number)
    }
}

/// What is asked for in a knockout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnockoutAction {
    /// Enters a player before the draw.
    Add(Player),
    /// Lets a player leave: they lose their match if it is not decided, or the next.
    Withdraw(PlayerId),
    /// Lets a player who left come back, if nobody has taken their place.
    Return(PlayerId),
    /// Seeds the players and fixes the bracket.
    Draw,
    /// Begins the next game of every match that is ready, after the draw if there was
    /// none.
    Pair,
    /// Takes back the games without result; without games, the draw.
    Unpair,
    /// Enters or corrects the result of a game.
    Record {
        /// The match.
        of: MatchId,
        /// The game of the match, from 1.
        game: usize,
        /// The result.
        result: GameResult,
    },
    /// Decides a match without playing it to its end.
    Award {
        /// The match.
        of: MatchId,
        /// The winner; `None` if both players are out.
        winner: Option<PlayerId>,
    },
    /// Takes back the award or the last game of a match.
    Erase(MatchId),
}

/// What happened in a knockout; the only way it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnockoutEvent {
    /// A player entered.
    Added(Player),
    /// A player left.
    Withdrawn(PlayerId),
    /// A player came back.
    Returned(PlayerId),
    /// The bracket was made from these players, the best seed first.
    Drawn(Vec<PlayerId>),
    /// The draw was taken back.
    Undrawn,
    /// The next game of a match began.
    Paired {
        /// The match.
        of: MatchId,
        /// The players.
        players: ByColor<PlayerId>,
    },
    /// The games without result were taken back.
    Unpaired,
    /// A result was entered or corrected.
    Recorded {
        /// The match.
        of: MatchId,
        /// The game of the match, from 1.
        game: usize,
        /// The result.
        result: GameResult,
    },
    /// A match was decided by an arbiter.
    Awarded {
        /// The match.
        of: MatchId,
        /// The winner, if there is one.
        winner: Option<PlayerId>,
    },
    /// The award or the last game of a match was taken back.
    Erased(MatchId),
}
