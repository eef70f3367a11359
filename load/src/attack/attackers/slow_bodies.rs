use anyhow::Result;
use tokio::io::AsyncWriteExt;

use super::{
    attacker::{Attacker, wait_for_end},
    pgn::UPLOAD_BYTES,
};

/// Sends all of a long body but its last byte, and waits until the server closes
/// the connection.
pub async fn send(attacker: &Attacker) -> Result<()> {
    let mut stream = attacker.connect().await?;
    attacker.note_sent(1);
    let head = format!(
        "POST /v1/pgn HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\
         Content-Length: {UPLOAD_BYTES}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&vec![b' '; UPLOAD_BYTES - 1]).await?;
    wait_for_end(&mut stream).await
}
