//! Actions passed on to the game, and answers to questions.

use std::io;

use arbiter_game::{Action, Fact, Game, Time, TimeControl};
use arbiter_rules::{Claim, Color};

use super::{App, NextGame, Prompt, dialog::Reply};
use crate::{IfExists, SavedGame, command::NewGame, notice::Notice, saved_game};

impl App {
    /// Asks the game to carry out an action. Returns false if it refuses.
    pub(super) fn act(&mut self, now: Time, by: Color, action: Action) -> bool {
        match self.game.decide(now, by, action) {
            Ok(events) => {
                self.dialog.notice = None;
                self.commit(events);
                self.attend_computer(now);
                true
            }
            Err(refusal) => {
                self.refuse(Notice::from(&refusal));
                false
            }
        }
    }

    /// Tells the players that something is not done. The squares of the notice
    /// are those of the current position, which is therefore shown.
    pub(super) fn refuse(&mut self, notice: Notice) {
        self.view.show_current();
        self.dialog.notice = Some(notice);
    }

    /// Describes an event where the board does not show it.
    pub(super) fn describe_fact(&self, fact: &Fact) -> Option<String> {
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
                    Claim::Threefold => "threefold repetition",
                    Claim::FiftyMoves => "the fifty-move rule",
                };
                let duty = match intended {
                    Some(mv) => format!(" {turn} must play {}.", self.game.position().san(mv)),
                    None => String::new(),
                };
                let other = (!self.game.turn()).name();
                let penalty = match self.game.options().control {
                    TimeControl::None => String::new(),
                    _ => format!("{other} gets two extra minutes, and "),
                };
                format!(
                    "Incorrect claim of {what}: {penalty}the claim counts as a draw offer.{duty} \
                     (FIDE 9.5.3)"
                )
            }
            Fact::TakebackDeclined { by } => format!("{} declines the takeback.", by.name()),
            Fact::TakenBack { plies: 1 } => "The last move was taken back.".to_owned(),
            Fact::TakenBack { plies } => format!("The last {plies} moves were taken back."),
            Fact::TimeGiven { to, span } => match span.as_seconds() {
                1 => format!("{} gets 1 extra second.", to.name()),
                seconds => format!("{} gets {seconds} extra seconds.", to.name()),
            },
            Fact::Berserked { by } => format!("{} gives up half of the time.", by.name()),
            _ => return None,
        })
    }

    /// Answers the prompt or, if there is none, the opponent's offer.
    pub(super) fn reply(&mut self, at: Time, reply: Reply) {
        let now = self.now(at);
        let is_yes = reply == Reply::Yes;
        match self.dialog.prompt.take() {
            Some(Prompt::Resume) if is_yes => {
                self.resume(at);
                self.dialog.info("Game resumed.");
            }
            Some(Prompt::Resume) => {
                self.players.reset();
                self.start_game(at, NewGame::default());
            }
            Some(Prompt::Paused) => {
                self.resume(at);
                self.dialog.info("The clocks are running again.");
            }
            Some(Prompt::ComputerFailed(_)) if is_yes => {
                self.resume(at);
                self.dialog.info("Game resumed.");
            }
            Some(Prompt::ComputerFailed(_)) => self.quit(at),
            Some(Prompt::Resign(by)) if is_yes => {
                self.act(now, by, Action::Resign);
            }
            Some(Prompt::Leave(next)) if is_yes => self.leave_for(at, next),
            Some(Prompt::Choose(choice)) if is_yes => {
                let role = self.choices(choice).get(choice.index).copied();
                if let Some(role) = role {
                    self.play_choice(now, choice, role);
                }
            }
            Some(Prompt::Resign(_) | Prompt::Leave(_)) => self.dialog.info("The game continues."),
            Some(Prompt::Choose(_)) => self.selection.put_down(),
            None => self.reply_to_opponent(now, reply),
        }
    }

    fn reply_to_opponent(&mut self, now: Time, reply: Reply) {
        let offers = [
            self.game.draw_offer(),
            self.game.takeback_requested_by(),
            self.game.abort_requested_by(),
        ];
        if let Some(person) = self.players.person()
            && offers.contains(&Some(person))
        {
            return self.refuse(Notice::refusal("Only your opponent can answer that."));
        }
        let is_yes = reply == Reply::Yes;
        let (by, action) = if let Some(asker) = self.game.takeback_requested_by() {
            let action = if is_yes {
                Action::AcceptTakeback
            } else {
                Action::DeclineTakeback
            };
            (!asker, action)
        } else if let Some(asker) = self.game.abort_requested_by() {
            if !is_yes {
                self.dialog.info("Make a move to decline.");
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

    /// Asks whether a side really resigns.
    pub(super) fn ask_to_resign(&mut self, now: Time, by: Color) {
        if self.game.ending().is_some() {
            self.act(now, by, Action::Resign);
        } else {
            self.dialog.ask(Prompt::Resign(by));
        }
    }

    /// Claims a draw, possibly with an intended move. Without a named claim it is
    /// one that can be made or, if there is none, the one that is closer.
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
        let closer = if self.game.position().halfmoves() > 80 {
            Claim::FiftyMoves
        } else {
            Claim::Threefold
        };
        let claim = claim
            .or_else(|| self.game.claims_with(mv).next())
            .unwrap_or(closer);
        let intended = mv.map(|mv| self.game.position().uci(mv));
        self.act(now, by, Action::Claim { claim, intended });
    }

    /// Leaves this game for another one, after asking if it is not over.
    pub(super) fn ask_to_leave(&mut self, at: Time, next: NextGame) {
        let is_in_progress = self.game.ending().is_none() && self.game.moves().len() > 0;
        if is_in_progress {
            self.dialog.ask(Prompt::Leave(next));
        } else {
            self.leave_for(at, next);
        }
    }

    fn leave_for(&mut self, at: Time, next: NextGame) {
        let (path, number) = match next {
            NextGame::New(new) => return self.start_game(at, new),
            NextGame::Load { path, number } => (path, number),
        };
        let saved = match self.recorder.load(&path) {
            Ok(bytes) => {
                saved_game::read_saved_game(&bytes, number).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        match saved {
            Ok(saved) => self.open_saved_game(at, saved, &path),
            Err(error) => self.refuse(Notice::refusal(format!("{path}: {error}"))),
        }
    }

    /// Continues a saved game.
    pub(super) fn open_saved_game(&mut self, at: Time, saved: SavedGame, path: &str) {
        let description = saved.describe(path);
        let events = saved.events(&self.setup.options, self.now(at));
        let started = events.map(|events| (Game::replay(&events[..1]), events));
        let (game, events) = match started {
            Ok((Ok(game), events)) => (game, events),
            Ok((Err(_), _)) => return,
            Err(ending) => {
                let text = format!("{path}: the game cannot be continued ({ending}).");
                self.refuse(Notice::refusal(text));
                return;
            }
        };
        self.time.reset_stop();
        self.players.set_names(saved.names);
        self.open(game);
        self.seat_players(Some(saved.turn));
        self.begin_journal();
        self.commit(events[1..].to_vec());
        self.recorder.set_file(Some(path));
        self.dialog.info(description);
    }

    /// Saves the game as PGN.
    pub(super) fn save(&mut self, path: Option<String>, if_exists: IfExists) {
        let names = self.players.names();
        let text = saved_game::write_saved_game(&self.game, names);
        let default = || saved_game::default_file_name(names);
        match self.recorder.save(path, default, &text, if_exists) {
            Ok(path) => self.dialog.info(format!("Saved as {path}.")),
            Err((path, error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.refuse(Notice::refusal(format!(
                    "{path} already exists: choose another name, or type save! {path} to \
                     overwrite it."
                )));
            }
            Err((path, error)) => self.refuse(Notice::refusal(format!("{path}: {error}"))),
        }
    }
}
