//! Reading games on two cores beside reading them on one, by the wall clock.

use std::{
    num::NonZero,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use arbiter_pgn::{ParallelReader, next_game_start};

use crate::{
    pgn::{self, Plies},
    race::median,
};

/// Long enough that the last batches do not count: 60 megabytes.
const BYTES: usize = 60_000_000;

/// A way to read everything.
type Way = (&'static str, fn(&str) -> u64);

const WAYS: [Way; 3] = [
    ("batches-1", |text| read_on(1, text)),
    ("batches-2", |text| read_on(2, text)),
    ("halves", read_halves),
];

/// Prints how many times faster two threads read than the plain reader does
/// alone, what one thread loses by reading in batches, and what the machine
/// allows: two plain readers, each with a half of its own.
///
/// Each round reads everything in each way. What disturbs the machine
/// disturbs one round, and the median of the ratios is told. Where the cores
/// have other things to do, the wall clock tells nothing; then the processor
/// time still tells how much work the threads are to each other.
pub fn run(rounds: usize, json: bool) -> ExitCode {
    let text = text();
    let plies = pgn::read_all(&text);
    let mut ratios = WAYS.map(|_| Ratios::default());
    for _ in 0..rounds {
        let plain = Spent::on(plies, || pgn::read_all(&text));
        for ((_, read), ratios) in WAYS.iter().zip(&mut ratios) {
            ratios.add(&plain, &Spent::on(plies, || read(&text)));
        }
    }
    for ((way, _), ratios) in WAYS.iter().zip(&mut ratios) {
        let wall = median(&mut ratios.wall);
        let work = median(&mut ratios.work);
        if json {
            println!(
                "{{\"bench\":\"pgn-cores\",\"way\":\"{way}\",\"ratio\":{wall:.3},\
                 \"work\":{work:.3},\"rounds\":{rounds}}}"
            );
        } else {
            println!(
                "pgn-cores    {wall:>6.2} x the plain reader by {way:<10} \
                 with {work:.3} of its processor time"
            );
        }
    }
    ExitCode::SUCCESS
}

/// What it takes to read everything.
struct Spent {
    wall: Duration,
    work: Duration,
}

impl Spent {
    /// # Panics
    ///
    /// If other work is done than should be.
    fn on(plies: u64, read: impl Fn() -> u64) -> Spent {
        let (start, worked) = (Instant::now(), cpu_time());
        assert_eq!(read(), plies, "somebody counts otherwise");
        Spent {
            wall: start.elapsed(),
            work: cpu_time() - worked,
        }
    }
}

/// One for each round.
#[derive(Default)]
struct Ratios {
    wall: Vec<f64>,
    work: Vec<f64>,
}

impl Ratios {
    fn add(&mut self, plain: &Spent, ours: &Spent) {
        self.wall.push(plain.wall.div_duration_f64(ours.wall));
        self.work.push(ours.work.div_duration_f64(plain.work));
    }
}

/// The processor time that all threads have used.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the only way to ask for the time of a process")]
fn cpu_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid, writable timespec for the whole call.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the wall clock has to do.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Two readers that know nothing of each other.
fn read_halves(text: &str) -> u64 {
    let middle = next_game_start(text.as_bytes(), text.len() / 2).unwrap_or(text.len());
    let (first, second) = text.split_at(middle);
    thread::scope(|scope| {
        let first = scope.spawn(|| pgn::read_all(first));
        let second = pgn::read_all(second);
        first.join().expect("a reader does not panic") + second
    })
}

fn read_on(threads: usize, text: &str) -> u64 {
    let threads = NonZero::new(threads).expect("at least one");
    let mut plies = 0;
    let read = ParallelReader::new(threads).read(
        text.as_bytes(),
        |batch| {
            let mut plies = Plies(0);
            while batch.read(&mut plies) {}
            plies.0
        },
        |more| {
            plies += more;
            Ok(())
        },
    );
    read.expect("text in memory");
    plies
}

/// Some games, again and again.
fn text() -> String {
    let text = pgn::text(pgn::plain);
    text.repeat(BYTES.div_ceil(text.len()))
}
