use core::fmt;
use std::{io, process::ExitStatus, time::Duration};

/// Why an engine cannot be used, or can no longer be used.
#[derive(Debug)]
pub enum ClientError {
    /// The program could not be started.
    NotStarted {
        /// The command line.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The engine did not answer in time, and was killed.
    TimedOut {
        /// The command line.
        program: String,
        /// The reply that did not come.
        expected: ExpectedReply,
        /// How long the client waited.
        waited: Duration,
        /// The engine's last output.
        last_output: String,
    },
    /// The process has ended, or has closed its output.
    Exited {
        /// The command line.
        program: String,
        /// The reply that did not come.
        expected: ExpectedReply,
        /// The exit status; none if it only closed its output and was killed.
        status: Option<ExitStatus>,
        /// The engine's last output.
        last_output: String,
    },
}

/// A reply that an engine must send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedReply {
    /// `uciok` to `uci`.
    Introduction,
    /// `readyok` to `isready`.
    Ready,
    /// `bestmove` to `go`.
    BestMove,
}

impl ExpectedReply {
    /// Returns the word that the reply begins with.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ExpectedReply::Introduction => "uciok",
            ExpectedReply::Ready => "readyok",
            ExpectedReply::BestMove => "bestmove",
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::NotStarted { program, error } => {
                write!(f, "cannot start {program}: {error}")
            }
            ClientError::TimedOut {
                program,
                expected,
                waited,
                last_output,
            } => {
                let (word, seconds) = (expected.word(), waited.as_secs_f64());
                write!(f, "{program} did not answer with {word} within {seconds} s")?;
                if *expected == ExpectedReply::Introduction {
                    f.write_str("; is it a UCI engine?")?;
                }
                write_last_output(f, last_output)
            }
            ClientError::Exited {
                program,
                expected,
                status,
                last_output,
            } => {
                match status {
                    Some(status) => write!(f, "{program} exited ({status})")?,
                    None => write!(f, "{program} closed its output")?,
                }
                write!(f, " before sending {}", expected.word())?;
                write_last_output(f, last_output)
            }
        }
    }
}

fn write_last_output(f: &mut fmt::Formatter<'_>, output: &str) -> fmt::Result {
    match output {
        "" => Ok(()),
        output => write!(f, "; its last output: {output}"),
    }
}

impl core::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ClientError::NotStarted { error, .. } => Some(error),
            ClientError::TimedOut { .. } | ClientError::Exited { .. } => None,
        }
    }
}
