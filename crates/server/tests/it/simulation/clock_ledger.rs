//! The clocks of a game, computed independently from the times in the record, for
//! a clock with a main time and an increment.

use arbiter_game::{Bonus, Event, Fact, FirstMoves, Game, Time, TimeControl};
use arbiter_rules::{ByColor, Color};

/// The time of both clocks when the turn began, in milliseconds.
#[derive(Clone, Debug)]
pub struct ClockLedger {
    increment: i128,
    left: ByColor<i128>,
    /// The times before each move on the board.
    before: Vec<ByColor<i128>>,
    turn: Color,
    began: Time,
    is_over: bool,
}

impl ClockLedger {
    /// Returns none for a clock of another kind.
    pub fn new(game: &Game) -> Option<ClockLedger> {
        let TimeControl::Periods(periods) = &game.options().control else {
            return None;
        };
        if !matches!(game.options().first_moves, FirstMoves::Free { .. }) {
            return None;
        }
        let first = periods.after(0);
        let increment = match first.bonus {
            Bonus::None => 0,
            Bonus::Increment(span) => i128::from(span.as_millis()),
            Bonus::Bronstein(_) | Bonus::Delay(_) => return None,
        };
        let time = i128::from(first.time.as_millis());
        Some(ClockLedger {
            increment,
            left: ByColor {
                white: time,
                black: time,
            },
            before: Vec::new(),
            turn: game.turn(),
            began: game.last_event_at(),
            is_over: false,
        })
    }

    pub fn follow(&mut self, event: &Event) {
        match &event.fact {
            Fact::Played { spared, .. } => {
                self.before.push(self.left);
                if self.before.len() > 2 {
                    let passed = (event.at - self.began).as_millis();
                    let charged = i128::from(passed) - i128::from(spared.as_millis());
                    self.left[self.turn] -= charged.max(0);
                    self.left[self.turn] += self.increment;
                }
                self.turn = !self.turn;
                self.began = event.at;
            }
            Fact::TakenBack { plies } => {
                for _ in 0..*plies {
                    self.left = self.before.pop().expect("a move that stood");
                    self.turn = !self.turn;
                }
                self.began = event.at;
            }
            Fact::TimeGiven { to, span } => self.left[*to] += i128::from(span.as_millis()),
            // Two extra minutes for the opponent (FIDE 9.5.3).
            Fact::ClaimFailed { .. } => self.left[!self.turn] += 120_000,
            Fact::Ended(_) => {
                if self.is_running() {
                    let passed = i128::from((event.at - self.began).as_millis());
                    let left = &mut self.left[self.turn];
                    *left = (*left - passed).max(0);
                }
                self.is_over = true;
            }
            _ => {}
        }
    }

    pub fn is_running(&self) -> bool {
        self.before.len() >= 2 && !self.is_over
    }

    /// Returns the time of this side's clock at this time.
    pub fn shows(&self, color: Color, at: Time) -> i128 {
        let left = self.left[color];
        if self.is_running() && color == self.turn {
            (left - i128::from((at - self.began).as_millis())).max(0)
        } else {
            left
        }
    }

    pub fn is_negative(&self) -> bool {
        self.left.white < 0 || self.left.black < 0
    }
}
