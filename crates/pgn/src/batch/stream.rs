use std::io::{self, BufRead, Read};

use super::feed::Feed;
use crate::next_game_start;

/// The bytes of a piece that is too long to be held: what is in the block
/// already, and then what the source still has, up to the next place to cut.
pub struct Stream<'s, R> {
    feed: &'s mut Feed<R>,
    block: &'s mut [u8],
    /// Whether nobody wants the rest. It may be endless.
    is_stopped: &'s dyn Fn() -> bool,
    /// The next byte to be read.
    at: usize,
    /// The end of what may be read.
    end: usize,
    /// The end of what is in the block: the last bytes are held back, since a
    /// place to cut may begin with them.
    length: usize,
    /// Nothing comes after what is in the block.
    is_over: bool,
}

/// So many bytes are held back: as many as are looked at to know a place to
/// cut.
const HELD_BACK: usize = 16;

/// Stands in the block before what is read. No place to cut is found behind
/// a line that begins with it, and how a line begins whose beginning is gone
/// nobody knows. To overlook a place is no harm, the next one will do.
const UNKNOWN: u8 = b'[';

impl<'s, R: Read> Stream<'s, R> {
    /// Begins with so many bytes of the block, in which there is no place to
    /// cut.
    pub fn new(
        feed: &'s mut Feed<R>,
        block: &'s mut [u8],
        length: usize,
        is_stopped: &'s dyn Fn() -> bool,
    ) -> Stream<'s, R> {
        Stream {
            feed,
            block,
            is_stopped,
            at: 0,
            end: length.saturating_sub(HELD_BACK),
            length,
            is_over: false,
        }
    }

    /// Replaces what was read by what comes after it.
    fn refill(&mut self) {
        self.block.copy_within(self.end..self.length, 1);
        self.block[0] = UNKNOWN;
        let held = 1 + self.length - self.end;
        self.at = 1;
        self.length = held + self.feed.read(&mut self.block[held..]);
        let text = &self.block[..self.length];
        if let Some(end) = next_game_start(text, 1) {
            self.feed.give_back(&text[end..]);
            self.end = end;
            self.is_over = true;
        } else if self.feed.has_ended() || (self.is_stopped)() {
            self.end = self.length;
            self.is_over = true;
        } else {
            self.end = self.length - HELD_BACK;
        }
    }
}

impl<R: Read> BufRead for Stream<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end && !self.is_over {
            self.refill();
        }
        Ok(&self.block[self.at..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.feed.pass(&self.block[self.at..self.at + count]);
        self.at += count;
    }
}

impl<R: Read> Read for Stream<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
