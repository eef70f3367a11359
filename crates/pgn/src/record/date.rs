use std::{fmt, str::FromStr};

/// A date as PGN writes it, `1851.06.21`. Day and month may be unknown:
/// `1851.06.??`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    /// Known only if the month is.
    day: Option<u8>,
}

impl Date {
    /// Returns the first possible day, for comparisons.
    #[must_use]
    pub fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// Returns the last possible day, for comparisons.
    #[must_use]
    pub fn latest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }
}

/// The text is not a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDateError;

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write a date as 1851, 1851.06 or 1851.06.21")
    }
}

impl std::error::Error for ParseDateError {}

impl FromStr for Date {
    type Err = ParseDateError;

    /// Parses a date whose parts are separated by periods, hyphens or slashes.
    /// Month and day may be missing or unknown.
    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let mut parts = text.trim().split(['.', '-', '/']);
        let year = parts.next().unwrap_or_default();
        if year.len() != 4 || !year.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(ParseDateError);
        }
        let year = year.parse().map_err(|_| ParseDateError)?;
        let month = part(parts.next(), 12)?;
        let day = part(parts.next(), 31)?;
        match parts.next() {
            None => Ok(Date {
                year,
                month,
                day: month.and(day),
            }),
            Some(_) => Err(ParseDateError),
        }
    }
}

/// Parses a month or a day, if it is known.
fn part(text: Option<&str>, max: u8) -> Result<Option<u8>, ParseDateError> {
    match text {
        None => Ok(None),
        Some(unknown) if unknown.bytes().all(|sign| sign == b'?') => Ok(None),
        Some(number) => match number.parse() {
            Ok(number) if (1..=max).contains(&number) => Ok(Some(number)),
            _ => Err(ParseDateError),
        },
    }
}

/// Writes the date as PGN does.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day] {
            match part {
                Some(number) => write!(f, ".{number:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match text.parse::<Date>() {
            Ok(date) => {
                let days = [date.earliest(), date.latest()];
                let [first, last] = days.map(|(year, month, day)| format!("{year}-{month}-{day}"));
                format!("{date} {first} {last}")
            }
            Err(_) => "error".to_owned(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn dates_may_be_partly_unknown() {
        check("1851.06.21", "1851.06.21 1851-6-21 1851-6-21");
        check("1851-6-21", "1851.06.21 1851-6-21 1851-6-21");
        check("1851.06.??", "1851.06.?? 1851-6-1 1851-6-31");
        check("1851.??.??", "1851.??.?? 1851-1-1 1851-12-31");
        check("1851", "1851.??.?? 1851-1-1 1851-12-31");
        check("1851.??.21", "1851.??.?? 1851-1-1 1851-12-31");
        for text in [
            "????.??.??",
            "",
            "?",
            "51",
            "1851.13",
            "1851.06.32",
            "1851.6.21.0",
            "+851",
        ] {
            check(text, "error");
        }
    }
}
