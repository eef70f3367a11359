//! The effects of typed lines: moves and commands.

use arbiter_game::{Action, PlayRequest, Refusal, Span, Time, TimeControl};
use arbiter_rules::{Cause, Color, Role};

use super::{App, NextGame, Page, PieceChoice, Prompt, SaktrisDuty, ShortMove, dialog::Reply};
use crate::{
    IfExists,
    command::{Command, HistoryTarget, UserCommand},
    notice::{Notice, NoticeKind},
    tray,
};

/// A line that only names a piece.
enum NamedPiece {
    /// The answer to the prompt.
    Answer(PieceChoice, Role),
    /// The piece to place next.
    Choice(Role),
}

impl App {
    /// Carries out a typed line: a move in any notation, or a command. An empty
    /// line passes if nothing else can be played (Saktris).
    pub fn enter_line(&mut self, at: Time, line: &str) {
        if line.trim().is_empty() {
            if self.saktris_duty() == Some(SaktrisDuty::Pass) {
                self.pass(self.now(at));
            }
            return;
        }
        match (self.named_piece(line.trim()), UserCommand::parse(line)) {
            // The letter of a piece may also be a command.
            (Some(NamedPiece::Answer(choice, role)), _) => {
                self.play_choice(self.now(at), choice, role);
            }
            (Some(NamedPiece::Choice(role)), _) => self.choose_role(role),
            (None, Ok(command)) => self.run_command(at, command),
            (None, Err(error)) => self.refuse(Notice::refusal(error.to_string())),
        }
        let notice = self.dialog.notice.as_ref();
        let is_refused = notice.is_some_and(|notice| notice.kind == NoticeKind::Refusal);
        self.input.set_refused(is_refused);
    }

    /// Returns the piece that a line names, if a piece is asked for or can be
    /// chosen.
    fn named_piece(&self, line: &str) -> Option<NamedPiece> {
        if let Some(Prompt::Choose(choice)) = self.dialog.prompt {
            let is_named = |role: &Role| {
                let letter = role.letter().to_string();
                line.eq_ignore_ascii_case(&letter) || line.eq_ignore_ascii_case(&role.to_string())
            };
            let role = self.choices(choice).into_iter().find(is_named)?;
            return Some(NamedPiece::Answer(choice, role));
        }
        match self.short_move(line)? {
            ShortMove::Choose(role) => Some(NamedPiece::Choice(role)),
            ShortMove::Play(_) | ShortMove::Ask(_) => None,
        }
    }

    pub(super) fn run_command(&mut self, at: Time, UserCommand { by, command }: UserCommand) {
        let now = self.now(at);
        let named = by;
        let by = named.unwrap_or_else(|| self.acting_color());
        match command {
            Command::Accept => return self.reply(at, Reply::Yes),
            Command::Decline => return self.reply(at, Reply::No),
            Command::Quit => return self.quit(at),
            Command::Help => {
                self.dialog.page = Page::HELP;
                return;
            }
            // Nothing is played while time stands still.
            _ if self.time.is_stopped() => return,
            _ => {}
        }
        self.dialog.prompt = None;
        if named.is_some() && self.players.computer().is_some() && by != self.acting_color() {
            let text = format!("You cannot act for {}.", self.players.names()[by]);
            return self.refuse(Notice::refusal(text));
        }
        match command {
            Command::Move { text, offers_draw } => self.play_text(now, by, &text, offers_draw),
            Command::Draw => _ = self.act(now, by, Action::OfferDraw),
            Command::Claim { claim, intended } => self.claim(now, by, claim, intended.as_deref()),
            Command::Resign => self.ask_to_resign(now, by),
            Command::TakeBack => self.request_takeback(now, named),
            Command::Abort => _ = self.act(now, by, Action::Abort),
            Command::Give(span) => _ = self.act(now, by, Action::GiveTime(span)),
            Command::Adjust(None) => self.announce_adjustment(),
            Command::Adjust(Some(square)) => _ = self.act(now, by, Action::Adjust(square)),
            Command::Touch(square) => _ = self.act(now, by, Action::Touch(square)),
            Command::Flip => self.view.flip(),
            Command::AutoFlip => self.toggle_auto_flip(),
            Command::Pause => self.pause(now),
            Command::Go(target) => self.show(target),
            Command::Save { path, overwrite } => {
                let if_exists = if overwrite {
                    IfExists::Replace
                } else {
                    IfExists::Keep
                };
                self.save(path, if_exists);
            }
            Command::Load { path, number } => {
                self.ask_to_leave(at, NextGame::Load { path, number });
            }
            Command::New(new) => self.ask_to_leave(at, NextGame::New(new)),
            Command::Hint => self.request_hint(),
            Command::Fen => {
                let fen = tray::public_fen(&self.game, self.position());
                self.dialog.info(fen);
            }
            Command::Accept | Command::Decline | Command::Quit | Command::Help => {}
        }
    }

