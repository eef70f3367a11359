//! `cargo xtask types`: the messages of the server for the page.

use std::fs;

use anyhow::{Context, Result};

use crate::cargo;

/// Writes the declarations; a test of `wire` holds them against the types.
pub fn run() -> Result<bool> {
    let path = cargo::root().join("web/wire.d.ts");
    fs::write(&path, arbiter_wire::declarations())
        .with_context(|| format!("cannot write {}", path.display()))?;
    println!("web/wire.d.ts is up to date");
    Ok(true)
}
