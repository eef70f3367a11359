//! The computer at the board: what it is asked, and what comes of it.

use core::fmt;

use arbiter_engine::{Score, policy};
use arbiter_game::{Action, Span, Time};
use arbiter_rules::Color;

use super::{App, Question};
use crate::{
    Computer, Purpose, Seat, Solo, Task, ThinkError, Thought,
    command::{Company, NewGame},
    notice::Notice,
    speech, task,
};

/// What is known of the computer's thinking.
#[derive(Default)]
pub(super) struct Mind {
    /// Goes up whenever there is something else to think about.
    turn: u64,
    /// What it thought of its position, and after how many moves that was.
    opinions: Vec<(usize, Score)>,
    /// What it has decided, and when a person would have come to it.
    ready: Option<(Time, Thought)>,
    /// Whether the person has asked for advice.
    wants_hint: bool,
}

impl Mind {
    /// The board has changed: what was thought about before is not wanted any
    /// more, and what was judged after so many moves is forgotten.
    pub(super) fn turn_to(&mut self, plies: usize) {
        self.turn += 1;
        self.ready = None;
        self.wants_hint = false;
        self.opinions.retain(|&(ply, _)| ply < plies);
    }

    pub(super) fn forget(&mut self) {
        self.turn_to(0);
    }

    /// When it acts, if it has decided.
    pub(super) fn due(&self) -> Option<Time> {
        self.ready.map(|(due, _)| due)
    }

    fn number(&self, purpose: Purpose) -> u64 {
        2 * self.turn + u64::from(purpose == Purpose::Hint)
    }

    fn opinion(&self) -> Option<Score> {
        self.opinions.last().map(|&(_, score)| score)
    }
}

impl App {
    /// The computer, if it is one of the players.
    #[must_use]
    pub fn computer(&self) -> Option<&Computer> {
        self.computer.as_ref()
    }

    /// The number of the task that somebody has to think about now.
    #[must_use]
    pub fn wanted(&self) -> Option<u64> {
        Some(self.mind.number(self.purpose()?))
    }

    /// The task with this number, as it stands at this time.
    #[must_use]
    pub fn task(&self, at: Time) -> Option<Task> {
        let purpose = self.purpose()?;
        Some(Task {
            number: self.mind.number(purpose),
            purpose,
            computer: self.computer.clone()?,
            line: self.game.guessed_line(),
            clocks: task::time_budgets(&self.game, self.now(at)),
        })
    }

    fn purpose(&self) -> Option<Purpose> {
        let computer = self.computer.as_ref()?;
        if self.stopped.is_some() || self.game.ending().is_some() {
            None
        } else if self.game.turn() != computer.color {
            self.mind.wants_hint.then_some(Purpose::Hint)
        } else {
            self.mind.ready.is_none().then_some(Purpose::Move)
        }
    }

    /// Somebody has thought about a task, or could not.
    pub fn thought(&mut self, at: Time, number: u64, thought: Result<Thought, ThinkError>) {
        let Some(purpose) = self.purpose().filter(|_| self.wanted() == Some(number)) else {
            return;
        };
        match (purpose, thought) {
            (Purpose::Move, Ok(thought)) => {
                // A person is not quicker, and nobody waits longer for it.
                let due = (self.game.last_event_at() + thought.thinking).max(self.now(at));
                self.mind.ready = Some((due, thought));
                self.tick(at);
            }
            (Purpose::Hint, Ok(thought)) => {
                self.mind.wants_hint = false;
                let position = self.game.position();
                let san = position.san(thought.mv);
                let words = speech::words(position, thought.mv);
                self.notice = Some(Notice::news(format!("Hint: {san}. {words}.")));
            }
            (Purpose::Hint, Err(error)) => {
                self.mind.wants_hint = false;
                self.refuse(Notice::trouble(format!("There is no hint: {error}.")));
            }
            (Purpose::Move, Err(error)) => self.stand_still(self.now(at), &error),
        }
    }

    /// The computer does not play: the time stands until somebody has decided
    /// what to do.
    fn stand_still(&mut self, now: Time, why: &dyn fmt::Display) {
        self.mark(now);
        self.stop(now);
        self.question = Some(Question::Trouble(why.to_string()));
    }

    /// The same, played at once: where nobody looks at a screen nobody wants
    /// to be kept waiting.
    pub fn thought_at_once(&mut self, at: Time, number: u64, thought: Result<Thought, ThinkError>) {
        let thought = thought.map(|thought| Thought {
            thinking: Span::ZERO,
            ..thought
        });
        self.thought(at, number, thought);
    }

    /// Lets the computer answer what it was asked, and move when it is time.
    pub(super) fn attend(&mut self, now: Time) {
        let Some(Computer { color, .. }) = self.computer else {
            return;
        };
        if self.game.ending().is_some() {
            return;
        }
        if self.game.takeback_requested_by() == Some(!color) {
            self.let_computer(now, Action::AcceptTakeback);
        } else if self.game.abort_requested_by() == Some(!color) {
            self.let_computer(now, Action::Abort);
        } else if self.game.turn() != color && self.game.draw_offer() == Some(!color) {
            let action = match self.accepts_draw() {
                true => Action::AcceptDraw,
                false => Action::DeclineDraw,
            };
            self.let_computer(now, action);
        } else if let Some((due, thought)) = self.mind.ready
            && due <= now
        {
            self.mind.ready = None;
            self.move_computer(now, color, thought);
        }
    }

