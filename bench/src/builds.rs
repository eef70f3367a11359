//! Compares a generic build with one compiled for this processor. The two run
//! alternately, each in its own process.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use crate::race::median;

/// The target directory of the native build.
const TARGET: &str = "target/native";

/// Prints, for each benchmark, the speed of the running build as a fraction of
/// that of a native build.
pub fn compare(benches: &[&str], rounds: usize) -> ExitCode {
    match runs(benches, rounds) {
        Ok([plain, native]) => {
            println!("{rounds} alternating rounds, thread CPU time, medians");
            for (bench, plain) in plain {
                let ratio = native[&bench] / plain;
                println!("{bench:<14} this build has {ratio:.3} of the speed of a native one");
            }
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the median time of each benchmark in the running build and in a
/// native one.
fn runs(benches: &[&str], rounds: usize) -> Result<[BTreeMap<String, f64>; 2], String> {
    let plain = std::env::current_exe()
        .map_err(|error| format!("cannot find the running program: {error}"))?;
    let native = build_native()?;
    let mut times = [BTreeMap::new(), BTreeMap::new()];
    for _ in 0..rounds {
        for (build, times) in [&plain, &native].into_iter().zip(&mut times) {
            let output = Command::new(build).args(benches).arg("--alone").output();
            let output = output.map_err(|error| format!("{}: {error}", build.display()))?;
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let (bench, seconds) = line
                    .split_once(' ')
                    .ok_or("the benchmark printed a line without a time")?;
                let seconds: f64 = seconds.parse().map_err(|_| format!("not a time: {line}"))?;
                let all: &mut Vec<f64> = times.entry(bench.to_string()).or_default();
                all.push(seconds);
            }
        }
    }
    Ok(times.map(|times| {
        times
            .into_iter()
            .map(|(bench, mut times)| (bench, median(&mut times)))
            .collect()
    }))
}

fn build_native() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args([
            "build",
            "--package",
            "bench",
            "--release",
            "--target-dir",
            TARGET,
        ])
        .env("RUSTFLAGS", "-C target-cpu=native")
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !built.success() {
        return Err("the native build failed".to_string());
    }
    Ok(Path::new(TARGET).join("release/bench"))
}
