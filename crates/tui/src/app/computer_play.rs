//! The computer as a player: what it is asked to think about, and how it acts.

use core::fmt;

use arbiter_engine::policy;
use arbiter_game::{Action, Span, Time};
use arbiter_rules::Color;

use super::{App, Prompt};
use crate::{
    ChosenMove, ColorChoice, Computer, Pace, ThinkError, ThinkPurpose, ThinkRequest,
    notice::Notice, speech, thinking,
};

impl App {
    /// Returns the computer, if it is one of the players.
    #[must_use]
    pub fn computer(&self) -> Option<&Computer> {
        self.players.computer()
    }

    /// Returns the number of the request that has to be thought about now.
    #[must_use]
    pub fn pending_request(&self) -> Option<u64> {
        Some(self.computer.request_number(self.think_purpose()?))
    }

    /// Returns the pending request, with the clocks as they are at this time.
    #[must_use]
    pub fn think_request(&self, at: Time) -> Option<ThinkRequest> {
        let purpose = self.think_purpose()?;
        Some(ThinkRequest {
            number: self.computer.request_number(purpose),
            purpose,
            computer: self.players.computer()?.clone(),
            line: self.game.guessed_line(),
            clocks: thinking::time_budgets(&self.game, self.now(at)),
        })
    }

    fn think_purpose(&self) -> Option<ThinkPurpose> {
        let computer = self.players.computer()?;
        if self.time.is_stopped() || self.game.ending().is_some() {
            None
        } else if self.game.turn() != computer.color {
            self.computer.wants_hint().then_some(ThinkPurpose::Hint)
        } else {
            (!self.computer.is_ready()).then_some(ThinkPurpose::Move)
        }
    }

    /// Takes the result of thinking about the request with this number. Results
    /// of earlier requests are ignored.
    pub fn finish_thinking(
        &mut self,
        at: Time,
        number: u64,
        result: Result<ChosenMove, ThinkError>,
    ) {
        let is_pending = self.pending_request() == Some(number);
        let Some(purpose) = self.think_purpose().filter(|_| is_pending) else {
            return;
        };
        match (purpose, result) {
            (ThinkPurpose::Move, Ok(chosen)) => {
                // It moves no sooner than a person would, but at once if
                // thinking took longer than that.
                let wait = match self.computer.pace {
                    Pace::Person => chosen.thinking_time,
                    Pace::Fast => Span::ZERO,
                };
                let due = (self.game.last_event_at() + wait).max(self.now(at));
                self.computer.set_ready(due, chosen);
                self.tick(at);
            }
            (ThinkPurpose::Hint, Ok(chosen)) => {
                self.computer.set_wants_hint(false);
                let position = self.game.position();
                let san = position.san(chosen.mv);
                let words = speech::describe_move(position, chosen.mv);
                self.dialog.info(format!("Hint: {san}. {words}."));
            }
            (ThinkPurpose::Hint, Err(error)) => {
                self.computer.set_wants_hint(false);
                self.refuse(Notice::refusal(format!("No hint available: {error}.")));
            }
            (ThinkPurpose::Move, Err(error)) => self.stop_for_failure(self.now(at), &error),
        }
    }

    /// Takes the result of thinking and plays the move at once. Without a screen
    /// there is no reason to wait.
    pub fn finish_thinking_at_once(
        &mut self,
        at: Time,
        number: u64,
        result: Result<ChosenMove, ThinkError>,
    ) {
        let result = result.map(|chosen| ChosenMove {
            thinking_time: Span::ZERO,
            ..chosen
        });
        self.finish_thinking(at, number, result);
    }

    /// Stops the time because the computer cannot act, until the person has
    /// decided what to do.
    fn stop_for_failure(&mut self, now: Time, why: &dyn fmt::Display) {
        self.recorder.heartbeat(now);
        self.time.stop(now);
        self.dialog.prompt = Some(Prompt::ComputerFailed(why.to_string()));
    }

    /// Lets the computer answer offers, and move when its move is due.
    pub(super) fn attend_computer(&mut self, now: Time) {
        let Some(&Computer { color, .. }) = self.players.computer() else {
            return;
        };
        if self.game.ending().is_some() {
            return;
        }
        if self.game.takeback_requested_by() == Some(!color) {
            self.act_for_computer(now, Action::AcceptTakeback);
        } else if self.game.abort_requested_by() == Some(!color) {
            self.act_for_computer(now, Action::Abort);
        } else if self.game.turn() != color && self.game.draw_offer() == Some(!color) {
            let action = match self.accepts_draw() {
                true => Action::AcceptDraw,
                false => Action::DeclineDraw,
            };
            self.act_for_computer(now, action);
        } else if let Some(chosen) = self.computer.take_due(now) {
            self.move_computer(now, color, chosen);
        }
    }

