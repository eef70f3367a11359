use core::time::Duration;

use arbiter_engine::{
    ChosenMove, ComputerPlayer, Engine, EngineSettings, Score, SearchControl, TimeBudget, policy,
};
use arbiter_game::{Bonus, Game, Span, TimeControl};
use arbiter_rules::{Color, PlayedLine, UciMove};
use arbiter_wire::Action;

use super::question::{Question, Task};

/// Who thinks in one thread, for one game after the other.
pub(super) struct Mind {
    player: ComputerPlayer,
    /// Levels do not think with it; full strength would.
    engine: Engine,
}

/// What the computer would do, and after how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    /// What it would like to do, and what instead if it may not.
    pub actions: Vec<Action>,
    /// How long a person would have thought.
    pub thinking: Span,
}

/// What is kept of a clock for the way of each move.
const OVERHEAD: Duration = Duration::from_millis(100);

const SMALL: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 1,
};

impl Mind {
    /// Who answers this.
    pub(super) fn new(task: &Task) -> Mind {
        Mind {
            player: ComputerPlayer::new(task.strength(), task.seed()),
            engine: Engine::new(SMALL),
        }
    }

    /// Answers a question; the answer is not wanted if the control has stopped
    /// it, or if there is nothing to play.
    pub(super) fn answer(&mut self, task: &Task, control: &dyn SearchControl) -> Option<Reply> {
        self.player.reset(task.strength(), task.seed());
        if let Some(action) = task.question.courtesy() {
            return Some(Reply {
                actions: vec![action],
                thinking: Span::ZERO,
            });
        }
        match task.question {
            Question::Draw => Some(self.answer_offer(task, control)),
            _ => self.play(task, control),
        }
    }

    /// An offer while the opponent is to move is judged by what the computer
    /// thought when it moved last.
    fn answer_offer(&mut self, task: &Task, control: &dyn SearchControl) -> Reply {
        let mut line = task.game.guessed_line();
        line.take_back();
        let score = self.judge(&line, control);
        let action = match accepts_draw(&task.game, score) {
            true => Action::AcceptDraw,
            false => Action::DeclineDraw,
        };
        Reply {
            actions: vec![action],
            thinking: Span::ZERO,
        }
    }

    fn play(&mut self, task: &Task, control: &dyn SearchControl) -> Option<Reply> {
        let (game, color) = (&task.game, task.seat.1);
        // What the opponent cannot know, the computer does not either.
        let choice = self.choose(&game.guessed_line(), control)?;
        let move_it = |wish: UciMove| Action::Play {
            mv: wish.to_string(),
            offer_draw: false,
        };
        let mut actions = Vec::new();
        if game.draw_offer() == Some(!color) && accepts_draw(game, choice.score) {
            actions.push(Action::AcceptDraw);
        }
        let wish = game.position().uci(choice.mv);
        if policy::claims_draw(choice.score) {
            actions.extend(claim(game, &choice, wish));
        }
        if self.resigns(task, &choice, control) {
            actions.push(Action::Resign);
        }
        actions.push(move_it(wish));
        let clock = allowance(game, color);
        let thinking = choice.natural_delay(clock.as_ref()).as_millis();
        Some(Reply {
            actions,
            thinking: Span::from_millis(u64::try_from(thinking).unwrap_or(0)),
        })
    }

    /// Whether it has been lost for some moves, by its own judgement of each.
    fn resigns(&mut self, task: &Task, choice: &ChosenMove, control: &dyn SearchControl) -> bool {
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
            score = self.judge(&line, control);
        }
        policy::resigns(&scores)
    }

    fn judge(&mut self, line: &PlayedLine, control: &dyn SearchControl) -> Option<Score> {
        self.choose(line, control)?.score
    }

    fn choose(&mut self, line: &PlayedLine, control: &dyn SearchControl) -> Option<ChosenMove> {
        self.player.choose(&mut self.engine, line, control)
    }
}

fn accepts_draw(game: &Game, score: Option<Score>) -> bool {
    policy::accepts_draw(score, game.position(), game.moves().len())
}

/// The claim that the computer can make, as the board is or with its move.
fn claim(game: &Game, choice: &ChosenMove, wish: UciMove) -> Option<Action> {
    let here = game.claims().next().map(|claim| (claim, None));
    let with = || Some((game.claims_with(Some(choice.mv)).next()?, Some(wish)));
    let (claim, with) = here.or_else(with)?;
    Some(Action::Claim {
        claim: claim.into(),
        with: with.map(|wish| wish.to_string()),
    })
}

/// What the clock leaves the computer, when its turn begins.
fn allowance(game: &Game, color: Color) -> Option<TimeBudget> {
    let reading = game.clock().reading(color, game.last_event_at())?;
    let mut left = reading.time;
    let mut increment = Span::ZERO;
    let mut moves_to_go = reading.moves;
    match game.clock().control() {
        TimeControl::Periods(periods) => {
            increment = Bonus::span(periods.after(reading.stage).bonus);
            left += reading.delay;
        }
        // A period that is not used up comes back whole.
        TimeControl::ByoYomi { time, .. } if reading.stage > 0 => {
            moves_to_go = Some(1);
            left = left.min(*time);
        }
        TimeControl::ByoYomi { time, .. } => increment = *time,
        TimeControl::Correspondence { .. } => moves_to_go = Some(1),
        _ => {}
    }
    Some(TimeBudget {
        remaining: Duration::from_millis(left.as_millis()),
        increment: Duration::from_millis(increment.as_millis()),
        moves_to_go: moves_to_go.map(u32::from),
        overhead: OVERHEAD,
    })
}
