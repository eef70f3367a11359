//! Installs NATS for the tests.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::system;

/// Returns the server program, which is installed if necessary.
pub fn install() -> Result<PathBuf> {
    if let Some(program) = find() {
        return Ok(program);
    }
    if system::install("nats-server")
        && let Some(program) = find()
    {
        return Ok(program);
    }
    bail!(
        "NATS is missing and could not be installed. Install the server with \
         `sudo apt-get install nats-server`, `brew install nats-server` or your system's package \
         of that name"
    )
}

fn find() -> Option<PathBuf> {
    // Debian installs it in a folder that is not on every user's path.
    let debian = PathBuf::from("/usr/sbin/nats-server");
    system::find(&["nats-server"]).or_else(|| debian.is_file().then_some(debian))
}
