use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStderr, ChildStdin, ChildStdout},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::super::Command;

/// The three pipes of a process, each served by its own thread, so that a full
/// pipe cannot make both sides wait for each other.
#[derive(Debug)]
pub struct Pipes {
    /// None once the input is closed.
    commands: Option<Sender<QueuedCommand>>,
    /// When the last timed command was sent.
    sent_at: Arc<Mutex<Instant>>,
    lines: Receiver<OutputLine>,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// Disconnected when standard error reaches its end.
    stderr_closed: Receiver<()>,
}

/// A command waiting to be written.
#[derive(Debug)]
struct QueuedCommand {
    text: String,
    /// Whether its time of sending is recorded.
    starts_clock: bool,
}

/// A line of the process's output.
#[derive(Debug)]
pub struct OutputLine {
    pub text: String,
    /// When it arrived.
    pub received_at: Instant,
}

/// The result of waiting for a line.
pub enum PipeEvent {
    Line(OutputLine),
    /// No line before the deadline.
    Timeout,
    /// The process has closed its output.
    End,
}

/// The number of unread lines after which the engine has to wait. Without a
/// limit, an engine that never stops writing would exhaust the memory.
const MAX_QUEUED_LINES: usize = 1024;
/// Longer lines are truncated. Even the moves of the longest possible game are
/// shorter.
const MAX_LINE_BYTES: u64 = 1 << 17;
/// How much of standard error is kept.
const MAX_STDERR_BYTES: usize = 2000;
/// How long to wait for the rest of standard error after a process has ended.
const STDERR_WAIT: Duration = Duration::from_millis(300);

impl Pipes {
    /// Takes over the pipes of a process.
    pub fn of(child: &mut Child) -> io::Result<Pipes> {
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (commands, queue) = mpsc::channel();
        let (line_sender, lines) = mpsc::sync_channel(MAX_QUEUED_LINES);
        let (stderr_open, stderr_closed) = mpsc::channel();
        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        let tail = Arc::clone(&stderr_tail);
        let sent_at = Arc::new(Mutex::new(Instant::now()));
        let sent_at_writer = Arc::clone(&sent_at);
        spawn("uci in", move || write_all(input, &queue, &sent_at_writer))?;
        spawn("uci out", move || read_lines(output, &line_sender))?;
        spawn("uci err", move || keep_tail(errors, &tail, stderr_open))?;
        Ok(Pipes {
            commands: Some(commands),
            sent_at,
            lines,
            stderr_tail,
            stderr_closed,
        })
    }

    /// Sends a command. If the process has ended, [`Pipes::next`] reports it.
    pub fn send(&self, command: &Command) {
        let queued = QueuedCommand {
            text: format!("{command}\n"),
            starts_clock: false,
        };
        self.enqueue(queued);
    }

    /// Sends a command and records when it was written.
    pub fn send_timed(&self, command: &Command) {
        // Until then, callers must not see the time of an earlier command.
        *self.sent_at.lock() = Instant::now();
        let queued = QueuedCommand {
            text: format!("{command}\n"),
            starts_clock: true,
        };
        self.enqueue(queued);
    }

    fn enqueue(&self, queued: QueuedCommand) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(queued);
        }
    }

    /// Returns when the last timed command was written. On a busy machine that
    /// may be much later than it was requested, which must not count against
    /// the engine.
    pub fn command_sent_at(&self) -> Instant {
        *self.sent_at.lock()
    }

    /// Closes the input of the process after the queued commands.
    pub fn close(&mut self) {
        self.commands = None;
    }

    /// Waits for the next line until the deadline.
    pub fn next(&self, deadline: Instant) -> PipeEvent {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(wait) {
            Ok(line) => PipeEvent::Line(line),
            Err(RecvTimeoutError::Timeout) => PipeEvent::Timeout,
            Err(RecvTimeoutError::Disconnected) => PipeEvent::End,
        }
    }

    /// Returns the end of what a finished process wrote to standard error.
    pub fn stderr_tail(&self) -> String {
        let _ = self.stderr_closed.recv_timeout(STDERR_WAIT);
        String::from_utf8_lossy(&self.stderr_tail.lock()).into_owned()
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(work)?;
    Ok(())
}

fn write_all(mut input: ChildStdin, queue: &Receiver<QueuedCommand>, sent_at: &Mutex<Instant>) {
    for queued in queue {
        if queued.starts_clock {
            *sent_at.lock() = Instant::now();
        }
        // The process has ended; the reader of its output notices.
        if input.write_all(queued.text.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<OutputLine>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = OutputLine {
            received_at: Instant::now(),
            text: String::from_utf8_lossy(&bytes).trim_end().to_owned(),
        };
        // The client has been dropped.
        if lines.send(line).is_err() {
            return;
        }
        // Skips the rest of a truncated line.
        while bytes.last() != Some(&b'\n') {
            bytes.clear();
            match output
                .by_ref()
                .take(MAX_LINE_BYTES)
                .read_until(b'\n', &mut bytes)
            {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }
}

fn keep_tail(mut errors: ChildStderr, tail: &Mutex<Vec<u8>>, stderr_open: Sender<()>) {
    let mut piece = [0; 1024];
    loop {
        match errors.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                let mut tail = tail.lock();
                tail.extend_from_slice(&piece[..count]);
                let surplus = tail.len().saturating_sub(MAX_STDERR_BYTES);
                tail.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    drop(stderr_open);
}
