use std::time::Duration;

use arbiter_rules::SplitMix64;

/// A benchmark of the same work for Arbiter and its peers.
pub struct Race {
    bench: &'static str,
    unit: &'static str,
    ours: Runner,
    peers: Vec<(&'static str, Runner)>,
}

/// Does the work once and returns the number of units done and the time taken.
/// All libraries must return the same number, which proves that the work was
/// done.
type Runner = Box<dyn FnMut() -> (u64, Duration)>;

/// The comparison with one peer.
pub struct Row {
    pub bench: &'static str,
    pub peer: &'static str,
    pub unit: &'static str,
    /// How many times faster Arbiter is.
    pub ratio: f64,
    /// Arbiter's speed in units per second.
    pub ours: f64,
    /// The peer's speed in units per second.
    pub theirs: f64,
    pub rounds: usize,
}

impl Race {
    pub fn new(
        bench: &'static str,
        unit: &'static str,
        ours: impl FnMut() -> u64 + 'static,
    ) -> Race {
        Race::timed(bench, unit, with_cpu_time(ours))
    }

    /// Creates a benchmark in which Arbiter's side measures the time itself,
    /// because part of its work does not count.
    pub fn timed(
        bench: &'static str,
        unit: &'static str,
        ours: impl FnMut() -> (u64, Duration) + 'static,
    ) -> Race {
        Race {
            bench,
            unit,
            ours: Box::new(ours),
            peers: Vec::new(),
        }
    }

    pub fn against(mut self, peer: &'static str, theirs: impl FnMut() -> u64 + 'static) -> Race {
        self.peers.push((peer, Box::new(with_cpu_time(theirs))));
        self
    }

    /// Runs Arbiter's side once, after a warm-up round, and returns the name of
    /// the benchmark and the time in seconds.
    pub fn run_alone(mut self) -> String {
        std::hint::black_box((self.ours)());
        let (_, took) = std::hint::black_box((self.ours)());
        format!("{} {}", self.bench, took.as_secs_f64())
    }

    /// Runs every library once per round, in a different order each time, so
    /// that disturbances of the machine affect all alike.
    ///
    /// # Panics
    ///
    /// If a peer does a different number of units than Arbiter.
    pub fn run(mut self, rounds: usize) -> Vec<Row> {
        let mut runners: Vec<(&'static str, Runner)> = vec![("arbiter", self.ours)];
        runners.append(&mut self.peers);
        // A warm-up round that does not count.
        let (work, _) = (runners[0].1)();
        for (name, runner) in &mut runners[1..] {
            let (theirs, _) = runner();
            assert_eq!(
                theirs, work,
                "{name} counts {theirs} {} instead of {work}",
                self.unit
            );
        }
        let mut times = vec![Vec::new(); runners.len()];
        let mut order: Vec<usize> = (0..runners.len()).collect();
        let mut random = SplitMix64::new(1);
        for _ in 0..rounds {
            shuffle(&mut order, &mut random);
            for &index in &order {
                let (done, took) = std::hint::black_box((runners[index].1)());
                times[index].push(took.as_secs_f64());
                assert_eq!(
                    done, work,
                    "{} counts differently in another round",
                    runners[index].0
                );
            }
        }
        let speeds: Vec<f64> = times
            .iter_mut()
            .map(|times| work as f64 / median(times))
            .collect();
        runners[1..]
            .iter()
            .zip(&speeds[1..])
            .map(|(&(peer, _), &theirs)| Row {
                bench: self.bench,
                peer,
                unit: self.unit,
                ratio: speeds[0] / theirs,
                ours: speeds[0],
                theirs,
                rounds,
            })
            .collect()
    }
}

/// Measures the processor time that the work takes.
fn with_cpu_time(mut work: impl FnMut() -> u64) -> impl FnMut() -> (u64, Duration) {
    move || {
        let start = cpu_time();
        let done = work();
        (done, cpu_time() - start)
    }
}

pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn shuffle(order: &mut [usize], random: &mut SplitMix64) {
    for end in (1..order.len()).rev() {
        order.swap(end, random.below(end + 1));
    }
}

/// Returns the processor time that this thread has used.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the standard library has no thread CPU time")]
pub fn cpu_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid, writable timespec for the whole call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Falls back to the wall clock.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    use std::{sync::OnceLock, time::Instant};
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
