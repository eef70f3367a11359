//! `arbiter health`: whether a server works, for programs that watch over it.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    time::Duration,
};

use crate::output::{ExitStatus, Format};

/// Ask a server whether it can store moves.
#[derive(clap::Args)]
#[command(after_help = "\
Exit codes: 0 the server is ready, 1 it is not or does not answer, 2 bad input.

JSON: {\"ready\", \"answer\"}

Examples:
  arbiter health
  arbiter health 127.0.0.1:8080
  arbiter health http://chess.lan:8080 --json")]
pub struct Arguments {
    /// The address on which the server listens; `0.0.0.0` and `[::]` mean this machine.
    #[arg(
        value_name = "ADDRESS",
        env = "ARBITER_LISTEN",
        default_value = "127.0.0.1:8080"
    )]
    address: String,
}

/// How long the server may take, for each step.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The answer is one line.
const MAX_ANSWER_BYTES: u64 = 16 * 1024;

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let text = arguments.address.trim_end_matches('/');
    let text = text.strip_prefix("http://").unwrap_or(text);
    let Some(address) = resolve(text) else {
        eprintln!(
            "error: cannot find {text}: write a host and a port, such as 127.0.0.1:8080 or \
             [::1]:8080"
        );
        return Ok(ExitStatus::BadInput);
    };
    let (is_ready, answer) = ask(address, text)
        .unwrap_or_else(|error| (false, format!("no server answers at {text}: {error}")));
    match format {
        Format::Text => writeln!(out, "{answer}")?,
        Format::Json => {
            let answer = serde_json::json!({"ready": is_ready, "answer": answer});
            writeln!(out, "{answer}")?;
        }
    }
    Ok(match is_ready {
        true => ExitStatus::Success,
        false => ExitStatus::Refused,
    })
}

fn resolve(text: &str) -> Option<SocketAddr> {
    let mut address = text.to_socket_addrs().ok()?.next()?;
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    Some(address)
}

/// Returns whether the server is ready, and what it says.
fn ask(address: SocketAddr, host: &str) -> io::Result<(bool, String)> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(MAX_ANSWER_BYTES).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    match head.split(' ').nth(1) {
        Some(status) => Ok((status == "200", body.trim().to_owned())),
        None => Err(io::Error::other("this is not an HTTP server")),
    }
}
