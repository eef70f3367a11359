use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStderr, ChildStdin, ChildStdout},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use super::super::Command;

/// The three pipes of a process, each with a thread at its end: none of them
/// can fill up so that both sides wait for each other.
#[derive(Debug)]
pub struct Pipes {
    /// None after the last command.
    commands: Option<Sender<Saying>>,
    /// When the last question was on its way.
    asked: Arc<Mutex<Instant>>,
    lines: Receiver<SpokenLine>,
    complaint: Arc<Mutex<Vec<u8>>>,
    /// Closed when the process will complain no more.
    complained: Receiver<()>,
}

/// A command to be said.
#[derive(Debug)]
struct Saying {
    text: String,
    is_question: bool,
}

/// A line that was said.
#[derive(Debug)]
pub struct SpokenLine {
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// What comes of listening.
pub enum Spoken {
    Line(SpokenLine),
    /// Silence until the deadline.
    Nothing,
    /// The process has closed its pipe, as they do when they end.
    End,
}

/// So many lines wait to be read; then the engine has to wait. Without a bound
/// one that talks without end would fill the memory.
const WAITING: usize = 1024;
/// Longer lines are cut. A line of moves through the longest game there can be
/// is shorter.
const LONGEST: u64 = 1 << 17;
/// So many bytes of complaint are kept, the last ones.
const LAST_WORDS: usize = 2000;
/// For a process that has ended: what it left in the pipe is there at once.
const COMPLAINING: Duration = Duration::from_millis(300);

impl Pipes {
    /// Takes the pipes of a process.
    pub fn of(child: &mut Child) -> io::Result<Pipes> {
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (commands, to_say) = mpsc::channel();
        let (heard, lines) = mpsc::sync_channel(WAITING);
        let (complaining, complained) = mpsc::channel();
        let complaint = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaint);
        let asked = Arc::new(Mutex::new(Instant::now()));
        let asking = Arc::clone(&asked);
        spawn("uci in", move || write_all(input, &to_say, &asking))?;
        spawn("uci out", move || read_lines(output, &heard))?;
        spawn("uci err", move || keep_last(errors, &kept, complaining))?;
        Ok(Pipes {
            commands: Some(commands),
            asked,
            lines,
            complaint,
            complained,
        })
    }

    /// Says a line. If nobody hears it, the end of the other pipe will tell.
    pub fn say(&self, command: &Command) {
        let saying = Saying {
            text: format!("{command}\n"),
            is_question: false,
        };
        self.send(saying);
    }

    /// Says a line, from which on time is counted.
    pub fn ask(&self, command: &Command) {
        // Nobody may see the time of the question before.
        *lock(&self.asked) = Instant::now();
        let saying = Saying {
            text: format!("{command}\n"),
            is_question: true,
        };
        self.send(saying);
    }

    fn send(&self, saying: Saying) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(saying);
        }
    }

    /// When the last question was on its way. On a busy machine that may be
    /// long after somebody wanted to ask, and is not the engine's fault.
    pub fn asked(&self) -> Instant {
        *lock(&self.asked)
    }

    /// Nothing more will be said.
    pub fn close(&mut self) {
        self.commands = None;
    }

    /// The next line, if one comes before the deadline.
    pub fn next(&self, deadline: Instant) -> Spoken {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(wait) {
            Ok(line) => Spoken::Line(line),
            Err(RecvTimeoutError::Timeout) => Spoken::Nothing,
            Err(RecvTimeoutError::Disconnected) => Spoken::End,
        }
    }

    /// The last that was written to standard error by a process that has
    /// ended.
    pub fn complaint(&self) -> String {
        let _ = self.complained.recv_timeout(COMPLAINING);
        String::from_utf8_lossy(&lock(&self.complaint)).into_owned()
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(work)?;
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_all(mut input: ChildStdin, to_say: &Receiver<Saying>, asked: &Mutex<Instant>) {
    for saying in to_say {
        if saying.is_question {
            *lock(asked) = Instant::now();
        }
        // The process is gone: its other pipe will tell.
        if input.write_all(saying.text.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, heard: &SyncSender<SpokenLine>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = SpokenLine {
            at: Instant::now(),
            text: String::from_utf8_lossy(&bytes).trim_end().to_owned(),
        };
        // Nobody listens any more.
        if heard.send(line).is_err() {
            return;
        }
        // What follows in a line that was cut is no line of its own.
        while bytes.last() != Some(&b'\n') {
            bytes.clear();
            match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }
}

fn keep_last(mut errors: ChildStderr, kept: &Mutex<Vec<u8>>, complaining: Sender<()>) {
    let mut piece = [0; 1024];
    loop {
        match errors.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                let mut kept = lock(kept);
                kept.extend_from_slice(&piece[..count]);
                let surplus = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    drop(complaining);
}
