//! Runs all fuzz targets with random inputs for a limited time.

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
use fuzz::{FuzzTarget, TARGETS, random::RandomInputs};

/// Runs all fuzz targets with random inputs for a limited time
#[derive(Parser)]
struct Options {
    /// The time in seconds for each target
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The seed of the inputs; by default they differ each time
    #[arg(long)]
    seed: Option<u64>,
    /// Run only these targets
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
        .find(|name| TARGETS.iter().all(|target| target.name != **name));
    if let Some(unknown) = unknown {
        let known = TARGETS.map(|target| target.name).join(", ");
        eprintln!("there is no target {unknown}; the targets are {known}");
        return ExitCode::from(2);
    }
    println!("seed {seed}");
    let limit = Duration::from_secs(options.seconds);
    let chosen = |target: &FuzzTarget| {
        options.names.is_empty() || options.names.iter().any(|it| it == target.name)
    };
    let waiting = Mutex::new(TARGETS.into_iter().filter(chosen));
    let next = || waiting.lock().ok()?.next();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    // Each thread takes the next target until one fails or none is left.
    let has_failed = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !has_failed.load(Ordering::Relaxed)
                    && let Some(target) = next()
                {
                    match run(target, seed, limit) {
                        Ok(inputs) => {
                            println!("{:<11} {inputs:>12} inputs, no failure", target.name);
                        }
                        Err(input) => {
                            has_failed.store(true, Ordering::Relaxed);
                            println!(
                                "{} fails for b\"{}\"\nfound with --seed {seed}",
                                target.name,
                                input.escape_ascii()
                            );
                        }
                    }
                }
            });
        }
    });
    match has_failed.into_inner() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// Returns the number of inputs tried, or the first that fails.
fn run(target: FuzzTarget, seed: u64, limit: Duration) -> Result<u64, Vec<u8>> {
    let mut random = RandomInputs::new(seed);
    let started = Instant::now();
    let mut inputs = 0;
    while started.elapsed() < limit {
        for _ in 0..64 {
            let input = random.next_input(target.seeds);
            if panic::catch_unwind(|| (target.check)(&input)).is_err() {
                return Err(input);
            }
            inputs += 1;
        }
    }
    Ok(inputs)
}
