use core::{fmt, str::FromStr};

use arbiter_rules::UciMove;

use super::{EngineOption, Thought, thought::mv, words::Words};

/// A line that an engine says.
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
    /// What the engine is called.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// Something that can be set.
    Option(EngineOption),
    /// That was all about itself.
    UciOk,
    /// It has done what it was told, and listens.
    ReadyOk,
    /// What it thinks.
    Thought(Box<Thought>),
    /// What it plays, and the reply that it expects.
    BestMove {
        /// The move; none if there is none to be played.
        best: Option<UciMove>,
        /// What to think about meanwhile.
        ponder: Option<UciMove>,
    },
    /// How the check of a copy goes: `checking`, `ok` or `error`.
    CopyProtection(String),
    /// How its registration goes: `checking`, `ok` or `error`.
    Registration(String),
}

impl Message {
    /// Words for people.
    #[must_use]
    pub fn remark(text: impl Into<String>) -> Message {
        Message::Thought(Box::new(Thought::remark(text)))
    }
}

/// A line is none that an engine says by the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownMessage;

impl fmt::Display for UnknownMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the line is none that the protocol knows")
    }
}

impl core::error::Error for UnknownMessage {}

/// Words before one that is known are passed over, as the protocol asks for.
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
                "option" => EngineOption::read(words).map(Message::Option),
                "uciok" => Some(Message::UciOk),
                "readyok" => Some(Message::ReadyOk),
                "info" => Some(Message::Thought(Box::new(Thought::read(words)))),
                "bestmove" => Some(read_best_move(words)),
                "copyprotection" => Some(Message::CopyProtection(words.rest().to_owned())),
                "registration" => Some(Message::Registration(words.rest().to_owned())),
                _ => continue,
            };
            return message.ok_or(UnknownMessage);
        }
        Err(UnknownMessage)
    }
}

fn read_best_move(mut words: Words<'_>) -> Message {
    let best = words.next().and_then(mv);
    let ponder = match words.next() {
        Some("ponder") => words.next().and_then(mv),
        _ => None,
    };
    Message::BestMove { best, ponder }
}

/// As the protocol writes it, without a line end; text in it stays on the line.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Name(name) => write!(f, "id name {name}"),
            Message::Author(author) => write!(f, "id author {author}"),
            Message::Option(option) => write!(f, "option {option}"),
            Message::UciOk => f.write_str("uciok"),
            Message::ReadyOk => f.write_str("readyok"),
            Message::Thought(thought) => write!(f, "info {thought}"),
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
