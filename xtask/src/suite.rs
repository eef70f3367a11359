//! `cargo xtask test`: everything a change must pass, in one command.

use std::{
    env, fs,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    attack, cargo, fingerprint, kill, lichess, mail, nats, oidc, package, page,
    postgres::{self, Postgres},
    python_chess, schema,
    tally::Tally,
    tidy,
};

/// One thing that must pass.
struct Step {
    name: &'static str,
    stage: Stage,
    run: fn() -> Result<Tally>,
}

/// When a step runs in a full run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Before the others, one after the other.
    First,
    /// After those, a few at a time, in this order: the longest begin first, so that none
    /// is left alone at the end.
    Together,
    /// Only when it is asked for: a full run covers it with another step.
    OnRequest,
}

impl Step {
    const fn new(name: &'static str, stage: Stage, run: fn() -> Result<Tally>) -> Step {
        Step { name, stage, run }
    }
}

/// Every step; those of one stage begin in this order.
const STEPS: [Step; 22] = [
    Step::new("tools", Stage::First, tools),
    Step::new("format", Stage::First, || {
        run_one(&["fmt", "--all", "--check"])
    }),
    Step::new("tidy", Stage::First, || tidy::run().map(Tally::one)),
    Step::new("lints", Stage::First, lints),
    Step::new("page", Stage::First, page::check),
    Step::new("unit tests", Stage::OnRequest, unit_tests),
    Step::new("build", Stage::First, || {
        cargo::build_programs().map(Tally::one)
    }),
    Step::new("tests", Stage::Together, tests),
    Step::new("walks", Stage::Together, || page::walks(&[])),
    Step::new("schema", Stage::Together, || schema::run().map(Tally::one)),
    Step::new("package", Stage::Together, package::check),
    // For a fixed time it uses whatever the others leave of the processors.
    Step::new("fuzz", Stage::Together, || fuzz_tally(10, None)),
    Step::new("lichess", Stage::Together, lichess::run),
    Step::new("kill", Stage::Together, || kill::smoke().map(Tally::one)),
    Step::new("attack", Stage::Together, || {
        attack::smoke().map(Tally::one)
    }),
    Step::new("python", Stage::Together, || {
        python_chess::run().map(Tally::one)
    }),
    Step::new("oidc", Stage::Together, || oidc::run().map(Tally::one)),
    Step::new("mail", Stage::Together, || mail::run().map(Tally::one)),
    Step::new("doc tests", Stage::Together, doc_tests),
    Step::new("documents", Stage::Together, documents),
    Step::new("no_std", Stage::Together, no_std),
    Step::new("bench", Stage::Together, || {
        fingerprint::run().map(Tally::one)
    }),
];

/// How many steps run at once: tests, browsers and programs often wait for disks and sockets.
const STEPS_AT_ONCE: usize = 3;

/// The name that stands for [`QUICK_STEPS`].
const QUICK: &str = "quick";

/// What takes less than two minutes when little has changed.
const QUICK_STEPS: [&str; 5] = ["format", "tidy", "lints", "page", "unit tests"];

/// Returns what can be asked for: the names of the steps, and `quick`.
pub fn names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).chain([QUICK]).collect()
}

/// Runs the steps with these names, or all of them, until one fails. The last
/// line printed is the number of checks that passed and failed.
pub fn run(names: &[String]) -> Result<bool> {
    let started = Instant::now();
    let summary = Mutex::new(Summary::default());
    if names.is_empty() {
        run_here(of_stage(Stage::First), &summary);
        let steps = Mutex::new(of_stage(Stage::Together));
        thread::scope(|scope| {
            for _ in 0..STEPS_AT_ONCE {
                scope.spawn(|| run_apart(&steps, &summary));
            }
        });
    } else {
        let is_quick = names.iter().any(|name| name == QUICK);
        let is_wanted = |step: &&Step| {
            names.iter().any(|name| name == step.name)
                || is_quick && QUICK_STEPS.contains(&step.name)
        };
        run_here(STEPS.iter().filter(is_wanted), &summary);
    }
    let summary = summary.into_inner().unwrap_or_default();
    summary.print(started.elapsed());
    Ok(summary.total.failed == 0)
}

fn of_stage(stage: Stage) -> impl Iterator<Item = &'static Step> {
    STEPS.iter().filter(move |step| step.stage == stage)
}

/// What has been run so far.
#[derive(Default)]
struct Summary {
    rows: Vec<String>,
    total: Tally,
    failed: Vec<&'static str>,
    /// What the failed steps printed about their failures.
    failures: String,
}

/// How many lines of a failed step are printed once more at the end, where they are
/// found even if the output above is cut.
const FAILURE_LINES: usize = 60;

