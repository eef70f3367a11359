use std::{path::PathBuf, thread::available_parallelism};

use arbiter_server::{BusSettings, Limits, MailSettings, ProviderSettings, Settings};
use clap::ValueEnum;
use serde::Deserialize;

/// The settings a host can choose. Each has the same name as a flag, in the file
/// and, in capitals after `ARBITER_`, in the environment.
#[derive(clap::Args, Deserialize, Clone, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServerOptions {
    /// Only in the file; the flag belongs to [`super::StorageOptions`].
    #[arg(skip)]
    pub(super) data: Option<PathBuf>,
    #[arg(skip)]
    pub(super) database: Option<String>,
    /// The address to listen on; port 0 means any free port [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "ARBITER_LISTEN")]
    pub listen: Option<String>,
    /// The public address of the server, such as `https://chess.example`.
    #[arg(long, value_name = "URL", env = "ARBITER_PUBLIC", value_parser = public)]
    #[serde(deserialize_with = "public_in_file")]
    public: Option<String>,
    /// Trust the client address that a proxy reports in X-Forwarded-For [default: false].
    #[arg(
        long,
        value_name = "BOOL",
        env = "ARBITER_BEHIND_PROXY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    behind_proxy: Option<bool>,
    /// The NATS servers through which several servers on one PostgreSQL database tell each other
    /// what happens, such as <nats://host:4222>; separate several with commas.
    #[arg(long, value_name = "URL", env = "ARBITER_BUS", hide_env_values = true)]
    bus: Option<String>,
    /// A file with the credentials for NATS, as its tools write it (user.creds).
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_CREDENTIALS")]
    bus_credentials: Option<PathBuf>,
    /// A PEM file with the authorities that sign the certificates of the NATS servers [default:
    /// those of the system].
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_CA")]
    bus_ca: Option<PathBuf>,
    /// A PEM file with the certificate that this program shows to NATS; it needs --bus-key.
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_CERTIFICATE")]
    bus_certificate: Option<PathBuf>,
    /// A PEM file with the private key of that certificate.
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_KEY")]
    bus_key: Option<PathBuf>,
    /// Serve /metrics on this address, to everyone [default: on the main address, to this machine
    /// only].
    #[arg(long, value_name = "ADDRESS", env = "ARBITER_METRICS")]
    pub metrics: Option<String>,
    /// The format of the log on standard error [default: text].
    #[arg(long, value_enum, value_name = "HOW", env = "ARBITER_LOG")]
    pub log: Option<LogFormat>,
    /// What to log: error, warn, info, debug or trace [default: info].
    #[arg(long, value_name = "LEVEL", env = "ARBITER_LOG_LEVEL")]
    #[serde(deserialize_with = "level_in_file")]
    pub log_level: Option<tracing::Level>,
    /// Threads for computer opponents, and as many again for analysis [default: half of the cores].
    #[arg(long, value_name = "N", env = "ARBITER_ENGINE_THREADS")]
    #[arg(value_parser = crate::input::number::<u16>(1, 1024))]
    engine_threads: Option<u16>,
    /// Whether players can chat [default: true].
    #[arg(long, value_name = "BOOL", env = "ARBITER_CHAT")]
    chat: Option<bool>,
    /// The server that sends email, such as smtps://USER:PASSWORD@HOST; without it none is sent.
    #[arg(
        long,
        value_name = "URL",
        env = "ARBITER_MAIL_URL",
        hide_env_values = true
    )]
    mail_url: Option<String>,
    /// The sender of email, such as chess@example.org.
    #[arg(long, value_name = "ADDRESS", env = "ARBITER_MAIL_FROM")]
    mail_from: Option<String>,
    /// The OpenID Connect provider with which players can sign in, such as `https://id.example`.
    #[arg(long, value_name = "URL", env = "ARBITER_OIDC_ISSUER")]
    oidc_issuer: Option<String>,
    /// The name under which this server is registered at the provider.
    #[arg(long, value_name = "ID", env = "ARBITER_OIDC_CLIENT_ID")]
    oidc_client_id: Option<String>,
    /// The password of this server at the provider: set it in the environment or in the file,
    /// because every user of the machine can read a flag.
    #[arg(
        long,
        value_name = "SECRET",
        env = "ARBITER_OIDC_CLIENT_SECRET",
        hide_env_values = true
    )]
    oidc_client_secret: Option<String>,
    /// The provider's name on the sign-in button [default: the host of its address].
    #[arg(long, value_name = "NAME", env = "ARBITER_OIDC_LABEL")]
    oidc_label: Option<String>,
    /// Open connections per address, not counting WebSockets [default: 512].
    #[arg(long, value_name = "N", env = "ARBITER_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: Option<u32>,
    /// Open WebSockets per address [default: 64].
    #[arg(long, value_name = "N", env = "ARBITER_SOCKETS_PER_ADDRESS")]
    sockets_per_address: Option<u32>,
    /// Unfinished games created per address, and new games, guests and accounts per address and
    /// minute [default: 100].
    #[arg(long, value_name = "N", env = "ARBITER_GAMES_PER_ADDRESS")]
    games_per_address: Option<u32>,
    /// Requests per address and minute [default: 1200].
    #[arg(long, value_name = "N", env = "ARBITER_REQUESTS_PER_MINUTE")]
    requests_per_minute: Option<u32>,
    /// WebSocket frames per socket and minute [default: 600].
    #[arg(long, value_name = "N", env = "ARBITER_FRAMES_PER_MINUTE")]
    frames_per_minute: Option<u32>,
    /// Wrong passwords per address and hour [default: 30].
    #[arg(long, value_name = "N", env = "ARBITER_PASSWORDS_PER_HOUR")]
    passwords_per_hour: Option<u32>,
    /// Chat messages per player and minute [default: 20].
    #[arg(long, value_name = "N", env = "ARBITER_CHAT_PER_MINUTE")]
    chat_per_minute: Option<u32>,
    /// Serve the page from this folder instead of the embedded files, for development.
    #[arg(long, value_name = "FOLDER", env = "ARBITER_PAGE")]
    page: Option<PathBuf>,
}

