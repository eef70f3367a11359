use std::{
    cell::RefCell,
    io::{self, BufRead, Read},
    rc::Rc,
};

/// The last part of a text that was read, for somebody who wants to see it
/// again.
#[derive(Debug)]
pub struct Kept {
    bytes: Vec<u8>,
    /// Where they begin in the text.
    start: u64,
    /// No more is kept than this.
    longest: usize,
}

impl Kept {
    pub fn new(start: u64, longest: usize) -> Kept {
        Kept {
            bytes: Vec::new(),
            start,
            longest,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > self.longest {
            self.start += self.bytes.len() as u64;
            self.bytes.clear();
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Nobody will want to see what comes before this.
    pub fn forget_before(&mut self, offset: u64) {
        let count = offset.saturating_sub(self.start) as usize;
        let count = count.min(self.bytes.len());
        self.bytes.drain(..count);
        self.start += count as u64;
    }

    /// Some bytes, if they are kept.
    pub fn text(&self, from: u64, to: u64) -> Option<&[u8]> {
        let from = from.checked_sub(self.start)? as usize;
        let to = to.checked_sub(self.start)? as usize;
        self.bytes.get(from..to)
    }
}

/// Keeps what is read from another reader, and gives out little at once, so
/// that little is kept.
pub struct Keeping<'k> {
    pub input: &'k mut dyn BufRead,
    pub kept: Rc<RefCell<Kept>>,
    pub most: usize,
}

impl BufRead for Keeping<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.input.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.most)])
    }

    fn consume(&mut self, count: usize) {
        // What was filled before is filled still.
        if let Ok(bytes) = self.input.fill_buf() {
            self.kept.borrow_mut().add(&bytes[..count]);
        }
        self.input.consume(count);
    }
}

impl Read for Keeping<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