    /// Plays the move that a text denotes.
    fn play_text(&mut self, now: Time, by: Color, text: &str, offers_draw: bool) {
        if let Some(ending) = self.game.ending() {
            self.refuse(Notice::from(&Refusal::Over(ending)));
            return;
        }
        // Short forms are for the side to move.
        let short = self.short_move(text).filter(|_| by == self.game.turn());
        let found = match short {
            Some(ShortMove::Ask(square)) => return self.select_square(now, square),
            Some(ShortMove::Play(mv)) => self.game.position().find(mv),
            Some(ShortMove::Choose(_)) | None => self.game.line().read(text),
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
                let placement = is_no_move.then(|| self.placement_refusal(text)).flatten();
                let mut notice = Notice::from(placement.as_ref().unwrap_or(&refusal));
                if is_no_move && placement.is_none() {
                    notice.text.push_str(" Type ? for help.");
                }
                self.refuse(notice);
            }
        }
    }

    /// Requests a takeback for the side that has just moved, unless another side
    /// is named.
    fn request_takeback(&mut self, now: Time, named: Option<Color>) {
        let asked = self.game.takeback_requested_by();
        let by = match self.players.person() {
            Some(person) => person,
            None => named.or(asked).unwrap_or(!self.game.turn()),
        };
        self.act(now, by, Action::RequestTakeback);
    }

    fn announce_adjustment(&mut self) {
        self.selection.begin_adjusting();
        self.dialog.info(
            "\"I adjust\": select the piece to adjust on the board, or type its square: adjust e4.",
        );
    }

    fn toggle_auto_flip(&mut self) {
        let auto_flip = !self.view.auto_flip();
        self.view.set_auto_flip(auto_flip);
        self.view.follow_turn(self.game.turn());
        self.dialog.info(if auto_flip {
            "Auto-flip is on: the side to move is at the bottom."
        } else {
            "Auto-flip is off."
        });
    }

    /// Pauses the clocks.
    fn pause(&mut self, now: Time) {
        if self.game.ending().is_some() {
            return;
        }
        if self.game.options().control == TimeControl::None {
            self.dialog.info("This game has no clocks to pause.");
            return;
        }
        self.recorder.heartbeat(now);
        self.time.stop(now);
        self.dialog.prompt = Some(Prompt::Paused);
    }

    /// Shows another position of the game.
    pub(super) fn show(&mut self, target: HistoryTarget) {
        let last = self.game.moves().len();
        let ply = self.ply();
        let start = self.game.line().start();
        let ply = match target {
            HistoryTarget::First => 0,
            HistoryTarget::Back => ply.saturating_sub(1),
            HistoryTarget::Forward => ply + 1,
            HistoryTarget::Last => last,
            // The position after White's move with this number.
            HistoryTarget::Number(number) => {
                let moves = number.saturating_sub(start.fullmoves().into());
                let begins_black = usize::from(start.turn() == Color::Black);
                (moves.saturating_mul(2).saturating_add(1)).saturating_sub(begins_black)
            }
        };
        self.selection.put_down();
        self.dialog.notice = None;
        self.view.show(ply, last);
    }
}
