//! python-chess, which many programs are made with, drives our binary.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, python};

/// What it is called at the Python Package Index. Another version is another
/// environment.
const PACKAGE: &str = "chess==1.11.2";

/// Whether the conversation went well.
pub fn run() -> Result<bool> {
    let binary = cargo::arbiter()?;
    let python = python::environment(PACKAGE, "chess.engine")?;
    let script = cargo::root().join("xtask/src/python_chess/conversation.py");
    let status = Command::new(python)
        .arg(script)
        .arg(binary)
        .current_dir(cargo::root())
        .status()
        .context("cannot run Python")?;
    Ok(status.success())
}
