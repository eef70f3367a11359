use arbiter_rules::{ByColor, Color};

use crate::{
    ColorChoice, Computer, ComputerSetup, GameSetup, Journal,
    command::{NewGame, OpponentChoice},
};

/// The players: their names, and the computer if it is one of them.
#[derive(Debug)]
pub(super) struct Players {
    names: ByColor<String>,
    /// The computer in this game.
    computer: Option<Computer>,
    /// The computer in the next new game.
    next_computer: Option<ComputerSetup>,
    /// The names and the computer as requested when the program was started.
    requested: (ByColor<String>, Option<ComputerSetup>),
}

/// The name of a person who has given none.
const YOU: &str = "You";

impl Players {
    pub(super) fn new(setup: &GameSetup) -> Players {
        Players {
            names: setup.names.clone(),
            computer: None,
            next_computer: setup.computer.clone(),
            requested: (setup.names.clone(), setup.computer.clone()),
        }
    }

    pub(super) fn names(&self) -> &ByColor<String> {
        &self.names
    }

    pub(super) fn computer(&self) -> Option<&Computer> {
        self.computer.as_ref()
    }

    pub(super) fn next_computer(&self) -> Option<&ComputerSetup> {
        self.next_computer.as_ref()
    }

    /// Returns the color of the person, in a game against the computer.
    pub(super) fn person(&self) -> Option<Color> {
        self.computer.as_ref().map(|computer| !computer.color)
    }

    /// Returns to the players requested when the program was started.
    pub(super) fn reset(&mut self) {
        (self.names, self.next_computer) = self.requested.clone();
        self.computer = None;
    }

    /// Takes over the players of a journal.
    pub(super) fn restore(&mut self, journal: &Journal) {
        self.names = journal.names.clone();
        self.next_computer = journal.computer.as_ref().map(|computer| ComputerSetup {
            opponent: computer.opponent.clone(),
            person: ColorChoice::Fixed(!computer.color),
            seed: None,
        });
        self.computer = journal.computer.clone();
    }

    /// Takes over the names of a saved game, which two people played.
    pub(super) fn set_names(&mut self, names: ByColor<String>) {
        self.names = names;
        self.computer = None;
    }

    /// Changes the opponent in the next game as far as the command says so.
    pub(super) fn prepare(&mut self, new: &NewGame) {
        let person = new.person.map(ColorChoice::Fixed);
        match &new.opponent {
            Some(OpponentChoice::Human) => self.next_computer = None,
            Some(OpponentChoice::Computer(opponent)) => {
                let seed = self.next_computer.as_ref().and_then(|setup| setup.seed);
                self.next_computer = Some(ComputerSetup {
                    opponent: opponent.clone(),
                    person: person.unwrap_or_default(),
                    seed,
                });
            }
            None => {
                if let (Some(setup), Some(person)) = (&mut self.next_computer, person) {
                    setup.person = person;
                }
            }
        }
    }

    /// Gives the computer its color, and the players their names.
    pub(super) fn seat(&mut self, computer: Option<Computer>) {
        let names = &mut self.names;
        let own_name = match &self.computer {
            Some(before) => names[!before.color].clone(),
            None => YOU.to_owned(),
        };
        let is_named = |color: Color, name: &str| name != color.name() && name != YOU;
        match &computer {
            Some(Computer {
                color, opponent, ..
            }) => {
                let person = !*color;
                if self.computer.is_some() || !is_named(person, &names[person]) {
                    names[person] = own_name;
                }
                names[*color] = opponent.name();
            }
            None => {
                if let Some(before) = &self.computer {
                    let person = !before.color;
                    names[before.color] = before.color.name().to_owned();
                    if !is_named(person, &names[person]) {
                        names[person] = person.name().to_owned();
                    }
                }
            }
        }
        self.computer = computer;
    }
}
