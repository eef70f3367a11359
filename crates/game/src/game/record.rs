//! Events as lines of text: the record of a game as a database, a file or a test
//! keeps it. A move is written in UCI notation, and the rules find the legal
//! move again when the line is read.

use alloc::{boxed::Box, format, string::String};
use core::{fmt, str::FromStr};

use arbiter_rules::{Claim, Color, Move, Position, Setup, Square, UciMove, Variant};

use super::Game;
use crate::{
    Berserk, Conduct, Draws, Ending, Event, Fact, FirstMoves, LagCompensation, Options, Rating,
    Reason, Span, Takebacks, Time,
};

/// Why a line or an event is not valid in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventError {
    /// The record does not begin with the start of a game.
    NotStarted,
    /// The game has already started.
    StartedTwice,
    /// The game is already over.
    Over,
    /// The move is not legal in this position.
    IllegalMove,
    /// More moves are taken back than were played.
    NothingToTakeBack,
    /// The player cannot give up half of their time here.
    NoBerserk,
    /// The result, the reason and the position contradict each other.
    NoSuchEnding,
    /// This part of the line cannot be parsed.
    Unreadable(&'static str),
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventError::NotStarted => {
                f.write_str("the record does not begin with the start of a game")
            }
            EventError::StartedTwice => f.write_str("the game has already started"),
            EventError::Over => f.write_str("the game is already over"),
            EventError::IllegalMove => f.write_str("the move is not legal here"),
            EventError::NothingToTakeBack => {
                f.write_str("more moves are taken back than were played")
            }
            EventError::NoBerserk => {
                f.write_str("the player cannot give up half of their time here")
            }
            EventError::NoSuchEnding => {
                f.write_str("the result, the reason and the position contradict each other")
            }
            EventError::Unreadable(part) => write!(f, "invalid {part}"),
        }
    }
}

impl core::error::Error for EventError {}

impl Game {
    /// Returns an event as a line of text, without the line ending. The event
    /// must not have been applied yet, because a move is written in the notation
    /// of the position in which it is played.
    ///
    /// ```text
    /// 0 started variant=standard; start=rnbqkbnr/… w KQkq - 0 1; clock=5+3; …
    /// 1500 played e2e4
    /// 1500 draw_offered white
    /// 2600 draw_declined black
    /// 9000 ended 1-0 resignation
    /// ```
    #[must_use]
    pub fn write_event(&self, event: &Event) -> String {
        let at = event.at.as_millis();
        let uci = |mv: Move| self.position().uci(mv);
        match &event.fact {
            Fact::Started(options) => format!("{at} started {}", OptionsText(options)),
            Fact::Played { mv, spared } if spared.is_zero() => format!("{at} played {}", uci(*mv)),
            Fact::Played { mv, spared } => {
                format!("{at} played {} spared {}", uci(*mv), spared.as_millis())
            }
            Fact::Touched(square) => format!("{at} touched {square}"),
            Fact::Adjusted(square) => format!("{at} adjusted {square}"),
            Fact::DrawOffered { by } => format!("{at} draw_offered {by}"),
            Fact::DrawDeclined { by } => format!("{at} draw_declined {by}"),
            Fact::ClaimFailed { claim, intended } => {
                let claim = claim.reason().code();
                match intended {
                    Some(mv) => format!("{at} claim_failed {claim} {}", uci(*mv)),
                    None => format!("{at} claim_failed {claim}"),
                }
            }
            Fact::TakebackRequested { by } => format!("{at} take_back_asked {by}"),
            Fact::TakebackDeclined { by } => format!("{at} take_back_refused {by}"),
            Fact::TakenBack { plies } => format!("{at} took_back {plies}"),
            Fact::AbortRequested { by } => format!("{at} abort_asked {by}"),
            Fact::TimeGiven { to, span } => format!("{at} time_given {to} {}", span.as_millis()),
            Fact::Berserked { by } => format!("{at} berserk {by}"),
            Fact::Ended(ending) => {
                format!("{at} ended {} {}", ending.result(), ending.reason.code())
            }
        }
    }

