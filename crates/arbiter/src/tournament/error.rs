use std::{
    io,
    path::{Path, PathBuf},
};

use arbiter_tournament::{
    RecordError, Refusal, arena::ArenaRefusal, knockout::KnockoutRefusal, trf::TrfError,
};

use crate::output::ExitStatus;

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    KnockoutRefused(#[from] KnockoutRefusal),
    #[error("{0}")]
    ArenaRefused(#[from] ArenaRefusal),
    #[error("{0} has {1}")]
    OtherSystem(&'static str, &'static str),
    #[error("{} already exists: choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    #[error("{} is a report file: make a tournament of it with \"import\"", .0.display())]
    IsReport(PathBuf),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Record { path: PathBuf, error: RecordError },
    #[error("{}: {error}", path.display())]
    Trf { path: PathBuf, error: TrfError },
    #[error("{0}")]
    Argument(String),
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl TournamentError {
    pub fn file(path: &Path, error: io::Error) -> TournamentError {
        TournamentError::File {
            path: path.to_owned(),
            error,
        }
    }

    pub fn exit_status(&self) -> ExitStatus {
        match self {
            TournamentError::Refused(_)
            | TournamentError::KnockoutRefused(_)
            | TournamentError::ArenaRefused(_)
            | TournamentError::OtherSystem(..) => ExitStatus::Refused,
            _ => ExitStatus::BadInput,
        }
    }

    /// Returns the error as a line of JSON.
    pub fn json(&self) -> serde_json::Value {
        let code = match self {
            TournamentError::Refused(refusal) => refusal.code(),
            TournamentError::KnockoutRefused(refusal) => refusal.code(),
            TournamentError::ArenaRefused(refusal) => refusal.code(),
            TournamentError::OtherSystem(..) => "other_system",
            TournamentError::Exists(_) => "file_exists",
            TournamentError::IsReport(_) => "is_report",
            TournamentError::File { .. } | TournamentError::Output(_) => "file_error",
            TournamentError::Record { .. } => "damaged_record",
            TournamentError::Trf { .. } => "damaged_report",
            TournamentError::Argument(_) => "bad_argument",
        };
        serde_json::json!({ "error": { "code": code, "message": self.to_string() } })
    }
}