    fn move_computer(&mut self, now: Time, color: Color, thought: Thought) {
        if let Some(score) = thought.score {
            self.mind.opinions.push((self.game.moves().len(), score));
        }
        let is_offered = self.game.draw_offer() == Some(!color);
        if is_offered && self.accepts_draw() {
            return self.let_computer(now, Action::AcceptDraw);
        }
        let wish = self.game.position().uci(thought.mv);
        if policy::claims_draw(thought.score) {
            let here = self.game.claims().next().map(|claim| (claim, None));
            let with = || self.game.claims_with(Some(thought.mv)).next();
            if let Some((claim, intended)) = here.or_else(|| Some((with()?, Some(wish)))) {
                return self.let_computer(now, Action::Claim { claim, intended });
            }
        }
        if self.gives_up() {
            return self.let_computer(now, Action::Resign);
        }
        self.let_computer(now, Action::from(wish));
        if self.game.moves().len() == 1 {
            // Who has just sat down reads on.
            self.introduce();
        }
        if is_offered && self.game.ending().is_none() {
            let text = format!("{} plays on.", color.name());
            self.notice = Some(Notice::news(text));
        }
    }

    fn let_computer(&mut self, now: Time, action: Action) {
        let Some(Computer { color, .. }) = self.computer else {
            return;
        };
        match self.game.decide(now, color, action) {
            Ok(events) => self.commit(events),
            // Nothing is asked of it that it may not do; but whatever it is,
            // it is seen.
            Err(refusal) => self.stand_still(now, &refusal),
        }
    }

    fn accepts_draw(&self) -> bool {
        let plies = self.game.moves().len();
        policy::accepts_draw(self.mind.opinion(), self.game.position(), plies)
    }

    fn gives_up(&self) -> bool {
        let scores: Vec<Score> = self.mind.opinions.iter().map(|&(_, score)| score).collect();
        let computer = self.computer.as_ref();
        computer.is_some_and(|computer| computer.opponent.resigns()) && policy::resigns(&scores)
    }

    /// On whose behalf something is wished for: that of the person who plays
    /// alone, or that of the side to move.
    pub(super) fn me(&self) -> Color {
        match &self.computer {
            Some(computer) => !computer.color,
            None => self.game.turn(),
        }
    }

    /// Whether the computer is to move.
    pub(crate) fn is_computers_turn(&self) -> bool {
        let computer = self.computer.as_ref();
        self.game.ending().is_none()
            && computer.is_some_and(|computer| computer.color == self.game.turn())
    }

    pub(super) fn ask_hint(&mut self) {
        let notice = if self.computer.is_none() {
            Notice::trouble("Hints are for games against the computer.")
        } else if self.game.ending().is_some() {
            Notice::trouble("The game is over.")
        } else if self.is_computers_turn() {
            Notice::trouble("It is the computer's turn.")
        } else {
            self.mind.wants_hint = true;
            Notice::news(format!(
                "Looking for a good move{}",
                self.theme.sign("…", "...")
            ))
        };
        self.looking = None;
        self.notice = Some(notice);
    }

    /// Says against whom one plays.
    pub(super) fn introduce(&mut self) {
        if let Some(computer) = &self.computer {
            let side = (!computer.color).name();
            let who = computer.opponent.description();
            let text = format!("You play {side} against {who}.");
            self.notice = Some(Notice::news(text));
        }
    }

    /// Whom a new game is played against, as far as the players say.
    pub(super) fn agree(&mut self, new: &NewGame) {
        let seat = new.seat.map(Seat::Color);
        match &new.company {
            Some(Company::Person) => self.solo = None,
            Some(Company::Computer(opponent)) => {
                let seed = self.solo.as_ref().and_then(|solo| solo.seed);
                self.solo = Some(Solo {
                    opponent: opponent.clone(),
                    seat: seat.unwrap_or_default(),
                    seed,
                });
            }
            None => {
                if let (Some(solo), Some(seat)) = (&mut self.solo, seat) {
                    solo.seat = seat;
                }
            }
        }
    }

    /// Gives the players their places for a game that is about to begin.
    /// Where chance has no say, the person has this side.
    pub(super) fn sit_down(&mut self, usual: Option<Color>) {
        let computer = self.solo.clone().map(|solo| {
            let person = match (solo.seat, usual) {
                (Seat::Color(color), _) | (Seat::Random, Some(color)) => color,
                (Seat::Random, None) => Color::ALL[usize::from(self.desk.chance(2)) % 2],
            };
            let seed = solo.seed.unwrap_or_else(|| self.seed());
            Computer {
                color: !person,
                opponent: solo.opponent,
                seed,
            }
        });
        self.seat(computer);
    }

    /// Gives the computer its place, and the players their names.
    pub(super) fn seat(&mut self, computer: Option<Computer>) {
        let names = &mut self.table.names;
        let own = match &self.computer {
            Some(before) => names[!before.color].clone(),
            None => YOU.to_owned(),
        };
        let is_named = |color: Color, name: &str| name != color.name() && name != YOU;
        match &computer {
            Some(Computer {
                color, opponent, ..
            }) => {
                let person = !*color;
                if self.computer.is_some() || !is_named(person, &names[person]) {
                    names[person] = own;
                }
                names[*color] = opponent.name();
            }
            None => {
                if let Some(before) = &self.computer {
                    let person = !before.color;
                    names[before.color] = before.color.name().to_owned();
                    if !is_named(person, &names[person]) {
                        names[person] = person.name().to_owned();
                    }
                }
            }
        }
        self.computer = computer;
        self.mind.forget();
        self.face_person();
    }

    /// Turns the board to the person who plays alone.
    pub(super) fn face_person(&mut self) {
        if let Some(computer) = &self.computer {
            self.turns_board = false;
            self.see_as(!computer.color);
        }
    }
}

/// What a person is called who has given no name.
const YOU: &str = "You";
