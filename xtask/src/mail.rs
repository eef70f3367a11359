//! Tests email with a real mail server: aiosmtpd receives what the server sends,
//! over TLS and with a password.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, python};

/// Reports whether addresses are confirmed and passwords recovered by email.
pub fn run() -> Result<bool> {
    let binary = cargo::arbiter()?;
    let python = python::interpreter()?;
    let folder = cargo::target()?.join("mail");
    // An earlier run may have left its files.
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let status = Command::new(python)
        .arg(cargo::root().join("xtask/src/mail/recover.py"))
        .arg(binary)
        .arg(&folder)
        .status()
        .context("cannot run Python")?;
    Ok(status.success())
}
