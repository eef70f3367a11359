use arbiter_game::{Options, SaktrisOptions};
use arbiter_rules::{Arrival, ByColor, Clearing, Color, Variant};

use crate::{ComputerSetup, command::SaktrisTerms};

/// The rules and players of a game that is about to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// The rules.
    pub options: Options,
    /// The names of the players.
    pub names: ByColor<String>,
    /// Whether each new game has a random starting position.
    pub shuffle: Shuffle,
    /// The computer, if it is one of the players.
    pub computer: Option<ComputerSetup>,
}

/// What is random in the starting position of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shuffle {
    /// Nothing: each game starts like the one before.
    #[default]
    None,
    /// The Chess960 position.
    Chess960,
    /// The order in which the pieces of Saktris arrive.
    Saktris,
}

/// The maximum length of a name. A longer one fits on no screen.
const MAX_NAME_CHARS: usize = 60;

impl GameSetup {
    /// Creates a game between two people without names.
    #[must_use]
    pub fn new(options: Options) -> GameSetup {
        GameSetup {
            options,
            names: ByColor::new_with(|color| color.name().to_owned()),
            shuffle: Shuffle::None,
            computer: None,
        }
    }

    /// Sets the name of this side. Control characters are removed, and a blank
    /// name is ignored.
    #[must_use]
    pub fn with_name(mut self, color: Color, name: &str) -> GameSetup {
        if let Some(name) = printable_name(name) {
            self.names[color] = name;
        }
        self
    }

    /// Changes to this variant with its default options, unless it is already
    /// set.
    pub(crate) fn set_variant(&mut self, variant: Variant) {
        if variant == self.options.start.variant() {
            return;
        }
        let default = match variant {
            Variant::Saktris => {
                self.shuffle = Shuffle::Saktris;
                Options::saktris(SaktrisOptions::default(), 1, Clearing::default())
            }
            _ => {
                self.shuffle = Shuffle::None;
                Options::default()
            }
        };
        self.options.start = default.start;
        self.options.saktris = default.saktris;
    }

    /// Changes the options of Saktris that are given.
    pub(crate) fn apply(&mut self, terms: SaktrisTerms) {
        let Some(state) = self.options.start.saktris_state() else {
            return;
        };
        if terms == SaktrisTerms::default() {
            return;
        }
        let Arrival {
            every, clearing, ..
        } = state.arrival();
        let current = self.options.saktris.unwrap_or_default();
        let saktris = SaktrisOptions {
            order: terms.order.unwrap_or(current.order),
            preview: terms.preview.unwrap_or(current.preview),
            ..current
        };
        let every = terms.every.unwrap_or(every);
        let clearing = terms.clearing.unwrap_or(clearing);
        let options = Options::saktris(saktris, every, clearing);
        self.shuffle = Shuffle::Saktris;
        self.options.start = options.start;
        self.options.saktris = options.saktris;
    }
}

/// Returns a name without control characters, or `None` if nothing is left. Names
/// come from files and must not send commands to the terminal.
pub(crate) fn printable_name(name: &str) -> Option<String> {
    let printable = name.chars().filter(|c| !c.is_control());
    let name: String = printable.take(MAX_NAME_CHARS).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
