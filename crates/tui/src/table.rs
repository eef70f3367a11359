use arbiter_game::{Options, SaktrisOptions};
use arbiter_rules::{Arrival, ByColor, Clearing, Color, Variant};

use crate::{Journal, Score, Solo, command::Terms};

/// What is agreed before a game: the rules, and who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The rules.
    pub options: Options,
    /// The players, as they are called on the screen.
    pub names: ByColor<String>,
    /// Whether each new game has its own starting position.
    pub shuffles: Shuffles,
    /// The computer, if one plays against it.
    pub solo: Option<Solo>,
}

/// Where the starting position of a new game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shuffles {
    /// It is that of the game before.
    #[default]
    No,
    /// It is drawn among the 960.
    Chess960,
    /// The order in which the pieces of Saktris arrive is drawn.
    Saktris,
}

/// What is longer does not fit on any screen.
const LONGEST_NAME: usize = 60;

impl Table {
    /// Two people without names.
    #[must_use]
    pub fn new(options: Options) -> Table {
        Table {
            options,
            names: ByColor::new_with(|color| color.name().to_owned()),
            shuffles: Shuffles::No,
            solo: None,
        }
    }

    /// The same with a name for this side. What cannot be seen in a name is
    /// left out, and no name is the name of the side.
    #[must_use]
    pub fn with_name(mut self, color: Color, name: &str) -> Table {
        if let Some(name) = seen_name(name) {
            self.names[color] = name;
        }
        self
    }
}

impl Table {
    /// From here on this variant is played, as it is usual, unless it is
    /// played already; with it comes what else has been agreed.
    pub(crate) fn turn_to(&mut self, variant: Variant) {
        if variant == self.options.start.variant() {
            return;
        }
        let usual = match variant {
            Variant::Saktris => {
                self.shuffles = Shuffles::Saktris;
                Options::saktris(SaktrisOptions::default(), 1, Clearing::default())
            }
            _ => {
                self.shuffles = Shuffles::No;
                Options::default()
            }
        };
        self.options.start = usual.start;
        self.options.saktris = usual.saktris;
    }

    /// From here on Saktris is played like this, as far as it is said.
    pub(crate) fn agree(&mut self, terms: Terms) {
        let Some(to_come) = self.options.start.to_come() else {
            return;
        };
        if terms == Terms::default() {
            return;
        }
        let Arrival {
            every, clearing, ..
        } = to_come.arrival();
        let usual = self.options.saktris.unwrap_or_default();
        let saktris = SaktrisOptions {
            order: terms.order.unwrap_or(usual.order),
            preview: terms.preview.unwrap_or(usual.preview),
            ..usual
        };
        let every = terms.every.unwrap_or(every);
        let clearing = terms.clearing.unwrap_or(clearing);
        let agreed = Options::saktris(saktris, every, clearing);
        self.shuffles = Shuffles::Saktris;
        self.options.start = agreed.start;
        self.options.saktris = agreed.saktris;
    }
}

/// What can be seen of a name, if anything: whatever a file calls somebody, it
/// does not reach the terminal.
pub(crate) fn seen_name(name: &str) -> Option<String> {
    let seen = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME);
    let name: String = seen.collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// With what one sits down.
#[derive(Clone, Debug)]
pub enum Beginning {
    /// A new game.
    New,
    /// The game of the journal, if the players want it.
    Ask(Box<Journal>),
    /// The game of the journal.
    Resume(Box<Journal>),
    /// A game from a file.
    Score {
        /// The game.
        score: Box<Score>,
        /// The name of the file.
        path: String,
    },
}