    /// Parses a line that [`Game::write_event`] wrote: the next event of this
    /// game.
    ///
    /// # Errors
    ///
    /// Returns the part of the line that cannot be parsed, or an error if the
    /// move is not legal.
    pub fn read_event(&self, line: &str) -> Result<Event, EventError> {
        let mut words = Words::of(line);
        let at = words.time()?;
        let name = words.word("name of the event")?;
        let fact = match name {
            "started" => return Event::read_start(line),
            "played" => {
                let mv = self.read_move(words.word("move")?)?;
                let spared = match words.optional() {
                    None => Span::ZERO,
                    Some("spared") => words.span()?,
                    Some(_) => return Err(EventError::Unreadable("event")),
                };
                Fact::Played { mv, spared }
            }
            "touched" => Fact::Touched(words.read::<Square>("square")?),
            "adjusted" => Fact::Adjusted(words.read::<Square>("square")?),
            "draw_offered" => Fact::DrawOffered { by: words.color()? },
            "draw_declined" => Fact::DrawDeclined { by: words.color()? },
            "claim_failed" => {
                let claim = words.claim()?;
                let intended = match words.optional() {
                    Some(text) => Some(self.read_move(text)?),
                    None => None,
                };
                Fact::ClaimFailed { claim, intended }
            }
            "take_back_asked" => Fact::TakebackRequested { by: words.color()? },
            "take_back_refused" => Fact::TakebackDeclined { by: words.color()? },
            "took_back" => Fact::TakenBack {
                plies: words.read("number of moves")?,
            },
            "abort_asked" => Fact::AbortRequested { by: words.color()? },
            "time_given" => Fact::TimeGiven {
                to: words.color()?,
                span: words.span()?,
            },
            "berserk" => Fact::Berserked { by: words.color()? },
            "ended" => Fact::Ended(words.ending()?),
            _ => return Err(EventError::Unreadable("name of the event")),
        };
        words.end()?;
        Ok(Event { at, fact })
    }

    fn read_move(&self, text: &str) -> Result<Move, EventError> {
        let uci: UciMove = text.parse().map_err(|_| EventError::Unreadable("move"))?;
        self.position()
            .find(uci)
            .map_err(|_| EventError::IllegalMove)
    }
}

impl Event {
    /// Parses the first line of a record.
    ///
    /// # Errors
    ///
    /// Returns the part of the line that cannot be parsed.
    pub fn read_start(line: &str) -> Result<Event, EventError> {
        let mut words = Words::of(line);
        let at = words.time()?;
        if words.word("name of the event")? != "started" {
            return Err(EventError::NotStarted);
        }
        let options = read_options(words.rest)?;
        Ok(Event {
            at,
            fact: Fact::Started(Box::new(options)),
        })
    }
}

/// Prints options as they are written in a record.
struct OptionsText<'o>(&'o Options);

impl fmt::Display for OptionsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options {
            start,
            control,
            lag,
            first_moves,
            conduct,
            draws,
            takebacks,
            rating,
            berserk,
            saktris,
        } = self.0;
        let variant = start.variant().code();
        write!(
            f,
            "variant={variant}; start={}; clock={control}; lag={}/{}/{}; ",
            start.to_setup(),
            lag.start.as_millis(),
            lag.per_move.as_millis(),
            lag.max.as_millis(),
        )?;
        match first_moves {
            FirstMoves::Timed => f.write_str("first_moves=timed; ")?,
            FirstMoves::Free { limit: None } => f.write_str("first_moves=free; ")?,
            FirstMoves::Free { limit: Some(limit) } => {
                write!(f, "first_moves={}; ", limit.as_millis())?;
            }
        }
        let conduct = match conduct {
            Conduct::Casual => "casual",
            Conduct::Formal => "formal",
        };
        let draws = match draws {
            Draws::ByClaim => "claim",
            Draws::Automatic => "automatic",
        };
        let takebacks = match takebacks {
            Takebacks::Allowed => "allowed",
            Takebacks::Forbidden => "forbidden",
        };
        let rating = match rating {
            Rating::Casual => "casual",
            Rating::Rated => "rated",
        };
        write!(
            f,
            "conduct={conduct}; draws={draws}; take_backs={takebacks}; rating={rating}"
        )?;
        if *berserk == Berserk::Allowed {
            f.write_str("; berserk=allowed")?;
        }
        match saktris {
            Some(saktris) => write!(f, "; saktris={saktris}"),
            None => Ok(()),
        }
    }
}

