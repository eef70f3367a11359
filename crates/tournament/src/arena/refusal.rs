use core::fmt;

use super::GameNumber;
use crate::PlayerId;

/// Why an action is refused in an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArenaRefusal {
    /// There is no such player.
    UnknownPlayer(PlayerId),
    /// There is no such game.
    UnknownGame(GameNumber),
    /// The name of the player is empty.
    NoName,
    /// The player has been removed.
    IsRemoved(PlayerId),
    /// The player is ready already.
    IsReady(PlayerId),
    /// The player has left already.
    HasLeft(PlayerId),
    /// The arena has not started.
    NotStarted,
    /// The arena has started already.
    HasStarted,
    /// The arena is over. Games that were still being played do not count.
    HasEnded,
    /// The arena ends soon, so nobody is paired.
    PairingStopped,
    /// Berserk is not allowed in this arena.
    NoBerserk,
    /// The player has gone berserk already.
    HasBerserked(GameNumber),
    /// The game is over.
    GameOver(GameNumber),
}

impl ArenaRefusal {
    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ArenaRefusal::UnknownPlayer(_) => "unknown_player",
            ArenaRefusal::UnknownGame(_) => "unknown_game",
            ArenaRefusal::NoName => "no_name",
            ArenaRefusal::IsRemoved(_) => "is_removed",
            ArenaRefusal::IsReady(_) => "is_ready",
            ArenaRefusal::HasLeft(_) => "has_left",
            ArenaRefusal::NotStarted => "not_started",
            ArenaRefusal::HasStarted => "has_started",
            ArenaRefusal::HasEnded => "has_ended",
            ArenaRefusal::PairingStopped => "pairing_stopped",
            ArenaRefusal::NoBerserk => "no_berserk",
            ArenaRefusal::HasBerserked(_) => "has_berserked",
            ArenaRefusal::GameOver(_) => "game_over",
        }
    }
}

impl fmt::Display for ArenaRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaRefusal::UnknownPlayer(id) => write!(f, "There is no player {id}."),
            ArenaRefusal::UnknownGame(game) => write!(f, "There is no game {game}."),
            ArenaRefusal::NoName => f.write_str("A player needs a name."),
            ArenaRefusal::IsRemoved(id) => write!(f, "Player {id} has been removed."),
            ArenaRefusal::IsReady(id) => write!(f, "Player {id} is ready already."),
            ArenaRefusal::HasLeft(id) => write!(f, "Player {id} has left already."),
            ArenaRefusal::NotStarted => f.write_str("The arena has not started yet."),
            ArenaRefusal::HasStarted => f.write_str("The arena has started already."),
            ArenaRefusal::HasEnded => {
                f.write_str("The arena is over; games that were still being played do not count.")
            }
            ArenaRefusal::PairingStopped => {
                f.write_str("The arena ends soon, so no more games are started.")
            }
            ArenaRefusal::NoBerserk => f.write_str("Berserk is not allowed in this arena."),
            ArenaRefusal::HasBerserked(game) => {
                write!(f, "The player has gone berserk in game {game} already.")
            }
            ArenaRefusal::GameOver(game) => write!(f, "Game {game} is over."),
        }
    }
}

impl core::error::Error for ArenaRefusal {}
