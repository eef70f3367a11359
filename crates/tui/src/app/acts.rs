//! Wishes handed to the game, and what comes of them.

use arbiter_game::{Action, Fact, Game, Time, TimeControl};
use arbiter_rules::{Claim, Color};

use super::{App, Next, Question};
use crate::{Existing, command::NewGame, notice::Notice, score, score::Score};

/// What a question is answered with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Yes,
    No,
}

impl App {
    /// Asks the game for something. False if it is refused.
    pub(super) fn act(&mut self, now: Time, by: Color, action: Action) -> bool {
        match self.game.decide(now, by, action) {
            Ok(events) => {
                self.notice = None;
                self.commit(events);
                self.attend(now);
                true
            }
            Err(refusal) => {
                self.refuse(Notice::from(&refusal));
                false
            }
        }
    }

    /// Tells that something is not done. The squares it is about are those of
    /// the present.
    pub(super) fn refuse(&mut self, notice: Notice) {
        self.looking = None;
        self.notice = Some(notice);
    }

    /// What an event means to the players, where the board does not tell.
    pub(super) fn news(&self, fact: &Fact) -> Option<String> {
        let turn = self.game.turn().name();
        let piece_on = |square| {
            let piece = self.game.position().board().piece_at(square)?;
            Some(match piece.color == self.game.turn() {
                true => piece.role.to_string(),
                false => piece.to_string(),
            })
        };
        Some(match *fact {
            Fact::Touched(square) => {
                format!("{turn} touches the {} on {square}.", piece_on(square)?)
            }
            Fact::Adjusted(square) => {
                format!("{turn} adjusts the {} on {square}.", piece_on(square)?)
            }
            Fact::DrawDeclined { by } => format!("{} declines the draw.", by.name()),
            Fact::ClaimFailed { claim, intended } => {
                let what = match claim {
                    Claim::Threefold => "a third repetition",
                    Claim::FiftyMoves => "fifty moves",
                };
                let obligation = match intended {
                    Some(mv) => format!(" {} must be played.", self.game.position().san(mv)),
                    None => String::new(),
                };
                let other = (!self.game.turn()).name();
                let cost = match self.game.options().control {
                    TimeControl::None => String::new(),
                    _ => format!("{other} gets two minutes, and "),
                };
                format!(
                    "{turn}'s claim of {what} is wrong: {cost}the claim is an offer of a draw.\
                     {obligation} (FIDE 9.5.3)"
                )
            }
            Fact::TakebackDeclined { by } => {
                format!("{} does not give the move back.", by.name())
            }
            Fact::TakenBack { plies: 1 } => "The last move was taken back.".to_owned(),
            Fact::TakenBack { plies } => format!("{plies} moves were taken back."),
            Fact::TimeGiven { to, span } => {
                let seconds = span.as_seconds();
                format!("{} gets {seconds} seconds more.", to.name())
            }
            _ => return None,
        })
    }

    /// Answers what is asked: a question of this program, or what stands
    /// between the players.
    pub(super) fn answer(&mut self, at: Time, answer: Answer) {
        let now = self.now(at);
        let is_yes = answer == Answer::Yes;
        match self.question.take() {
            Some(Question::Resume) if is_yes => {
                self.go_on(at);
                self.notice = Some(Notice::news("The game goes on."));
            }
            Some(Question::Resume) => {
                self.table.names = self.invited.clone();
                self.solo = self.table.solo.clone();
                self.computer = None;
                self.start(at, NewGame::default());
            }
            Some(Question::Paused) => {
                self.go_on(at);
                self.notice = Some(Notice::news("The clocks run again."));
            }
            Some(Question::Trouble(_)) if is_yes => {
                self.go_on(at);
                self.notice = Some(Notice::news("The game goes on."));
            }
            Some(Question::Trouble(_)) => self.leave(at),
            Some(Question::Resign(by)) if is_yes => {
                self.act(now, by, Action::Resign);
            }
            Some(Question::Leave(next)) if is_yes => self.leave_for(at, next),
            Some(Question::Choose(choosing)) if is_yes => {
                let role = self.choices(choosing).get(choosing.choice).copied();
                if let Some(role) = role {
                    self.chose(now, choosing, role);
                }
            }
            Some(Question::Resign(_) | Question::Leave(_)) => {
                self.notice = Some(Notice::news("The game goes on."));
            }
            Some(Question::Choose(_)) => self.selected = None,
            None => self.answer_opponent(now, answer),
        }
    }

