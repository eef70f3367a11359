use alloc::string::{String, ToString};
use core::fmt;

use super::{Bonus, Period, TimeControl};
use crate::Span;

const DAY: u64 = 24 * 60 * 60 * 1_000;

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("-"),
            TimeControl::Periods(periods) => match &**periods {
                [
                    Period {
                        moves: None,
                        time,
                        bonus,
                    },
                ] => {
                    write!(f, "{}", Minutes(*time))?;
                    match bonus {
                        Bonus::None => f.write_str("+0"),
                        bonus => write!(f, "{bonus}"),
                    }
                }
                periods => join(f, periods, ", ", Sexagesimal),
            },
            TimeControl::ByoYomi {
                main,
                periods,
                time,
            } => write!(f, "{}+{periods}x{}", Minutes(*main), Seconds(*time)),
            TimeControl::Canadian { main, moves, time } => {
                write!(f, "{}+{moves}/{}", Minutes(*main), Sexagesimal(*time))
            }
            TimeControl::Odds { sides } => odds(f, &sides.white, &sides.black),
            TimeControl::Hourglass { time } => write!(f, "{} hourglass", Minutes(*time)),
            TimeControl::Correspondence { time } => match time.as_millis() {
                DAY => f.write_str("1 day"),
                millis if millis % DAY == 0 => write!(f, "{} days", millis / DAY),
                _ => {
                    let hours = time.as_seconds() / 3600;
                    let minute = time.as_seconds() / 60 % 60;
                    let second = time.as_seconds() % 60;
                    write!(f, "{hours}:{minute:02}:{second:02}{}/move", Decimals(*time))
                }
            },
        }
    }
}

/// Prints the time control of White and that of Black.
fn odds(
    f: &mut fmt::Formatter<'_>,
    white: impl fmt::Display,
    black: impl fmt::Display,
) -> fmt::Result {
    write!(f, "{white} / {black}")
}

impl TimeControl {
    /// Returns the value of the PGN tag `TimeControl`.
    ///
    /// The standard has `-`, `300`, `300+3`, `40/9000`, `*180` and several
    /// periods separated by colons. For everything else there are unambiguous
    /// extensions, which follow existing practice where there is one:
    ///
    /// | tag | time control | used by |
    /// |---|---|---|
    /// | `300d5` | simple delay | proposed for the standard |
    /// | `300b5` | Bronstein | an extension of the standard has `300B5` |
    /// | `600+5x30` | byo-yomi | Go servers, `5x30` for the overtime in SGF |
    /// | `600+25/300` | Canadian | Go servers, `25/300` for the overtime in SGF |
    /// | `1/86400` | correspondence | the largest chess servers |
    /// | `300+3 / 60` | time odds, White first | |
    ///
    /// ```
    /// use arbiter_game::TimeControl;
    ///
    /// let control: TimeControl = "40/90:00+30, 30:00+30".parse()?;
    /// assert_eq!(control.to_pgn(), "40/5400+30:1800+30");
    /// assert_eq!(TimeControl::from_pgn(&control.to_pgn()), Ok(control));
    /// # Ok::<(), arbiter_game::ParseTimeControlError>(())
    /// ```
    #[must_use]
    pub fn to_pgn(&self) -> String {
        Pgn(self).to_string()
    }
}

struct Pgn<'a>(&'a TimeControl);

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            TimeControl::Odds { sides } => odds(f, Pgn(&sides.white), Pgn(&sides.black)),
            TimeControl::None => f.write_str("-"),
            TimeControl::Periods(periods) => {
                join(f, periods, ":", Seconds)?;
                match &**periods {
                    // Unlike correspondence, a repeated period of one move
                    // carries unused time over.
                    [
                        Period {
                            moves: Some(moves),
                            bonus: Bonus::None,
                            ..
                        },
                    ] if moves.get() == 1 => f.write_str("+0"),
                    _ => Ok(()),
                }
            }
            TimeControl::ByoYomi {
                main,
                periods,
                time,
            } => write!(f, "{}+{periods}x{}", Seconds(*main), Seconds(*time)),
            TimeControl::Canadian { main, moves, time } => {
                write!(f, "{}+{moves}/{}", Seconds(*main), Seconds(*time))
            }
            TimeControl::Hourglass { time } => write!(f, "*{}", Seconds(*time)),
            TimeControl::Correspondence { time } => write!(f, "1/{}", Seconds(*time)),
        }
    }
}

fn join<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    periods: &[Period],
    separator: &str,
    written: impl Fn(Span) -> T,
) -> fmt::Result {
    for (index, period) in periods.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        if let Some(moves) = period.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}{}", written(period.time), period.bonus)?;
    }
    Ok(())
}

/// Prints `+3`, `b3`, `d3`, or nothing.
impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Bonus::None => Ok(()),
            Bonus::Increment(span) => write!(f, "+{}", Seconds(span)),
            Bonus::Bronstein(span) => write!(f, "b{}", Seconds(span)),
            Bonus::Delay(span) => write!(f, "d{}", Seconds(span)),
        }
    }
}

/// Prints whole minutes as a number, and other times as `m:ss`.
struct Minutes(Span);

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        if millis.is_multiple_of(60_000) {
            write!(f, "{}", millis / 60_000)
        } else {
            Sexagesimal(self.0).fmt(f)
        }
    }
}

/// Prints `m:ss`, with any number of minutes.
struct Sexagesimal(Span);

impl fmt::Display for Sexagesimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_seconds();
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)?;
        Decimals(self.0).fmt(f)
    }
}

struct Seconds(Span);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.as_seconds(), Decimals(self.0))
    }
}

/// Prints the fraction of a second, with as few decimals as possible.
struct Decimals(Span);

impl fmt::Display for Decimals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() % 1_000 {
            0 => Ok(()),
            millis if millis % 100 == 0 => write!(f, ".{}", millis / 100),
            millis if millis % 10 == 0 => write!(f, ".{:02}", millis / 10),
            millis => write!(f, ".{millis:03}"),
        }
    }
}
