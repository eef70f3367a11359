use std::{path::PathBuf, thread::available_parallelism};

use arbiter_server::{Limits, Settings};
use clap::ValueEnum;
use serde::Deserialize;

/// What a host may choose. Each has the same name as a flag, in the file and,
/// in capitals after `ARBITER_`, in the environment.
#[derive(clap::Args, Deserialize, Clone, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Choices {
    /// In the file only: as a flag it belongs to [`super::Place`].
    #[arg(skip)]
    pub(super) data: Option<PathBuf>,
    #[arg(skip)]
    pub(super) database: Option<String>,
    /// The address to listen on; port 0 takes any that is free [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "ARBITER_LISTEN")]
    pub listen: Option<String>,
    /// The address under which people reach it, such as `https://chess.example`.
    #[arg(long, value_name = "URL", env = "ARBITER_PUBLIC", value_parser = public)]
    #[serde(deserialize_with = "public_in_file")]
    public: Option<String>,
    /// A proxy stands before it, and says in X-Forwarded-For who asks [default: false].
    #[arg(
        long,
        value_name = "BOOL",
        env = "ARBITER_BEHIND_PROXY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    behind_proxy: Option<bool>,
    /// Serve /metrics to everybody, on an address of its own [default: on the main address, to
    /// this machine alone].
    #[arg(long, value_name = "ADDRESS", env = "ARBITER_METRICS")]
    pub metrics: Option<String>,
    /// How the log is written, on standard error [default: text].
    #[arg(long, value_enum, value_name = "HOW", env = "ARBITER_LOG")]
    pub log: Option<Log>,
    /// What is worth a line: error, warn, info, debug or trace [default: info].
    #[arg(long, value_name = "LEVEL", env = "ARBITER_LOG_LEVEL")]
    #[serde(deserialize_with = "level_in_file")]
    pub log_level: Option<tracing::Level>,
    /// The threads in which the computer thinks [default: half of the processor's].
    #[arg(long, value_name = "N", env = "ARBITER_ENGINE_THREADS")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    engine_threads: Option<u16>,
    /// Whether people may chat [default: true].
    #[arg(long, value_name = "BOOL", env = "ARBITER_CHAT")]
    chat: Option<bool>,
    /// Sockets that one address may have open [default: 64].
    #[arg(long, value_name = "N", env = "ARBITER_SOCKETS_PER_ADDRESS")]
    sockets_per_address: Option<u32>,
    /// Unfinished games that one address may have made [default: 100].
    #[arg(long, value_name = "N", env = "ARBITER_GAMES_PER_ADDRESS")]
    games_per_address: Option<u32>,
    /// Requests of one address a minute [default: 600].
    #[arg(long, value_name = "N", env = "ARBITER_REQUESTS_PER_MINUTE")]
    requests_per_minute: Option<u32>,
    /// Frames of one socket a minute [default: 600].
    #[arg(long, value_name = "N", env = "ARBITER_FRAMES_PER_MINUTE")]
    frames_per_minute: Option<u32>,
    /// Attempts of one address to sign in or up an hour [default: 30].
    #[arg(long, value_name = "N", env = "ARBITER_PASSWORDS_PER_HOUR")]
    passwords_per_hour: Option<u32>,
    /// Lines of chat of one player a minute [default: 20].
    #[arg(long, value_name = "N", env = "ARBITER_CHAT_PER_MINUTE")]
    chat_per_minute: Option<u32>,
    /// Serve the page from this folder instead of from the program, for those who work on it.
    #[arg(long, value_name = "FOLDER", env = "ARBITER_PAGE")]
    page: Option<PathBuf>,
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Log {
    /// Lines for people.
    #[default]
    Text,
    /// Lines of JSON for programs.
    Json,
}

impl Choices {
    /// These, and where nothing is chosen the others.
    #[must_use]
    pub fn or(self, others: Choices) -> Choices {
        Choices {
            data: self.data.or(others.data),
            database: self.database.or(others.database),
            listen: self.listen.or(others.listen),
            public: self.public.or(others.public),
            behind_proxy: self.behind_proxy.or(others.behind_proxy),
            metrics: self.metrics.or(others.metrics),
            log: self.log.or(others.log),
            log_level: self.log_level.or(others.log_level),
            engine_threads: self.engine_threads.or(others.engine_threads),
            chat: self.chat.or(others.chat),
            sockets_per_address: self.sockets_per_address.or(others.sockets_per_address),
            games_per_address: self.games_per_address.or(others.games_per_address),
            requests_per_minute: self.requests_per_minute.or(others.requests_per_minute),
            frames_per_minute: self.frames_per_minute.or(others.frames_per_minute),
            passwords_per_hour: self.passwords_per_hour.or(others.passwords_per_hour),
            chat_per_minute: self.chat_per_minute.or(others.chat_per_minute),
            page: self.page.or(others.page),
        }
    }

    /// Changes what is chosen here.
    pub fn apply(&self, settings: &mut Settings) {
        fn choose<T: Copy>(chosen: Option<T>, place: &mut T) {
            if let Some(chosen) = chosen {
                *place = chosen;
            }
        }
        if self.public.is_some() {
            settings.public.clone_from(&self.public);
        }
        if self.page.is_some() {
            settings.page.clone_from(&self.page);
        }
        choose(self.behind_proxy, &mut settings.is_behind_proxy);
        choose(self.chat, &mut settings.chat);
        // The other half is for those who play each other.
        settings.engine_threads = match self.engine_threads {
            Some(threads) => usize::from(threads),
            None => available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
        };
        let Limits {
            sockets,
            games,
            requests,
            frames,
            passwords,
            chat,
        } = &mut settings.limits;
        choose(self.sockets_per_address, sockets);
        choose(self.games_per_address, games);
        choose(self.requests_per_minute, requests);
        choose(self.frames_per_minute, frames);
        choose(self.passwords_per_hour, passwords);
        choose(self.chat_per_minute, chat);
    }
}

/// An origin as browsers write it: the scheme and the host, nothing behind.
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

/// Not an address for people.
#[derive(Debug, thiserror::Error)]
enum PublicError {
    #[error("it must begin with https:// or http://")]
    Scheme,
    #[error("it must be a scheme and a host, such as https://chess.example, and nothing behind")]
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
