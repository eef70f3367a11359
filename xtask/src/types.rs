//! `cargo xtask types`: TypeScript declarations of the server's messages, and
//! the OpenAPI document of its endpoints.

use anyhow::{Context, Result};

use crate::cargo;

/// Writes both. The tests that write them also check that they are up to date.
pub fn run() -> Result<bool> {
    let arguments = [
        "test",
        "--workspace",
        "--test",
        "it",
        "--",
        "are_up_to_date",
    ];
    let status = cargo::command(&arguments)
        .env("UPDATE_FIXTURES", "1")
        .status()
        .context("cannot run cargo test")?;
    Ok(status.success())
}
