use arbiter_rules::{ByColor, Color};

use crate::{GameResult, Player, PlayerId};

/// The number of a game of an arena, from 1.
pub type GameNumber = usize;

/// What is asked for in an arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArenaAction {
    /// Enters a player, before the start or later. They are paired from the moment
    /// they are ready.
    Add(Player),
    /// The player is there and waits for an opponent, also after the next games.
    Ready(PlayerId),
    /// The player plays their game to the end, but wants no other one.
    Leave(PlayerId),
    /// Starts the arena; the time runs from here.
    Start,
    /// Pairs the players who wait, without waiting for others.
    Pair,
    /// The player of this color gives up half of their time for one more point.
    Berserk {
        /// The game.
        game: GameNumber,
        /// The player's color.
        color: Color,
    },
    /// Enters or corrects the result of a game.
    Finish {
        /// The game.
        game: GameNumber,
        /// The result.
        result: GameResult,
        /// The number of moves, if it is known: short games count less.
        moves: Option<u32>,
    },
    /// The game counts for nothing.
    Abort(GameNumber),
    /// Takes points from a player.
    Penalize(PlayerId, u32),
    /// Removes a player: they are not paired and have no place. The points of their
    /// opponents remain.
    Remove(PlayerId),
    /// Ends the arena before its time.
    End,
}

/// What happened in an arena, and when; the only way it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaEvent {
    /// The time, in milliseconds, of any clock that the caller chooses.
    pub at_ms: u64,
    /// What happened.
    pub change: ArenaChange,
}

/// What happened in an arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArenaChange {
    /// A player entered.
    Added(Player),
    /// A player is ready to play.
    Ready(PlayerId),
    /// A player wants no further game.
    Left(PlayerId),
    /// The arena started.
    Started,
    /// A game started, with the next number.
    Paired(ByColor<PlayerId>),
    /// A player gave up half of their time.
    Berserked {
        /// The game.
        game: GameNumber,
        /// The player's color.
        color: Color,
    },
    /// A game ended, or its result was corrected.
    Finished {
        /// The game.
        game: GameNumber,
        /// The result.
        result: GameResult,
        /// The number of moves, if it is known.
        moves: Option<u32>,
    },
    /// A game counts for nothing.
    Aborted(GameNumber),
    /// A player lost points.
    Penalized(PlayerId, u32),
    /// A player was removed.
    Removed(PlayerId),
    /// The arena ended.
    Ended,
}
