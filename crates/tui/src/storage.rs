use std::io;

/// The files that a game needs: its journal, and saved games.
pub trait Storage {
    /// Begins the journal of a new game and keeps the previous one.
    ///
    /// # Errors
    ///
    /// Returns the error of the file system.
    fn begin_journal(&mut self) -> io::Result<()>;

    /// Appends a line to the journal. Once this returns, the line survives even
    /// if the program dies.
    ///
    /// # Errors
    ///
    /// Returns the error of the file system.
    fn append_to_journal(&mut self, line: &str) -> io::Result<()>;

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// Returns [`io::ErrorKind::AlreadyExists`] if the file exists and must be
    /// kept, or else the error of the file system.
    fn save(&mut self, path: &str, text: &str, if_exists: IfExists) -> io::Result<()>;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns the error of the file system.
    fn load(&mut self, path: &str) -> io::Result<Vec<u8>>;
}

/// What to do with a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// Keep it and write nothing.
    Keep,
    /// Overwrite it.
    Replace,
}
