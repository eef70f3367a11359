use core::time::Duration;

/// The words of a line, and what is left of it at any time.
#[derive(Clone, Copy)]
pub(super) struct Words<'t> {
    rest: &'t str,
}

impl<'t> Words<'t> {
    pub fn of(line: &'t str) -> Words<'t> {
        Words { rest: line.trim() }
    }

    /// All that has not been read yet, with the blanks in it.
    pub fn rest(self) -> &'t str {
        self.rest
    }

    /// The next word, left where it is.
    pub fn peek(mut self) -> Option<&'t str> {
        self.next()
    }

    /// The next word if it can be read as something; else it is left where it
    /// is.
    pub fn next_as<T>(&mut self, read: impl FnOnce(&'t str) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = read(ahead.next()?)?;
        *self = ahead;
        Some(value)
    }

    /// As many words as can be read as something.
    pub fn all_as<T>(&mut self, read: impl Fn(&'t str) -> Option<T>) -> Vec<T> {
        core::iter::from_fn(|| self.next_as(&read)).collect()
    }

    /// What stands before the next of these words, with the blanks in it.
    pub fn until(&mut self, keywords: &[&str]) -> &'t str {
        let text = self.rest;
        while let Some(word) = self.peek() {
            if keywords.contains(&word) {
                break;
            }
            self.next();
        }
        let taken = text.len() - self.rest.len();
        text.get(..taken).unwrap_or_default().trim_end()
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self
            .rest
            .split_once(char::is_whitespace)
            .unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        Some(word)
    }
}

/// A whole number; one that is too large is as large as can be.
pub(super) fn integer(word: &str) -> Option<i64> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Digits that do not fit are too many of them.
    Some(sign * digits.parse::<i64>().unwrap_or(i64::MAX))
}

/// A number of things: none if it is negative, as many as can be if it is too
/// large.
pub(super) fn count(word: &str) -> Option<u64> {
    let number = integer(word)?;
    Some(u64::try_from(number).unwrap_or(0))
}

/// As [`count`], for what never gets large.
pub(super) fn small_count(word: &str) -> Option<u32> {
    let number = count(word)?;
    Some(u32::try_from(number).unwrap_or(u32::MAX))
}

/// A span of time in milliseconds; a clock that has run over is at zero.
pub(super) fn milliseconds(word: &str) -> Option<Duration> {
    // Some programs reckon in fractions of them.
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    count(whole).map(Duration::from_millis)
}
