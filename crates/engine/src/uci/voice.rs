use std::{
    fmt,
    io::{self, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Where two threads say their lines, one at a time.
pub(super) struct Voice<W> {
    inner: Mutex<Inner<W>>,
}

struct Inner<W> {
    output: W,
    /// Why nobody hears us any more.
    failure: Option<io::Error>,
}

impl<W: Write> Voice<W> {
    pub fn new(output: W) -> Voice<W> {
        Voice {
            inner: Mutex::new(Inner {
                output,
                failure: None,
            }),
        }
    }

    /// Says a line at once. If that fails, [`Voice::is_heard`] tells.
    pub fn say(&self, line: impl fmt::Display) {
        let mut inner = self.lock();
        if inner.failure.is_none() {
            let text = format!("{line}\n");
            let output = &mut inner.output;
            let said = output.write_all(text.as_bytes());
            inner.failure = said.and_then(|()| inner.output.flush()).err();
        }
    }

    /// Whether somebody hears us, as far as we know.
    pub fn is_heard(&self) -> bool {
        self.lock().failure.is_none()
    }

    /// # Errors
    ///
    /// Why nobody hears us any more.
    pub fn finish(self) -> io::Result<()> {
        let inner = self.inner.into_inner();
        match inner.unwrap_or_else(PoisonError::into_inner).failure {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<W>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