/// How a program other than a server reaches NATS.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct BusOptions {
    /// The NATS servers, separated by commas.
    #[arg(long, value_name = "URL", env = "ARBITER_BUS", hide_env_values = true)]
    bus: Option<String>,
    /// A file with the credentials for NATS, as its tools write it (user.creds).
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_CREDENTIALS")]
    bus_credentials: Option<PathBuf>,
    /// A PEM file with the authorities that sign the certificates of the NATS servers [default:
    /// those of the system].
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_CA")]
    bus_ca: Option<PathBuf>,
    /// A PEM file with the certificate that this program shows to NATS; it needs --bus-key.
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_CERTIFICATE")]
    bus_certificate: Option<PathBuf>,
    /// A PEM file with the private key of that certificate.
    #[arg(long, value_name = "FILE", env = "ARBITER_BUS_KEY")]
    bus_key: Option<PathBuf>,
}

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

impl ServerOptions {
    /// Fills in settings that are not set here from `others`.
    #[must_use]
    pub fn or(self, others: ServerOptions) -> ServerOptions {
        ServerOptions {
            data: self.data.or(others.data),
            database: self.database.or(others.database),
            listen: self.listen.or(others.listen),
            public: self.public.or(others.public),
            behind_proxy: self.behind_proxy.or(others.behind_proxy),
            bus: self.bus.or(others.bus),
            bus_credentials: self.bus_credentials.or(others.bus_credentials),
            bus_ca: self.bus_ca.or(others.bus_ca),
            bus_certificate: self.bus_certificate.or(others.bus_certificate),
            bus_key: self.bus_key.or(others.bus_key),
            metrics: self.metrics.or(others.metrics),
            log: self.log.or(others.log),
            log_level: self.log_level.or(others.log_level),
            engine_threads: self.engine_threads.or(others.engine_threads),
            chat: self.chat.or(others.chat),
            mail_url: self.mail_url.or(others.mail_url),
            mail_from: self.mail_from.or(others.mail_from),
            oidc_issuer: self.oidc_issuer.or(others.oidc_issuer),
            oidc_client_id: self.oidc_client_id.or(others.oidc_client_id),
            oidc_client_secret: self.oidc_client_secret.or(others.oidc_client_secret),
            oidc_label: self.oidc_label.or(others.oidc_label),
            connections_per_address: self
                .connections_per_address
                .or(others.connections_per_address),
            sockets_per_address: self.sockets_per_address.or(others.sockets_per_address),
            games_per_address: self.games_per_address.or(others.games_per_address),
            requests_per_minute: self.requests_per_minute.or(others.requests_per_minute),
            frames_per_minute: self.frames_per_minute.or(others.frames_per_minute),
            passwords_per_hour: self.passwords_per_hour.or(others.passwords_per_hour),
            chat_per_minute: self.chat_per_minute.or(others.chat_per_minute),
            page: self.page.or(others.page),
        }
    }