impl Summary {
    fn add(&mut self, name: &'static str, tally: Tally, took: Duration) {
        let took = seconds(took);
        println!("── {name}: {tally} in {took}");
        self.rows.push(format!("{name:<10} {took:>11}  {tally}"));
        self.total += tally;
        if tally.failed > 0 {
            self.failed.push(name);
        }
    }

    fn keep_failure(&mut self, name: &str, output: &str) {
        self.failures += &format!("\n── why {name} failed ──\n{}\n", failure_in(output));
    }

    fn print(&self, took: Duration) {
        println!("\n── summary ──\n{}", self.rows.join("\n"));
        print!("{}", self.failures);
        match self.failed.as_slice() {
            [] => println!("\nEverything passed in {}.", seconds(took)),
            names => println!("\nFailed: {}. See the output above.", names.join(", ")),
        }
        println!("{}", self.total);
    }
}

/// Returns the lines around the first failure in the output of a step, or its last lines.
fn failure_in(output: &str) -> String {
    let lines = Vec::from_iter(output.lines());
    let first = |word| lines.iter().position(|line| line.contains(word));
    let start = first("panicked at")
        .or_else(|| first("FAILED"))
        .map_or(lines.len().saturating_sub(FAILURE_LINES), |at| {
            at.saturating_sub(3)
        });
    let end = lines.len().min(start + FAILURE_LINES);
    lines[start..end].join("\n")
}

/// Runs steps one after the other in this process.
fn run_here<'s>(steps: impl Iterator<Item = &'s Step>, summary: &Mutex<Summary>) {
    for step in steps {
        if has_failed(summary) {
            return;
        }
        println!("\n── {} ──", step.name);
        let started = Instant::now();
        let tally = (step.run)().unwrap_or_else(|error| {
            println!("{error:#}");
            Tally::one(false)
        });
        with(summary, |it| it.add(step.name, tally, started.elapsed()));
    }
}

/// Runs the next step in a process of its own until none is left, and prints what each of
/// them said when it is done, because others run at the same time.
fn run_apart<'s>(steps: &Mutex<impl Iterator<Item = &'s Step>>, summary: &Mutex<Summary>) {
    while let Some(step) = with(steps, Iterator::next) {
        if has_failed(summary) {
            return;
        }
        println!("\n── {}: running ──", step.name);
        let started = Instant::now();
        let ran = run_as_process(step.name);
        with(summary, |it| {
            println!("\n── {} ──", step.name);
            let (output, tally) =
                ran.unwrap_or_else(|error| (format!("{error:#}\n"), Tally::one(false)));
            print!("{output}");
            if tally.failed > 0 {
                it.keep_failure(step.name, &output);
            }
            it.add(step.name, tally, started.elapsed());
        });
    }
}

/// Runs a step as `cargo xtask test NAME` does. Returns what it printed before
/// its summary, and its tally.
fn run_as_process(name: &str) -> Result<(String, Tally)> {
    let folder = cargo::target()?.join("xtask");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{}.log", name.replace(' ', "-")));
    let log = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    // Not the program that is running: the build step may have replaced its file.
    let program = format!("xtask{}", env::consts::EXE_SUFFIX);
    let status = Command::new(cargo::target()?.join("debug").join(program))
        .args(["test", name])
        .env(cargo::PROGRAMS_ARE_BUILT, "1")
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .status()
        .context("cannot run the step")?;
    let output = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let mut tally = output.lines().last().and_then(Tally::read);
    if !status.success() && tally.is_none_or(|tally| tally.failed == 0) {
        tally = Some(Tally::one(false));
    }
    let tally = tally.context("the step did not print how many checks passed")?;
    let said = output.split("\n── summary ──").next().unwrap_or_default();
    Ok((said.to_owned(), tally))
}

fn has_failed(summary: &Mutex<Summary>) -> bool {
    with(summary, |it| it.total.failed > 0)
}

fn with<S, T>(shared: &Mutex<S>, work: impl FnOnce(&mut S) -> T) -> T {
    work(
        &mut shared
            .lock()
            .expect("no step panics while it reports its result"),
    )
}

/// Runs `cargo xtask fuzz`.
pub fn fuzz(seconds: u64, seed: Option<u64>) -> Result<bool> {
    fuzz_tally(seconds, seed).map(|tally| tally.failed == 0)
}

/// Installs the components of the toolchain that the other steps need.
fn tools() -> Result<Tally> {
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if cargo::command(&[probe, "--version"])
            .output()?
            .status
            .success()
        {
            println!("{component}: installed");
            continue;
        }
        println!("{component}: missing, installing it with rustup");
        let installed = Command::new("rustup")
            .args(["component", "add", component])
            .current_dir(cargo::root())
            .status();
        if !installed.is_ok_and(|status| status.success()) {
            bail!(
                "{component} is missing and could not be installed. Install it with \
                 `rustup component add {component}` or with your system's package manager"
            );
        }
    }
    Ok(Tally::one(true))
}

