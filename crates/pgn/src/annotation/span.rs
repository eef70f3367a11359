use core::fmt;

use arbiter_game::Span;

/// Writes a time as `%clk` requires: hours, minutes and seconds, `1:05:09`, with
/// a fraction only if it is not zero.
pub(super) struct ClockFormat(pub(super) Span);

impl fmt::Display for ClockFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_seconds();
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{hours}:{minutes:02}:{rest:02}")?;
        match self.0.as_millis() % 1000 {
            0 => Ok(()),
            millis if millis % 100 == 0 => write!(f, ".{}", millis / 100),
            millis if millis % 10 == 0 => write!(f, ".{:02}", millis / 10),
            millis => write!(f, ".{millis:03}"),
        }
    }
}

pub(super) fn parse(text: &str) -> Option<Span> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut fields = whole.split(':').map(digits);
    let (hours, minutes, seconds) = (fields.next()??, fields.next()??, fields.next()??);
    if fields.next().is_some() || minutes > 59 || seconds > 59 {
        return None;
    }
    let seconds = hours
        .checked_mul(3600)?
        .checked_add(minutes * 60 + seconds)?;
    let millis = seconds
        .checked_mul(1000)?
        .checked_add(thousandths(fraction)?)?;
    Some(Span::from_millis(millis))
}

/// Parses the digits after the point. Those after the third are ignored.
fn thousandths(fraction: &str) -> Option<u64> {
    let is_number = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let places = [100, 10, 1];
    let digits = fraction.bytes().map(|byte| u64::from(byte - b'0'));
    is_number.then(|| {
        places
            .into_iter()
            .zip(digits)
            .map(|(place, digit)| place * digit)
            .sum()
    })
}

/// Parses a number that consists of digits only, without a sign.
pub(super) fn digits(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}
