use std::{
    io::Read,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// A NATS server of its own, stopped when this value is dropped.
pub struct NatsProcess {
    child: Child,
    port: u16,
    /// The file with its settings, if it has one.
    settings: Option<PathBuf>,
}

impl NatsProcess {
    /// Starts a server on a free port, and waits until it accepts connections.
    pub fn start() -> NatsProcess {
        NatsProcess::start_with(None)
    }

    /// Starts a server with the settings in this file.
    pub fn start_with(settings: Option<PathBuf>) -> NatsProcess {
        let port = free_port();
        NatsProcess {
            child: start(port, settings.as_deref()),
            port,
            settings,
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills the server; [`start_again`](Self::start_again) starts it on the same port.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn start_again(&mut self) {
        self.child = start(self.port, self.settings.as_deref());
    }
}

fn start(port: u16, settings: Option<&Path>) -> Child {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let mut programs = folders.map(|folder| folder.join("nats-server"));
    let program = programs.find(|program| program.is_file());
    let program = program.expect("nats-server is installed: sudo apt-get install nats-server");
    let mut command = Command::new(program);
    if let Some(settings) = settings {
        command.arg("--config").arg(settings);
    }
    let child = command
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !greets(port) {
        std::thread::yield_now();
    }
    child
}

/// Returns a port that is free, and stays so unless another program takes it.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Reports whether a NATS server greets on this port: a connection alone does not prove it,
/// because one to a free port may end at itself.
fn greets(port: u16) -> bool {
    let mut greeting = [0; 4];
    let stream = TcpStream::connect(("127.0.0.1", port));
    let is_remote = |stream: &TcpStream| stream.local_addr().ok() != stream.peer_addr().ok();
    let stream = stream.ok().filter(is_remote);
    let read = stream.and_then(|mut stream| stream.read_exact(&mut greeting).ok());
    read.is_some() && greeting == *b"INFO"
}

impl Drop for NatsProcess {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
