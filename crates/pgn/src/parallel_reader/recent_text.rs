use std::{
    cell::RefCell,
    io::{self, BufRead, Read},
    rc::Rc,
};

/// The most recently read part of a text, kept so that it can be quoted.
#[derive(Debug)]
pub struct RecentText {
    bytes: Vec<u8>,
    /// The offset of the first kept byte in the text.
    start: u64,
    /// The maximum number of bytes kept.
    capacity: usize,
}

impl RecentText {
    pub fn new(start: u64, capacity: usize) -> RecentText {
        RecentText {
            bytes: Vec::new(),
            start,
            capacity,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > self.capacity {
            self.start += self.bytes.len() as u64;
            self.bytes.clear();
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Drops everything before this offset.
    pub fn forget_before(&mut self, offset: u64) {
        let count = offset.saturating_sub(self.start) as usize;
        let count = count.min(self.bytes.len());
        self.bytes.drain(..count);
        self.start += count as u64;
    }

    /// Returns the bytes between two offsets, if they are kept.
    pub fn text(&self, from: u64, to: u64) -> Option<&[u8]> {
        let from = from.checked_sub(self.start)? as usize;
        let to = to.checked_sub(self.start)? as usize;
        self.bytes.get(from..to)
    }
}

/// Adds what is read from another reader to a [`RecentText`]. It returns little
/// at a time, so that little has to be kept.
pub struct RecordingReader<'k> {
    pub input: &'k mut dyn BufRead,
    pub recent: Rc<RefCell<RecentText>>,
    /// The maximum number of bytes returned at a time.
    pub max_bytes: usize,
}

impl BufRead for RecordingReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.input.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.max_bytes)])
    }

    fn consume(&mut self, count: usize) {
        // The buffer is still filled, so this returns the same bytes again.
        if let Ok(bytes) = self.input.fill_buf() {
            self.recent.borrow_mut().add(&bytes[..count]);
        }
        self.input.consume(count);
    }
}

impl Read for RecordingReader<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
