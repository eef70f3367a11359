use std::{fmt, path::PathBuf};

use arbiter_wire::Limits;

/// The settings of a server. `arbiter serve --help` explains those that can be
/// set from outside.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the database is: a folder for SQLite, or `postgres://…`.
    pub database: Database,
    /// The NATS servers through which nodes that share a PostgreSQL database tell each
    /// other what happens; none for a single node.
    pub bus: Option<BusSettings>,
    /// The public URL, such as `https://chess.example`. With `https`, cookies are
    /// sent over encrypted connections only.
    pub public: Option<String>,
    /// Whether a proxy is in front of the server, whose `X-Forwarded-For` can be
    /// trusted.
    pub is_behind_proxy: bool,
    /// How many threads the computer has, and as many of lower priority for
    /// analysis.
    pub engine_threads: usize,
    /// Whether chat is enabled.
    pub chat: bool,
    /// What one address may do, unless an administrator has set other limits.
    pub limits: Limits,
    /// How email is sent; without it none is.
    pub mail: Option<MailSettings>,
    /// Where else players have accounts with which they can sign in.
    pub provider: Option<ProviderSettings>,
    /// Origins of push services that are trusted although they are not public or not
    /// encrypted, such as `http://127.0.0.1:9000`.
    pub trusted_push_origins: Vec<String>,
    /// A folder with the files of the page, for work on them; without it those
    /// in the binary are served.
    pub page: Option<PathBuf>,
}

/// How nodes reach NATS.
#[derive(Clone, Default)]
pub struct BusSettings {
    /// The servers, separated by commas, such as `nats://user:password@host:4222`.
    pub addresses: String,
    /// A file with the token and the key of a user, as the tools of NATS write it.
    pub credentials: Option<PathBuf>,
    /// A PEM file with the authorities that sign the certificates of the servers; without
    /// it, those of the operating system.
    pub authorities: Option<PathBuf>,
    /// A PEM file with the certificate of this node.
    pub certificate: Option<PathBuf>,
    /// A PEM file with the private key of that certificate.
    pub key: Option<PathBuf>,
}

impl From<String> for BusSettings {
    fn from(addresses: String) -> BusSettings {
        BusSettings {
            addresses,
            ..BusSettings::default()
        }
    }
}

/// Leaves the password out of logs.
impl fmt::Debug for BusSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BusSettings")
    }
}

/// How email is sent. Its links need the public URL of the server.
#[derive(Clone)]
pub struct MailSettings {
    /// The server that sends it, such as `smtps://user:password@mail.example`.
    pub url: String,
    /// The sender, such as `Chess club <chess@example.org>`.
    pub from: String,
}

/// Leaves the password out of logs.
impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailSettings({:?})", self.from)
    }
}

/// An OpenID Connect provider. It sends people back to the public URL of the server.
#[derive(Clone)]
pub struct ProviderSettings {
    /// Its address, such as `https://id.example`.
    pub issuer: String,
    /// The name under which this server is registered there.
    pub client_id: String,
    /// The password of this server there, if it has one.
    pub client_secret: Option<String>,
    /// What people call it, such as `Chess club`; without it, the host of its address.
    pub label: Option<String>,
}

/// Leaves the password out of logs.
impl fmt::Debug for ProviderSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProviderSettings({:?})", self.issuer)
    }
}

/// The database of a server.
#[derive(Clone, Debug)]
pub enum Database {
    /// SQLite, in this file.
    Sqlite(PathBuf),
    /// PostgreSQL, at this address.
    Postgres(String),
}

impl Settings {
    /// Returns the default settings with this database.
    #[must_use]
    pub fn new(database: Database) -> Settings {
        Settings {
            database,
            bus: None,
            public: None,
            is_behind_proxy: false,
            engine_threads: 1,
            chat: true,
            limits: Limits::default(),
            mail: None,
            provider: None,
            trusted_push_origins: Vec::new(),
            page: None,
        }
    }
}
