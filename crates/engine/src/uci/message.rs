use core::{fmt, str::FromStr};

use arbiter_rules::UciMove;

use super::{EngineOption, InfoLine, info_line::mv, words::Words};

/// A line from an engine.
///
/// ```
/// use arbiter_engine::uci::Message;
///
/// let line = "bestmove e2e4 ponder e7e5";
/// let Ok(Message::BestMove { best, ponder }) = line.parse() else { panic!() };
/// assert_eq!(best.unwrap().to_string(), "e2e4");
/// assert_eq!(ponder.unwrap().to_string(), "e7e5");
/// assert_eq!("bestmove (none)".parse(), Ok(Message::BestMove { best: None, ponder: None }));
/// assert!("Hello!".parse::<Message>().is_err());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// `id name`: the name of the engine.
    Name(String),
    /// `id author`: its authors.
    Author(String),
    /// `option`: an option it offers.
    Option(EngineOption),
    /// `uciok`: it has introduced itself.
    UciOk,
    /// `readyok`: all earlier commands are done.
    ReadyOk,
    /// `info`: the state of the search, or a remark.
    Info(Box<InfoLine>),
    /// `bestmove`: the move it plays and the reply it expects.
    BestMove {
        /// The move; none if there is no legal move.
        best: Option<UciMove>,
        /// The expected reply, on which it would ponder.
        ponder: Option<UciMove>,
    },
    /// `copyprotection`: `checking`, `ok` or `error`.
    CopyProtection(String),
    /// `registration`: `checking`, `ok` or `error`.
    Registration(String),
}

impl Message {
    /// Creates an `info string` line.
    #[must_use]
    pub fn remark(text: impl Into<String>) -> Message {
        Message::Info(Box::new(InfoLine::remark(text)))
    }
}

/// The line is not a UCI message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownMessage;

impl fmt::Display for UnknownMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a UCI message")
    }
}

impl core::error::Error for UnknownMessage {}

/// Skips unknown words before a message, as the protocol demands.
impl FromStr for Message {
    type Err = UnknownMessage;

    fn from_str(line: &str) -> Result<Message, UnknownMessage> {
        let mut words = Words::of(line);
        while let Some(word) = words.next() {
            let message = match word {
                "id" => match words.next() {
                    Some("name") => Some(Message::Name(words.rest().to_owned())),
                    Some("author") => Some(Message::Author(words.rest().to_owned())),
                    _ => None,
                },
                "option" => EngineOption::parse(words).map(Message::Option),
                "uciok" => Some(Message::UciOk),
                "readyok" => Some(Message::ReadyOk),
                "info" => Some(Message::Info(Box::new(InfoLine::parse(words)))),
                "bestmove" => Some(parse_best_move(words)),
                "copyprotection" => Some(Message::CopyProtection(words.rest().to_owned())),
                "registration" => Some(Message::Registration(words.rest().to_owned())),
                _ => continue,
            };
            return message.ok_or(UnknownMessage);
        }
        Err(UnknownMessage)
    }
}

fn parse_best_move(mut words: Words<'_>) -> Message {
    let best = words.next().and_then(mv);
    let ponder = match words.next() {
        Some("ponder") => words.next().and_then(mv),
        _ => None,
    };
    Message::BestMove { best, ponder }
}

/// Writes the message as the protocol does, without a newline.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Name(name) => write!(f, "id name {name}"),
            Message::Author(author) => write!(f, "id author {author}"),
            Message::Option(option) => write!(f, "option {option}"),
            Message::UciOk => f.write_str("uciok"),
            Message::ReadyOk => f.write_str("readyok"),
            Message::Info(info) => write!(f, "info {info}"),
            Message::BestMove { best, ponder } => {
                match best {
                    Some(best) => write!(f, "bestmove {best}")?,
                    None => f.write_str("bestmove (none)")?,
                }
                ponder
                    .iter()
                    .try_for_each(|ponder| write!(f, " ponder {ponder}"))
            }
            Message::CopyProtection(state) => write!(f, "copyprotection {state}"),
            Message::Registration(state) => write!(f, "registration {state}"),
        }
    }
}
