use std::{
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

/// A NATS server of its own, stopped when this value is dropped.
pub struct NatsProcess {
    child: Child,
    port: u16,
}

impl NatsProcess {
    /// Starts a server on a free port, and waits until it accepts connections.
    pub fn start() -> NatsProcess {
        let port = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = port.local_addr().unwrap().port();
        NatsProcess {
            child: start(port),
            port,
        }
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
        self.child = start(self.port);
    }
}

fn start(port: u16) -> Child {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let mut programs = folders.map(|folder| folder.join("nats-server"));
    let program = programs.find(|program| program.is_file());
    let program = program.expect("nats-server is installed: sudo apt-get install nats-server");
    let child = Command::new(program)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::yield_now();
    }
    child
}

impl Drop for NatsProcess {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
