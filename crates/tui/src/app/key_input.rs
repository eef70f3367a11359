//! The effects of keys. Letters always go to the input line, so that a move can
//! be typed at any time; everything else is on keys that type nothing.

use arbiter_game::Time;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{App, Page, PieceChoice, Prompt, SaktrisDuty, dialog::Reply, selection::Focus};
use crate::{
    command::{Command, HistoryTarget, NewGame, UserCommand},
    help,
};

/// The number of rows by which PgUp and PgDn scroll the help page: fewer than
/// the smallest useful page has.
const HELP_PAGE_ROWS: usize = 8;

impl App {
    /// Handles a key.
    pub fn key(&mut self, at: Time, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.tick(at);
        let has = |modifier| key.modifiers.contains(modifier);
        if has(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return self.quit(at);
        }
        if let Page::Help { first_row } = self.dialog.page {
            let rows = help::row_count(self.game.position());
            self.dialog.page = page_after_help_key(first_row, key.code, rows);
            return;
        }
        if self.dialog.prompt.is_some() {
            return self.prompt_key(at, key.code);
        }
        if has(KeyModifiers::CONTROL) {
            return self.control_key(at, key.code);
        }
        if has(KeyModifiers::ALT) {
            return;
        }
        if let Some(command) = function_key_command(key.code) {
            return self.run_own_command(at, command);
        }
        self.plain_key(at, key.code);
    }

    /// Handles text that was pasted into the terminal.
    pub fn paste(&mut self, at: Time, text: &str) {
        self.tick(at);
        if self.dialog.page == Page::Game && self.dialog.prompt.is_none() {
            let line = text.lines().next().unwrap_or_default();
            line.chars().for_each(|c| self.input.insert(c));
        }
    }

    fn run_own_command(&mut self, at: Time, command: Command) {
        self.run_command(at, UserCommand { by: None, command });
    }

