use alloc::{boxed::Box, vec::Vec};
use core::{num::NonZeroU16, str::FromStr};

use arbiter_rules::ByColor;

use super::{Bonus, ParseTimeControlError, Period, Periods, TimeControl, TimeControlProblem};
use crate::Span;

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        parse(text, Notation::Short)
    }
}

impl TimeControl {
    /// Parses the value of the PGN tag `TimeControl`, in which times are in
    /// seconds.
    ///
    /// In addition to the forms of the standard, it accepts those of
    /// [`to_pgn`](TimeControl::to_pgn), fractions of a second as in engine
    /// tournaments, and `S` for a simple delay. `1/86400` is a correspondence
    /// control with one day per move, as on the large chess servers.
    ///
    /// ```
    /// use arbiter_game::TimeControl;
    ///
    /// for (tag, control) in [
    ///     ("-", "-"),
    ///     ("300", "5+0"),
    ///     ("180+2", "3+2"),
    ///     ("10+0.1", "0:10+0.1"),
    ///     ("40/7200:3600", "40/120:00, 60:00"),
    ///     ("40/5400+30:1800+30", "40/90:00+30, 30:00+30"),
    ///     ("*180", "3 hourglass"),
    ///     ("1/259200", "3 days"),
    ///     ("300d5", "5d5"),
    ///     ("300S5", "5d5"),
    ///     ("300+3 / 60", "5+3 / 1+0"),
    /// ] {
    ///     assert_eq!(TimeControl::from_pgn(tag)?.to_string(), control);
    /// }
    /// assert!(TimeControl::from_pgn("?").is_err());
    /// # Ok::<(), arbiter_game::ParseTimeControlError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the tag says that the time control is unknown (`?`) or
    /// has another form.
    pub fn from_pgn(tag: &str) -> Result<TimeControl, ParseTimeControlError> {
        parse(tag, Notation::Pgn)
    }
}

/// The two notations of a time control.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// Times in minutes, and periods separated by commas.
    Short,
    /// Times in seconds, and periods separated by colons.
    Pgn,
}

/// Separates the time control of White from that of Black.
const ODDS_SEPARATOR: &str = " / ";

fn parse(text: &str, notation: Notation) -> Parsed<TimeControl> {
    let Some((white, black)) = text.split_once(ODDS_SEPARATOR) else {
        return Reader::new(text, notation).control();
    };
    let black_offset = white.len() + ODDS_SEPARATOR.len();
    if let Some(offset) = black.find(ODDS_SEPARATOR) {
        return Err(ParseTimeControlError {
            offset: black_offset + offset + 1,
            problem: TimeControlProblem::Unexpected,
        });
    }
    let side = |text: &str, offset: usize| {
        let control = Reader::new(text, notation).control();
        let control = control.and_then(|control| match control {
            TimeControl::None
            | TimeControl::Hourglass { .. }
            | TimeControl::Correspondence { .. }
            | TimeControl::Odds { .. } => Err(ParseTimeControlError {
                offset: 0,
                problem: TimeControlProblem::Odds,
            }),
            control => Ok(control),
        });
        control.map_err(|error| ParseTimeControlError {
            offset: offset + error.offset,
            ..error
        })
    };
    let sides = ByColor {
        white: side(white, 0)?,
        black: side(black, black_offset)?,
    };
    if sides.white == sides.black {
        return Ok(sides.white);
    }
    Ok(TimeControl::Odds {
        sides: Box::new(sides),
    })
}

struct Reader<'a> {
    text: &'a str,
    /// The offset of the next byte. Spaces before it have been skipped.
    at: usize,
    notation: Notation,
}

type Parsed<T> = Result<T, ParseTimeControlError>;