    fn move_computer(&mut self, now: Time, color: Color, chosen: ChosenMove) {
        if let Some(score) = chosen.score {
            self.computer.add_score(self.game.moves().len(), score);
        }
        let has_draw_offer = self.game.draw_offer() == Some(!color);
        if has_draw_offer && self.accepts_draw() {
            return self.act_for_computer(now, Action::AcceptDraw);
        }
        let mv = self.game.position().uci(chosen.mv);
        if policy::claims_draw(chosen.score) {
            let here = self.game.claims().next().map(|claim| (claim, None));
            let with_move = || self.game.claims_with(Some(chosen.mv)).next();
            if let Some((claim, intended)) = here.or_else(|| Some((with_move()?, Some(mv)))) {
                return self.act_for_computer(now, Action::Claim { claim, intended });
            }
        }
        if self.resigns() {
            return self.act_for_computer(now, Action::Resign);
        }
        self.act_for_computer(now, Action::from(mv));
        if self.game.moves().len() == 1 {
            // The introduction stays for a person who has just begun to play.
            self.introduce_computer();
        }
        if has_draw_offer && self.game.ending().is_none() {
            self.dialog
                .info(format!("{} declines the draw and plays on.", color.name()));
        }
    }

    fn act_for_computer(&mut self, now: Time, action: Action) {
        let Some(&Computer { color, .. }) = self.players.computer() else {
            return;
        };
        match self.game.decide(now, color, action) {
            Ok(events) => self.commit(events),
            // The computer only takes allowed actions. If it ever does not, the
            // person is told why.
            Err(refusal) => self.stop_for_failure(now, &refusal),
        }
    }

    fn accepts_draw(&self) -> bool {
        let plies = self.game.moves().len();
        policy::accepts_draw(self.computer.last_score(), self.game.position(), plies)
    }

    fn resigns(&self) -> bool {
        let computer = self.players.computer();
        computer.is_some_and(|computer| computer.opponent.resigns())
            && policy::resigns(&self.computer.scores())
    }

    /// Returns the side for which the player acts: the person's in a game against
    /// the computer, or else the side to move.
    pub(super) fn acting_color(&self) -> Color {
        self.players.person().unwrap_or(self.game.turn())
    }

    /// Reports whether the computer is to move.
    pub(crate) fn is_computers_turn(&self) -> bool {
        let computer = self.players.computer();
        self.game.ending().is_none()
            && computer.is_some_and(|computer| computer.color == self.game.turn())
    }

    pub(super) fn request_hint(&mut self) {
        let notice = if self.players.computer().is_none() {
            Notice::refusal("Hints are only available in games against the computer.")
        } else if self.game.ending().is_some() {
            Notice::refusal("The game is over.")
        } else if self.is_computers_turn() {
            Notice::refusal("It is the computer's turn.")
        } else {
            self.computer.set_wants_hint(true);
            let dots = self.theme.sign("…", "...");
            Notice::info(format!("Looking for a good move{dots}"))
        };
        self.view.show_current();
        self.dialog.notice = Some(notice);
    }

    /// Tells the person which opponent they play.
    pub(super) fn introduce_computer(&mut self) {
        if let Some(computer) = self.players.computer() {
            let side = (!computer.color).name();
            let opponent = computer.opponent.description();
            self.dialog
                .info(format!("You play {side} against {opponent}."));
        }
    }

    /// Seats the players for a game that is about to begin. A random color is
    /// replaced by `default_person`, if there is one.
    pub(super) fn seat_players(&mut self, default_person: Option<Color>) {
        let computer = self.players.next_computer().cloned().map(|setup| {
            let person = match (setup.person, default_person) {
                (ColorChoice::Fixed(color), _) | (ColorChoice::Random, Some(color)) => color,
                (ColorChoice::Random, None) => Color::ALL[self.random.below(2)],
            };
            Computer {
                color: !person,
                opponent: setup.opponent,
                seed: setup.seed.unwrap_or_else(|| self.random.next_u64()),
            }
        });
        self.players.seat(computer);
        self.computer.reset();
        self.face_person();
    }

    /// Turns the board to the person, in a game against the computer.
    pub(super) fn face_person(&mut self) {
        if let Some(person) = self.players.person() {
            self.view.set_auto_flip(false);
            self.view_as(person);
        }
    }
}
