//! The server's settings: flags override the environment, which overrides a
//! file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arbiter_server::Database;

mod folders;
mod server_options;

pub use server_options::{BusOptions, LogFormat, ServerOptions};

/// Where a server stores its games.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct StorageOptions {
    /// The settings file [default: arbiter.toml in the configuration directory].
    #[arg(long, value_name = "FILE", env = "ARBITER_CONFIG", global = true)]
    config: Option<PathBuf>,
    /// The folder for the database [default: the system's data directory].
    #[arg(long, value_name = "FOLDER", env = "ARBITER_DATA", global = true)]
    data: Option<PathBuf>,
    /// Store games in this PostgreSQL database (postgres://…) instead of SQLite.
    #[arg(
        long,
        value_name = "URL",
        env = "ARBITER_DATABASE",
        global = true,
        hide_env_values = true
    )]
    database: Option<String>,
}

/// The settings file that was read, and the database.
#[derive(Debug)]
pub struct LoadedConfig {
    /// The database that stores the games.
    pub database: Database,
    /// The settings in the file.
    pub options: ServerOptions,
    /// The path of the file, if there is one.
    pub file: Option<PathBuf>,
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the settings in {}: {error}", path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// The file is not valid.
    #[error("invalid settings in {}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong, and where.
        error: toml::de::Error,
    },
    /// The database address is not one of PostgreSQL.
    #[error(
        "the database address must start with postgres://; to use SQLite, leave it out and choose \
         the folder with --data"
    )]
    Database,
    /// There is no data directory.
    #[error("there is no data directory because HOME is not set: choose one with --data FOLDER")]
    NoFolder,
}

impl StorageOptions {
    /// Reads the settings file and finds the database. Flags and the environment
    /// override the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or the settings are invalid.
    pub fn load(&self) -> Result<LoadedConfig, ConfigError> {
        let file = match &self.config {
            Some(path) => Some(path.clone()),
            None => folders::config()
                .map(|folder| folder.join("arbiter.toml"))
                .filter(|path| path.exists()),
        };
        let settings = match &file {
            Some(path) => read(path)?,
            None => ServerOptions::default(),
        };
        // A folder that was asked for is not for a database that only the file names.
        let of_file = settings.database.as_ref().filter(|_| self.data.is_none());
        let database = match self.database.as_ref().or(of_file) {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Database::Postgres(url.clone())
            }
            Some(_) => return Err(ConfigError::Database),
            None => {
                let chosen = self.data.clone().or_else(|| settings.data.clone());
                let folder = chosen.or_else(folders::data).ok_or(ConfigError::NoFolder)?;
                Database::Sqlite(folder.join("arbiter.db"))
            }
        };
        Ok(LoadedConfig {
            database,
            options: settings,
            file,
        })
    }
}

fn read(path: &Path) -> Result<ServerOptions, ConfigError> {
    let text = fs::read_to_string(path).map_err(|error| ConfigError::Unreadable {
        path: path.to_owned(),
        error,
    })?;
    toml::from_str(&text).map_err(|error| ConfigError::File {
        path: path.to_owned(),
        error,
    })
}
