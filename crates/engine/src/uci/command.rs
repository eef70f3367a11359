use core::{fmt, str::FromStr};

use super::{
    Go,
    words::{Words, small_count},
};

/// A command to an engine.
///
/// ```
/// use arbiter_engine::uci::{Command, StartPosition};
///
/// let command: Command = "position startpos moves e2e4 e7e5".parse()?;
/// let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
/// assert_eq!(command, Command::Position { from: StartPosition::Start, moves });
/// assert_eq!(command.to_string(), "position startpos moves e2e4 e7e5");
///
/// let error = "castle!".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown command \"castle!\"");
/// # Ok::<(), arbiter_engine::uci::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: identify yourself and list your options.
    Uci,
    /// `debug on` or `debug off`: switches additional remarks.
    Debug(bool),
    /// `isready`: answer `readyok` once earlier commands are done.
    IsReady,
    /// `setoption`: sets an option or presses a button.
    SetOption {
        /// The name of the option, in upper or lower case.
        name: String,
        /// The new value; none for a button.
        value: Option<String>,
    },
    /// `register`: registration data, which this engine does not need.
    Register(String),
    /// `ucinewgame`: the next position belongs to a new game.
    NewGame,
    /// `position`: sets the position to search.
    Position {
        /// The position before the moves.
        from: StartPosition,
        /// The moves, which may be illegal.
        moves: Vec<String>,
    },
    /// `go`: start searching.
    Go(Go),
    /// `stop`: stop searching and report the best move.
    Stop,
    /// `ponderhit`: the opponent has played the expected move.
    PonderHit,
    /// `quit`: end the session.
    Quit,
    /// `bench`, an extension: runs the benchmark at this depth or the default.
    Bench(Option<u32>),
    /// `eval`, an extension: explains the static evaluation.
    Eval,
    /// `d`, an extension: shows the position.
    Draw,
    /// `help`, an extension: lists the commands.
    Help,
}

/// The position before the moves of a `position` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartPosition {
    /// `startpos`: the usual start of a game.
    Start,
    /// `fen`: a FEN, which may be invalid.
    Fen(String),
}

/// Why a line is not a UCI command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// There is no such command.
    Unknown(String),
    /// `position` is followed by neither `startpos` nor `fen`.
    NoStartPosition,
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
            CommandError::NoStartPosition => {
                f.write_str("position must be followed by startpos or by fen and a FEN")
            }
            CommandError::NoOption => {
                f.write_str("setoption must be followed by name and an option name")
            }
            CommandError::NeitherOnNorOff => f.write_str("debug must be followed by on or off"),
            CommandError::NoDepth => f.write_str("perft must be followed by a depth"),
        }
    }
}

impl core::error::Error for CommandError {}

/// Skips unknown words before a command, as the protocol demands. Extensions are
/// recognized only at the start of a line.
impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let mut words = Words::of(line);
        let first = words.next().unwrap_or_default();
        if let Some(command) = parse_extension(first, words) {
            return command;
        }
        let mut word = first;
        loop {
            if let Some(command) = parse_standard(word, words) {
                return command;
            }
            word = words
                .next()
                .ok_or_else(|| CommandError::Unknown(shortened(first)))?;
        }
    }
}

type Parsed = Option<Result<Command, CommandError>>;

/// Parses an extension of this engine, or returns none if the word is not one.
fn parse_extension(word: &str, mut words: Words<'_>) -> Parsed {
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

/// Parses a command of the protocol, or returns none if the word is not one.
fn parse_standard(word: &str, mut words: Words<'_>) -> Parsed {
    let command = match word {
        "uci" => Ok(Command::Uci),
        "debug" => match words.next() {
            Some("on") => Ok(Command::Debug(true)),
            Some("off") => Ok(Command::Debug(false)),
            _ => Err(CommandError::NeitherOnNorOff),
        },
        "isready" => Ok(Command::IsReady),
        "setoption" => parse_option(words),
        "register" => Ok(Command::Register(words.rest().to_owned())),
        "ucinewgame" => Ok(Command::NewGame),
        "position" => parse_position(words),
        "go" => Ok(Command::Go(Go::parse(words))),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "quit" => Ok(Command::Quit),
        _ => return None,
    };
    Some(command)
}

fn parse_option(mut words: Words<'_>) -> Result<Command, CommandError> {
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

fn parse_position(mut words: Words<'_>) -> Result<Command, CommandError> {
    let from = match words.next() {
        Some("startpos") => StartPosition::Start,
        Some("fen") => StartPosition::Fen(words.until(&["moves"]).to_owned()),
        _ => return Err(CommandError::NoStartPosition),
    };
    words.until(&["moves"]);
    let moves = words.skip(1).map(str::to_owned).collect();
    Ok(Command::Position { from, moves })
}

/// Shortens a word for an error message.
fn shortened(word: &str) -> String {
    const MAX_CHARS: usize = 40;
    match word.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

/// Writes the command as the protocol does, without a newline.
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
            Command::Register(data) => write!(f, "register {data}"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { from, moves } => {
                match from {
                    StartPosition::Start => f.write_str("position startpos")?,
                    StartPosition::Fen(fen) => write!(f, "position fen {fen}")?,
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
