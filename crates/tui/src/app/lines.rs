//! Lines that were typed.

use arbiter_game::{Action, PlayRequest, Refusal, Span, Time, TimeControl};
use arbiter_rules::{Cause, Color, Role};

use super::{App, Choosing, Due, Next, Page, Question, Short, acts::Answer};
use crate::{
    Existing,
    command::{Command, Place, Wish},
    notice::{Notice, NoticeKind},
    tray,
};

/// A piece that was named.
enum Named {
    /// As it was asked.
    Answer(Choosing, Role),
    /// To be taken into the hand.
    Hand(Role),
}

impl App {
    /// Does what a line says: a move in any notation, or a command. An empty
    /// one passes, where nothing else can be done.
    pub fn line(&mut self, at: Time, line: &str) {
        if line.trim().is_empty() {
            if self.due() == Some(Due::Pass) {
                self.pass(self.now(at));
            }
            return;
        }
        match (self.named(line.trim()), Wish::read(line)) {
            // The letter of a piece may be that of a command, too.
            (Some(Named::Answer(choosing, role)), _) => self.chose(self.now(at), choosing, role),
            (Some(Named::Hand(role)), _) => self.choose(role),
            (None, Ok(wish)) => self.fulfill(at, wish),
            (None, Err(error)) => self.refuse(Notice::trouble(error.to_string())),
        }
        let notice = self.notice.as_ref();
        self.refused_line = notice.is_some_and(|notice| notice.kind == NoticeKind::Refusal);
    }

    /// The piece that a line names and nothing else, if one is asked for or
    /// can be picked.
    fn named(&self, line: &str) -> Option<Named> {
        if let Some(Question::Choose(choosing)) = self.question {
            let is_named = |role: &Role| {
                let letter = role.letter().to_string();
                line.eq_ignore_ascii_case(&letter) || line.eq_ignore_ascii_case(&role.to_string())
            };
            let role = self.choices(choosing).into_iter().find(is_named)?;
            return Some(Named::Answer(choosing, role));
        }
        match self.short(line)? {
            Short::Choose(role) => Some(Named::Hand(role)),
            Short::Play(_) | Short::Ask(_) => None,
        }
    }

    pub(super) fn fulfill(&mut self, at: Time, wish: Wish) {
        let now = self.now(at);
        let by = wish.by.unwrap_or_else(|| self.me());
        match wish.command {
            Command::Accept => return self.answer(at, Answer::Yes),
            Command::Decline => return self.answer(at, Answer::No),
            Command::Quit => return self.leave(at),
            Command::Help => {
                self.page = Page::HELP;
                return;
            }
            // While the time stands still nothing is played.
            _ if self.stopped.is_some() => return,
            _ => {}
        }
        self.question = None;
        if wish.by.is_some() && self.computer.is_some() && by != self.me() {
            let text = format!("{} speaks for itself.", self.table.names[by]);
            return self.refuse(Notice::trouble(text));
        }
        match wish.command {
            Command::Move { text, offers_draw } => self.play(now, by, &text, offers_draw),
            Command::Draw => _ = self.act(now, by, Action::OfferDraw),
            Command::Claim { claim, intended } => self.claim(now, by, claim, intended.as_deref()),
            Command::Resign => self.ask_to_resign(now, by),
            Command::TakeBack => self.ask_take_back(now, wish.by),
            Command::Abort => _ = self.act(now, by, Action::Abort),
            Command::Give(span) => _ = self.act(now, by, Action::GiveTime(span)),
            Command::Adjust(None) => self.say_adjust(),
            Command::Adjust(Some(square)) => _ = self.act(now, by, Action::Adjust(square)),
            Command::Touch(square) => _ = self.act(now, by, Action::Touch(square)),
            Command::Flip => self.flip(),
            Command::AutoFlip => self.turn_or_not(),
            Command::Pause => self.pause(now),
            Command::Go(place) => self.look(place),
            Command::Save { path, replaces } => {
                let existing = if replaces {
                    Existing::Replace
                } else {
                    Existing::Keep
                };
                self.save(path, existing);
            }
            Command::Load { path, number } => {
                self.ask_to_leave(at, Next::Load { path, number });
            }
            Command::New(new) => self.ask_to_leave(at, Next::New(new)),
            Command::Hint => self.ask_hint(),
            Command::Fen => {
                let fen = tray::public_fen(&self.game, self.position());
                self.notice = Some(Notice::news(fen));
            }
            Command::Accept | Command::Decline | Command::Quit | Command::Help => {}
        }
    }

