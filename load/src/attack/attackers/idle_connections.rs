use anyhow::Result;

use super::attacker::{Attacker, wait_for_end};

/// Opens a connection and waits until the server closes it.
pub async fn open(attacker: &Attacker) -> Result<()> {
    let mut stream = attacker.connect().await?;
    attacker.note_sent(1);
    wait_for_end(&mut stream).await
}
