use core::time::Duration;

use arbiter_engine::{
    ChosenMove, ComputerPlayer, Engine, EngineSettings, Score, SearchControl, TimeBudget, policy,
};
use arbiter_game::{Game, Span};
use arbiter_rules::{Color, PlayedLine, UciMove};
use arbiter_wire::Action;

use super::task::{ComputerTask, Request};

/// Chooses the actions of the computer, on one thread for one game after the
/// other.
pub(super) struct MoveChooser {
    player: ComputerPlayer,
    /// The levels do not search with it; full strength would.
    engine: Engine,
}

/// What the computer would do, and after how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChosenActions {
    /// What it prefers to do, then what it does if that is refused.
    pub actions: Vec<Action>,
    /// How long a person would have thought.
    pub thinking: Span,
}

/// The part of the clock that is reserved for the network, per move.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);

const ENGINE_SETTINGS: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 1,
};

impl MoveChooser {
    /// Returns a chooser that is ready for this task.
    pub(super) fn new(task: &ComputerTask) -> MoveChooser {
        MoveChooser {
            player: ComputerPlayer::new(task.strength(), task.seed()),
            engine: Engine::new(ENGINE_SETTINGS),
        }
    }

    /// Chooses what to do. Returns none if the search was cancelled or there is
    /// nothing to play.
    pub(super) fn choose_actions(
        &mut self,
        task: &ComputerTask,
        control: &dyn SearchControl,
    ) -> Option<ChosenActions> {
        self.player.reset(task.strength(), task.seed());
        if let Some(action) = task.request.immediate_answer() {
            return Some(ChosenActions {
                actions: vec![action],
                thinking: Span::ZERO,
            });
        }
        match task.request {
            Request::Draw => Some(self.answer_draw_offer(task, control)),
            _ => self.play(task, control),
        }
    }

    /// Answers a draw offer made while the opponent is to move, by what the
    /// computer thought of its position when it last moved.
    fn answer_draw_offer(
        &mut self,
        task: &ComputerTask,
        control: &dyn SearchControl,
    ) -> ChosenActions {
        let mut line = task.game.guessed_line();
        line.take_back();
        let score = self.evaluate(&line, control);
        let action = match accepts_draw(&task.game, score) {
            true => Action::AcceptDraw,
            false => Action::DeclineDraw,
        };
        ChosenActions {
            actions: vec![action],
            thinking: Span::ZERO,
        }
    }

    fn play(&mut self, task: &ComputerTask, control: &dyn SearchControl) -> Option<ChosenActions> {
        let (game, color) = (&task.game, task.seat.1);
        // The computer knows no more of a hidden order than its opponent.
        let choice = self.choose(&game.guessed_line(), control)?;
        let play = |mv: UciMove| Action::Play {
            mv: mv.to_string(),
            offer_draw: false,
        };
        let mut actions = Vec::new();
        if game.draw_offer() == Some(!color) && accepts_draw(game, choice.score) {
            actions.push(Action::AcceptDraw);
        }
        let mv = game.position().uci(choice.mv);
        if policy::claims_draw(choice.score) {
            actions.extend(claim(game, &choice, mv));
        }
        if self.resigns(task, &choice, control) {
            actions.push(Action::Resign);
        }
        actions.push(play(mv));
        let clock = time_budget(game, color);
        let thinking = choice.natural_delay(clock.as_ref()).as_millis();
        Some(ChosenActions {
            actions,
            thinking: Span::from_millis(u64::try_from(thinking).unwrap_or(0)),
        })
    }

    /// Reports whether the position has been lost for some moves, by the
    /// computer's own evaluation of each.
    fn resigns(
        &mut self,
        task: &ComputerTask,
        choice: &ChosenMove,
        control: &dyn SearchControl,
    ) -> bool {
        if !policy::may_resign(task.strength()) {
            return false;
        }
        let mut scores = Vec::with_capacity(policy::RESIGN_AFTER_MOVES);
        let mut score = choice.score;
        let mut line = task.game.guessed_line();
        while let Some(bad) = score.filter(|&score| policy::is_hopeless(score)) {
            scores.push(bad);
            let has_moved = line.take_back().is_some() && line.take_back().is_some();
            if scores.len() == policy::RESIGN_AFTER_MOVES || !has_moved {
                break;
            }
            score = self.evaluate(&line, control);
        }
        policy::resigns(&scores)
    }

    fn evaluate(&mut self, line: &PlayedLine, control: &dyn SearchControl) -> Option<Score> {
        self.choose(line, control)?.score
    }

    fn choose(&mut self, line: &PlayedLine, control: &dyn SearchControl) -> Option<ChosenMove> {
        self.player.choose(&mut self.engine, line, control)
    }
}

fn accepts_draw(game: &Game, score: Option<Score>) -> bool {
    policy::accepts_draw(score, game.position(), game.moves().len())
}

/// Returns the claim that the computer can make, in this position or with its
/// move.
fn claim(game: &Game, choice: &ChosenMove, mv: UciMove) -> Option<Action> {
    let here = game.claims().next().map(|claim| (claim, None));
    let with = || Some((game.claims_with(Some(choice.mv)).next()?, Some(mv)));
    let (claim, with) = here.or_else(with)?;
    Some(Action::Claim {
        claim: claim.into(),
        with: with.map(|mv| mv.to_string()),
    })
}

/// Returns the time that the computer has when its turn begins.
fn time_budget(game: &Game, color: Color) -> Option<TimeBudget> {
    let budget = game.clock().budget(color, game.last_event_at())?;
    Some(TimeBudget {
        remaining: Duration::from_millis(budget.remaining.as_millis()),
        increment: Duration::from_millis(budget.increment.as_millis()),
        moves_to_go: budget.moves_to_go.map(u32::from),
        overhead: MOVE_OVERHEAD,
    })
}
