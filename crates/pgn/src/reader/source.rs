use std::io::{self, BufRead};

/// Where the bytes come from: a window on the text that moves forward.
pub trait Source {
    /// The bytes that are here and not yet read.
    fn window(&self) -> &[u8];

    /// Whether nothing follows the window.
    fn is_last(&self) -> bool;

    /// Moves the beginning of the window forward.
    fn pass(&mut self, bytes: usize);

    /// Lets the window see more, or learns that nothing follows.
    fn extend(&mut self) -> io::Result<()>;
}

/// Text that is in memory as a whole, and read where it lies.
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
    fn pass(&mut self, bytes: usize) {
        self.0 = self.0.get(bytes..).unwrap_or_default();
    }

    fn extend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Text that comes piece by piece. No more of it is held than the longest
/// thing that has to be seen as a whole: a comment or a tag.
#[derive(Debug)]
pub struct Stream<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the window begins in the buffer.
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
    fn pass(&mut self, bytes: usize) {
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
