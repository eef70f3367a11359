use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// A NATS server, stopped when this value is dropped.
pub struct Nats {
    child: Child,
    address: &'static str,
    port: u16,
}

impl Nats {
    /// Starts a server for programs on this machine.
    pub fn start() -> Result<Nats> {
        Nats::start_at("127.0.0.1")
    }

    /// Starts a server that listens on this address, on a free port.
    pub fn start_at(address: &'static str) -> Result<Nats> {
        let port = TcpListener::bind((address, 0))?.local_addr()?.port();
        let mut nats = Nats {
            child: start_nats(address, port)?,
            address,
            port,
        };
        nats.wait()?;
        Ok(nats)
    }

    /// Waits until the server accepts connections.
    fn wait(&mut self) -> Result<()> {
        let started = Instant::now();
        while TcpStream::connect((self.address, self.port)).is_err() {
            if let Some(status) = self.child.try_wait()? {
                bail!(
                    "nats-server ended with {status}: is port {} in use?",
                    self.port
                );
            }
            if started.elapsed() > START_TIMEOUT {
                bail!("nats-server accepts no connections on port {}", self.port);
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Returns the address of the server.
    pub fn url(&self) -> String {
        self.url_at(self.address)
    }

    /// Returns the address of the server for programs that reach it at this host.
    pub fn url_at(&self, host: &str) -> String {
        format!("nats://{host}:{}", self.port)
    }

    /// Returns the number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts the server again, on the same port.
    pub fn start_again(&mut self) -> Result<()> {
        self.child = start_nats(self.address, self.port)?;
        Ok(())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Err(error) = self.kill() {
            eprintln!("NATS cannot be stopped: {error}");
        }
    }
}

fn start_nats(address: &str, port: u16) -> Result<Child> {
    let programs = ["nats-server", "/usr/sbin/nats-server"];
    let mut started = programs.iter().map(|program| {
        Command::new(program)
            .args(["--addr", address, "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    });
    let started = started.find_map(Result::ok);
    started.context("nats-server is missing: install the package of that name")
}