    fn answer_opponent(&mut self, now: Time, answer: Answer) {
        let asked = [
            self.game.draw_offer(),
            self.game.takeback_requested_by(),
            self.game.abort_requested_by(),
        ];
        if self.computer.is_some() && asked.contains(&Some(self.me())) {
            return self.refuse(Notice::trouble("That is for your opponent to answer."));
        }
        let is_yes = answer == Answer::Yes;
        let (by, action) = if let Some(asker) = self.game.takeback_requested_by() {
            let action = if is_yes {
                Action::AcceptTakeback
            } else {
                Action::DeclineTakeback
            };
            (!asker, action)
        } else if let Some(asker) = self.game.abort_requested_by() {
            if !is_yes {
                let text = "The game goes on: a move is the answer.";
                self.notice = Some(Notice::news(text));
                return;
            }
            (!asker, Action::Abort)
        } else {
            let by = self.game.draw_offer().map_or(self.game.turn(), |by| !by);
            let action = if is_yes {
                Action::AcceptDraw
            } else {
                Action::DeclineDraw
            };
            (by, action)
        };
        self.act(now, by, action);
    }

    /// Asks whether a side really gives up.
    pub(super) fn ask_to_resign(&mut self, now: Time, by: Color) {
        if self.game.ending().is_some() {
            self.act(now, by, Action::Resign);
        } else {
            self.notice = None;
            self.question = Some(Question::Resign(by));
        }
    }

    pub(super) fn claim(
        &mut self,
        now: Time,
        by: Color,
        claim: Option<Claim>,
        intended: Option<&str>,
    ) {
        let mv = match intended.map(|text| self.game.line().read(text)) {
            None => None,
            Some(Ok(mv)) => Some(mv),
            Some(Err(refusal)) => {
                self.refuse(Notice::from(&refusal));
                return;
            }
        };
        // Without a word it is the draw that can be claimed or, if there is
        // none, the one that is nearer.
        let nearer = if self.game.position().halfmoves() > 80 {
            Claim::FiftyMoves
        } else {
            Claim::Threefold
        };
        let claim = claim
            .or_else(|| self.game.claims_with(mv).next())
            .unwrap_or(nearer);
        let intended = mv.map(|mv| self.game.position().uci(mv));
        self.act(now, by, Action::Claim { claim, intended });
    }

    /// Leaves this game for another one; asks first if it is not over.
    pub(super) fn ask_to_leave(&mut self, at: Time, next: Next) {
        let is_played = self.game.ending().is_none() && self.game.moves().len() > 0;
        if is_played {
            self.notice = None;
            self.question = Some(Question::Leave(next));
        } else {
            self.leave_for(at, next);
        }
    }

    fn leave_for(&mut self, at: Time, next: Next) {
        let (path, number) = match next {
            Next::New(new) => return self.start(at, new),
            Next::Load { path, number } => (path, number),
        };
        let score = match self.desk.load(&path) {
            Ok(bytes) => score::read_score(&bytes, number).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match score {
            Ok(score) => self.open_score(at, score, &path),
            Err(error) => self.refuse(Notice::trouble(format!("{path}: {error}"))),
        }
    }

    /// Goes on with a game that was written down.
    pub(super) fn open_score(&mut self, at: Time, score: Score, path: &str) {
        let told = score.told(path);
        let made = score.events(&self.table.options, self.now(at));
        let made = made.map(|events| (Game::replay(&events[..1]), events));
        let (game, events) = match made {
            Ok((Ok(game), events)) => (game, events),
            Ok((Err(_), _)) => return,
            Err(ending) => {
                let text = format!("{path}: there is nothing to play ({ending}).");
                self.refuse(Notice::trouble(text));
                return;
            }
        };
        self.stopped = None;
        self.table.names = score.names;
        self.computer = None;
        self.open(game);
        self.sit_down(Some(score.turn));
        self.begin_journal();
        self.commit(events[1..].to_vec());
        self.file = Some(path.to_owned());
        self.notice = Some(Notice::news(told));
    }

    /// Writes the game as PGN.
    pub(super) fn save(&mut self, path: Option<String>, existing: Existing) {
        // What this game was saved to before is its own file.
        let is_own = self.file.is_some() && (path.is_none() || path == self.file);
        let existing = if is_own { Existing::Replace } else { existing };
        let path = path.or_else(|| self.file.clone());
        let path = path.unwrap_or_else(|| score::file_name(&self.table.names));
        let text = score::write_score(&self.game, &self.table.names);
        match self.desk.save(&path, &text, existing) {
            Ok(()) => {
                self.notice = Some(Notice::news(format!("Saved as {path}.")));
                self.file = Some(path);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                self.refuse(Notice::trouble(format!(
                    "{path} is there already: save under another name, or save! {path} to write \
                     over it."
                )));
            }
            Err(error) => self.refuse(Notice::trouble(format!("{path}: {error}"))),
        }
    }
}
