use std::{
    fmt,
    io::{self, Write},
};

use parking_lot::Mutex;

/// An output that two threads share, one line at a time.
pub(super) struct OutputWriter<W> {
    state: Mutex<WriterState<W>>,
}

struct WriterState<W> {
    output: W,
    /// The first error; nothing is written after it.
    failure: Option<io::Error>,
}

impl<W: Write> OutputWriter<W> {
    pub fn new(output: W) -> OutputWriter<W> {
        OutputWriter {
            state: Mutex::new(WriterState {
                output,
                failure: None,
            }),
        }
    }

    /// Writes and flushes a line. [`OutputWriter::is_open`] reports whether that
    /// has failed.
    pub fn write_line(&self, line: impl fmt::Display) {
        let mut state = self.state.lock();
        if state.failure.is_none() {
            let text = format!("{line}\n");
            let written = state.output.write_all(text.as_bytes());
            state.failure = written.and_then(|()| state.output.flush()).err();
        }
    }

    /// Reports whether everything so far could be written.
    pub fn is_open(&self) -> bool {
        self.state.lock().failure.is_none()
    }

    /// Closes the output.
    ///
    /// # Errors
    ///
    /// Returns the first error that occurred while writing.
    pub fn finish(self) -> io::Result<()> {
        match self.state.into_inner().failure {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}