    fn prompt_key(&mut self, at: Time, code: KeyCode) {
        let Some(Prompt::Choose(choice)) = self.dialog.prompt else {
            return match code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.reply(at, Reply::Yes),
                KeyCode::Char('n' | 'N') => self.reply(at, Reply::No),
                // Esc must not discard the unfinished game.
                KeyCode::Esc if self.dialog.prompt != Some(Prompt::Resume) => {
                    self.reply(at, Reply::No);
                }
                KeyCode::Char('q') if allows_quitting(self.dialog.prompt.as_ref()) => {
                    self.quit(at);
                }
                KeyCode::Char(' ') if self.dialog.prompt == Some(Prompt::Paused) => {
                    self.reply(at, Reply::Yes);
                }
                _ => {}
            };
        };
        let roles = self.choices(choice);
        let step = |by: usize| (choice.index + by) % roles.len().max(1);
        let index = match code {
            KeyCode::Enter | KeyCode::Char(' ' | 'y') => return self.reply(at, Reply::Yes),
            KeyCode::Esc => return self.reply(at, Reply::No),
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => step(1),
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => step(roles.len().saturating_sub(1)),
            KeyCode::Char(letter) => {
                let letter = letter.to_ascii_uppercase();
                let role = roles.into_iter().find(|role| role.letter() == letter);
                if let Some(role) = role {
                    self.play_choice(self.now(at), choice, role);
                }
                return;
            }
            _ => return,
        };
        self.dialog.prompt = Some(Prompt::Choose(PieceChoice { index, ..choice }));
    }

    fn control_key(&mut self, at: Time, code: KeyCode) {
        match code {
            KeyCode::Char('f') => self.run_own_command(at, Command::Flip),
            KeyCode::Char('t') => self.run_own_command(at, Command::TakeBack),
            KeyCode::Char('s') => self.run_own_command(
                at,
                Command::Save {
                    path: None,
                    overwrite: false,
                },
            ),
            KeyCode::Char('a') => self.input.home(),
            KeyCode::Char('e') => self.input.end(),
            KeyCode::Char('u') => self.input.clear(),
            KeyCode::Char('w' | 'h') | KeyCode::Backspace => self.input.delete_word_before(),
            KeyCode::Char('p') => self.input.earlier(),
            KeyCode::Char('n') => self.input.later(),
            _ => {}
        }
    }

    fn plain_key(&mut self, at: Time, code: KeyCode) {
        let is_empty = self.input.is_empty();
        let on_board = self.selection.focus() == Focus::Board && is_empty;
        match code {
            KeyCode::Esc => self.cancel(),
            KeyCode::Enter if !is_empty => {
                let line = self.input.take();
                self.selection.set_focus(Focus::Line);
                self.enter_line(at, &line);
            }
            KeyCode::Enter | KeyCode::Char(' ') if on_board => {
                self.select_square(self.now(at), self.selection.cursor());
            }
            KeyCode::Enter if self.saktris_duty() == Some(SaktrisDuty::Pass) => {
                self.pass(self.now(at));
            }
            KeyCode::Enter => self.view.show_current(),
            KeyCode::Tab if is_empty => self.selection.toggle_focus(),
            KeyCode::Tab => self.complete(),
            KeyCode::PageUp => self.show(HistoryTarget::Back),
            KeyCode::PageDown => self.show(HistoryTarget::Forward),
            KeyCode::Home if is_empty => self.show(HistoryTarget::First),
            KeyCode::End if is_empty => self.show(HistoryTarget::Last),
            KeyCode::Char('[') if is_empty => self.show(HistoryTarget::Back),
            KeyCode::Char(']') if is_empty => self.show(HistoryTarget::Forward),
            KeyCode::Char('?') if is_empty => self.dialog.page = Page::HELP,
            KeyCode::Char(' ') if is_empty => self.focus_placement(),
            KeyCode::Up if on_board => self.move_cursor(0, 1),
            KeyCode::Down if on_board => self.move_cursor(0, -1),
            KeyCode::Left if on_board => self.move_cursor(-1, 0),
            KeyCode::Right if on_board => self.move_cursor(1, 0),
            // A line that was refused can be recalled and corrected; otherwise
            // the arrows go to the board.
            KeyCode::Up if !is_empty || self.input.was_refused() => self.input.earlier(),
            KeyCode::Down if !is_empty => self.input.later(),
            KeyCode::Up | KeyCode::Down => self.selection.set_focus(Focus::Board),
            KeyCode::Left if is_empty => self.show(HistoryTarget::Back),
            KeyCode::Right if is_empty => self.show(HistoryTarget::Forward),
            KeyCode::Left => self.input.left(),
            KeyCode::Right => self.input.right(),
            KeyCode::Home => self.input.home(),
            KeyCode::End => self.input.end(),
            KeyCode::Backspace => self.input.delete_before(),
            KeyCode::Delete => self.input.delete_after(),
            KeyCode::Char(c) => {
                self.selection.put_down();
                self.input.insert(c);
            }
            _ => {}
        }
    }

    /// Moves to the board if a piece has to be placed there.
    fn focus_placement(&mut self) {
        if let Some(SaktrisDuty::Place(_)) = self.saktris_duty() {
            self.selection.hover(None);
            self.selection.set_focus(Focus::Board);
        }
    }

    /// Cancels the innermost thing that was begun.
    fn cancel(&mut self) {
        if !self.input.is_empty() {
            self.input.clear();
        } else if self.selection.is_active() {
            self.selection.cancel();
        } else if self.view.is_past() {
            self.view.show_current();
        } else if self.selection.focus() == Focus::Board {
            self.selection.set_focus(Focus::Line);
        } else {
            self.dialog.notice = None;
            self.input.set_refused(false);
        }
    }
}

/// Reports whether `q` quits while this is asked: the game is safe in the
/// journal.
fn allows_quitting(prompt: Option<&Prompt>) -> bool {
    matches!(prompt, Some(Prompt::Resume | Prompt::ComputerFailed(_)))
}

/// Returns the page shown after a key on the help page, which has `rows` rows.
fn page_after_help_key(first_row: usize, code: KeyCode, rows: usize) -> Page {
    let first_row = match code {
        KeyCode::Down => first_row + 1,
        KeyCode::Up => first_row.saturating_sub(1),
        KeyCode::PageDown | KeyCode::Char(' ') => first_row + HELP_PAGE_ROWS,
        KeyCode::PageUp => first_row.saturating_sub(HELP_PAGE_ROWS),
        _ => return Page::Game,
    };
    Page::Help {
        first_row: first_row.min(rows - 1),
    }
}

/// Returns the command on a function key.
fn function_key_command(code: KeyCode) -> Option<Command> {
    Some(match code {
        KeyCode::F(1) => Command::Help,
        KeyCode::F(2) => Command::Flip,
        KeyCode::F(3) => Command::Draw,
        KeyCode::F(4) => Command::Claim {
            claim: None,
            intended: None,
        },
        KeyCode::F(5) => Command::TakeBack,
        KeyCode::F(6) => Command::Adjust(None),
        KeyCode::F(7) => Command::Pause,
        KeyCode::F(8) => Command::Resign,
        KeyCode::F(9) => Command::New(NewGame::default()),
        KeyCode::F(10) => Command::Quit,
        _ => return None,
    })
}
