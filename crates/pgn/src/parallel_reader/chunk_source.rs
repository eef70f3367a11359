use std::io::{self, Read};

use memchr::{memchr, memchr_iter};

use crate::{TextLocation, last_game_start};

/// Splits a stream of bytes into chunks that can be read independently.
///
/// Bytes that were read beyond the end of a chunk are kept for the next one:
/// usually the beginning of a game, a few kilobytes.
pub struct ChunkSource<R> {
    source: R,
    /// Bytes already read that belong to the next chunk.
    rest: Vec<u8>,
    /// The location at which the next chunk begins.
    location: TextLocation,
    /// Whether the byte before that is a CR: an LF after it ends no line.
    is_after_cr: bool,
    has_ended: bool,
    error: Option<io::Error>,
}

/// The content of a buffer that was filled.
pub enum Chunk {
    /// Whole games, of this total length in bytes.
    Whole(usize),
    /// The first bytes, this many, of a stretch too long to be held. It
    /// continues in the source, up to the next point where the text can be
    /// split.
    Partial(usize),
}

impl<R: Read> ChunkSource<R> {
    pub fn new(source: R) -> ChunkSource<R> {
        ChunkSource {
            source,
            rest: Vec::new(),
            location: TextLocation::START,
            is_after_cr: false,
            has_ended: false,
            error: None,
        }
    }

    /// Returns the location at which the next chunk begins.
    pub fn location(&self) -> TextLocation {
        self.location
    }

    /// Reports whether there are no more chunks.
    pub fn is_empty(&self) -> bool {
        self.has_ended && self.rest.is_empty()
    }

    /// Returns the error that ended the source, if it did not end normally.
    pub fn into_error(self) -> Option<io::Error> {
        self.error
    }

    /// Fills `buffer` with about `size` bytes: more if the text cannot be split
    /// there, but at most `max`. Returns `None` if nothing is left.
    pub fn fill(&mut self, buffer: &mut Vec<u8>, size: usize, max: usize) -> Option<Chunk> {
        let mut wanted = size.max(2 * self.rest.len());
        grow(buffer, wanted);
        let mut length = self.rest.len();
        buffer[..length].copy_from_slice(&self.rest);
        self.rest.clear();
        loop {
            length += self.read(&mut buffer[length..wanted]);
            if self.has_ended {
                self.advance(&buffer[..length]);
                return (length > 0).then_some(Chunk::Whole(length));
            }
            if let Some(end) = last_game_start(&buffer[..length]) {
                self.rest.extend_from_slice(&buffer[end..length]);
                self.advance(&buffer[..end]);
                return Some(Chunk::Whole(end));
            }
            if length >= max {
                return Some(Chunk::Partial(length));
            }
            wanted = (2 * length).min(max);
            grow(buffer, wanted);
        }
    }

    /// Reads until `bytes` is full or the source has ended.
    pub fn read(&mut self, bytes: &mut [u8]) -> usize {
        let mut length = 0;
        while length < bytes.len() && !self.has_ended {
            match self.source.read(&mut bytes[length..]) {
                Ok(0) => self.has_ended = true,
                Ok(count) => length += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.has_ended = true;
                    self.error = Some(error);
                }
            }
        }
        length
    }

    /// Reports whether the source has no more bytes.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Moves the location past these bytes, counting lines, which end with LF,
    /// CR or CR LF.
    pub fn advance(&mut self, bytes: &[u8]) {
        let Some(&last) = bytes.last() else {
            return;
        };
        let feeds = memchr_iter(b'\n', bytes);
        let lines = if !self.is_after_cr && memchr(b'\r', bytes).is_none() {
            feeds.count()
        } else {
            let alone = feeds.filter(|&at| match at.checked_sub(1) {
                Some(before) => bytes[before] != b'\r',
                None => !self.is_after_cr,
            });
            alone.count() + memchr_iter(b'\r', bytes).count()
        };
        self.is_after_cr = last == b'\r';
        self.location.line += lines as u64;
        self.location.offset += bytes.len() as u64;
    }

    /// Gives back bytes that belong to the next chunk.
    pub fn unread(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
    }
}

/// Makes the buffer at least this long. It is never shortened, so that its
/// memory is allocated and cleared only once.
fn grow(buffer: &mut Vec<u8>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length, 0);
    }
}
