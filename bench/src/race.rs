use std::time::Duration;

/// The same work for us and for every peer.
pub struct Race {
    bench: &'static str,
    unit: &'static str,
    ours: Runner,
    peers: Vec<(&'static str, Runner)>,
}

/// Does the work once and returns how many units it did and how long that
/// took: everybody must return the same number, which is also the proof that
/// the work was done.
type Runner = Box<dyn FnMut() -> (u64, Duration)>;

/// How we stand to one peer.
pub struct Row {
    pub bench: &'static str,
    pub peer: &'static str,
    pub unit: &'static str,
    /// How many times faster we are.
    pub ratio: f64,
    /// Units a second.
    pub ours: f64,
    pub theirs: f64,
    pub rounds: usize,
}

impl Race {
    pub fn new(
        bench: &'static str,
        unit: &'static str,
        ours: impl FnMut() -> u64 + 'static,
    ) -> Race {
        Race::timed(bench, unit, stopped(ours))
    }

    /// A race in which our side stops the time itself, because a part of what
    /// it does is not to be counted.
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
        self.peers.push((peer, Box::new(stopped(theirs))));
        self
    }

    /// Runs our side once, after a round that does not count: the name of the
    /// bench and the seconds it took.
    pub fn run_alone(mut self) -> String {
        std::hint::black_box((self.ours)());
        let (_, took) = std::hint::black_box((self.ours)());
        format!("{} {}", self.bench, took.as_secs_f64())
    }

    /// Every round runs everybody once, in another order each time, so that
    /// what disturbs the machine disturbs all alike.
    ///
    /// # Panics
    ///
    /// If somebody counts otherwise than we do.
    pub fn run(mut self, rounds: usize) -> Vec<Row> {
        let mut runners: Vec<(&'static str, Runner)> = vec![("arbiter", self.ours)];
        runners.append(&mut self.peers);
        // One round that does not count: it warms the caches.
        let (work, _) = (runners[0].1)();
        for (name, runner) in &mut runners[1..] {
            let (theirs, _) = runner();
            assert_eq!(
                theirs, work,
                "{name} counts {theirs} {} where we count {work}",
                self.unit
            );
        }
        let mut times = vec![Vec::new(); runners.len()];
        let mut order: Vec<usize> = (0..runners.len()).collect();
        let mut shuffle = Shuffle(0x9e37_79b9_7f4a_7c15);
        for _ in 0..rounds {
            shuffle.shuffle(&mut order);
            for &index in &order {
                let (done, took) = std::hint::black_box((runners[index].1)());
                times[index].push(took.as_secs_f64());
                assert_eq!(done, work, "{} changed its mind", runners[index].0);
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

/// Work with the processor time it takes.
fn stopped(mut work: impl FnMut() -> u64) -> impl FnMut() -> (u64, Duration) {
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

/// A seeded shuffler: the order differs from round to round, not from run to
/// run.
struct Shuffle(u64);

impl Shuffle {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn shuffle(&mut self, order: &mut [usize]) {
        for end in (1..order.len()).rev() {
            order.swap(end, self.next() as usize % (end + 1));
        }
    }
}

/// The processor time this thread has used.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the only way to ask for a thread's own time")]
pub fn cpu_time() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid, writable timespec for the whole call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the wall clock has to do.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    use std::{sync::OnceLock, time::Instant};
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
