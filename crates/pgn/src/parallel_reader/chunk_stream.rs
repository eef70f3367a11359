use std::io::{self, BufRead, Read};

use super::chunk_source::ChunkSource;
use crate::next_game_start;

/// The bytes of a stretch that is too long to be held: first those already in
/// the buffer, then those of the source up to the next point where the text can
/// be split.
pub struct ChunkStream<'s, R> {
    source: &'s mut ChunkSource<R>,
    buffer: &'s mut [u8],
    /// Reports whether the rest is not wanted. It may be endless.
    is_stopped: &'s dyn Fn() -> bool,
    /// The index of the next byte to read.
    at: usize,
    /// The end of the bytes that may be read.
    end: usize,
    /// The end of the bytes in the buffer. The last ones are held back because
    /// they may contain the start of a heading.
    length: usize,
    /// Whether the stretch ends with the bytes in the buffer.
    is_over: bool,
}

/// The number of bytes held back: enough to recognize a heading.
const HELD_BACK_BYTES: usize = 16;

/// A byte placed before the bytes in the buffer. The beginning of the first
/// line may be gone, and no heading is recognized directly after a line that
/// begins with this byte. Missing one heading does no harm: the text is split at
/// the next.
const UNKNOWN_LINE_START: u8 = b'[';

impl<'s, R: Read> ChunkStream<'s, R> {
    /// Begins with the first `length` bytes of the buffer, in which the text
    /// cannot be split.
    pub fn new(
        source: &'s mut ChunkSource<R>,
        buffer: &'s mut [u8],
        length: usize,
        is_stopped: &'s dyn Fn() -> bool,
    ) -> ChunkStream<'s, R> {
        ChunkStream {
            source,
            buffer,
            is_stopped,
            at: 0,
            end: length.saturating_sub(HELD_BACK_BYTES),
            length,
            is_over: false,
        }
    }

    /// Replaces the bytes that were read with those that follow.
    fn refill(&mut self) {
        self.buffer.copy_within(self.end..self.length, 1);
        self.buffer[0] = UNKNOWN_LINE_START;
        let held = 1 + self.length - self.end;
        self.at = 1;
        self.length = held + self.source.read(&mut self.buffer[held..]);
        let text = &self.buffer[..self.length];
        if let Some(end) = next_game_start(text, 1) {
            self.source.unread(&text[end..]);
            self.end = end;
            self.is_over = true;
        } else if self.source.has_ended() || (self.is_stopped)() {
            self.end = self.length;
            self.is_over = true;
        } else {
            self.end = self.length - HELD_BACK_BYTES;
        }
    }
}

impl<R: Read> BufRead for ChunkStream<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end && !self.is_over {
            self.refill();
        }
        Ok(&self.buffer[self.at..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.source.advance(&self.buffer[self.at..self.at + count]);
        self.at += count;
    }
}

impl<R: Read> Read for ChunkStream<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
