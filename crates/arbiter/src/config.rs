//! Where the server keeps things, and how it is told: flags over environment
//! over a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arbiter_server::Database;

mod choices;
mod folders;

pub use choices::{Choices, Log};

/// Where the games of a server are.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Place {
    /// A file with settings [default: arbiter.toml in the folder for settings].
    #[arg(long, value_name = "FILE", env = "ARBITER_CONFIG")]
    config: Option<PathBuf>,
    /// The folder in which everything is kept [default: the system's folder for data].
    #[arg(long, value_name = "FOLDER", env = "ARBITER_DATA")]
    data: Option<PathBuf>,
    /// Keep games in PostgreSQL, at postgres://…, instead of SQLite in the folder.
    #[arg(
        long,
        value_name = "URL",
        env = "ARBITER_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
}

/// The file was read, and the database found.
#[derive(Debug)]
pub struct Found {
    /// Where games are kept.
    pub database: Database,
    /// What the file says.
    pub choices: Choices,
    /// The file, if there is one.
    pub file: Option<PathBuf>,
}

/// The settings make no sense.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file that cannot be read.
    #[error("cannot read the settings in {}: {error}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file that makes no sense.
    #[error("the settings in {} make no sense: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Where, and what.
        error: toml::de::Error,
    },
    /// The database is not one of PostgreSQL.
    #[error(
        "the database must begin with postgres://; for SQLite leave it out and choose the folder \
         with --data"
    )]
    Database,
    /// There is no place for data.
    #[error("there is no folder for data, since HOME is not set: choose one with --data FOLDER")]
    NoFolder,
}

impl Place {
    /// Reads the file, and finds the database: flags and the environment go
    /// before it.
    ///
    /// # Errors
    ///
    /// What makes no sense.
    pub fn find(&self) -> Result<Found, ConfigError> {
        let file = match &self.config {
            Some(path) => Some(path.clone()),
            None => folders::config()
                .map(|folder| folder.join("arbiter.toml"))
                .filter(|path| path.exists()),
        };
        let written = match &file {
            Some(path) => read(path)?,
            None => Choices::default(),
        };
        let database = match self.database.as_ref().or(written.database.as_ref()) {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Database::Postgres(url.clone())
            }
            Some(_) => return Err(ConfigError::Database),
            None => {
                let chosen = self.data.clone().or_else(|| written.data.clone());
                let folder = chosen.or_else(folders::data).ok_or(ConfigError::NoFolder)?;
                Database::Sqlite(folder.join("arbiter.db"))
            }
        };
        Ok(Found {
            database,
            choices: written,
            file,
        })
    }
}

fn read(path: &Path) -> Result<Choices, ConfigError> {
    let text = fs::read_to_string(path).map_err(|error| ConfigError::Unreadable {
        path: path.to_owned(),
        error,
    })?;
    toml::from_str(&text).map_err(|error| ConfigError::File {
        path: path.to_owned(),
        error,
    })
}
