use std::{
    io::{self, Write},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};

use arbiter_server::{
    Database, OpenError, Settings,
    base::BusError,
    people::{MailError, Mailer, Provider, ProviderSettingsError},
    store::StoreError,
};
use clap::{Arg, Args};
use tokio::net::{TcpListener, TcpSocket};

use crate::{
    config::{LogFormat, ServerOptions, StorageOptions},
    output::{ExitStatus, Format},
};

pub mod log;

/// Start the chess server: web page, accounts, lobby, rated games, computer opponents, API.
#[derive(clap::Args)]
#[command(after_help = "\
Every setting can be given as a flag, as an environment variable or in a file.
--listen ADDRESS overrides ARBITER_LISTEN=ADDRESS, which overrides listen =
\"ADDRESS\" in arbiter.toml. The file is in $XDG_CONFIG_HOME/arbiter or
~/.config/arbiter (on macOS in ~/Library/Application Support/arbiter, on Windows
in %APPDATA%\\arbiter); games are stored in $XDG_DATA_HOME/arbiter or
~/.local/share/arbiter.

An acknowledged move is on disk. Ctrl-C and SIGTERM shut the server down
gracefully; players reconnect on their own when it runs again, and no clock runs
meanwhile.

Examples:
  arbiter serve
  arbiter serve --listen 0.0.0.0:8080 --data /var/lib/arbiter
  arbiter serve --public https://chess.example --behind-proxy --log json
  arbiter serve --database postgres://arbiter@localhost/arbiter")]
pub struct Arguments {
    #[command(flatten)]
    storage: StorageOptions,
    #[command(flatten)]
    options: ServerOptions,
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    #[error("{text} is not a valid address for --{what}: write it as 127.0.0.1:8080 or [::1]:8080")]
    Address { what: &'static str, text: String },
    #[error(
        "{address} is already in use, perhaps by another Arbiter server. Stop it, or choose another \
         address with --{what}, such as {}:{}",
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
    #[error("cannot create the folder {}: {error}. Choose another with --data", folder.display())]
    Folder {
        folder: std::path::PathBuf,
        error: Arc<io::Error>,
    },
    #[error("cannot open the database: {0}")]
    Open(StoreError),
    #[error("cannot reach the other servers: {0}")]
    Bus(BusError),
    #[error("cannot send email: {0}")]
    Mail(#[from] MailError),
    #[error("players cannot sign in with the OpenID Connect provider: {0}")]
    Provider(#[from] ProviderSettingsError),
    #[error("system error: {0}")]
    System(#[from] io::Error),
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        match error {
            StoreError::Folder {
                path: folder,
                error,
            } => ServeError::Folder { folder, error },
            error => ServeError::Open(error),
        }
    }
}

impl From<OpenError> for ServeError {
    fn from(error: OpenError) -> ServeError {
        match error {
            OpenError::Store(error) => error.into(),
            OpenError::Bus(error) => ServeError::Bus(error),
        }
    }
}

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match start(arguments, format, out) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(error) => {
            eprintln!("error: {error}");
            Ok(ExitStatus::BadInput)
        }
    }
}

fn start(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<(), ServeError> {
    let config = arguments.storage.load()?;
    let mut options = arguments.options.clone().or(config.options);
    if format == Format::Json {
        options.log = Some(LogFormat::Json);
    }
    log::start(
        options.log.unwrap_or_default(),
        options.log_level.unwrap_or(tracing::Level::INFO),
    );
    if let Some(file) = &config.file {
        tracing::info!(file = %file.display(), "settings loaded");
    }
    for name in unknown_variables() {
        tracing::warn!("{name} is not a known setting; arbiter serve --help lists them");
    }
    let mut settings = Settings::new(config.database);
    options.apply(&mut settings);
    if let Some(mail) = &settings.mail {
        Mailer::new(mail, settings.public.as_deref())?;
    }
    if let Some(provider) = &settings.provider {
        Provider::new(provider, settings.public.as_deref())?;
    }
    raise_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(settings, &options, out))?;
    // Engine threads that are still thinking are abandoned.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(())
}

/// Returns environment variables that look like settings and are not. Other
/// programs may have set them, so they are only reported.
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
    options: &ServerOptions,
    out: &mut dyn Write,
) -> Result<(), ServeError> {
    let signals = StopSignals::catch()?;
    let text = options.listen.as_deref().unwrap_or(DEFAULT_ADDRESS);
    let bound = BoundSocket::bind("listen", text).await?;
    let address = bound.socket.local_addr()?;
    let metrics = match &options.metrics {
        Some(text) => Some(BoundSocket::bind("metrics", text).await?.listen()?),
        None => None,
    };
    // Players wait for a server that starts, unless there are others that can serve them.
    let listener = match settings.bus {
        None => Address::Listening(bound.listen()?),
        Some(_) => Address::Bound(bound),
    };
    let games = describe(&settings.database);
    let public = settings.public.clone();
    let app = arbiter_server::open(settings).await?;
    let listener = match listener {
        Address::Listening(listener) => listener,
        Address::Bound(bound) => bound.listen()?,
    };
    if let Some(listener) = metrics {
        let url = format!("http://{}/metrics", listener.local_addr()?);
        tracing::info!(url, "metrics");
        tokio::spawn(arbiter_server::metrics::serve(listener, Arc::clone(&app)));
    }
    let secret = arbiter_server::people::first_administrator_link(&app.store).await?;
    let administrator = secret.map(|secret| {
        let url = public.unwrap_or_else(|| format!("http://{address}"));
        format!("{}/admin#{}", url.trim_end_matches('/'), secret.reveal())
    });
    if let Some(link) = &administrator {
        tracing::info!(target: "admin", link, "open this link to become the first administrator");
    }
    let log = options.log.unwrap_or_default();
    if let Err(error) = announce(log, address, &games, administrator.as_deref(), out) {
        // The server works even if standard output is closed.
        tracing::warn!(%error, "cannot print the address");
    }
    arbiter_server::serve(listener, app, Box::pin(stop(signals))).await;
    tracing::info!("stopped");
    Ok(())
}

