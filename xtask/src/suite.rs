//! `cargo xtask test`: everything a change must pass, in one command.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    cargo, fingerprint, kill, page,
    postgres::{self, Postgres},
    python_chess, schema,
    tally::Tally,
    tidy,
};

type Step = fn() -> Result<Tally>;

/// The steps, the quick ones first.
const STEPS: [(&str, Step); 15] = [
    ("tools", tools),
    ("format", || run_one(&["fmt", "--all", "--check"])),
    ("lints", lints),
    ("tidy", || tidy::run().map(Tally::one)),
    ("page", page::check),
    ("tests", tests),
    ("doc tests", doc_tests),
    ("walks", || page::walks(&[])),
    ("kill", || kill::smoke().map(Tally::one)),
    ("bench", || fingerprint::run().map(Tally::one)),
    ("python", || python_chess::run().map(Tally::one)),
    ("schema", || schema::run().map(Tally::one)),
    ("documents", documents),
    ("no_std", no_std),
    ("fuzz", || fuzz_tally(10, None)),
];

/// What the steps are called.
pub fn names() -> [&'static str; STEPS.len()] {
    STEPS.map(|(name, _)| name)
}

/// Runs the steps of these names, or all, until one fails. The last line it
/// prints is the count.
pub fn run(names: &[String]) -> Result<bool> {
    let started = Instant::now();
    let mut total = Tally::default();
    let mut rows = Vec::new();
    let mut failed = None;
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|it| it == name);
    for (name, step) in STEPS.into_iter().filter(|(name, _)| is_wanted(name)) {
        println!("\n── {name} ──");
        let started = Instant::now();
        let tally = step().unwrap_or_else(|error| {
            println!("{error:#}");
            Tally::one(false)
        });
        let took = seconds(started.elapsed());
        println!("── {name}: {tally} in {took}");
        rows.push(format!("{name:<10} {took:>11}  {tally}"));
        total += tally;
        if tally.failed > 0 {
            failed = Some(name);
            break;
        }
    }
    println!("\n── summary ──\n{}", rows.join("\n"));
    if let Some(name) = failed {
        println!("\nThe step \"{name}\" failed; what it says is above.");
    } else {
        println!("\nAll is well, after {}.", seconds(started.elapsed()));
    }
    println!("{total}");
    Ok(total.failed == 0)
}

/// `cargo xtask fuzz`.
pub fn fuzz(seconds: u64, seed: Option<u64>) -> Result<bool> {
    fuzz_tally(seconds, seed).map(|tally| tally.failed == 0)
}

/// Installs what the other steps need and the toolchain lacks.
fn tools() -> Result<Tally> {
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if cargo::command(&[probe, "--version"])
            .output()?
            .status
            .success()
        {
            println!("{component}: there");
            continue;
        }
        println!("{component}: missing, asking rustup for it");
        let installed = Command::new("rustup")
            .args(["component", "add", component])
            .current_dir(cargo::root())
            .status();
        if !installed.is_ok_and(|status| status.success()) {
            bail!(
                "{component} is missing and could not be installed. Install it with \
                 `rustup component add {component}`, or with the package that brought your cargo"
            );
        }
    }
    Ok(Tally::one(true))
}

fn lints() -> Result<Tally> {
    run_one(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])
}

/// The tests, with a PostgreSQL server to talk to.
fn tests() -> Result<Tally> {
    let mut command = cargo::command(&[
        "test",
        "--workspace",
        "--no-fail-fast",
        "--lib",
        "--bins",
        "--tests",
    ]);
    if std::env::var_os(postgres::VARIABLE).is_some() {
        return run_tests(&mut command);
    }
    let postgres = Postgres::start()?;
    run_tests(command.env(postgres::VARIABLE, postgres.url()))
}

fn doc_tests() -> Result<Tally> {
    run_tests(&mut cargo::command(&[
        "test",
        "--workspace",
        "--no-fail-fast",
        "--doc",
    ]))
}

fn documents() -> Result<Tally> {
    let mut command = cargo::command(&["doc", "--workspace", "--no-deps"]);
    finish(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Builds the rules and the game for a machine without an operating system.
/// Where that target is not installed, the host's compiler must do: both say
/// `#![no_std]` and need no crate but each other (tidy holds them to it), so
/// that without their `std` feature nothing can bring the standard library in.
fn no_std() -> Result<Tally> {
    const BARE: &str = "thumbv6m-none-eabi";
    let installed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .current_dir(cargo::root())
        .output();
    let mut arguments = vec![
        "clippy",
        "--package",
        "arbiter-rules",
        "--package",
        "arbiter-game",
        "--no-default-features",
    ];
    let has_target = installed.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .any(|it| it == BARE)
    });
    if has_target {
        println!("for {BARE}");
        arguments.extend(["--target", BARE]);
    } else {
        println!("for this machine, since {BARE} is not installed");
    }
    arguments.extend(["--", "-D", "warnings"]);
    run_one(&arguments)
}

fn fuzz_tally(seconds: u64, seed: Option<u64>) -> Result<Tally> {
    let seconds = seconds.to_string();
    let mut command = Command::new(cargo::program("fuzz")?);
    command.args(["--seconds", &seconds]);
    if let Some(seed) = seed {
        command.args(["--seed", &seed.to_string()]);
    }
    finish(&mut command)
}

/// Runs a cargo command that passes or fails as a whole.
fn run_one(arguments: &[&str]) -> Result<Tally> {
    finish(&mut cargo::command(arguments))
}

fn finish(command: &mut Command) -> Result<Tally> {
    let status = command
        .status()
        .with_context(|| format!("cannot run {command:?}"))?;
    Ok(Tally::one(status.success()))
}

/// Runs tests and counts them. Of a test binary that passes only the last line
/// is shown, of one that fails everything.
fn run_tests(command: &mut Command) -> Result<Tally> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child
        .stdout
        .take()
        .context("the output of the tests is lost")?;
    let mut total = Tally::default();
    let mut details = String::new();
    for line in BufReader::new(output).lines() {
        let line = line?;
        let Some(tally) = read_result(&line) else {
            details.push_str(&line);
            details.push('\n');
            continue;
        };
        if tally.failed > 0 {
            print!("{details}");
        }
        println!("{line}");
        details.clear();
        total += tally;
    }
    if !child.wait()?.success() && total.failed == 0 {
        // A test binary that does not build or dies has no last line.
        print!("{details}");
        total.failed = 1;
    }
    Ok(total)
}

/// Reads `test result: ok. 12 passed; 0 failed; …`.
fn read_result(line: &str) -> Option<Tally> {
    let counts = line.strip_prefix("test result: ")?;
    let count_of = |word: &str| {
        let (before, _) = counts.split_once(word)?;
        before.trim().rsplit(' ').next()?.parse().ok()
    };
    Some(Tally {
        passed: count_of(" passed")?,
        failed: count_of(" failed")?,
    })
}

fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        let seconds = duration.as_secs();
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_test_binaries_are_read() {
        let line = "test result: ok. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out";
        let tally = read_result(line).unwrap();
        assert_eq!(tally.to_string(), "12 passed, 3 failed");
        assert_eq!(read_result("test r1_the_board_has_64_squares ... ok"), None);
    }
}
