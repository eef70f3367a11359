use core::fmt;
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

/// A program to start, with its arguments and the folder it works in.
///
/// It is read from a command line. Blanks divide words, but not between
/// quotation marks of either kind; there is no other magic.
///
/// ```
/// use arbiter_engine::uci::client::Program;
///
/// let program: Program = "'/opt/my engines/fish' --threads 2".parse()?;
/// assert_eq!(program.path().to_str(), Some("/opt/my engines/fish"));
/// assert_eq!(program.arguments(), ["--threads", "2"]);
/// # Ok::<(), arbiter_engine::uci::client::ParseProgramError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
}

impl Program {
    /// A program without arguments.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program {
            path: path.into(),
            arguments: Vec::new(),
            folder: None,
        }
    }

    /// The same with one argument more.
    #[must_use]
    pub fn with_argument(mut self, argument: impl Into<String>) -> Program {
        self.arguments.push(argument.into());
        self
    }

    /// The same in this folder.
    #[must_use]
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Program {
        self.folder = Some(folder.into());
        self
    }

    /// What is started: a path, or a name to look for in `PATH`.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is given.
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// Where it works; if none, where we do.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

/// The command line, as far as people need it.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        self.arguments
            .iter()
            .try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// Why a command line names no program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseProgramError {
    /// There is nothing in it.
    Empty,
    /// A quotation mark is not closed.
    OpenQuote {
        /// At which byte it stands.
        offset: usize,
    },
}

impl fmt::Display for ParseProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseProgramError::Empty => f.write_str("there is no program to start"),
            ParseProgramError::OpenQuote { offset } => {
                write!(f, "the quotation mark at byte {offset} is not closed")
            }
        }
    }
}

impl core::error::Error for ParseProgramError {}

impl FromStr for Program {
    type Err = ParseProgramError;

    fn from_str(text: &str) -> Result<Program, ParseProgramError> {
        let mut words = words(text)?.into_iter();
        let path = words.next().filter(|path| !path.is_empty());
        Ok(Program {
            path: path.ok_or(ParseProgramError::Empty)?.into(),
            arguments: words.collect(),
            folder: None,
        })
    }
}

fn words(text: &str) -> Result<Vec<String>, ParseProgramError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<(usize, char)> = None;
    for (offset, letter) in text.char_indices() {
        match quote {
            Some((_, mark)) if letter == mark => quote = None,
            None if matches!(letter, '"' | '\'') => {
                quote = Some((offset, letter));
                // Two marks with nothing between them are an empty word.
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    match quote {
        Some((offset, _)) => Err(ParseProgramError::OpenQuote { offset }),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text).unwrap(), expected, "{text}");
    }

    #[test]
    fn blanks_divide_words_and_quotation_marks_join_them() {
        check("a", &["a"]);
        check("  a \t bc  ", &["a", "bc"]);
        check("'a b' c", &["a b", "c"]);
        check("a\" \"b 'c\"d'", &["a b", "c\"d"]);
        check("a '' b", &["a", "", "b"]);
        check("C:\\engines\\fish.exe", &["C:\\engines\\fish.exe"]);
    }

    #[test]
    fn what_names_no_program_is_told() {
        let error = |text: &str| text.parse::<Program>().unwrap_err();
        assert_eq!(error("  "), ParseProgramError::Empty);
        assert_eq!(error("''"), ParseProgramError::Empty);
        assert_eq!(error("a 'b"), ParseProgramError::OpenQuote { offset: 2 });
    }
}
