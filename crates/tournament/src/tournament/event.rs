use arbiter_rules::ByColor;

use super::PlayerId;
use crate::{Bye, GameResult, Player, Points};

/// What an arbiter asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Enters a player, before the first round or later.
    Add(Player),
    /// Lets a player leave: they are no longer paired.
    Withdraw(PlayerId),
    /// Lets a player who left come back.
    Return(PlayerId),
    /// Grants a bye in the next round.
    GrantBye(PlayerId, Bye),
    /// Forbids two players to meet.
    Prohibit(PlayerId, PlayerId),
    /// Pairs the next round.
    Pair,
    /// Takes back the pairing of a round without results.
    Unpair,
    /// Enters or corrects the result of a game.
    Record {
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
        /// The result.
        result: GameResult,
    },
    /// Takes back a result of the last round: the game is being played.
    Clear {
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
    },
    /// Takes points from a player, in the standings and in later pairings.
    Penalize(PlayerId, Points),
    /// Corrects what is known about a player.
    Edit(PlayerId, Player),
}

/// What happened in a tournament; the only way it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player entered.
    Added(Player),
    /// A player left.
    Withdrawn(PlayerId),
    /// A player came back.
    Returned(PlayerId),
    /// A player will have a bye in the next round.
    ByeGranted(PlayerId, Bye),
    /// Two players must not meet.
    Prohibited(PlayerId, PlayerId),
    /// Some players have more points for pairing in some rounds.
    Accelerated {
        /// The fictitious points.
        points: Points,
        /// The first round, from 1.
        first_round: usize,
        /// The last round.
        last_round: usize,
        /// The player with the lowest number, `None` for number 1.
        first: Option<PlayerId>,
        /// The player with the highest number.
        last: PlayerId,
    },
    /// A round was paired.
    Paired {
        /// The pairs in the order of their boards.
        pairs: Vec<ByColor<PlayerId>>,
        /// The players without opponent.
        byes: Vec<(PlayerId, Bye)>,
    },
    /// The pairing of the last round was taken back.
    Unpaired,
    /// A result was entered or corrected.
    Recorded {
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
        /// The result.
        result: GameResult,
    },
    /// A result was taken back.
    Cleared {
        /// The round, from 1.
        round: usize,
        /// The board, from 1.
        board: usize,
    },
    /// Points were taken from a player.
    Penalized(PlayerId, Points),
    /// What is known about a player was corrected.
    Edited(PlayerId, Player),
}