/// Reports whether the build checks lints and documents, too, and says so.
fn is_part_of_build() -> bool {
    let is_so = env::var_os("RUSTC_WORKSPACE_WRAPPER")
        .is_some_and(|it| Path::new(&it).ends_with(".ci/compile"));
    if is_so {
        println!("the build checks them, too");
    }
    is_so
}

fn lints() -> Result<Tally> {
    if is_part_of_build() {
        return Ok(Tally::default());
    }
    run_one(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])
}

/// Crates with a handful of unit tests or none, which would be compiled once more for them.
const FEW_UNIT_TESTS: [&str; 10] = [
    "arbiter-game",
    "arbiter-openings",
    "arbiter-pgn",
    "arbiter-pictures",
    "arbiter-tournament",
    "arbiter-wire",
    "bench",
    "fuzz",
    "load",
    "tune",
];

/// Tests inside the source files, which need neither a database nor a browser. Those of
/// [`FEW_UNIT_TESTS`] run with all the others, in the step `tests`.
fn unit_tests() -> Result<Tally> {
    let mut command = cargo::command(&["test", "--workspace", "--no-fail-fast"]);
    for package in FEW_UNIT_TESTS {
        command.args(["--exclude", package]);
    }
    run_tests(command.args(["--lib", "--bins"]))
}

/// Builds every test and runs it, with a PostgreSQL server for those that need one.
fn tests() -> Result<Tally> {
    let mut command = cargo::command(&["test", "--workspace", "--no-fail-fast", "--tests"]);
    nats::install()?;
    // All of them would take twice as long.
    set_default(&mut command, "TEST_NODES", "some");
    // Those of the server, the longest, wait for disks and sockets half of the time.
    let threads = 2 * thread::available_parallelism()?.get();
    set_default(&mut command, "RUST_TEST_THREADS", &threads.to_string());
    if env::var_os(postgres::VARIABLE).is_some() {
        return run_tests(&mut command);
    }
    let postgres = Postgres::start()?;
    run_tests(command.env(postgres::VARIABLE, postgres.url()))
}

/// Sets an environment variable of a command, unless it is set already.
fn set_default(command: &mut Command, name: &str, value: &str) {
    if env::var_os(name).is_none() {
        command.env(name, value);
    }
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
    if is_part_of_build() {
        return Ok(Tally::default());
    }
    let mut command = cargo::command(&["doc", "--workspace", "--no-deps"]);
    finish(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Builds the rules and the game for a machine without an operating system.
/// If that target is not installed, the host must do: both crates declare
/// `#![no_std]` and depend on no crate but each other (the tidy step checks
/// that), so without their `std` feature nothing brings in the standard
/// library.
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
        println!("for this machine, because {BARE} is not installed");
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

/// Runs a cargo command and counts it as one check.
fn run_one(arguments: &[&str]) -> Result<Tally> {
    finish(&mut cargo::command(arguments))
}

fn finish(command: &mut Command) -> Result<Tally> {
    let status = command
        .status()
        .with_context(|| format!("cannot run {command:?}"))?;
    Ok(Tally::one(status.success()))
}

/// Runs tests and counts them. Prints only the last line of a test binary that
/// passes, and everything of one that fails.
fn run_tests(command: &mut Command) -> Result<Tally> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("the tests have no output")?;
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
        // A test binary that does not build, or crashes, prints no result.
        print!("{details}");
        total.failed = 1;
    }
    Ok(total)
}

/// Parses `test result: ok. 12 passed; 0 failed; …`.
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
    fn every_quick_step_exists() {
        for name in QUICK_STEPS {
            assert!(STEPS.iter().any(|step| step.name == name), "{name}");
        }
    }

    #[test]
    fn the_failure_is_found_in_the_output() {
        let passed = "test a ... ok\n".repeat(100);
        let output = format!("test b ... FAILED\n{passed}\n---- b ----\nb panicked at c.rs:1\nwhy");
        assert_eq!(
            failure_in(&output),
            "test a ... ok\n\n---- b ----\nb panicked at c.rs:1\nwhy"
        );
        let walks = format!("FAILED  a walk\n  error: 'why'\n{passed}");
        assert!(failure_in(&walks).starts_with("FAILED  a walk\n  error: 'why'\n"));
        assert_eq!(failure_in(&passed).lines().count(), FAILURE_LINES);
        assert_eq!(failure_in(""), "");
    }

    #[test]
    fn the_result_of_a_test_binary_is_parsed() {
        let line = "test result: ok. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out";
        let tally = read_result(line).unwrap();
        assert_eq!(tally.to_string(), "12 passed, 3 failed");
        assert_eq!(read_result("test r1_the_board_has_64_squares ... ok"), None);
    }
}
