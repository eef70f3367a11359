use core::ops::Range;

use super::{line_counter::LineCounter, line_end::is_line_end};
use crate::{Problem, ProblemKind, TextLocation};

/// The part of the text that is in memory.
#[derive(Clone, Copy, Debug)]
pub struct Window<'t> {
    pub bytes: &'t [u8],
    /// Whether the text ends with these bytes.
    pub is_last: bool,
}

/// The number of bytes that must be available to read anything but a tag or a
/// comment, both of which may be longer.
pub const LOOKAHEAD_BYTES: usize = 512;

impl Window<'_> {
    /// Reports whether more text must be loaded before reading on at `at`.
    #[inline]
    pub fn needs_more(&self, at: usize) -> bool {
        self.bytes.len() - at < LOOKAHEAD_BYTES && !self.is_last
    }
}

/// The position of the window in the whole text. Converts indexes into the
/// window to locations in the text.
#[derive(Debug)]
pub struct TextCursor {
    /// The offset at which the window begins.
    window_start: u64,
    lines: LineCounter,
    /// The last byte before the window.
    byte_before: u8,
}

impl TextCursor {
    pub fn new(location: TextLocation) -> TextCursor {
        TextCursor {
            window_start: location.offset,
            lines: LineCounter::new(location),
            byte_before: b'\n',
        }
    }

    /// Moves the start of the window to the index `at` of the current one.
    pub fn advance(&mut self, window: Window<'_>, at: usize) {
        let offset = self.offset(at);
        self.lines
            .location_of(window.bytes, self.window_start, offset);
        if let Some(last) = at.checked_sub(1) {
            self.byte_before = window.bytes[last];
        }
        self.window_start = offset;
    }

    /// Returns the location at which the window begins.
    pub fn location(&self) -> TextLocation {
        self.lines.location()
    }

    pub fn location_of(&mut self, window: Window<'_>, at: usize) -> TextLocation {
        let offset = self.offset(at);
        self.lines
            .location_of(window.bytes, self.window_start, offset)
    }

    #[inline]
    pub fn offset(&self, at: usize) -> u64 {
        self.window_start + at as u64
    }

    pub fn span(&self, range: Range<usize>) -> Range<u64> {
        self.offset(range.start)..self.offset(range.end)
    }

    #[inline]
    pub fn byte_before(&self, window: Window<'_>, at: usize) -> u8 {
        match at.checked_sub(1) {
            Some(before) => window.bytes[before],
            None => self.byte_before,
        }
    }

    #[inline]
    pub fn is_line_start(&self, window: Window<'_>, at: usize) -> bool {
        is_line_end(self.byte_before(window, at))
    }

    /// Returns a problem about these bytes that skips nothing.
    pub fn problem_at(
        &mut self,
        window: Window<'_>,
        range: Range<usize>,
        kind: ProblemKind,
    ) -> Problem {
        let location = self.location_of(window, range.start);
        let span = self.span(range);
        Problem {
            location,
            skipped: span.end..span.end,
            span,
            kind,
        }
    }
}
