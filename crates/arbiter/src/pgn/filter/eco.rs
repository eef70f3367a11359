use std::{fmt, str::FromStr};

/// A range of ECO codes: `B20-B99`, `C65`, or `B2`, which means `B20-B29`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl EcoRange {
    /// Reports whether the code in a tag is in the range. Only its first three
    /// characters count, as in `B33/07`.
    pub fn contains(&self, code: &str) -> bool {
        match code.as_bytes().first_chunk() {
            Some(code) => {
                let code = code.map(|sign: u8| sign.to_ascii_uppercase());
                self.first <= code && code <= self.last
            }
            None => false,
        }
    }
}

/// The text is not an ECO code or range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEcoError;

impl fmt::Display for ParseEcoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write ECO codes as B20, B20-B99, B2 or B")
    }
}

impl std::error::Error for ParseEcoError {}

impl FromStr for EcoRange {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<EcoRange, ParseEcoError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = EcoRange {
            first: code(first, b'0')?,
            last: code(last, b'9')?,
        };
        (range.first <= range.last)
            .then_some(range)
            .ok_or(ParseEcoError)
    }
}

/// Completes a code with missing digits.
fn code(text: &str, digit: u8) -> Result<[u8; 3], ParseEcoError> {
    let mut code = [digit; 3];
    let text = text.trim().as_bytes();
    match text {
        [letter, digits @ ..]
            if matches!(letter.to_ascii_uppercase(), b'A'..=b'E')
                && digits.len() <= 2
                && digits.iter().all(u8::is_ascii_digit) =>
        {
            code[0] = letter.to_ascii_uppercase();
            code[1..=digits.len()].copy_from_slice(digits);
            Ok(code)
        }
        _ => Err(ParseEcoError),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_named_by_code_range_or_beginning() {
        for (range, inside, outside) in [
            ("B20-B99", "B20 B33 B99 b57 B33/07", "B19 C00 A20 B2 ?"),
            ("C65", "C65", "C64 C66"),
            ("b2", "B20 B29", "B19 B30"),
            ("A-B0", "A00 A99 B09", "B10"),
        ] {
            let range: EcoRange = range.parse().unwrap();
            for code in inside.split(' ') {
                assert!(range.contains(code), "{code}");
            }
            for code in outside.split(' ') {
                assert!(!range.contains(code), "{code}");
            }
        }
        for text in ["", "-", "F00", "B20-A00", "B200", "Bxx", "B20-", "é"] {
            assert_eq!(text.parse::<EcoRange>(), Err(ParseEcoError), "{text}");
        }
    }
}
