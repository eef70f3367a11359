//! Who plays when one plays alone.

use core::{fmt, str::FromStr, time::Duration};

use arbiter_engine::{
    Level, Strength, policy,
    uci::client::{ParseProgramError, Program},
};
use arbiter_rules::Color;

/// The computer as one of the two players.
///
/// Its text form is a line of the journal, from which the same opponent goes
/// on after the program was left or has died.
///
/// ```
/// use arbiter_tui::Computer;
///
/// let text = "black 7 level 3";
/// let computer: Computer = text.parse()?;
/// assert_eq!(computer.opponent.name(), "Arbiter level 3");
/// assert_eq!(computer.to_string(), text);
/// # Ok::<(), arbiter_tui::ParseComputerError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Computer {
    /// Its pieces.
    pub color: Color,
    /// How it plays.
    pub opponent: Opponent,
    /// What its chance begins with: the same number plays the same moves.
    pub seed: u64,
}

/// Somebody to play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Our own engine, as strong as a person or stronger.
    Arbiter(Strength),
    /// Another program.
    Guest(Guest),
}

/// A program that speaks UCI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The program and its arguments, as they were typed.
    pub command: String,
    /// What it calls itself, or the command.
    pub name: String,
    /// Its options, each with a value.
    pub options: Vec<(String, String)>,
    /// How far it thinks.
    pub effort: Effort,
}

/// How far a program thinks about a move. Without any limit it thinks by the
/// clock or, in a game without clocks, for a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// So long.
    pub move_time: Option<Duration>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So many half-moves.
    pub depth: Option<u32>,
}

/// A game against the computer, before it is drawn who has which pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solo {
    /// Against whom.
    pub opponent: Opponent,
    /// The pieces of the person.
    pub seat: Seat,
    /// The seed of every game, if they are to be the same.
    pub seed: Option<u64>,
}

/// Which pieces a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Seat {
    /// These.
    Color(Color),
    /// Those that are drawn by chance.
    #[default]
    Random,
}

impl Opponent {
    /// The name beside the board and in files.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Opponent::Arbiter(strength) => match (strength.as_level(), strength.in_elo()) {
                (Some(level), _) => format!("Arbiter level {}", level.number()),
                (None, Some(elo)) => format!("Arbiter, Elo {elo}"),
                (None, None) => "Arbiter".to_owned(),
            },
            Opponent::Guest(guest) => guest.name.clone(),
        }
    }

    /// Who it is, at the end of a sentence.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Opponent::Arbiter(strength) => match strength.as_level() {
                Some(level) => format!("{level}: {}", level.description()),
                None => format!("Arbiter at {strength}"),
            },
            Opponent::Guest(guest) => guest.name.clone(),
        }
    }

    /// Whether it knows when a game is lost, and says so.
    pub(crate) fn resigns(&self) -> bool {
        match self {
            Opponent::Arbiter(strength) => policy::may_resign(*strength),
            Opponent::Guest(_) => true,
        }
    }
}

/// Why a text names no computer to play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseComputerError {
    /// No color stands there.
    Color,
    /// No number stands there to begin with.
    Seed,
    /// It is no opponent: this word.
    Opponent(String),
    /// This is no number for it.
    Number(String),
    /// The program has no name.
    Program(ParseProgramError),
}

impl fmt::Display for ParseComputerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseComputerError::Color => f.write_str("no color"),
            ParseComputerError::Seed => f.write_str("no seed"),
            ParseComputerError::Opponent(word) => write!(f, "no opponent: {word}"),
            ParseComputerError::Number(word) => write!(f, "no strength: {word}"),
            ParseComputerError::Program(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseComputerError {}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.color, self.seed, self.opponent)
    }
}

impl FromStr for Computer {
    type Err = ParseComputerError;

    fn from_str(text: &str) -> Result<Computer, ParseComputerError> {
        let (color, rest) = text.split_once(' ').ok_or(ParseComputerError::Color)?;
        let color = Color::ALL
            .into_iter()
            .find(|side| side.to_string() == color)
            .ok_or(ParseComputerError::Color)?;
        let (seed, opponent) = rest.split_once(' ').ok_or(ParseComputerError::Seed)?;
        Ok(Computer {
            color,
            seed: seed.parse().map_err(|_| ParseComputerError::Seed)?,
            opponent: opponent.parse()?,
        })
    }
}

/// `level 3`, `elo 1500`, `full`, or `engine` with what it is told between
/// tabulators.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Arbiter(strength) => match (strength.as_level(), strength.in_elo()) {
                (Some(level), _) => write!(f, "level {}", level.number()),
                (None, Some(elo)) => write!(f, "elo {elo}"),
                (None, None) => f.write_str("full"),
            },
            Opponent::Guest(guest) => guest.fmt(f),
        }
    }
}

