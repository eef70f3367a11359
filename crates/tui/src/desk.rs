use std::io;

/// What a game needs of the world outside: a journal and files.
pub trait Desk {
    /// Begins the journal of a new game; the one before is kept.
    ///
    /// # Errors
    ///
    /// What the disk says.
    fn begin(&mut self) -> io::Result<()>;

    /// Adds a line to the journal. When this returns, the line is kept even
    /// if the program dies.
    ///
    /// # Errors
    ///
    /// What the disk says.
    fn record(&mut self, line: &str) -> io::Result<()>;

    /// Writes a new file.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if there is one, unless it may be
    /// replaced; else what the disk says.
    fn save(&mut self, path: &str, text: &str, existing: Existing) -> io::Result<()>;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What the disk says.
    fn load(&mut self, path: &str) -> io::Result<Vec<u8>>;

    /// A number below this one, drawn by chance.
    fn chance(&mut self, below: u16) -> u16;
}

/// What to do with a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Leave it as it is, and write nothing.
    Keep,
    /// Write over it.
    Replace,
}
