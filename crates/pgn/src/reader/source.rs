use std::io::{self, BufRead};

/// A source of text: a window that moves forward over it.
pub trait Source {
    /// Returns the loaded bytes that have not been read.
    fn window(&self) -> &[u8];

    /// Reports whether the text ends with the window.
    fn is_last(&self) -> bool;

    /// Moves the start of the window forward.
    fn advance(&mut self, bytes: usize);

    /// Loads more bytes at the end of the window, or finds that there are none.
    fn extend(&mut self) -> io::Result<()>;
}

/// Text that is entirely in memory and read in place.
#[derive(Clone, Debug)]
pub struct Bytes<'t>(pub(super) &'t [u8]);

impl Source for Bytes<'_> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.0
    }

    #[inline]
    fn is_last(&self) -> bool {
        true
    }

    #[inline]
    fn advance(&mut self, bytes: usize) {
        self.0 = self.0.get(bytes..).unwrap_or_default();
    }

    fn extend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Text that is loaded piece by piece. No more is held than the longest comment
/// or tag, which must be in memory as a whole.
#[derive(Debug)]
pub struct Stream<R> {
    input: R,
    buffer: Vec<u8>,
    /// The index in the buffer at which the window begins.
    start: usize,
    is_last: bool,
}

impl<R: BufRead> Stream<R> {
    pub(super) fn new(input: R) -> Stream<R> {
        Stream {
            input,
            buffer: Vec::new(),
            start: 0,
            is_last: false,
        }
    }
}

impl<R: BufRead> Source for Stream<R> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    #[inline]
    fn is_last(&self) -> bool {
        self.is_last
    }

    #[inline]
    fn advance(&mut self, bytes: usize) {
        self.start += bytes;
    }

    fn extend(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let more = loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                more => break more?,
            }
        };
        self.is_last = more.is_empty();
        self.buffer.extend_from_slice(more);
        let seen = more.len();
        self.input.consume(seen);
        Ok(())
    }
}
