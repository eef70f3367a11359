use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::{Result, bail, ensure};
use reqwest::{RequestBuilder, StatusCode};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::Counts;
use crate::{
    api::Api,
    socket::{self, Socket},
};

/// Someone at one address who attacks the server.
#[derive(Clone)]
pub struct Attacker {
    pub server: SocketAddr,
    pub from: IpAddr,
    pub api: Api,
    tally: Arc<Tally>,
}

#[derive(Default)]
struct Tally {
    sent: AtomicU64,
    refused: AtomicU64,
    cut: AtomicU64,
}

impl Attacker {
    pub fn new(server: SocketAddr, from: IpAddr) -> Result<Attacker> {
        Ok(Attacker {
            server,
            from,
            api: Api::from_address(server, Some(from))?,
            tally: Arc::default(),
        })
    }

    pub fn counts(&self) -> Counts {
        Counts {
            sent: self.tally.sent.load(Relaxed),
            refused: self.tally.refused.load(Relaxed),
            cut: self.tally.cut.load(Relaxed),
        }
    }

    pub fn note_sent(&self, count: u64) {
        self.tally.sent.fetch_add(count, Relaxed);
    }

    pub fn note_refused(&self) {
        self.tally.refused.fetch_add(1, Relaxed);
    }

    pub fn note_cut(&self) {
        self.tally.cut.fetch_add(1, Relaxed);
    }

    /// Opens a TCP connection.
    pub async fn connect(&self) -> Result<TcpStream> {
        socket::connect(Some(self.from), self.server).await
    }

    /// Opens a WebSocket.
    pub async fn open_socket(&self, token: &str) -> Result<Socket> {
        Socket::open_from(Some(self.from), self.server, Some(token)).await
    }

    /// Opens a WebSocket without a library, which would follow the protocol.
    pub async fn upgrade(&self) -> Result<TcpStream> {
        let mut stream = self.connect().await?;
        stream.write_all(UPGRADE).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            self.note_refused();
            bail!("the server does not open a WebSocket");
        }
        Ok(stream)
    }

    /// Sends a request, reads the answer and counts both.
    pub async fn send(&self, request: RequestBuilder) -> Result<()> {
        self.note_sent(1);
        let response = request.send().await?;
        self.note_status(response.status());
        response.bytes().await?;
        Ok(())
    }

    /// Counts an answer that says that there is too much.
    pub fn note_status(&self, status: StatusCode) {
        if is_limit(status) {
            self.note_refused();
        }
    }

    /// Sends the same frames again and again, as fast as it can, and reads what
    /// comes back.
    pub async fn storm(&self, socket: &mut Socket, frames: &[String]) -> Result<()> {
        for frame in frames.iter().cycle() {
            socket.send(frame.clone()).await?;
            self.note_sent(1);
            while let Ok(answer) = tokio::time::timeout(Duration::ZERO, socket.receive()).await {
                if answer?.starts_with("{\"refused\"") {
                    self.note_refused();
                }
            }
        }
        Ok(())
    }
}

/// Reads until the server closes the connection, which is an error here.
pub async fn wait_for_end(stream: &mut TcpStream) -> Result<()> {
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).await? > 0 {}
    bail!("the server closed the connection");
}

/// Creates a guest, unless there are too many.
pub async fn guest(attacker: &Attacker) -> Result<String> {
    attacker.note_sent(1);
    let request = attacker.api.request(reqwest::Method::POST, "/v1/guests");
    let response = request.json(&serde_json::json!({})).send().await?;
    let status = response.status();
    attacker.note_status(status);
    ensure!(status.is_success(), "no guest");
    let body: serde_json::Value = serde_json::from_slice(&response.bytes().await?)?;
    Ok(body["token"].as_str().unwrap_or_default().to_owned())
}

fn is_limit(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE
}

const UPGRADE: &[u8] = b"GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
    Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
