use memchr::{memchr, memchr_iter, memrchr2};

use crate::TextLocation;

/// Converts offsets to lines and columns. Lines are counted only when a
/// location is requested.
#[derive(Clone, Debug)]
pub struct LineCounter {
    /// The offset up to which line ends have been counted.
    counted: u64,
    /// The line at that offset.
    line: u64,
    /// The offset at which that line begins.
    line_start: u64,
    /// Whether the last counted byte is a CR: an LF after it ends no line.
    is_after_cr: bool,
}

impl LineCounter {
    pub fn new(location: TextLocation) -> LineCounter {
        LineCounter {
            counted: location.offset,
            line: location.line,
            line_start: location.offset - (location.column - 1).min(location.offset),
            is_after_cr: false,
        }
    }

    /// Returns the location of `offset`, given the bytes from offset `base` on.
    /// Offsets must not decrease from call to call.
    pub fn location_of(&mut self, bytes: &[u8], base: u64, offset: u64) -> TextLocation {
        debug_assert!(self.counted <= offset, "lines are counted forward");
        let from = self.counted.saturating_sub(base) as usize;
        let to = offset.saturating_sub(base) as usize;
        if let Some(passed) = bytes.get(from..to) {
            self.count(passed);
        }
        TextLocation {
            offset,
            line: self.line,
            column: offset - self.line_start.min(offset) + 1,
        }
    }

    /// Returns the location up to which lines have been counted.
    pub fn location(&self) -> TextLocation {
        TextLocation {
            offset: self.counted,
            line: self.line,
            column: self.counted - self.line_start.min(self.counted) + 1,
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else {
            return;
        };
        let has_only_lf = memchr(b'\r', bytes).is_none() && !self.is_after_cr;
        if has_only_lf {
            self.line += memchr_iter(b'\n', bytes).count() as u64;
        } else {
            let feeds = memchr_iter(b'\n', bytes).filter(|&at| match at.checked_sub(1) {
                Some(before) => bytes[before] != b'\r',
                None => !self.is_after_cr,
            });
            self.line += (feeds.count() + memchr_iter(b'\r', bytes).count()) as u64;
            self.is_after_cr = last == b'\r';
        }
        if let Some(end) = memrchr2(b'\n', b'\r', bytes) {
            self.line_start = self.counted + end as u64 + 1;
        }
        self.counted += bytes.len() as u64;
    }
}