impl FromStr for Opponent {
    type Err = ParseComputerError;

    fn from_str(text: &str) -> Result<Opponent, ParseComputerError> {
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let bad = || ParseComputerError::Number(rest.to_owned());
        let strength = match word {
            "level" => {
                let number = rest.parse().map_err(|_| bad())?;
                Strength::level(Level::new(number).ok_or_else(bad)?)
            }
            "elo" => Strength::elo(rest.parse().map_err(|_| bad())?),
            "full" => Strength::full(),
            "engine" => return rest.parse().map(Opponent::Guest),
            _ => return Err(ParseComputerError::Opponent(word.to_owned())),
        };
        Ok(Opponent::Arbiter(strength))
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effort {
            move_time,
            nodes,
            depth,
        } = self.effort;
        write!(
            f,
            "engine\t{}\tname={}",
            clean(&self.command),
            clean(&self.name)
        )?;
        if let Some(time) = move_time {
            write!(f, "\tmovetime={}", time.as_millis())?;
        }
        if let Some(nodes) = nodes {
            write!(f, "\tnodes={nodes}")?;
        }
        if let Some(depth) = depth {
            write!(f, "\tdepth={depth}")?;
        }
        for (name, value) in &self.options {
            write!(f, "\toption={}={}", clean(name), clean(value))?;
        }
        Ok(())
    }
}

/// A line stays one line, and its parts stay apart.
fn clean(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

impl FromStr for Guest {
    type Err = ParseComputerError;

    fn from_str(text: &str) -> Result<Guest, ParseComputerError> {
        let mut parts = text.split('\t');
        let command = parts.next().unwrap_or_default();
        let _: Program = command.parse().map_err(ParseComputerError::Program)?;
        let mut guest = Guest {
            command: command.to_owned(),
            name: command.to_owned(),
            options: Vec::new(),
            effort: Effort::default(),
        };
        for part in parts {
            let bad = || ParseComputerError::Number(part.to_owned());
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            let number = || value.parse::<u64>().map_err(|_| bad());
            match key {
                "name" => guest.name = value.to_owned(),
                "movetime" => guest.effort.move_time = Some(Duration::from_millis(number()?)),
                "nodes" => guest.effort.nodes = Some(number()?),
                "depth" => {
                    let depth = u32::try_from(number()?).map_err(|_| bad())?;
                    guest.effort.depth = Some(depth);
                }
                "option" => {
                    let (name, value) = value.split_once('=').ok_or_else(bad)?;
                    guest.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(bad()),
            }
        }
        Ok(guest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip(text: &str) -> Computer {
        let computer: Computer = text.parse().unwrap();
        assert_eq!(computer.to_string(), text);
        computer
    }

    #[test]
    fn every_opponent_is_written_and_read_again() {
        for (text, name) in [
            ("white 0 level 10", "Arbiter level 10"),
            ("black 12 elo 1234", "Arbiter, Elo 1234"),
            ("black 18446744073709551615 full", "Arbiter"),
            ("white 1 engine\tstockfish\tname=Fish 9", "Fish 9"),
            (
                "white 1 engine\t'a b' -x\tname=n\tmovetime=50\tnodes=7\tdepth=3\toption=H a=1=2\
                 \toption=Ponder=",
                "n",
            ),
        ] {
            assert_eq!(round_trip(text).opponent.name(), name);
        }
    }

    #[test]
    fn what_names_no_computer_says_so() {
        for (text, error) in [
            ("", "no color"),
            ("red 1 level 3", "no color"),
            ("white level 3", "no seed"),
            ("white 1 level 11", "no strength: 11"),
            ("white 1 level", "no strength: "),
            ("white 1 elo much", "no strength: much"),
            ("white 1 grandma", "no opponent: grandma"),
            ("white 1 engine", "there is no program to start"),
            ("white 1 engine\tfish\tnodes=x", "no strength: nodes=x"),
            (
                "white 1 engine\tfish\tcolor=blue",
                "no strength: color=blue",
            ),
        ] {
            assert_eq!(text.parse::<Computer>().unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn no_option_breaks_the_line_of_a_journal() {
        let guest = Guest {
            command: "fish".to_owned(),
            name: "a\nb".to_owned(),
            options: vec![("x".to_owned(), "1\t2\n3".to_owned())],
            effort: Effort::default(),
        };
        let text = Opponent::Guest(guest).to_string();
        assert_eq!(text, "engine\tfish\tname=a b\toption=x=1 2 3");
    }

    #[test]
    fn only_the_strong_give_up() {
        let opponent = |text: &str| text.parse::<Opponent>().unwrap();
        assert!(!opponent("level 1").resigns());
        assert!(!opponent("level 5").resigns());
        assert!(opponent("level 10").resigns());
        assert!(opponent("full").resigns());
        assert!(opponent("engine fish").resigns());
    }
}
