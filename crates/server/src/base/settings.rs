use std::path::PathBuf;

/// How a server runs. `arbiter serve --help` explains what people may set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the database is: a folder for SQLite, or `postgres://…`.
    pub database: Database,
    /// The address under which people reach it, `https://chess.example`; with
    /// `https` the cookies are for that alone.
    pub public: Option<String>,
    /// Whether a proxy stands before it, whose `X-Forwarded-For` is true.
    pub is_behind_proxy: bool,
    /// The threads in which the computer thinks, and as many of lower priority
    /// for those who study.
    pub engine_threads: usize,
    /// Whether people may chat.
    pub chat: bool,
    /// What one address may do.
    pub limits: Limits,
    /// A folder with the files of the page, for those who work on them;
    /// without it those in the binary are served.
    pub page: Option<PathBuf>,
}

/// Where everything is kept.
#[derive(Clone, Debug)]
pub enum Database {
    /// SQLite, in this file.
    Sqlite(PathBuf),
    /// PostgreSQL, at this address.
    Postgres(String),
}

/// What one address may do at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sockets at once.
    pub sockets: u32,
    /// Games that wait or are played, made from there, at once.
    pub games: u32,
    /// Requests a minute; a burst may be a quarter of it.
    pub requests: u32,
    /// Frames a minute on one socket.
    pub frames: u32,
    /// Attempts to sign in or up an hour.
    pub passwords: u32,
    /// Lines of chat a minute.
    pub chat: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 64,
            games: 100,
            requests: 600,
            frames: 600,
            passwords: 30,
            chat: 20,
        }
    }
}

impl Settings {
    /// What most people want, with this database.
    #[must_use]
    pub fn new(database: Database) -> Settings {
        Settings {
            database,
            public: None,
            is_behind_proxy: false,
            engine_threads: 1,
            chat: true,
            limits: Limits::default(),
            page: None,
        }
    }
}
