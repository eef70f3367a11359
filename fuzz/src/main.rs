//! Runs every law on inputs by chance for a while.

use std::{
    num::NonZero,
    panic,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use clap::Parser;
use fuzz::{BODIES, Body, random::Random};

/// Runs every law on inputs by chance for a while.
#[derive(Parser)]
struct Options {
    /// How long each law is tried.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Where the inputs begin; by default they are new each time.
    #[arg(long)]
    seed: Option<u64>,
    /// Only these laws.
    names: Vec<String>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let seed = options.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(1, |now| now.as_secs())
    });
    let unknown = options
        .names
        .iter()
        .find(|name| BODIES.iter().all(|body| body.name != **name));
    if let Some(unknown) = unknown {
        let known = BODIES.map(|body| body.name).join(", ");
        eprintln!("there is no law called {unknown}; there are {known}");
        return ExitCode::from(2);
    }
    println!("seed {seed}");
    let limit = Duration::from_secs(options.seconds);
    let chosen =
        |body: &Body| options.names.is_empty() || options.names.iter().any(|it| it == body.name);
    let waiting = Mutex::new(BODIES.into_iter().filter(chosen));
    let next = || waiting.lock().ok()?.next();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    // Each core takes the next law until one is broken or none is left.
    let is_broken = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !is_broken.load(Ordering::Relaxed)
                    && let Some(body) = next()
                {
                    match run(body, seed, limit) {
                        Ok(inputs) => println!("{:<11} {inputs:>12} inputs, all well", body.name),
                        Err(input) => {
                            is_broken.store(true, Ordering::Relaxed);
                            println!(
                                "{} is broken by b\"{}\"\nseen with --seed {seed}",
                                body.name,
                                input.escape_ascii()
                            );
                        }
                    }
                }
            });
        }
    });
    match is_broken.into_inner() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// How many inputs were tried, or the one that breaks the law.
fn run(body: Body, seed: u64, limit: Duration) -> Result<u64, Vec<u8>> {
    let mut random = Random::new(seed);
    let started = Instant::now();
    let mut inputs = 0;
    while started.elapsed() < limit {
        for _ in 0..64 {
            let input = random.input(body.seeds);
            if panic::catch_unwind(|| (body.check)(&input)).is_err() {
                return Err(input);
            }
            inputs += 1;
        }
    }
    Ok(inputs)
}
