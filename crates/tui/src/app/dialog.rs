use arbiter_rules::{Color, Square};

use crate::{command::NewGame, notice::Notice};

/// What the program tells and asks the players.
#[derive(Debug, Default)]
pub(super) struct Dialog {
    pub(super) notice: Option<Notice>,
    pub(super) prompt: Option<Prompt>,
    pub(super) page: Page,
}

/// What fills the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Page {
    #[default]
    Game,
    Help {
        /// The first row shown, on a screen too small for all rows.
        first_row: usize,
    },
}

impl Page {
    pub(super) const HELP: Page = Page::Help { first_row: 0 };
}

/// A question that has to be answered first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Prompt {
    /// Should the game in the journal be resumed?
    Resume,
    /// Does this side really resign?
    Resign(Color),
    /// Should this game be left for another one?
    Leave(NextGame),
    /// Which piece should the pawn become, or which should be placed?
    Choose(PieceChoice),
    /// Should the clocks run again?
    Paused,
    /// The computer cannot move, for this reason. Should it try again?
    ComputerFailed(String),
}

/// The game that follows this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NextGame {
    New(NewGame),
    Load { path: String, number: usize },
}

/// A choice of a piece for a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceChoice {
    /// The square of the pawn that promotes; `None` if a piece is placed.
    pub pawn: Option<Square>,
    pub to: Square,
    /// The highlighted one of [`App::choices`](crate::App::choices).
    pub index: usize,
}

/// The answer to a prompt, or to the opponent's offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    Yes,
    No,
}

impl Dialog {
    /// Shows a sentence about something that has happened.
    pub(super) fn info(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::info(text));
    }

    /// Asks a question.
    pub(super) fn ask(&mut self, prompt: Prompt) {
        self.notice = None;
        self.prompt = Some(prompt);
    }
}

impl PieceChoice {
    /// Returns the words before the pieces.
    pub(crate) fn label(&self) -> String {
        match self.pawn {
            Some(_) => "Promote to:".to_owned(),
            None => format!("Place on {}:", self.to),
        }
    }
}
