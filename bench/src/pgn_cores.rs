//! Compares reading games on two cores with reading them on one, by the wall
//! clock.

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

/// The size of the text in bytes, large enough that the last batches hardly
/// matter.
const BYTES: usize = 60_000_000;

/// A named method of reading the whole text.
type Method = (&'static str, fn(&str) -> u64);

const METHODS: [Method; 3] = [
    ("batches-1", |text| read_on(1, text)),
    ("batches-2", |text| read_on(2, text)),
    ("halves", read_halves),
];

/// Prints how many times faster two threads are than the plain reader, what one
/// thread loses by reading in batches, and what the machine allows: two
/// independent plain readers, each with one half.
///
/// Each round uses every method, and the medians of the ratios are printed. If
/// the cores are busy with other work, the wall clock says nothing; the
/// processor time still shows the overhead of the threads.
pub fn run(rounds: usize, json: bool) -> ExitCode {
    let text = text();
    let plies = pgn::read_all(&text);
    let mut ratios = METHODS.map(|_| Ratios::default());
    for _ in 0..rounds {
        let plain = ReadTime::on(plies, || pgn::read_all(&text));
        for ((_, read), ratios) in METHODS.iter().zip(&mut ratios) {
            ratios.add(&plain, &ReadTime::on(plies, || read(&text)));
        }
    }
    for ((method, _), ratios) in METHODS.iter().zip(&mut ratios) {
        let wall = median(&mut ratios.wall);
        let work = median(&mut ratios.work);
        if json {
            println!(
                "{{\"bench\":\"pgn-cores\",\"way\":\"{method}\",\"ratio\":{wall:.3},\
                 \"work\":{work:.3},\"rounds\":{rounds}}}"
            );
        } else {
            println!(
                "pgn-cores    {wall:>6.2} x the plain reader by {method:<10} \
                 with {work:.3} of its processor time"
            );
        }
    }
    ExitCode::SUCCESS
}

/// The time it takes to read everything.
struct ReadTime {
    wall: Duration,
    work: Duration,
}

impl ReadTime {
    /// # Panics
    ///
    /// If the number of moves is not the expected one.
    fn on(plies: u64, read: impl Fn() -> u64) -> ReadTime {
        let (start, worked) = (Instant::now(), cpu_time());
        assert_eq!(
            read(),
            plies,
            "the methods count different numbers of moves"
        );
        ReadTime {
            wall: start.elapsed(),
            work: cpu_time() - worked,
        }
    }
}

/// The ratios of all rounds.
#[derive(Default)]
struct Ratios {
    wall: Vec<f64>,
    work: Vec<f64>,
}

impl Ratios {
    fn add(&mut self, plain: &ReadTime, ours: &ReadTime) {
        self.wall.push(plain.wall.div_duration_f64(ours.wall));
        self.work.push(ours.work.div_duration_f64(plain.work));
    }
}

/// Returns the processor time that all threads have used.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the standard library has no process CPU time")]
fn cpu_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid, writable timespec for the whole call.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Falls back to the wall clock.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Reads with two independent readers, each with one half of the text.
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

/// Returns the same games over and over.
fn text() -> String {
    let text = pgn::text(pgn::plain);
    text.repeat(BYTES.div_ceil(text.len()))
}