/// Parses options. Those that are not given have their default values.
fn read_options(text: &str) -> Result<Options, EventError> {
    let mut options = Options::default();
    let mut variant = Variant::Standard;
    for pair in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let (name, value) = pair
            .split_once('=')
            .ok_or(EventError::Unreadable("option"))?;
        match name {
            "variant" => {
                variant = Variant::from_code(value).ok_or(EventError::Unreadable("variant"))?;
            }
            "start" => options.start = read_start_position(value)?,
            "clock" => {
                let control = value.parse();
                options.control = control.map_err(|_| EventError::Unreadable("clock"))?;
            }
            "lag" => options.lag = read_lag(value).ok_or(EventError::Unreadable("lag"))?,
            "first_moves" => {
                options.first_moves = match value {
                    "timed" => FirstMoves::Timed,
                    "free" => FirstMoves::Free { limit: None },
                    _ => {
                        let limit = Some(millis(value, "limit of the first move")?);
                        FirstMoves::Free { limit }
                    }
                }
            }
            "conduct" => {
                options.conduct = match value {
                    "casual" => Conduct::Casual,
                    "formal" => Conduct::Formal,
                    _ => return Err(EventError::Unreadable("conduct")),
                }
            }
            "draws" => {
                options.draws = match value {
                    "claim" => Draws::ByClaim,
                    "automatic" => Draws::Automatic,
                    _ => return Err(EventError::Unreadable("draws")),
                }
            }
            "take_backs" => {
                options.takebacks = match value {
                    "allowed" => Takebacks::Allowed,
                    "forbidden" => Takebacks::Forbidden,
                    _ => return Err(EventError::Unreadable("takebacks")),
                }
            }
            "rating" => {
                options.rating = match value {
                    "casual" => Rating::Casual,
                    "rated" => Rating::Rated,
                    _ => return Err(EventError::Unreadable("rating")),
                }
            }
            "berserk" => {
                options.berserk = match value {
                    "allowed" => Berserk::Allowed,
                    "forbidden" => Berserk::Forbidden,
                    _ => return Err(EventError::Unreadable("berserk")),
                }
            }
            "saktris" => {
                let saktris = value.parse();
                options.saktris = Some(saktris.map_err(|_| EventError::Unreadable("order"))?);
            }
            _ => return Err(EventError::Unreadable("option")),
        }
    }
    options.start = options.start.with_variant(variant);
    if options.start.variant() != variant {
        return Err(EventError::Unreadable("variant"));
    }
    Ok(options)
}

fn read_start_position(value: &str) -> Result<Position, EventError> {
    const ERROR: EventError = EventError::Unreadable("start position");
    let setup: Setup = value.parse().map_err(|_| ERROR)?;
    setup.position().map_err(|_| ERROR)
}

fn read_lag(value: &str) -> Option<LagCompensation> {
    let mut parts = value.split('/');
    let mut next = || Some(Span::from_millis(parts.next()?.parse().ok()?));
    let lag = LagCompensation {
        start: next()?,
        per_move: next()?,
        max: next()?,
    };
    next().is_none().then_some(lag)
}

fn millis(text: &str, part: &'static str) -> Result<Span, EventError> {
    let millis = text.parse().map_err(|_| EventError::Unreadable(part))?;
    Ok(Span::from_millis(millis))
}

/// The words of a line, from left to right.
struct Words<'t> {
    rest: &'t str,
}

impl<'t> Words<'t> {
    fn of(line: &'t str) -> Words<'t> {
        Words { rest: line.trim() }
    }

    fn optional(&mut self) -> Option<&'t str> {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    fn word(&mut self, part: &'static str) -> Result<&'t str, EventError> {
        self.optional().ok_or(EventError::Unreadable(part))
    }

    fn read<T: FromStr>(&mut self, part: &'static str) -> Result<T, EventError> {
        let word = self.word(part)?;
        word.parse().map_err(|_| EventError::Unreadable(part))
    }

    fn time(&mut self) -> Result<Time, EventError> {
        self.read("time").map(Time::from_millis)
    }

    fn span(&mut self) -> Result<Span, EventError> {
        self.read("time").map(Span::from_millis)
    }

    fn color(&mut self) -> Result<Color, EventError> {
        match self.word("color")? {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            _ => Err(EventError::Unreadable("color")),
        }
    }

    fn claim(&mut self) -> Result<Claim, EventError> {
        match self.word("claim")? {
            "threefold" => Ok(Claim::Threefold),
            "fifty_moves" => Ok(Claim::FiftyMoves),
            _ => Err(EventError::Unreadable("claim")),
        }
    }

    fn ending(&mut self) -> Result<Ending, EventError> {
        let result = self.word("result")?;
        let winner = match result {
            "1-0" => Some(Color::White),
            "0-1" => Some(Color::Black),
            "1/2-1/2" | "*" => None,
            _ => return Err(EventError::Unreadable("result")),
        };
        let reason = Reason::from_code(self.word("reason")?);
        let reason = reason.ok_or(EventError::Unreadable("reason"))?;
        let ending = Ending { winner, reason };
        if ending.result() == result {
            Ok(ending)
        } else {
            Err(EventError::NoSuchEnding)
        }
    }

    fn end(&mut self) -> Result<(), EventError> {
        match self.optional() {
            None => Ok(()),
            Some(_) => Err(EventError::Unreadable("event")),
        }
    }
}
