use core::{fmt, str::FromStr};

use super::{
    Go,
    words::{Words, small_count},
};

/// A line that is said to an engine.
///
/// ```
/// use arbiter_engine::uci::{Command, Placement};
///
/// let command: Command = "position startpos moves e2e4 e7e5".parse()?;
/// let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
/// assert_eq!(command, Command::Position { from: Placement::Start, moves });
/// assert_eq!(command.to_string(), "position startpos moves e2e4 e7e5");
///
/// let error = "castle!".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown command \"castle!\"");
/// # Ok::<(), arbiter_engine::uci::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Tell who you are and what can be set on you.
    Uci,
    /// Say more, or say less, about what you do.
    Debug(bool),
    /// Answer when you are ready.
    IsReady,
    /// Set this, or press it.
    SetOption {
        /// What: large letters are as good as small ones.
        name: String,
        /// To what; none for a button.
        value: Option<String>,
    },
    /// Who is to be registered: nobody has to be.
    Register(String),
    /// What comes is another game.
    NewGame,
    /// This is the position: a placement and the moves from there.
    Position {
        /// From where.
        from: Placement,
        /// The moves, not proved yet.
        moves: Vec<String>,
    },
    /// Search.
    Go(Go),
    /// Stop searching, and say what you play.
    Stop,
    /// The opponent has played what you have been thinking about.
    PonderHit,
    /// Leave.
    Quit,
    /// Ours: search some positions and count, to this depth or the usual one.
    Bench(Option<u32>),
    /// Ours: judge the position without searching.
    Eval,
    /// Ours: draw the position.
    Draw,
    /// Ours: list what the commands are.
    Help,
}

/// Where the moves of a `position` begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Placement {
    /// The start of a game.
    Start,
    /// This FEN, not proved yet.
    Fen(String),
}

/// A line is none that an engine is told by the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// There is no such command.
    Unknown(String),
    /// `position` is followed by neither `startpos` nor `fen`.
    NoPlacement,
    /// `setoption` is not followed by `name` and a name.
    NoOption,
    /// `debug` is followed by neither `on` nor `off`.
    NeitherOnNorOff,
    /// `perft` is not followed by a number.
    NoDepth,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(word) => write!(f, "unknown command {word:?}"),
            CommandError::NoPlacement => {
                f.write_str("position needs startpos, or fen and a position")
            }
            CommandError::NoOption => f.write_str("setoption needs name and the name of an option"),
            CommandError::NeitherOnNorOff => f.write_str("debug needs on or off"),
            CommandError::NoDepth => f.write_str("perft needs a depth"),
        }
    }
}

impl core::error::Error for CommandError {}

/// Words before a command of the protocol are passed over, as it asks for. Our
/// own commands stand at the beginning.
impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let mut words = Words::of(line);
        let first = words.next().unwrap_or_default();
        if let Some(command) = read_own(first, words) {
            return command;
        }
        let mut word = first;
        loop {
            if let Some(command) = read(word, words) {
                return command;
            }
            word = words
                .next()
                .ok_or_else(|| CommandError::Unknown(shortened(first)))?;
        }
    }
}

type Read = Option<Result<Command, CommandError>>;

/// One of our own commands: none if the word is not one.
fn read_own(word: &str, mut words: Words<'_>) -> Read {
    let command = match word {
        "bench" => Ok(Command::Bench(words.next_as(small_count))),
        "eval" => Ok(Command::Eval),
        "d" => Ok(Command::Draw),
        "help" => Ok(Command::Help),
        "perft" => match words.next_as(small_count) {
            Some(depth) => Ok(Command::Go(Go {
                perft: Some(depth),
                ..Go::default()
            })),
            None => Err(CommandError::NoDepth),
        },
        _ => return None,
    };
    Some(command)
}

/// A command of the protocol: none if the word is not one.
fn read(word: &str, mut words: Words<'_>) -> Read {
    let command = match word {
        "uci" => Ok(Command::Uci),
        "debug" => match words.next() {
            Some("on") => Ok(Command::Debug(true)),
            Some("off") => Ok(Command::Debug(false)),
            _ => Err(CommandError::NeitherOnNorOff),
        },
        "isready" => Ok(Command::IsReady),
        "setoption" => read_option(words),
        "register" => Ok(Command::Register(words.rest().to_owned())),
        "ucinewgame" => Ok(Command::NewGame),
        "position" => read_position(words),
        "go" => Ok(Command::Go(Go::read(words))),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "quit" => Ok(Command::Quit),
        _ => return None,
    };
    Some(command)
}

fn read_option(mut words: Words<'_>) -> Result<Command, CommandError> {
    let name = match words.next() {
        Some("name") => words.until(&["value"]),
        _ => "",
    };
    if name.is_empty() {
        return Err(CommandError::NoOption);
    }
    let value = words.next().map(|_| words.rest().to_owned());
    let name = name.to_owned();
    Ok(Command::SetOption { name, value })
}

fn read_position(mut words: Words<'_>) -> Result<Command, CommandError> {
    let from = match words.next() {
        Some("startpos") => Placement::Start,
        Some("fen") => Placement::Fen(words.until(&["moves"]).to_owned()),
        _ => return Err(CommandError::NoPlacement),
    };
    words.until(&["moves"]);
    let moves = words.skip(1).map(str::to_owned).collect();
    Ok(Command::Position { from, moves })
}

/// Enough of a word to know it again.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

/// As the protocol writes it, without a line end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(true) => f.write_str("debug on"),
            Command::Debug(false) => f.write_str("debug off"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                value
                    .iter()
                    .try_for_each(|value| write!(f, " value {value}"))
            }
            Command::Register(who) => write!(f, "register {who}"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { from, moves } => {
                match from {
                    Placement::Start => f.write_str("position startpos")?,
                    Placement::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) if *go == Go::default() => f.write_str("go"),
            Command::Go(go) => write!(f, "go {go}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Bench(None) => f.write_str("bench"),
            Command::Bench(Some(depth)) => write!(f, "bench {depth}"),
            Command::Eval => f.write_str("eval"),
            Command::Draw => f.write_str("d"),
            Command::Help => f.write_str("help"),
        }
    }
}
