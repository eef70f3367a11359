//! What keys do. Letters always go to the line, so that a move can be typed
//! at any time; everything else is on keys that write nothing.

use arbiter_game::Time;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{App, Choosing, Due, Focus, Page, Question, acts::Answer};
use crate::{
    command::{Command, NewGame, Place, Wish},
    draw::help,
};

/// Less than the smallest page of help that is of any use.
const HELP_STEP: usize = 8;

impl App {
    /// A key was pressed.
    pub fn key(&mut self, at: Time, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.tick(at);
        let has = |modifier| key.modifiers.contains(modifier);
        if has(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return self.leave(at);
        }
        if let Page::Help { first } = self.page {
            self.page = help_key(first, key.code, help::rows(self));
            return;
        }
        if self.question.is_some() {
            return self.question_key(at, key.code);
        }
        if has(KeyModifiers::CONTROL) {
            return self.control_key(at, key.code);
        }
        if has(KeyModifiers::ALT) {
            return;
        }
        if let Some(command) = function(key.code) {
            return self.command(at, command);
        }
        self.plain_key(at, key.code);
    }

    /// The terminal has sent a whole text.
    pub fn paste(&mut self, at: Time, text: &str) {
        self.tick(at);
        if self.page == Page::Game && self.question.is_none() {
            let line = text.lines().next().unwrap_or_default();
            line.chars().for_each(|c| self.input.insert(c));
        }
    }

    fn command(&mut self, at: Time, command: Command) {
        self.fulfill(at, Wish { by: None, command });
    }

    fn question_key(&mut self, at: Time, code: KeyCode) {
        let Some(Question::Choose(choosing)) = self.question else {
            return match code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.answer(at, Answer::Yes),
                KeyCode::Char('n' | 'N') => self.answer(at, Answer::No),
                // Who does not know leaves the old game alone.
                KeyCode::Esc if self.question != Some(Question::Resume) => {
                    self.answer(at, Answer::No);
                }
                KeyCode::Char('q') if is_kept(self.question.as_ref()) => self.leave(at),
                KeyCode::Char(' ') if self.question == Some(Question::Paused) => {
                    self.answer(at, Answer::Yes);
                }
                _ => {}
            };
        };
        let roles = self.choices(choosing);
        let step = |by: usize| (choosing.choice + by) % roles.len().max(1);
        let choice = match code {
            KeyCode::Enter | KeyCode::Char(' ' | 'y') => return self.answer(at, Answer::Yes),
            KeyCode::Esc => return self.answer(at, Answer::No),
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => step(1),
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => step(roles.len().saturating_sub(1)),
            KeyCode::Char(letter) => {
                let letter = letter.to_ascii_uppercase();
                let chosen = roles.into_iter().find(|role| role.letter() == letter);
                if let Some(role) = chosen {
                    self.chose(self.now(at), choosing, role);
                }
                return;
            }
            _ => return,
        };
        self.question = Some(Question::Choose(Choosing { choice, ..choosing }));
    }

    fn control_key(&mut self, at: Time, code: KeyCode) {
        match code {
            KeyCode::Char('f') => self.command(at, Command::Flip),
            KeyCode::Char('t') => self.command(at, Command::TakeBack),
            KeyCode::Char('s') => self.command(
                at,
                Command::Save {
                    path: None,
                    replaces: false,
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
        let on_board = self.focus == Focus::Board && is_empty;
        match code {
            KeyCode::Esc => self.escape(),
            KeyCode::Enter if !is_empty => {
                let line = self.input.take();
                self.focus = Focus::Line;
                self.line(at, &line);
            }
            KeyCode::Enter | KeyCode::Char(' ') if on_board => {
                self.pick(self.now(at), self.cursor);
            }
            KeyCode::Enter if self.due() == Some(Due::Pass) => self.pass(self.now(at)),
            KeyCode::Enter => self.looking = None,
            KeyCode::Tab if is_empty => {
                self.focus = match self.focus {
                    Focus::Line => Focus::Board,
                    Focus::Board => Focus::Line,
                };
            }
            KeyCode::Tab => self.complete(),
            KeyCode::PageUp => self.look(Place::Back),
            KeyCode::PageDown => self.look(Place::Forward),
            KeyCode::Home if is_empty => self.look(Place::First),
            KeyCode::End if is_empty => self.look(Place::Last),
            KeyCode::Char('[') if is_empty => self.look(Place::Back),
            KeyCode::Char(']') if is_empty => self.look(Place::Forward),
            KeyCode::Char('?') if is_empty => self.page = Page::HELP,
            KeyCode::Char(' ') if is_empty => self.go_to_place(),
            KeyCode::Up if on_board => self.move_cursor(0, 1),
            KeyCode::Down if on_board => self.move_cursor(0, -1),
            KeyCode::Left if on_board => self.move_cursor(-1, 0),
            KeyCode::Right if on_board => self.move_cursor(1, 0),
            // A line that was refused can be mended; else the arrows that
            // have nothing to recall go to the board.
            KeyCode::Up if !is_empty || self.refused_line => self.input.earlier(),
            KeyCode::Down if !is_empty => self.input.later(),
            KeyCode::Up | KeyCode::Down => self.focus = Focus::Board,
            KeyCode::Left if is_empty => self.look(Place::Back),
            KeyCode::Right if is_empty => self.look(Place::Forward),
            KeyCode::Left => self.input.left(),
            KeyCode::Right => self.input.right(),
            KeyCode::Home => self.input.home(),
            KeyCode::End => self.input.end(),
            KeyCode::Backspace => self.input.delete_before(),
            KeyCode::Delete => self.input.delete_after(),
            KeyCode::Char(c) => {
                self.selected = None;
                self.input.insert(c);
            }
            _ => {}
        }
    }

    /// Goes to the board, if a piece has to be placed there.
    fn go_to_place(&mut self) {
        if let Some(Due::Place(_)) = self.due() {
            self.hovered = None;
            self.focus = Focus::Board;
        }
    }

    /// Goes one step back from whatever was begun.
    fn escape(&mut self) {
        if !self.input.is_empty() {
            self.input.clear();
        } else if self.selected.is_some() || self.chosen.is_some() || self.adjusts {
            self.selected = None;
            self.chosen = None;
            self.adjusts = false;
        } else if self.looking.is_some() {
            self.looking = None;
        } else if self.focus == Focus::Board {
            self.focus = Focus::Line;
        } else {
            self.notice = None;
            self.refused_line = false;
        }
    }
}

/// Whether nothing is lost by leaving while this is asked.
fn is_kept(question: Option<&Question>) -> bool {
    matches!(question, Some(Question::Resume | Question::Trouble(_)))
}

/// What is seen after a key on the page of help, which has so many rows.
fn help_key(first: usize, code: KeyCode, rows: usize) -> Page {
    let first = match code {
        KeyCode::Down => first + 1,
        KeyCode::Up => first.saturating_sub(1),
        KeyCode::PageDown | KeyCode::Char(' ') => first + HELP_STEP,
        KeyCode::PageUp => first.saturating_sub(HELP_STEP),
        _ => return Page::Game,
    };
    Page::Help {
        first: first.min(rows - 1),
    }
}

/// The commands on function keys.
fn function(code: KeyCode) -> Option<Command> {
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
