//! `cargo xtask types`: TypeScript declarations of the server's messages.

use std::fs;

use anyhow::{Context, Result};

use crate::cargo;

/// Writes the declarations. A test in `wire` checks that the file is up to date.
pub fn run() -> Result<bool> {
    let path = cargo::root().join("web/wire.d.ts");
    fs::write(&path, arbiter_wire::declarations())
        .with_context(|| format!("cannot write {}", path.display()))?;
    println!("web/wire.d.ts is up to date");
    Ok(true)
}
