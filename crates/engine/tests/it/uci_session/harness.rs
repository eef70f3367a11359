//! Runs scripted UCI sessions.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Cursor, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use arbiter_engine::uci::{MachineLimits, serve};

/// Runs a session line by line:
///
/// - `> line` sends a line to the engine;
/// - `< line` expects this line next, with `*` as a wildcard;
/// - `~ line` expects this line after any others;
/// - `@ 1500` sets the time in milliseconds since the beginning.
///
/// After the last line the input ends, and the engine must finish. Returns the
/// remaining output.
#[track_caller]
pub fn check(script: &str) -> Vec<String> {
    let session = Conversation::begin();
    for row in script.lines().map(str::trim) {
        match row.split_at_checked(2) {
            Some(("> ", line)) => session.send(&format!("{line}\n")),
            Some(("< ", pattern)) => {
                let received = session.receive(pattern);
                assert!(
                    matches_pattern(pattern, &received),
                    "expected {pattern:?}, got {received:?}"
                );
            }
            Some(("~ ", pattern)) => while !matches_pattern(pattern, &session.receive(pattern)) {},
            Some(("@ ", time)) => session
                .clock
                .store(time.parse().unwrap(), Ordering::Relaxed),
            _ => assert!(row.is_empty(), "{row}"),
        }
    }
    session.end()
}

/// Runs a session whose input is sent all at once.
pub fn check_at_once(input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    serve(Cursor::new(input.into()), &mut output, MACHINE, &|| {
        Duration::ZERO
    })
    .unwrap();
    String::from_utf8(output).unwrap()
}

pub const MACHINE: MachineLimits = MachineLimits {
    threads: 4,
    hash_mib: 64,
};

struct Conversation {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    clock: Arc<AtomicU64>,
    thread: JoinHandle<io::Result<()>>,
}

impl Conversation {
    fn begin() -> Conversation {
        let (input, sent) = mpsc::channel();
        let (received, output) = mpsc::channel();
        let clock = Arc::new(AtomicU64::new(0));
        let now = Arc::clone(&clock);
        let thread = thread::spawn(move || {
            let reader = TestInput {
                sent,
                rest: VecDeque::new(),
            };
            let now = || Duration::from_millis(now.load(Ordering::Relaxed));
            serve(reader, TestOutput { received }, MACHINE, &now)
        });
        Conversation {
            input,
            output,
            clock,
            thread,
        }
    }

    fn send(&self, line: &str) {
        // After `quit`, the engine does not read the input.
        self.input.send(line.into()).ok();
    }

    /// Returns the next line, or fails after a timeout.
    #[track_caller]
    fn receive(&self, expected: &str) -> String {
        match self.output.recv_timeout(Duration::from_secs(60)) {
            Ok(line) => line,
            Err(error) => panic!("{expected:?} was never sent: {error}"),
        }
    }

    fn end(self) -> Vec<String> {
        drop(self.input);
        self.thread.join().unwrap().unwrap();
        self.output.iter().collect()
    }
}

/// The input of the engine.
struct TestInput {
    sent: Receiver<Vec<u8>>,
    rest: VecDeque<u8>,
}

impl Read for TestInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.fill_buf()?;
        self.rest.read(buffer)
    }
}

impl BufRead for TestInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty() {
            self.rest.extend(self.sent.recv().unwrap_or_default());
        }
        Ok(self.rest.make_contiguous())
    }

    fn consume(&mut self, amount: usize) {
        self.rest.drain(..amount);
    }
}

/// The output of the engine, which writes whole lines.
struct TestOutput {
    received: Sender<String>,
}

impl Write for TestOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).unwrap();
        for line in text.strip_suffix('\n').unwrap().split('\n') {
            self.received.send(line.to_owned()).unwrap();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reports whether a line matches a pattern, in which `*` is a wildcard.
fn matches_pattern(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len())
                .filter_map(|at| rest.get(at..))
                .any(|rest| matches_pattern(after, rest))
        }),
    }
}
