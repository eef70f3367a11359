//! What the drawing asks besides.

use arbiter_rules::{Bitboard, ByColor, Color, Move, Position, Refusal, Role, Square};

use super::{App, Focus, Page, Question, Short};
use crate::{Theme, command, command::Wish, input::Input, speech};

/// What the typed line means so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hint {
    pub text: String,
    /// The move that is meant.
    pub mv: Option<Move>,
}

/// Everything about the screen that is not the game.
pub(crate) struct Looks<'a> {
    pub theme: Theme,
    pub below: Color,
    pub names: &'a ByColor<String>,
    pub page: Page,
    pub question: Option<&'a Question>,
    pub input: &'a Input,
    pub selected: Option<Square>,
    /// The square of the cursor, if it is on the board, or the one for which
    /// a piece is chosen.
    pub cursor: Option<Square>,
    /// The square under the mouse.
    pub hovered: Option<Square>,
    /// The piece that was picked to be placed.
    pub chosen: Option<Role>,
    /// Whether the next piece that is picked is only straightened.
    pub adjusts: bool,
    pub is_past: bool,
    /// The squares that the last refusal is about.
    pub refused: Bitboard,
}

impl App {
    pub(crate) fn looks(&self) -> Looks<'_> {
        let is_on_board = self.focus == Focus::Board && self.input.is_empty();
        let notice = self.notice.as_ref();
        Looks {
            theme: self.theme,
            below: self.below,
            names: &self.table.names,
            page: self.page,
            question: self.question.as_ref(),
            input: &self.input,
            selected: self.selected,
            cursor: match self.question {
                Some(Question::Choose(choosing)) => Some(choosing.to),
                _ => is_on_board.then_some(self.cursor),
            },
            hovered: self.hovered,
            chosen: self.chosen,
            adjusts: self.adjusts,
            is_past: self.looking.is_some(),
            refused: notice.map_or(Bitboard::EMPTY, |notice| notice.squares),
        }
    }

    /// What the typed line would do, or how it could go on.
    pub(crate) fn hint(&self) -> Hint {
        let text = self.input.text().trim();
        if text.is_empty() || self.game.ending().is_some() && completions(self, text).is_empty() {
            return Hint::default();
        }
        let position = self.game.position();
        // A letter alone is rather the beginning of a move than an answer.
        if text.chars().count() == 1 && self.due().is_none() {
            return Hint {
                text: completions(self, text).join(" "),
                mv: None,
            };
        }
        let short = match self.short(text) {
            Some(Short::Choose(role)) => Some(format!("takes a {role} into the hand")),
            Some(Short::Ask(square)) => Some(format!("asks what to place on {square}")),
            Some(Short::Play(_)) | None => None,
        };
        if let Some(text) = short {
            return Hint { text, mv: None };
        }
        match Wish::read(text) {
            Ok(Wish {
                command: command::Command::Move { text, .. },
                ..
            }) => match self.read(&text) {
                _ if self.is_computers_turn() => Hint {
                    text: "when it is your turn".to_owned(),
                    mv: None,
                },
                Ok(mv) => Hint {
                    text: match speech::cleared(position, mv) {
                        Some(cleared) => format!("{}: {cleared}", speech::words(position, mv)),
                        None => speech::words(position, mv),
                    },
                    mv: Some(mv),
                },
                Err(_) => Hint {
                    text: match completions(self, &text) {
                        none if none.is_empty() => "not legal here: Enter says why".to_owned(),
                        some => some.join(" "),
                    },
                    mv: None,
                },
            },
            Ok(_) => {
                let first = text.split(' ').next().unwrap_or_default();
                let found = command::WORDS
                    .iter()
                    .find(|word| word.name == first.to_ascii_lowercase());
                Hint {
                    text: found
                        .map_or_else(String::new, |word| format!("{}: {}", word.usage, word.help)),
                    mv: None,
                }
            }
            Err(error) => Hint {
                text: error.to_string(),
                mv: None,
            },
        }
    }

    /// The move that a text means, written out or in short.
    fn read(&self, text: &str) -> Result<Move, Refusal> {
        match self.short(text) {
            Some(Short::Play(wish)) => self.game.position().find(wish),
            _ => self.game.line().read(text),
        }
    }

    /// Finishes the word in the line as far as it is clear.
    pub(super) fn complete(&mut self) {
        let words = completions(self, self.input.text());
        let Some(first) = words.first() else {
            return;
        };
        let common = words.iter().fold(first.as_str(), |common, word| {
            let same = common
                .char_indices()
                .zip(word.chars())
                .take_while(|((_, a), b)| a == b)
                .last()
                .map_or(0, |((index, c), _)| index + c.len_utf8());
            &common[..same]
        });
        if common.len() >= self.input.text().len() {
            let common = common.to_owned();
            self.input.set(&common);
        }
    }

    /// What each side has taken, as seen from the position that is looked at,
    /// and the balance.
    pub(crate) fn material(&self) -> (ByColor<Vec<Role>>, i32) {
        let material = match self.looking {
            None => self.game.material(),
            Some(_) => {
                let mut line = arbiter_rules::PlayedLine::from(self.game.line().start().clone());
                for (_, mv) in self.game.line().moves().take(self.ply()) {
                    line.play(mv);
                }
                arbiter_game::Material::of(&line)
            }
        };
        (material.captured, material.balance)
    }

    /// Changes whenever another board is to be shown.
    pub(crate) fn picture_number(&self) -> (Position, usize, Color) {
        (self.position().clone(), self.ply(), self.below)
    }

    /// Leaves the help page; false if it was not open.
    pub(crate) fn close_help(&mut self) -> bool {
        let was_open = self.page != Page::Game;
        self.page = Page::Game;
        was_open
    }

    /// The king in check, in the position that is looked at.
    pub(crate) fn king_in_check(&self) -> Option<Square> {
        let position = self.position();
        let king = position.board().king(position.turn())?;
        position.is_check().then_some(king)
    }

    /// The last move in words.
    pub(crate) fn spoken(&self) -> String {
        match self.last_move() {
            Some((before, mv)) => {
                let number = before.fullmoves();
                format!("{number}. {}.", speech::words(before, mv))
            }
            None => format!("{} begins.", self.position().turn().name()),
        }
    }
}

/// The moves and commands that begin with this text.
fn completions(app: &App, text: &str) -> Vec<String> {
    let typed = text.to_lowercase();
    let position: &Position = app.game.position();
    let moves = match app.is_computers_turn() {
        true => Vec::new(),
        false => app.game.legal_moves(),
    };
    let mut moves: Vec<String> = moves
        .into_iter()
        .map(|mv| position.san(mv).to_string())
        .filter(|san| san.to_lowercase().starts_with(&typed))
        .collect();
    moves.sort();
    moves.extend(command::completions(text).map(str::to_owned));
    moves
}
