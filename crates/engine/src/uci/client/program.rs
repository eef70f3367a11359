use core::fmt;
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

/// A program to start, with its arguments and working directory.
///
/// It is parsed from a command line. Spaces separate words except between single
/// or double quotation marks; there are no other special characters.
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
    directory: Option<PathBuf>,
}

impl Program {
    /// Creates a program without arguments.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program {
            path: path.into(),
            arguments: Vec::new(),
            directory: None,
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with_argument(mut self, argument: impl Into<String>) -> Program {
        self.arguments.push(argument.into());
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn in_directory(mut self, directory: impl Into<PathBuf>) -> Program {
        self.directory = Some(directory.into());
        self
    }

    /// Returns the executable: a path, or a name to look up in `PATH`.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the arguments.
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// Returns the working directory; none means that of this process.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }
}

/// Writes the command line for people, without quotation marks.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        self.arguments
            .iter()
            .try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// Why a command line cannot be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseProgramError {
    /// It names no program.
    Empty,
    /// A quotation mark is not closed.
    OpenQuote {
        /// The byte offset of the quotation mark.
        offset: usize,
    },
}

impl fmt::Display for ParseProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseProgramError::Empty => f.write_str("the command line names no program"),
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
            directory: None,
        })
    }
}

fn words(text: &str) -> Result<Vec<String>, ParseProgramError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<(usize, char)> = None;
    for (offset, character) in text.char_indices() {
        match quote {
            Some((_, mark)) if character == mark => quote = None,
            None if matches!(character, '"' | '\'') => {
                quote = Some((offset, character));
                // An empty pair of quotation marks is an empty word.
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
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
    fn spaces_separate_words_and_quotation_marks_join_them() {
        check("a", &["a"]);
        check("  a \t bc  ", &["a", "bc"]);
        check("'a b' c", &["a b", "c"]);
        check("a\" \"b 'c\"d'", &["a b", "c\"d"]);
        check("a '' b", &["a", "", "b"]);
        check("C:\\engines\\fish.exe", &["C:\\engines\\fish.exe"]);
    }

    #[test]
    fn an_unusable_command_line_is_an_error() {
        let error = |text: &str| text.parse::<Program>().unwrap_err();
        assert_eq!(error("  "), ParseProgramError::Empty);
        assert_eq!(error("''"), ParseProgramError::Empty);
        assert_eq!(error("a 'b"), ParseProgramError::OpenQuote { offset: 2 });
    }
}
