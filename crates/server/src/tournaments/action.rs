//! The actions of players and arbiters in a tournament, and what happens automatically.

use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{Bye, GameResult};
use arbiter_wire::ArbiterAction;

use super::{Entrant, HostedTournament};
use crate::store::{BoardSlot, PlayerCard};

/// What somebody, or the server itself, asks for.
#[derive(Clone, Debug)]
pub enum TournamentAction {
    /// A player of the server enters, with this name if they have no account.
    Enter {
        /// The player.
        card: PlayerCard,
        /// The name of a guest, over the board.
        name: Option<String>,
        /// The team in a match between teams.
        team: Option<u32>,
    },
    /// The arbiter enters somebody.
    Add(Entrant),
    /// An entrant leaves.
    Leave(u32),
    /// An entrant comes back.
    Return(u32),
    /// An entrant asks for a bye.
    RequestBye(u32, Bye),
    /// An entrant reports the result of the current game.
    ReportResult(u32, GameResult),
    /// The arbiter asks for something.
    Arbiter(ArbiterAction),
    /// A game on this server is over.
    GameOver {
        /// The board of the tournament on which it was played.
        slot: BoardSlot,
        /// The result.
        result: GameResult,
        /// The side that did not make its first move.
        absent: Option<Color>,
        /// The number of moves.
        moves: u32,
        /// Which sides have given up half of their time.
        berserk: ByColor<bool>,
    },
    /// Something is due.
    Due(Due),
}

impl TournamentAction {
    /// Returns the number of the entrant who asks for it.
    pub(super) fn entrant(&self, hosted: &HostedTournament) -> Option<u32> {
        match self {
            TournamentAction::Enter { card, .. } => hosted.number(card.id),
            TournamentAction::Leave(number)
            | TournamentAction::Return(number)
            | TournamentAction::RequestBye(number, _)
            | TournamentAction::ReportResult(number, _) => Some(*number),
            _ => None,
        }
    }

    /// Reports whether a player, and not an arbiter or the server, asks for it.
    pub(super) const fn is_from_player(&self) -> bool {
        matches!(
            self,
            TournamentAction::Enter { .. }
                | TournamentAction::Leave(_)
                | TournamentAction::Return(_)
                | TournamentAction::RequestBye(..)
                | TournamentAction::ReportResult(..)
        )
    }
}

/// What happens automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// The tournament starts.
    Begin,
    /// The tournament cannot start: there are too few players.
    Cancel,
    /// The next round is paired.
    Pair,
    /// The games of the round start.
    StartRound,
    /// Players may be paired in an arena, or it ends.
    Arena,
    /// The tournament ends.
    Finish,
}
