//! Drives the engine with python-chess, the library many chess programs use.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, python};

/// Reports whether the whole conversation succeeded.
pub fn run() -> Result<bool> {
    let binary = cargo::arbiter()?;
    let python = python::interpreter()?;
    let script = cargo::root().join("xtask/src/python_chess/conversation.py");
    let status = Command::new(python)
        .arg(script)
        .arg(binary)
        .current_dir(cargo::root())
        .status()
        .context("cannot run Python")?;
    Ok(status.success())
}
