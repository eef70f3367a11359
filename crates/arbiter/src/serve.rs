use std::{
    io::{self, Write},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};

use arbiter_server::{Database, Settings};
use clap::{Arg, Args};
use tokio::net::{TcpListener, TcpSocket};

use crate::{
    config::{Choices, Log, Place},
    output::{Format, Verdict},
};

mod log;

/// Serve chess: guests, accounts, lobby, rated games, the computer, and an API.
#[derive(clap::Args)]
#[command(after_help = "\
Every setting is a flag, a variable of the environment, or a line of a file, and goes in this
order: --listen ADDRESS before ARBITER_LISTEN=ADDRESS before listen = \"ADDRESS\" in arbiter.toml.
The file is in $XDG_CONFIG_HOME/arbiter or ~/.config/arbiter (on a Mac in ~/Library/Application
Support/arbiter, on Windows in %APPDATA%\\arbiter), and so, under $XDG_DATA_HOME or
~/.local/share, are the games.

A move that was acknowledged is on disk. Ctrl-C or SIGTERM stop the server in order; whoever
plays comes back by himself when it runs again, and no clock has run meanwhile.

Examples:
  arbiter serve
  arbiter serve --listen 0.0.0.0:8080 --data /var/lib/arbiter
  arbiter serve --public https://chess.example --behind-proxy --log json
  arbiter serve --database postgres://arbiter@localhost/arbiter")]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    choices: Choices,
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    #[error("{text} is not an address for --{what}: write it as 127.0.0.1:8080 or [::1]:8080")]
    Address { what: &'static str, text: String },
    #[error(
        "{address} is taken: another program listens there, perhaps this one already. Stop it, or \
         choose another address with --{what}, such as {}:{}",
        address.ip(),
        address.port().wrapping_add(1).max(1024)
    )]
    Taken {
        what: &'static str,
        address: SocketAddr,
    },
    #[error("cannot listen on {address}: {error}. Choose another address with --{what}")]
    Listen {
        what: &'static str,
        address: SocketAddr,
        error: io::Error,
    },
    #[error("cannot make the folder {}: {error}. Choose another with --data", folder.display())]
    Folder {
        folder: std::path::PathBuf,
        error: io::Error,
    },
    #[error("the games cannot be opened: {0}")]
    Open(#[from] arbiter_server::store::StoreError),
    #[error("the system refuses: {0}")]
    System(#[from] io::Error),
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<Verdict> {
    match start(arguments, format, out) {
        Ok(()) => Ok(Verdict::Yes),
        Err(error) => {
            eprintln!("error: {error}");
            Ok(Verdict::Bad)
        }
    }
}

fn start(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<(), ServeError> {
    let found = arguments.place.find()?;
    let mut choices = arguments.choices.clone().or(found.choices);
    if format == Format::Json {
        choices.log = Some(Log::Json);
    }
    log::start(
        choices.log.unwrap_or_default(),
        choices.log_level.unwrap_or(tracing::Level::INFO),
    );
    if let Some(file) = &found.file {
        tracing::info!(file = %file.display(), "settings read");
    }
    for name in unknown_variables() {
        tracing::warn!("{name} is not a setting: arbiter serve --help lists those that are");
    }
    let mut settings = Settings::new(found.database);
    choices.apply(&mut settings);
    raise_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(settings, &choices, out))?;
    // What still thinks about a move is not waited for.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(())
}

/// Variables that look like settings and are not. Other programs may have set
/// them, so that they are no error.
fn unknown_variables() -> Vec<String> {
    let command = Arguments::augment_args(clap::Command::new("serve"));
    let known: Vec<_> = command.get_arguments().filter_map(Arg::get_env).collect();
    let names = std::env::vars_os().map(|(name, _)| name);
    names
        .filter(|name| !known.contains(&name.as_os_str()))
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.starts_with("ARBITER_"))
        .collect()
}

async fn serve(
    settings: Settings,
    choices: &Choices,
    out: &mut dyn Write,
) -> Result<(), ServeError> {
    let listener = listen("listen", choices.listen.as_deref().unwrap_or(LISTEN)).await?;
    let address = listener.local_addr()?;
    let metrics = match &choices.metrics {
        Some(text) => Some(listen("metrics", text).await?),
        None => None,
    };
    if let Database::Sqlite(file) = &settings.database
        && let Some(folder) = file.parent()
    {
        std::fs::create_dir_all(folder).map_err(|error| ServeError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
    }
    let games = describe(&settings.database);
    let app = arbiter_server::open(settings).await?;
    if let Some(listener) = metrics {
        let url = format!("http://{}/metrics", listener.local_addr()?);
        tracing::info!(url, "metrics");
        tokio::spawn(arbiter_server::metrics::serve(listener, Arc::clone(&app)));
    }
    if let Err(error) = announce(choices.log.unwrap_or_default(), address, &games, out) {
        // A server that nobody listens to at the terminal is one all the same.
        tracing::warn!(%error, "cannot say where it is");
    }
    arbiter_server::serve(listener, app, stop()).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Says where it is, to whoever has started it.
fn announce(log: Log, address: SocketAddr, games: &str, out: &mut dyn Write) -> io::Result<()> {
    let url = format!("http://{address}");
    match log {
        Log::Text => {
            writeln!(out, "Arbiter {} serves chess.\n", env!("CARGO_PKG_VERSION"))?;
            writeln!(out, "  open   {url}")?;
            writeln!(out, "  games  {games}")?;
            writeln!(out, "  stop   Ctrl-C\n")?;
            writeln!(out, "arbiter help says what else it can do.")?;
        }
        Log::Json => writeln!(out, "{}", serde_json::json!({"url": url, "games": games}))?,
    }
    out.flush()
}

const LISTEN: &str = "127.0.0.1:8080";

async fn listen(what: &'static str, text: &str) -> Result<TcpListener, ServeError> {
    let not_an_address = || ServeError::Address {
        what,
        text: text.to_owned(),
    };
    let mut addresses = tokio::net::lookup_host(text)
        .await
        .map_err(|_| not_an_address())?;
    let address = addresses.next().ok_or_else(not_an_address)?;
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // On Windows it would let two servers share a port.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    let bound = socket.bind(address).and_then(|()| socket.listen(BACKLOG));
    bound.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::Taken { what, address },
        _ => ServeError::Listen {
            what,
            address,
            error,
        },
    })
}

/// How many may wait at the door: after a restart everybody comes at once.
const BACKLOG: u32 = 4096;

/// Where the games are, without the password of the database.
fn describe(database: &Database) -> String {
    match database {
        Database::Sqlite(file) => format!("SQLite, {}", file.display()),
        Database::Postgres(url) => {
            let (_, rest) = url.split_once("://").unwrap_or(("", url));
            let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
            let (place, _) = place.split_once('?').unwrap_or((place, ""));
            format!("PostgreSQL, {place}")
        }
    }
}

/// Waits until somebody wants the server to stop. Who asks twice does not
/// want to wait.
async fn stop() {
    asked().await;
    tokio::spawn(async {
        asked().await;
        tracing::warn!("stopped at once");
        std::process::exit(1);
    });
}

#[cfg(unix)]
async fn asked() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        },
        Err(_) => {
            let _asked = tokio::signal::ctrl_c().await;
        }
    }
}

#[cfg(not(unix))]
async fn asked() {
    let _asked = tokio::signal::ctrl_c().await;
}

/// A socket is an open file, and a system's usual limit of them is low.
#[cfg(unix)]
fn raise_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "the limit of open files stays where it is");
    }
}

#[cfg(not(unix))]
fn raise_limit() {}
