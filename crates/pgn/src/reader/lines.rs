use memchr::{memchr, memchr_iter, memrchr2};

use crate::TextLocation;

/// Counts lines, but only when somebody asks where something is.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Up to here all line ends are counted.
    counted: u64,
    line: u64,
    /// Where the line begins.
    start: u64,
    /// Whether the last byte counted is a CR: an LF after it ends no line.
    after_return: bool,
}

impl Lines {
    pub fn new(location: TextLocation) -> Lines {
        Lines {
            counted: location.offset,
            line: location.line,
            start: location.offset - (location.column - 1).min(location.offset),
            after_return: false,
        }
    }

    /// The place of an offset, given the bytes from `base` on. Places must be
    /// asked for in the order of the text.
    pub fn location(&mut self, bytes: &[u8], base: u64, offset: u64) -> TextLocation {
        debug_assert!(self.counted <= offset, "lines are counted forward");
        let from = self.counted.saturating_sub(base) as usize;
        let to = offset.saturating_sub(base) as usize;
        if let Some(passed) = bytes.get(from..to) {
            self.count(passed);
        }
        TextLocation {
            offset,
            line: self.line,
            column: offset - self.start.min(offset) + 1,
        }
    }

    /// How far lines are counted.
    pub fn here(&self) -> TextLocation {
        TextLocation {
            offset: self.counted,
            line: self.line,
            column: self.counted - self.start.min(self.counted) + 1,
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else {
            return;
        };
        let is_plain = memchr(b'\r', bytes).is_none() && !self.after_return;
        if is_plain {
            self.line += memchr_iter(b'\n', bytes).count() as u64;
        } else {
            let feeds = memchr_iter(b'\n', bytes).filter(|&at| match at.checked_sub(1) {
                Some(before) => bytes[before] != b'\r',
                None => !self.after_return,
            });
            self.line += (feeds.count() + memchr_iter(b'\r', bytes).count()) as u64;
            self.after_return = last == b'\r';
        }
        if let Some(end) = memrchr2(b'\n', b'\r', bytes) {
            self.start = self.counted + end as u64 + 1;
        }
        self.counted += bytes.len() as u64;
    }
}
