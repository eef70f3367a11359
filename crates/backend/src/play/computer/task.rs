use arbiter_engine::{Level, Strength};
use arbiter_game::{Game, Time};
use arbiter_rules::Color;
use arbiter_wire::Action;

use super::{ComputerDecision, ComputerSeat};
use crate::base::PlayerId;

/// What is asked of the computer in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// To accept a takeback.
    Takeback,
    /// To agree to abort the game.
    Abort,
    /// To agree to a draw while the opponent is to move.
    Draw,
    /// To move.
    Move,
}

/// A request with everything that is needed to decide it.
#[derive(Clone, Debug)]
pub(super) struct ComputerTask {
    pub seat: ComputerSeat,
    pub level: Level,
    pub request: Request,
    pub game: Game,
}

impl Request {
    /// Returns what is asked of the computer if it plays this side.
    pub(super) fn of(game: &Game, color: Color) -> Option<Request> {
        if game.ending().is_some() {
            None
        } else if game.takeback_requested_by() == Some(!color) {
            Some(Request::Takeback)
        } else if game.abort_requested_by() == Some(!color) {
            Some(Request::Abort)
        } else if game.turn() == color {
            Some(Request::Move)
        } else {
            (game.draw_offer() == Some(!color)).then_some(Request::Draw)
        }
    }

    /// Returns the answer that needs no thought: the computer is a friendly
    /// opponent and always agrees to takebacks and aborts.
    pub(super) const fn immediate_answer(self) -> Option<Action> {
        match self {
            Request::Takeback => Some(Action::AcceptTakeback),
            Request::Abort => Some(Action::Abort),
            Request::Draw | Request::Move => None,
        }
    }
}

impl ComputerTask {
    /// Returns the strength of the computer in this game.
    pub(super) fn strength(&self) -> Strength {
        Strength::level(self.level)
    }

    /// Returns the seed of the computer's random choices: the same for the
    /// whole game.
    pub(super) fn seed(&self) -> u64 {
        let (id, color) = self.seat;
        id.to_number().cast_unsigned() << 1 | color as u64
    }

    /// Returns how many half-moves have been played.
    pub(super) fn ply(&self) -> u32 {
        u32::try_from(self.game.line().moves().len()).unwrap_or(u32::MAX)
    }

    /// Returns the decision to do this at this time.
    pub(super) fn decision(&self, due: Time, actions: Vec<Action>) -> ComputerDecision {
        let level = u8::try_from(self.level.number()).unwrap_or(u8::MAX);
        ComputerDecision {
            seat: self.seat,
            player: PlayerId::computer(level),
            event_count: self.game.event_count(),
            ply: self.ply(),
            due,
            actions,
        }
    }
}
