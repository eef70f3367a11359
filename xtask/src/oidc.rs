//! Tests signing in with a real OpenID Connect provider, `oidc/provider.py`, over TLS.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, page, python};

/// Reports whether people can sign in with a provider, and only with its word.
pub fn run() -> Result<bool> {
    let binary = cargo::arbiter()?;
    let python = python::interpreter()?;
    let folder = cargo::target()?.join("oidc");
    // An earlier run may have left its files.
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let status = Command::new(&python)
        .arg(cargo::root().join("xtask/src/oidc/sign_in.py"))
        .arg(binary)
        .arg(&folder)
        // The folder of the sources stays clean.
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .status()
        .context("cannot run Python")?;
    if !status.success() {
        return Ok(false);
    }
    // The same in a browser.
    let provider = cargo::root().join("xtask/src/oidc/provider.py");
    let arguments = [python, provider].map(|path| path.display().to_string());
    page::script("provider.js", &arguments)
}
