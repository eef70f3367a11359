//! What drawing needs to know about the state.

use arbiter_game::Material;
use arbiter_rules::{Bitboard, ByColor, Color, Move, PlayedLine, Position, Refusal, Role, Square};

use super::{App, Page, Prompt, ShortMove, selection::Focus};
use crate::{
    Theme,
    command::{self, COMMANDS, Command, UserCommand},
    input_line::InputLine,
    speech,
};

/// What the typed line means so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hint {
    pub text: String,
    /// The move that the line denotes.
    pub mv: Option<Move>,
}

/// Everything on the screen that is not part of the game.
pub(crate) struct View<'a> {
    pub theme: Theme,
    /// The side at the bottom of the board.
    pub below: Color,
    pub names: &'a ByColor<String>,
    pub page: Page,
    pub prompt: Option<&'a Prompt>,
    pub input: &'a InputLine,
    /// The square of the piece that is picked up.
    pub selected: Option<Square>,
    /// The square of the cursor, if it is on the board, or the square for which
    /// a piece is chosen.
    pub cursor: Option<Square>,
    /// The square under the mouse.
    pub hovered: Option<Square>,
    /// The piece chosen to be placed.
    pub chosen_role: Option<Role>,
    /// Whether the next piece selected is only adjusted.
    pub is_adjusting: bool,
    /// Whether an earlier position is shown.
    pub is_past: bool,
    /// The squares that the last refusal is about.
    pub refused: Bitboard,
}

impl App {
    pub(crate) fn view(&self) -> View<'_> {
        let is_on_board = self.selection.focus() == Focus::Board && self.input.is_empty();
        let notice = self.dialog.notice.as_ref();
        View {
            theme: self.theme,
            below: self.view.below(),
            names: self.players.names(),
            page: self.dialog.page,
            prompt: self.dialog.prompt.as_ref(),
            input: &self.input,
            selected: self.selection.square(),
            cursor: match self.dialog.prompt {
                Some(Prompt::Choose(choice)) => Some(choice.to),
                _ => is_on_board.then(|| self.selection.cursor()),
            },
            hovered: self.selection.hovered(),
            chosen_role: self.selection.role(),
            is_adjusting: self.selection.is_adjusting(),
            is_past: self.view.is_past(),
            refused: notice.map_or(Bitboard::EMPTY, |notice| notice.squares),
        }
    }

    /// Returns what the typed line would do, or how it could be completed.
    pub(crate) fn hint(&self) -> Hint {
        let text = self.input.text().trim();
        if text.is_empty() || self.game.ending().is_some() && self.completions(text).is_empty() {
            return Hint::default();
        }
        let only_text = |text: String| Hint { text, mv: None };
        // A single letter is more likely the beginning of a move than an answer.
        if text.chars().count() == 1 && self.saktris_duty().is_none() {
            return only_text(self.completions(text).join(" "));
        }
        match self.short_move(text) {
            Some(ShortMove::Choose(role)) => return only_text(format!("choose a {role}")),
            Some(ShortMove::Ask(square)) => {
                return only_text(format!("choose a piece for {square}"));
            }
            Some(ShortMove::Play(_)) | None => {}
        }
        match UserCommand::parse(text) {
            Ok(UserCommand {
                command: Command::Move { text, .. },
                ..
            }) => self.move_hint(&text),
            Ok(_) => {
                let first = text.split(' ').next().unwrap_or_default();
                let spec = COMMANDS
                    .iter()
                    .find(|spec| spec.name == first.to_ascii_lowercase());
                only_text(
                    spec.map_or_else(String::new, |spec| format!("{}: {}", spec.usage, spec.help)),
                )
            }
            Err(error) => only_text(error.to_string()),
        }
    }

    fn move_hint(&self, text: &str) -> Hint {
        if self.is_computers_turn() {
            return Hint {
                text: "wait for your turn".to_owned(),
                mv: None,
            };
        }
        let position = self.game.position();
        match self.read_move(text) {
            Ok(mv) => Hint {
                text: match speech::describe_clear(position, mv) {
                    Some(cleared) => format!("{}: {cleared}", speech::describe_move(position, mv)),
                    None => speech::describe_move(position, mv),
                },
                mv: Some(mv),
            },
            Err(_) => Hint {
                text: match self.completions(text) {
                    none if none.is_empty() => "not legal here; press Enter to see why".to_owned(),
                    some => some.join(" "),
                },
                mv: None,
            },
        }
    }

    /// Returns the move that a text denotes, in full or in short form.
    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        match self.short_move(text) {
            Some(ShortMove::Play(mv)) => self.game.position().find(mv),
            _ => self.game.line().read(text),
        }
    }

    /// Completes the word in the line as far as it is unambiguous.
    pub(super) fn complete(&mut self) {
        let words = self.completions(self.input.text());
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

    /// Returns the moves and commands that begin with this text.
    fn completions(&self, text: &str) -> Vec<String> {
        let typed = text.to_lowercase();
        let moves = match self.is_computers_turn() {
            true => Vec::new(),
            false => self.game.legal_moves(),
        };
        let mut moves: Vec<String> = moves
            .into_iter()
            .map(|mv| self.game.position().san(mv).to_string())
            .filter(|san| san.to_lowercase().starts_with(&typed))
            .collect();
        moves.sort();
        moves.extend(command::completions(text).map(str::to_owned));
        moves
    }

    /// Returns the pieces each side has captured up to the position shown, and
    /// the material balance.
    pub(crate) fn material(&self) -> (ByColor<Vec<Role>>, i32) {
        let material = if self.view.is_past() {
            let mut line = PlayedLine::from(self.game.line().start().clone());
            for (_, mv) in self.game.line().moves().take(self.ply()) {
                line.play(mv);
            }
            Material::of(&line)
        } else {
            self.game.material()
        };
        (material.captured, material.balance)
    }

    /// Returns a value that changes whenever another board is shown.
    pub(crate) fn board_key(&self) -> (Position, usize, Color) {
        (self.position().clone(), self.ply(), self.view.below())
    }

    /// Closes the help page. Returns false if it was not open.
    pub(crate) fn close_help(&mut self) -> bool {
        let was_open = self.dialog.page != Page::Game;
        self.dialog.page = Page::Game;
        was_open
    }

    /// Returns the square of the king in check in the position shown.
    pub(crate) fn king_in_check(&self) -> Option<Square> {
        let position = self.position();
        let king = position.board().king(position.turn())?;
        position.is_check().then_some(king)
    }

    /// Describes the last move in words.
    pub(crate) fn spoken_move(&self) -> String {
        match self.last_move() {
            Some((before, mv)) => {
                let number = before.fullmoves();
                format!("{number}. {}.", speech::describe_move(before, mv))
            }
            None => format!("{} to move.", self.position().turn().name()),
        }
    }
}