/// Prints the address of the server, and the link for the first administrator.
fn announce(
    log: LogFormat,
    address: SocketAddr,
    games: &str,
    administrator: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let url = format!("http://{address}");
    match log {
        LogFormat::Text => {
            writeln!(out, "Arbiter {} is running.\n", env!("CARGO_PKG_VERSION"))?;
            writeln!(out, "  open   {url}")?;
            writeln!(out, "  games  {games}")?;
            if let Some(link) = administrator {
                writeln!(out, "  admin  {link}")?;
            }
            writeln!(out, "  stop   Ctrl-C\n")?;
            writeln!(out, "Run arbiter help to see what else it can do.")?;
        }
        LogFormat::Json => {
            let mut line = serde_json::json!({"url": url, "games": games});
            if let Some(link) = administrator {
                line["administrator"] = link.into();
            }
            writeln!(out, "{line}")?;
        }
    }
    out.flush()
}

const DEFAULT_ADDRESS: &str = "127.0.0.1:8080";

/// The address of the server while it starts.
enum Address {
    /// Clients can connect, and wait.
    Listening(TcpListener),
    /// Clients are refused.
    Bound(BoundSocket),
}

/// A socket that has its address, and does not listen yet.
struct BoundSocket {
    /// The option that chose the address.
    what: &'static str,
    address: SocketAddr,
    socket: TcpSocket,
}

impl BoundSocket {
    async fn bind(what: &'static str, text: &str) -> Result<BoundSocket, ServeError> {
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
        // On Windows this would let two servers share a port.
        if cfg!(unix) {
            socket.set_reuseaddr(true)?;
        }
        // Connections inherit both. Otherwise the system lets each buffer megabytes.
        socket.set_recv_buffer_size(RECEIVE_BUFFER_BYTES)?;
        socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
        match socket.bind(address) {
            Ok(()) => Ok(BoundSocket {
                what,
                address,
                socket,
            }),
            Err(error) => Err(cannot_listen(what, address, error)),
        }
    }

    /// Lets clients connect.
    fn listen(self) -> Result<TcpListener, ServeError> {
        let listening = self.socket.listen(LISTEN_BACKLOG);
        listening.map_err(|error| cannot_listen(self.what, self.address, error))
    }
}

fn cannot_listen(what: &'static str, address: SocketAddr, error: io::Error) -> ServeError {
    match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::Taken { what, address },
        _ => ServeError::Listen {
            what,
            address,
            error,
        },
    }
}

/// How much the system buffers of what a client sends before the server reads it.
const RECEIVE_BUFFER_BYTES: u32 = 64 * 1024;
/// How much the system buffers of what the server sends before the client reads
/// it: enough for 1 MB/s at a distance of 100 ms.
const SEND_BUFFER_BYTES: u32 = 128 * 1024;

/// How many connections may wait to be accepted. After a restart all players
/// reconnect at once.
const LISTEN_BACKLOG: u32 = 4096;

/// Describes where games are stored, without the database password.
fn describe(database: &Database) -> String {
    match database {
        Database::Sqlite(file) => format!("SQLite, {}", file.display()),
        Database::Postgres(url) => {
            let (_, rest) = url.split_once("://").unwrap_or(("", url));
            let location = rest.rsplit_once('@').map_or(rest, |(_, location)| location);
            let (location, _) = location.split_once('?').unwrap_or((location, ""));
            format!("PostgreSQL, {location}")
        }
    }
}

/// Waits for the signal to stop. A second signal ends the program at once.
pub async fn stop(mut signals: StopSignals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        tracing::warn!("second signal: exiting without waiting");
        std::process::exit(1);
    });
}

/// The signals that stop the server. They are caught from the creation of this value on,
/// so it is created before the server is announced as ready.
#[cfg(unix)]
pub struct StopSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    pub fn catch() -> io::Result<StopSignals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(StopSignals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The signal that stops the server.
#[cfg(not(unix))]
pub struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    pub fn catch() -> io::Result<StopSignals> {
        Ok(StopSignals)
    }

    async fn next(&mut self) {
        let _signal = tokio::signal::ctrl_c().await;
    }
}

/// Raises the limit of open files, because each socket is one and the usual
/// limit is low.
#[cfg(unix)]
fn raise_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "cannot raise the limit of open files");
    }
}

#[cfg(not(unix))]
fn raise_limit() {}
