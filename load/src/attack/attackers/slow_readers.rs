use std::{net::SocketAddr, time::Duration};

use anyhow::{Context, Result};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
};

use super::{attacker::Attacker, pgn};

/// The receive buffer of a client, in bytes.
const RECEIVE_BUFFER: u32 = 4 * 1024;
/// The time between two bytes that are read.
const PAUSE: Duration = Duration::from_secs(2);
/// How many requests are sent at once.
const REQUESTS: usize = 50;

/// Asks for long answers, and reads a byte now and then until the server closes
/// the connection.
pub async fn ask(attacker: &Attacker, number: usize) -> Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(attacker.from, 0))?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    let mut stream = socket.connect(attacker.server).await?;
    let requests = match number % 4 {
        0 => pgn_request(number)?,
        1 => get("/v1/openapi.json").repeat(REQUESTS),
        2 => get("/").repeat(REQUESTS),
        _ => get(&page_file(attacker).await?).repeat(REQUESTS),
    };
    attacker.note_sent(1);
    let (mut reader, mut writer) = stream.split();
    let read = async {
        loop {
            reader.read_u8().await?;
            tokio::time::sleep(PAUSE).await;
        }
    };
    let write = async {
        writer.write_all(requests.as_bytes()).await?;
        std::future::pending::<Result<()>>().await
    };
    tokio::select! {
        ended = read => ended,
        ended = write => ended,
    }
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

fn pgn_request(number: usize) -> Result<String> {
    let text = pgn::games(number / 4)?;
    let length = text.len();
    Ok(format!(
        "POST /v1/pgn HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\
         Content-Length: {length}\r\n\r\n{text}"
    ))
}

/// Returns the path of a file of the page, which does not count as a request.
async fn page_file(attacker: &Attacker) -> Result<String> {
    let request = attacker.api.request(reqwest::Method::GET, "/");
    let page = request.send().await?.text().await?;
    let mut quoted = page.split('"');
    let script = quoted.find(|text| text.starts_with("/a/") && text.ends_with(".js"));
    Ok(script.context("the page has no script")?.to_owned())
}
