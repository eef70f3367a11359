//! `cargo xtask simulate`: runs the simulation of the server with many seeds.

use anyhow::{Context, Result};

use crate::cargo;

/// Runs the simulation with `seeds` seeds, beginning with `from`.
pub fn run(seeds: u64, from: u64) -> Result<bool> {
    let status = cargo::command(&[
        "test",
        "--package",
        "arbiter-server",
        "--test",
        "it",
        "simulation::every_invariant_holds_whatever_fails",
        "--",
        "--exact",
        "--nocapture",
    ])
    .env("SIMULATE_SEEDS", seeds.to_string())
    .env("SIMULATE_FROM", from.to_string())
    .status()
    .context("cannot run the simulation")?;
    Ok(status.success())
}
