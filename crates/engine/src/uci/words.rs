use core::time::Duration;

/// An iterator over the words of a line that also gives access to the rest.
#[derive(Clone, Copy)]
pub(super) struct Words<'t> {
    rest: &'t str,
}

impl<'t> Words<'t> {
    pub fn of(line: &'t str) -> Words<'t> {
        Words { rest: line.trim() }
    }

    /// Returns the unread rest of the line, including inner spaces.
    pub fn rest(self) -> &'t str {
        self.rest
    }

    /// Returns the next word without consuming it.
    pub fn peek(mut self) -> Option<&'t str> {
        self.next()
    }

    /// Parses the next word. The word is consumed only if that succeeds.
    pub fn next_as<T>(&mut self, parse: impl FnOnce(&'t str) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = parse(ahead.next()?)?;
        *self = ahead;
        Some(value)
    }

    /// Parses as many words as possible.
    pub fn all_as<T>(&mut self, parse: impl Fn(&'t str) -> Option<T>) -> Vec<T> {
        core::iter::from_fn(|| self.next_as(&parse)).collect()
    }

    /// Returns the text before the next of these keywords, including inner
    /// spaces.
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

/// Parses an integer. One that is too large becomes the maximum.
pub(super) fn integer(word: &str) -> Option<i64> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // The digits are valid, so only an overflow can fail.
    Some(sign * digits.parse::<i64>().unwrap_or(i64::MAX))
}

/// Parses a count. A negative number becomes 0; one that is too large becomes the
/// maximum.
pub(super) fn count(word: &str) -> Option<u64> {
    let number = integer(word)?;
    Some(u64::try_from(number).unwrap_or(0))
}

/// Parses a count as [`count`] does, into 32 bits.
pub(super) fn small_count(word: &str) -> Option<u32> {
    let number = count(word)?;
    Some(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Parses a time in milliseconds. A negative time becomes 0.
pub(super) fn milliseconds(word: &str) -> Option<Duration> {
    // Some programs send fractions of a millisecond.
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    count(whole).map(Duration::from_millis)
}
