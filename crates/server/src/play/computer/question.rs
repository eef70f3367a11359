use arbiter_engine::{Level, Strength};
use arbiter_game::{Game, Time};
use arbiter_rules::Color;
use arbiter_wire::Action;

use super::{Answer, Seat};
use crate::base::PlayerId;

/// What the computer is asked in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// To let the opponent take his move back.
    TakeBack,
    /// To call the game off.
    Abort,
    /// To agree to a draw while the opponent is to move.
    Draw,
    /// To move.
    Move,
}

/// A question with all that is needed to answer it.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub seat: Seat,
    pub level: Level,
    pub question: Question,
    pub game: Game,
}

impl Question {
    /// What the computer is asked, if it plays this side.
    pub(super) fn of(game: &Game, color: Color) -> Option<Question> {
        if game.ending().is_some() {
            None
        } else if game.takeback_requested_by() == Some(!color) {
            Some(Question::TakeBack)
        } else if game.abort_requested_by() == Some(!color) {
            Some(Question::Abort)
        } else if game.turn() == color {
            Some(Question::Move)
        } else {
            (game.draw_offer() == Some(!color)).then_some(Question::Draw)
        }
    }

    /// The answer that needs no thought: the computer is a friendly opponent.
    pub(super) const fn courtesy(self) -> Option<Action> {
        match self {
            Question::TakeBack => Some(Action::AcceptTakeback),
            Question::Abort => Some(Action::Abort),
            Question::Draw | Question::Move => None,
        }
    }
}

impl Task {
    /// How strong the computer is here.
    pub(super) fn strength(&self) -> Strength {
        Strength::level(self.level)
    }

    /// What its chance begins with: the same for the whole game.
    pub(super) fn seed(&self) -> u64 {
        let (id, color) = self.seat;
        id.to_number().cast_unsigned() << 1 | color as u64
    }

    /// How many moves stand.
    pub(super) fn ply(&self) -> u32 {
        u32::try_from(self.game.line().moves().len()).unwrap_or(u32::MAX)
    }

    /// What comes of it, at this time.
    pub(super) fn answer(&self, due: Time, actions: Vec<Action>) -> Answer {
        let level = u8::try_from(self.level.number()).unwrap_or(u8::MAX);
        Answer {
            seat: self.seat,
            player: PlayerId::computer(level),
            number: self.game.event_count(),
            ply: self.ply(),
            due,
            actions,
        }
    }
}