    /// Returns the options of a program that only has these of them.
    pub fn of_bus(options: &BusOptions) -> ServerOptions {
        ServerOptions {
            bus: options.bus.clone(),
            bus_credentials: options.bus_credentials.clone(),
            bus_ca: options.bus_ca.clone(),
            bus_certificate: options.bus_certificate.clone(),
            bus_key: options.bus_key.clone(),
            ..ServerOptions::default()
        }
    }

    /// Returns how NATS is reached.
    pub fn bus(&self) -> Option<BusSettings> {
        Some(BusSettings {
            addresses: self.bus.clone()?,
            credentials: self.bus_credentials.clone(),
            authorities: self.bus_ca.clone(),
            certificate: self.bus_certificate.clone(),
            key: self.bus_key.clone(),
        })
    }

    /// Returns the public address of the server.
    pub fn public(&self) -> Option<&str> {
        self.public.as_deref()
    }

    /// Applies the settings that are set here.
    pub fn apply(&self, settings: &mut Settings) {
        fn set<T: Copy>(value: Option<T>, setting: &mut T) {
            if let Some(value) = value {
                *setting = value;
            }
        }
        if self.public.is_some() {
            settings.public.clone_from(&self.public);
        }
        if let Some(bus) = self.bus() {
            settings.bus = Some(bus);
        }
        if self.page.is_some() {
            settings.page.clone_from(&self.page);
        }
        settings.mail = self.mail_url.clone().map(|url| MailSettings {
            url,
            from: self.mail_from.clone().unwrap_or_default(),
        });
        settings.provider = self.oidc_issuer.clone().map(|issuer| ProviderSettings {
            issuer,
            client_id: self.oidc_client_id.clone().unwrap_or_default(),
            client_secret: self.oidc_client_secret.clone(),
            label: self.oidc_label.clone(),
        });
        set(self.behind_proxy, &mut settings.is_behind_proxy);
        set(self.chat, &mut settings.chat);
        // The other half is left for games between people.
        settings.engine_threads = match self.engine_threads {
            Some(threads) => usize::from(threads),
            None => available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
        };
        let Limits {
            connections,
            sockets,
            games,
            requests,
            frames,
            passwords,
            chat,
        } = &mut settings.limits;
        set(self.connections_per_address, connections);
        set(self.sockets_per_address, sockets);
        set(self.games_per_address, games);
        set(self.requests_per_minute, requests);
        set(self.frames_per_minute, frames);
        set(self.passwords_per_hour, passwords);
        set(self.chat_per_minute, chat);
    }
}

/// Parses an origin as browsers write it: scheme and host, without a path.
fn public(text: &str) -> Result<String, PublicError> {
    let url = text.strip_suffix('/').unwrap_or(text);
    let host = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
        .ok_or(PublicError::Scheme)?;
    if host.is_empty() || host.contains(['/', '?', '#', '@', ' ']) {
        return Err(PublicError::Host);
    }
    Ok(url.to_ascii_lowercase())
}

/// Why a public address is not valid.
#[derive(Debug, thiserror::Error)]
enum PublicError {
    #[error("it must start with https:// or http://")]
    Scheme,
    #[error("it must consist of a scheme and a host only, such as https://chess.example")]
    Host,
}

fn public_in_file<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(from)?;
    public(&text).map(Some).map_err(serde::de::Error::custom)
}

fn level_in_file<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<tracing::Level>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}
