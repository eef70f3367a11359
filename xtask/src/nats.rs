//! Starts a temporary NATS server, and installs NATS for the tests.

use std::{
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::system;

/// A private server, stopped when this value is dropped.
pub struct Nats {
    child: Child,
    port: u16,
}

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);

impl Nats {
    /// Starts a server, after installing NATS if necessary.
    pub fn start() -> Result<Nats> {
        let program = install()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new(&program)
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let server = Nats { child, port };
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(started.elapsed() < START_TIMEOUT, "NATS does not start");
            thread::sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    /// Returns the address of the server.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            println!("NATS could not be stopped: {error}");
        }
    }
}

/// Returns the server program, which is installed if necessary.
pub fn install() -> Result<PathBuf> {
    if let Some(program) = find() {
        return Ok(program);
    }
    if system::install("nats-server")
        && let Some(program) = find()
    {
        return Ok(program);
    }
    bail!(
        "NATS is missing and could not be installed. Install the server with \
         `sudo apt-get install nats-server`, `brew install nats-server` or your system's package \
         of that name"
    )
}

fn find() -> Option<PathBuf> {
    // Debian installs it where not every user looks for programs.
    let debian = PathBuf::from("/usr/sbin/nats-server");
    system::find(&["nats-server"]).or_else(|| debian.is_file().then_some(debian))
}