impl<'a> Reader<'a> {
    fn new(text: &'a str, notation: Notation) -> Reader<'a> {
        let mut reader = Reader {
            text,
            at: 0,
            notation,
        };
        reader.skip_spaces();
        reader
    }

    fn control(&mut self) -> Parsed<TimeControl> {
        let special_form = match self.notation {
            Notation::Short => Reader::in_words,
            Notation::Pgn => Reader::only_in_pgn,
        };
        let control = if self.take(b'-') || self.take_word(&["none", "inf"]) {
            TimeControl::None
        } else if let Some(control) = self.attempt(special_form)? {
            control
        } else if let Some(control) = self.attempt(Reader::overtime)? {
            control
        } else {
            self.periods()?
        };
        match self.peek() {
            None => Ok(control),
            Some(_) => Err(self.error(TimeControlProblem::Unexpected)),
        }
    }

    /// Tries to parse a form, and goes back if the text has another one.
    fn attempt(
        &mut self,
        read: impl Fn(&mut Reader<'a>) -> Parsed<Option<TimeControl>>,
    ) -> Parsed<Option<TimeControl>> {
        let start = self.at;
        let control = read(self)?;
        if control.is_none() {
            self.at = start;
        }
        Ok(control)
    }

    /// Parses `3 days`, `12:00:00/move` or `1 hourglass`. `None` for another
    /// form.
    fn in_words(&mut self) -> Parsed<Option<TimeControl>> {
        let start = self.at;
        if let Some(days) = self.whole()
            && self.take_word(&["days", "day"])
        {
            let time = Span::from_seconds(days.saturating_mul(24 * 60 * 60));
            let time = self.limit(time, start, Zero::Refused)?;
            return Ok(Some(TimeControl::Correspondence { time }));
        }
        self.at = start;
        let Ok(time) = self.time(Zero::Refused) else {
            return Ok(None);
        };
        if self.take_word(&["hourglass"]) {
            return Ok(Some(TimeControl::Hourglass { time }));
        }
        if self.take(b'/') && self.take_word(&["move"]) {
            return Ok(Some(TimeControl::Correspondence { time }));
        }
        Ok(None)
    }

    /// Parses `?`, `*180`, or `1/86400` with nothing after it, which on chess
    /// servers means one day per move. `None` for another form.
    fn only_in_pgn(&mut self) -> Parsed<Option<TimeControl>> {
        if self.peek() == Some(b'?') {
            return Err(self.error(TimeControlProblem::Unknown));
        }
        if self.take(b'*') {
            let time = self.time(Zero::Refused)?;
            return Ok(Some(TimeControl::Hourglass { time }));
        }
        if self.whole() == Some(1)
            && self.take(b'/')
            && let Ok(time) = self.time(Zero::Refused)
            && self.peek().is_none()
        {
            return Ok(Some(TimeControl::Correspondence { time }));
        }
        Ok(None)
    }

    /// Parses `10+5x30` or `10+25/5:00`. `None` for another form.
    fn overtime(&mut self) -> Parsed<Option<TimeControl>> {
        let Ok(main) = self.time(Zero::Allowed) else {
            return Ok(None);
        };
        if !self.take(b'+') {
            return Ok(None);
        }
        let counted = self.at;
        let count = self.whole();
        if self.take(b'x') {
            let periods = self.count(count, counted, TimeControlProblem::Periods)?;
            let time = self.bonus(Zero::Refused)?;
            return Ok(Some(TimeControl::ByoYomi {
                main,
                periods,
                time,
            }));
        }
        if self.take(b'/') {
            let moves = self.count(count, counted, TimeControlProblem::Moves)?;
            let time = self.time(Zero::Refused)?;
            return Ok(Some(TimeControl::Canadian { main, moves, time }));
        }
        Ok(None)
    }

    fn periods(&mut self) -> Parsed<TimeControl> {
        let separator = match self.notation {
            Notation::Short => b',',
            Notation::Pgn => b':',
        };
        let mut periods = Vec::new();
        loop {
            if periods.len() == TimeControl::MAX_PERIODS {
                return Err(self.error(TimeControlProblem::TooManyPeriods));
            }
            let start = self.at;
            let period = self.period()?;
            periods.push(period);
            if self.peek() == Some(separator) {
                if period.moves.is_none() {
                    return Err(ParseTimeControlError {
                        offset: start,
                        problem: TimeControlProblem::EndlessPeriod,
                    });
                }
                self.take(separator);
            } else {
                return Ok(TimeControl::Periods(Periods::new(&periods)));
            }
        }
    }

    /// Parses one period, such as `40/90:00+30` or `5d3`.
    fn period(&mut self) -> Parsed<Period> {
        let start = self.at;
        let count = self.whole();
        let moves = if self.take(b'/') {
            Some(self.count(count, start, TimeControlProblem::Moves)?)
        } else {
            self.at = start;
            None
        };
        let timed = self.at;
        let time = self.time(Zero::Allowed)?;
        let mut bonus = Bonus::None;
        if self.take(b'+') {
            bonus = Bonus::Increment(self.bonus(Zero::Allowed)?).normal();
        }
        if bonus == Bonus::None {
            bonus = self.delay()?;
        }
        if time.is_zero() && bonus == Bonus::None {
            return Err(ParseTimeControlError {
                offset: timed,
                problem: TimeControlProblem::NoTime,
            });
        }
        Ok(Period { moves, time, bonus })
    }

    /// Parses `d5` or `b5`. Some PGN tags have `S5` instead of `d5`, and `+0`
    /// before either. A longer word, such as `dayz`, is not a delay.
    fn delay(&mut self) -> Parsed<Bonus> {
        let second = self.text.as_bytes().get(self.at + 1);
        if second.is_some_and(u8::is_ascii_alphabetic) {
            return Ok(Bonus::None);
        }
        let bonus = match self.peek().map(|byte| byte.to_ascii_lowercase()) {
            Some(b'd') => Bonus::Delay,
            Some(b's') if self.notation == Notation::Pgn => Bonus::Delay,
            Some(b'b') => Bonus::Bronstein,
            _ => return Ok(Bonus::None),
        };
        self.at += 1;
        self.skip_spaces();
        Ok(bonus(self.bonus(Zero::Allowed)?).normal())
    }

    /// Parses a time in minutes, `m:ss` or `h:mm:ss`; in PGN, in seconds.
    fn time(&mut self, zero: Zero) -> Parsed<Span> {
        let unit = match self.notation {
            Notation::Short => 60_000,
            Notation::Pgn => 1_000,
        };
        self.span(unit, zero, TimeControlProblem::Time)
    }

    /// Parses the time for a move, in seconds or `m:ss`.
    fn bonus(&mut self, zero: Zero) -> Parsed<Span> {
        self.span(1_000, zero, TimeControlProblem::Bonus)
    }

    /// Parses a span whose plain numbers are in units of this many milliseconds.
    fn span(&mut self, unit: u64, zero: Zero, missing: TimeControlProblem) -> Parsed<Span> {
        let start = self.at;
        let problem = |offset| ParseTimeControlError {
            offset,
            problem: missing,
        };
        let (mut count, _) = self.digits().ok_or(problem(start))?;
        let mut unit = unit;
        if self.notation == Notation::Short {
            for _ in 0..2 {
                if self.peek() != Some(b':') {
                    break;
                }
                self.at += 1;
                let sixtieth = self.at;
                match self.digits() {
                    Some((sixtieths, 2)) if sixtieths < 60 => {
                        count = count.saturating_mul(60).saturating_add(sixtieths);
                        unit = 1_000;
                    }
                    _ => return Err(problem(sixtieth)),
                }
            }
        }
        let mut millis = count.saturating_mul(unit);
        if self.peek() == Some(b'.') {
            self.at += 1;
            let decimals = self.at;
            match self.digits() {
                Some((fraction, places @ 1..=3)) => {
                    millis = millis.saturating_add(fraction * unit / 10_u64.pow(places));
                }
                _ => return Err(problem(decimals)),
            }
        }
        self.skip_spaces();
        self.limit(Span::from_millis(millis), start, zero)
    }

    fn limit(&self, span: Span, offset: usize, zero: Zero) -> Parsed<Span> {
        let problem = if span > TimeControl::MAX_TIME {
            TimeControlProblem::TooLong
        } else if span.is_zero() && zero == Zero::Refused {
            TimeControlProblem::NoTime
        } else {
            return Ok(span);
        };
        Err(ParseTimeControlError { offset, problem })
    }

    /// Checks a number of moves or periods that was parsed at this offset.
    fn count(
        &self,
        count: Option<u64>,
        offset: usize,
        problem: TimeControlProblem,
    ) -> Parsed<NonZeroU16> {
        count
            .and_then(|count| u16::try_from(count).ok())
            .and_then(NonZeroU16::new)
            .ok_or(ParseTimeControlError { offset, problem })
    }

    /// Parses a whole number and the spaces after it.
    fn whole(&mut self) -> Option<u64> {
        let (number, _) = self.digits()?;
        self.skip_spaces();
        Some(number)
    }

    /// Parses digits, and returns their value (saturating) and their number.
    fn digits(&mut self) -> Option<(u64, u32)> {
        let mut number: u64 = 0;
        let mut places = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'));
            places += 1;
            self.at += 1;
        }
        (places > 0).then_some((number, places))
    }

    /// Consumes one of these words, if it is next.
    fn take_word(&mut self, words: &[&str]) -> bool {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let found = words
            .iter()
            .any(|word| word.eq_ignore_ascii_case(&rest[..end]));
        if found {
            self.at += end;
            self.skip_spaces();
        }
        found
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
            self.skip_spaces();
        }
        found
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn error(&self, problem: TimeControlProblem) -> ParseTimeControlError {
        ParseTimeControlError {
            offset: self.at,
            problem,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Zero {
    Allowed,
    Refused,
}
