//! The computer as an opponent.

use core::{fmt, str::FromStr, time::Duration};

use arbiter_engine::{
    Level, Strength, policy,
    uci::client::{ParseProgramError, Program},
};
use arbiter_rules::Color;

/// The computer as one of the two players.
///
/// Its text form is a line of the journal, from which the same opponent continues
/// when the game is resumed.
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
    /// The side it plays.
    pub color: Color,
    /// The engine that plays.
    pub opponent: Opponent,
    /// The seed of its randomness: the same seed plays the same moves.
    pub seed: u64,
}

/// How soon the computer moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// It takes about as long as a person would.
    #[default]
    Person,
    /// It moves as soon as it has chosen a move.
    Fast,
}

/// An engine to play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Arbiter's own engine at this strength.
    Arbiter(Strength),
    /// Another program.
    External(ExternalEngine),
}

/// An engine that is a program of its own and speaks UCI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalEngine {
    /// The program and its arguments, as they were typed.
    pub command: String,
    /// The name it reports, or the command.
    pub name: String,
    /// The names and values of its options.
    pub options: Vec<(String, String)>,
    /// The limits on its thinking.
    pub limits: MoveLimits,
}

/// Limits on how long an external engine thinks about a move. Without limits it
/// thinks according to the clock or, in a game without clocks, for one second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveLimits {
    /// The thinking time.
    pub move_time: Option<Duration>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// The opponent in a game against the computer, before colors are assigned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputerSetup {
    /// The engine that plays.
    pub opponent: Opponent,
    /// The color of the person.
    pub person: ColorChoice,
    /// The seed of every game; `None` for a random one.
    pub seed: Option<u64>,
}

/// The color that a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorChoice {
    /// This color.
    Fixed(Color),
    /// A random color.
    #[default]
    Random,
}

impl Opponent {
    /// Returns the name shown beside the board and in files.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Opponent::Arbiter(strength) => match (strength.as_level(), strength.in_elo()) {
                (Some(level), _) => format!("Arbiter level {}", level.number()),
                (None, Some(elo)) => format!("Arbiter ({elo} Elo)"),
                (None, None) => "Arbiter".to_owned(),
            },
            Opponent::External(engine) => engine.name.clone(),
        }
    }

    /// Describes it for the end of a sentence.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Opponent::Arbiter(strength) => match strength.as_level() {
                Some(level) => format!("{level}: {}", level.description()),
                None => format!("Arbiter at {strength}"),
            },
            Opponent::External(engine) => engine.name.clone(),
        }
    }

    /// Reports whether it resigns lost games.
    pub(crate) fn resigns(&self) -> bool {
        match self {
            Opponent::Arbiter(strength) => policy::may_resign(*strength),
            Opponent::External(_) => true,
        }
    }
}

/// Why a text does not describe a computer opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseComputerError {
    /// The color is missing.
    Color,
    /// The seed is missing.
    Seed,
    /// This word does not name an opponent.
    Opponent(String),
    /// This is not a valid strength or limit.
    Number(String),
    /// The command does not name a program.
    Program(ParseProgramError),
}

impl fmt::Display for ParseComputerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseComputerError::Color => f.write_str("missing color"),
            ParseComputerError::Seed => f.write_str("missing seed"),
            ParseComputerError::Opponent(word) => write!(f, "unknown opponent: {word}"),
            ParseComputerError::Number(word) => write!(f, "invalid strength: {word}"),
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

/// Writes `level 3`, `elo 1500`, `full`, or `engine` with its settings separated
/// by tabs.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Arbiter(strength) => match (strength.as_level(), strength.in_elo()) {
                (Some(level), _) => write!(f, "level {}", level.number()),
                (None, Some(elo)) => write!(f, "elo {elo}"),
                (None, None) => f.write_str("full"),
            },
            Opponent::External(engine) => engine.fmt(f),
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
            "engine" => return rest.parse().map(Opponent::External),
            _ => return Err(ParseComputerError::Opponent(word.to_owned())),
        };
        Ok(Opponent::Arbiter(strength))
    }
}

impl fmt::Display for ExternalEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveLimits {
            move_time,
            nodes,
            depth,
        } = self.limits;
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

/// Replaces control characters, so that the text stays one line and its parts
/// stay separate.
fn clean(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

impl FromStr for ExternalEngine {
    type Err = ParseComputerError;

    fn from_str(text: &str) -> Result<ExternalEngine, ParseComputerError> {
        let mut parts = text.split('\t');
        let command = parts.next().unwrap_or_default();
        let _: Program = command.parse().map_err(ParseComputerError::Program)?;
        let mut engine = ExternalEngine {
            command: command.to_owned(),
            name: command.to_owned(),
            options: Vec::new(),
            limits: MoveLimits::default(),
        };
        for part in parts {
            let bad = || ParseComputerError::Number(part.to_owned());
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            let number = || value.parse::<u64>().map_err(|_| bad());
            match key {
                "name" => engine.name = value.to_owned(),
                "movetime" => engine.limits.move_time = Some(Duration::from_millis(number()?)),
                "nodes" => engine.limits.nodes = Some(number()?),
                "depth" => {
                    let depth = u32::try_from(number()?).map_err(|_| bad())?;
                    engine.limits.depth = Some(depth);
                }
                "option" => {
                    let (name, value) = value.split_once('=').ok_or_else(bad)?;
                    engine.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(bad()),
            }
        }
        Ok(engine)
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
    fn every_opponent_survives_a_round_trip() {
        for (text, name) in [
            ("white 0 level 10", "Arbiter level 10"),
            ("black 12 elo 1234", "Arbiter (1234 Elo)"),
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
    fn an_invalid_computer_is_explained() {
        for (text, error) in [
            ("", "missing color"),
            ("red 1 level 3", "missing color"),
            ("white level 3", "missing seed"),
            ("white 1 level 11", "invalid strength: 11"),
            ("white 1 level", "invalid strength: "),
            ("white 1 elo much", "invalid strength: much"),
            ("white 1 grandma", "unknown opponent: grandma"),
            ("white 1 engine", "the command line names no program"),
            ("white 1 engine\tfish\tnodes=x", "invalid strength: nodes=x"),
            (
                "white 1 engine\tfish\tcolor=blue",
                "invalid strength: color=blue",
            ),
        ] {
            assert_eq!(text.parse::<Computer>().unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn no_option_breaks_a_line_of_the_journal() {
        let engine = ExternalEngine {
            command: "fish".to_owned(),
            name: "a\nb".to_owned(),
            options: vec![("x".to_owned(), "1\t2\n3".to_owned())],
            limits: MoveLimits::default(),
        };
        let text = Opponent::External(engine).to_string();
        assert_eq!(text, "engine\tfish\tname=a b\toption=x=1 2 3");
    }

    #[test]
    fn only_strong_opponents_resign() {
        let opponent = |text: &str| text.parse::<Opponent>().unwrap();
        assert!(!opponent("level 1").resigns());
        assert!(!opponent("level 5").resigns());
        assert!(opponent("level 10").resigns());
        assert!(opponent("full").resigns());
        assert!(opponent("engine fish").resigns());
    }
}
