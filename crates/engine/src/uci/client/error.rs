use core::fmt;
use std::{io, process::ExitStatus, time::Duration};

/// Why there is no engine to speak to, or none any more.
#[derive(Debug)]
pub enum ClientError {
    /// Its program cannot be started.
    NotStarted {
        /// The command line.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is silent where it has to answer, and was killed.
    Silent {
        /// The command line.
        program: String,
        /// The answer that did not come.
        awaited: Awaited,
        /// How long it was waited for.
        waited: Duration,
        /// What it said in the end.
        last_words: String,
    },
    /// Its process has ended, or does not speak any more.
    Gone {
        /// The command line.
        program: String,
        /// The answer that did not come.
        awaited: Awaited,
        /// How it ended; none if it had only closed its pipe, and was killed.
        status: Option<ExitStatus>,
        /// What it said in the end.
        last_words: String,
    },
}

/// An answer that an engine owes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// `uciok` to `uci`.
    Introduction,
    /// `readyok` to `isready`.
    Ready,
    /// `bestmove` to `go`.
    BestMove,
}

impl Awaited {
    /// The word that the engine has to say.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Awaited::Introduction => "uciok",
            Awaited::Ready => "readyok",
            Awaited::BestMove => "bestmove",
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::NotStarted { program, error } => {
                write!(f, "{program} cannot be started: {error}")
            }
            ClientError::Silent {
                program,
                awaited,
                waited,
                last_words,
            } => {
                let (word, seconds) = (awaited.word(), waited.as_secs_f64());
                write!(f, "{program} did not answer {word} within {seconds} s")?;
                if *awaited == Awaited::Introduction {
                    f.write_str("; is it a UCI engine?")?;
                }
                write_last_words(f, last_words)
            }
            ClientError::Gone {
                program,
                awaited,
                status,
                last_words,
            } => {
                match status {
                    Some(status) => write!(f, "{program} has ended ({status})")?,
                    None => write!(f, "{program} has closed its output")?,
                }
                write!(f, " and owes {}", awaited.word())?;
                write_last_words(f, last_words)
            }
        }
    }
}

fn write_last_words(f: &mut fmt::Formatter<'_>, words: &str) -> fmt::Result {
    match words {
        "" => Ok(()),
        words => write!(f, "; its last words: {words}"),
    }
}

impl core::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ClientError::NotStarted { error, .. } => Some(error),
            ClientError::Silent { .. } | ClientError::Gone { .. } => None,
        }
    }
}