    fn play(&mut self, now: Time, by: Color, text: &str, offers_draw: bool) {
        if let Some(ending) = self.game.ending() {
            self.refuse(Notice::from(&Refusal::Over(ending)));
            return;
        }
        // Only who is to move speaks in short.
        let short = self.short(text).filter(|_| by == self.game.turn());
        let found = match short {
            Some(Short::Ask(square)) => return self.pick(now, square),
            Some(Short::Play(wish)) => self.game.position().find(wish),
            Some(Short::Choose(_)) | None => self.game.line().read(text),
        };
        match found {
            Ok(mv) => {
                let play = PlayRequest {
                    uci: self.game.position().uci(mv),
                    offers_draw,
                    lag: Span::ZERO,
                };
                self.act(now, by, Action::Play(play));
            }
            Err(refusal) => {
                let is_no_move = matches!(refusal.cause, Cause::NotAMove { .. });
                let short = is_no_move.then(|| self.refuse_to_place(text)).flatten();
                let mut notice = Notice::from(short.as_ref().unwrap_or(&refusal));
                if is_no_move && short.is_none() {
                    notice.text.push_str(" Type ? for help.");
                }
                self.refuse(notice);
            }
        }
    }

    /// Who has just moved wants his move back, unless somebody else is named.
    fn ask_take_back(&mut self, now: Time, by: Option<Color>) {
        let asked = self.game.takeback_requested_by();
        let by = match self.computer {
            Some(_) => self.me(),
            None => by.or(asked).unwrap_or(!self.game.turn()),
        };
        self.act(now, by, Action::RequestTakeback);
    }

    fn say_adjust(&mut self) {
        self.adjusts = true;
        self.selected = None;
        self.notice = Some(Notice::news(
            "\"I adjust\": pick the piece to straighten on the board, or name it: adjust e4.",
        ));
    }

    fn flip(&mut self) {
        self.below = !self.below;
        self.turns_board = false;
    }

    fn turn_or_not(&mut self) {
        self.turns_board = !self.turns_board;
        self.turn_board();
        self.notice = Some(Notice::news(if self.turns_board {
            "The board turns to the side that moves."
        } else {
            "The board stays as it is."
        }));
    }

    /// Stops the clocks, for the telephone.
    fn pause(&mut self, now: Time) {
        if self.game.ending().is_some() {
            return;
        }
        if self.game.options().control == TimeControl::None {
            self.notice = Some(Notice::news("There are no clocks to stop in this game."));
            return;
        }
        self.mark(now);
        self.stop(now);
        self.question = Some(Question::Paused);
    }

    /// Looks at another position of the game.
    pub(super) fn look(&mut self, place: Place) {
        let last = self.game.moves().len();
        let ply = self.ply();
        let start = self.game.line().start();
        let ply = match place {
            Place::First => 0,
            Place::Back => ply.saturating_sub(1),
            Place::Forward => ply + 1,
            Place::Last => last,
            // After the move of White with this number.
            Place::Number(number) => {
                let moves = number.saturating_sub(start.fullmoves().into());
                let begins_black = usize::from(start.turn() == Color::Black);
                (moves.saturating_mul(2).saturating_add(1)).saturating_sub(begins_black)
            }
        };
        self.selected = None;
        self.notice = None;
        self.looking = (ply < last).then_some(ply);
    }
}
