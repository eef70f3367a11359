use std::io::{self, Read};

use memchr::{memchr, memchr_iter};

use crate::{TextLocation, last_game_start};

/// Cuts a stream of bytes into pieces that can be read apart.
///
/// What one piece read too much is kept for the next: the beginning of a
/// game, some kilobytes.
pub struct Feed<R> {
    source: R,
    /// Read already, and part of the next piece.
    rest: Vec<u8>,
    /// Where the next piece begins.
    location: TextLocation,
    /// Whether the byte before that is a CR: an LF after it ends no line.
    is_after_return: bool,
    ended: bool,
    error: Option<io::Error>,
}

/// What is in a block that was filled.
pub enum Piece {
    /// Whole games, so many bytes of them.
    Whole(usize),
    /// The beginning of something too long to be held: it goes on in the
    /// source, up to the next place to cut.
    Begun(usize),
}

impl<R: Read> Feed<R> {
    pub fn new(source: R) -> Feed<R> {
        Feed {
            source,
            rest: Vec::new(),
            location: TextLocation::START,
            is_after_return: false,
            ended: false,
            error: None,
        }
    }

    /// Where the next piece begins.
    pub fn location(&self) -> TextLocation {
        self.location
    }

    /// Whether there is nothing left to give out.
    pub fn is_empty(&self) -> bool {
        self.ended && self.rest.is_empty()
    }

    /// What went wrong with the source, if it did not simply end.
    pub fn into_error(self) -> Option<io::Error> {
        self.error
    }

    /// Fills a block with about `size` bytes, with more if there is no place
    /// to cut, but with `longest` at most; none if nothing is left.
    pub fn fill(&mut self, block: &mut Vec<u8>, size: usize, longest: usize) -> Option<Piece> {
        let mut wanted = size.max(2 * self.rest.len());
        grow(block, wanted);
        let mut length = self.rest.len();
        block[..length].copy_from_slice(&self.rest);
        self.rest.clear();
        loop {
            length += self.read(&mut block[length..wanted]);
            if self.ended {
                self.pass(&block[..length]);
                return (length > 0).then_some(Piece::Whole(length));
            }
            if let Some(end) = last_game_start(&block[..length]) {
                self.rest.extend_from_slice(&block[end..length]);
                self.pass(&block[..end]);
                return Some(Piece::Whole(end));
            }
            if length >= longest {
                return Some(Piece::Begun(length));
            }
            wanted = (2 * length).min(longest);
            grow(block, wanted);
        }
    }

    /// Reads until the bytes are full or the source is at its end.
    pub fn read(&mut self, bytes: &mut [u8]) -> usize {
        let mut length = 0;
        while length < bytes.len() && !self.ended {
            match self.source.read(&mut bytes[length..]) {
                Ok(0) => self.ended = true,
                Ok(count) => length += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.error = Some(error);
                }
            }
        }
        length
    }

    /// Whether the source has nothing more.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Goes on to behind these bytes and counts their lines, which end with
    /// LF, CR or both.
    pub fn pass(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else {
            return;
        };
        let feeds = memchr_iter(b'\n', bytes);
        let lines = if !self.is_after_return && memchr(b'\r', bytes).is_none() {
            feeds.count()
        } else {
            let alone = feeds.filter(|&at| match at.checked_sub(1) {
                Some(before) => bytes[before] != b'\r',
                None => !self.is_after_return,
            });
            alone.count() + memchr_iter(b'\r', bytes).count()
        };
        self.is_after_return = last == b'\r';
        self.location.line += lines as u64;
        self.location.offset += bytes.len() as u64;
    }

    /// Gives bytes back that belong to the next piece.
    pub fn give_back(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
    }
}

/// Makes a block at least so long. It is used again and again, so that its
/// memory is asked for and cleared only once.
fn grow(block: &mut Vec<u8>, length: usize) {
    if block.len() < length {
        block.resize(length, 0);
    }
}
