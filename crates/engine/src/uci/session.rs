use std::{
    io::{self, BufRead, Write},
    ops::ControlFlow,
    sync::{Arc, mpsc},
    thread,
};

use arbiter_rules::{Arrival, Diagram, Order, PlayedLine, Position, Variant};

use super::{
    Command, Go, MachineLimits, Message, StartPosition, TimeSource, bench,
    options::{Effect, Options},
    output_writer::OutputWriter,
    search_handle::{SearchHandle, Waiting},
    search_request::SearchRequest,
    searcher::{Job, Searcher},
};
use crate::{Limits, SEARCH_STACK_BYTES, TimeBudget, TimePlan};

/// Runs a UCI session as an engine, until `quit` or the end of the input.
///
/// The calling thread only reads commands; another thread searches. No input
/// causes a panic.
///
/// ```
/// use arbiter_engine::uci::{self, MachineLimits};
/// use std::{io::Cursor, time::Instant};
///
/// let input = Cursor::new("position startpos moves e2e5\nisready\nquit\n");
/// let mut output = Vec::new();
/// let start = Instant::now();
/// uci::serve(input, &mut output, MachineLimits::default(), &|| start.elapsed())?;
/// assert_eq!(
///     String::from_utf8_lossy(&output),
///     "info string e2-e5 is not allowed: a pawn advances one square, or two on its first \
///      move, but never more. The position is the one before this move.\n\
///      readyok\n"
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the input cannot be read, or the output cannot be written.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send,
    machine: MachineLimits,
    clock: TimeSource<'_>,
) -> io::Result<()> {
    let output = OutputWriter::new(output);
    let (sender, jobs) = mpsc::channel();
    thread::scope(|scope| {
        let output = &output;
        let options = Options::new(machine);
        let settings = options.settings;
        let searcher = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(SEARCH_STACK_BYTES)
            .spawn_scoped(scope, move || {
                Searcher::new(settings, output, clock).run(&jobs);
            })?;
        let mut session = Session {
            output,
            clock,
            options,
            line: PlayedLine::default(),
            jobs: sender,
            searcher,
            current: None,
            is_debug: false,
        };
        let result = session.run(input);
        session.stop();
        result
    })?;
    output.finish()
}

struct Session<'s, W> {
    output: &'s OutputWriter<W>,
    clock: TimeSource<'s>,
    options: Options,
    line: PlayedLine,
    jobs: mpsc::Sender<Job>,
    searcher: thread::ScopedJoinHandle<'s, ()>,
    /// The current or last search.
    current: Option<Arc<SearchHandle>>,
    is_debug: bool,
}

impl<W: Write> Session<'_, W> {
    fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while let Some(length) = read_line(&mut input, &mut line)? {
            let flow = match length {
                LineRead::Whole => self.handle_line(&String::from_utf8_lossy(&line)),
                LineRead::TooLong => {
                    self.remark("a line was too long and is ignored");
                    ControlFlow::Continue(())
                }
            };
            // Without the other thread, no search could be answered.
            let is_running = self.output.is_open() && !self.searcher.is_finished();
            if flow.is_break() || !is_running {
                break;
            }
        }
        Ok(())
    }

    fn handle_line(&mut self, line: &str) -> ControlFlow<()> {
        if line.trim().is_empty() {
            return ControlFlow::Continue(());
        }
        match line.parse::<Command>() {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.execute(command),
            Err(error) => self.remark(format_args!("{error}; type help for a list of commands")),
        }
        ControlFlow::Continue(())
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(is_on) => self.is_debug = is_on,
            Command::IsReady => self.answer_when_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Register(_) => self.remark("registration is not required"),
            Command::NewGame => {
                self.stop();
                self.send(Job::Clear);
            }
            Command::Position { from, moves } => self.set_position(&from, &moves),
            Command::Go(Go {
                perft: Some(depth), ..
            }) => self.perft(depth),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(handle) = &self.current {
                    handle.ponder_hit((self.clock)());
                }
            }
            // Handled by the caller.
            Command::Quit => {}
            Command::Bench(depth) => {
                let handle = self.new_handle(None, Waiting::No);
                let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
                self.send(Job::Bench { depth, handle });
            }
            Command::Eval => self.show_evaluation(),
            Command::Draw => self.draw(),
            Command::Help => self.remark(HELP),
        }
    }

    fn introduce(&self) {
        let name = concat!("Arbiter ", env!("CARGO_PKG_VERSION"));
        self.output.write_line(Message::Name(name.to_owned()));
        let author = "the Arbiter contributors";
        self.output.write_line(Message::Author(author.to_owned()));
        for option in self.options.offered() {
            self.output.write_line(Message::Option(option));
        }
        self.output.write_line(Message::UciOk);
    }

    /// Answers immediately during a search, otherwise after all earlier jobs.
    fn answer_when_ready(&self) {
        if self.is_busy() {
            self.output.write_line(Message::ReadyOk);
        } else {
            self.send(Job::Ready);
        }
    }

    /// Waits until the search thread has done everything that was requested, such as
    /// allocating a transposition table, so that it does not take thinking time.
    fn wait_until_ready(&self) {
        let (sender, ready) = mpsc::channel();
        self.send(Job::Notify(sender));
        // An error means that the search thread has ended, and the session ends too.
        ready.recv().ok();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(effect) => {
                match effect {
                    Effect::None => {}
                    // A running search keeps its settings.
                    Effect::EngineSettings => self.send(Job::Configure(self.options.settings)),
                    Effect::ClearHash => self.send(Job::Clear),
                    Effect::OpenTablebases(directories) => {
                        self.send(Job::OpenTablebases(directories));
                    }
                    Effect::SetNetwork(choice) => self.send(Job::SetNetwork(choice)),
                }
                if self.is_debug {
                    let value = value.unwrap_or("pressed");
                    self.send(Job::Remark(format!("{name} is {value}")));
                }
            }
            Err(error) => self.remark(error),
        }
    }

    /// Sets the position and plays the moves up to the first illegal one.
    fn set_position(&mut self, from: &StartPosition, moves: &[String]) {
        let start = match from {
            StartPosition::Start => self.start(),
            StartPosition::Fen(fen) => match fen.parse::<Position>() {
                Ok(position) => position,
                Err(error) => {
                    self.remark(format_args!("{error}; the position is unchanged"));
                    return;
                }
            },
        };
        self.line = PlayedLine::from(start.with_variant(self.options.variant()));
        for text in moves {
            match self.line.read(text) {
                Ok(mv) => self.line.play(mv),
                Err(refusal) => {
                    self.remark(format_args!(
                        "{refusal} The position is the one before this move."
                    ));
                    break;
                }
            }
        }
    }

    /// Returns the start position of the current variant.
    fn start(&self) -> Position {
        match self.options.variant() {
            Variant::Standard | Variant::Chess960 => Position::start(),
            Variant::Saktris => {
                let orders = [Order::FIXED, Order::FIXED];
                Position::saktris(orders.into(), Arrival::default())
            }
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        self.wait_until_ready();
        let limits = self.limits(go);
        let waiting = match (go.ponder, go.infinite) {
            (true, then_stop) => Waiting::PonderHit { then_stop },
            (false, true) => Waiting::Stop,
            (false, false) => Waiting::No,
        };
        let plan = self.plan(go);
        if self.is_debug {
            self.remark(format_args!("searching with {limits:?} and {plan:?}"));
        }
        let handle = self.new_handle(plan, waiting);
        self.send(Job::Search(Box::new(SearchRequest {
            line: self.line.clone(),
            limits,
            handle,
            settings: self.options.settings,
            strength: self.options.strength(),
            shows_wdl: self.options.shows_wdl,
        })));
    }

    fn limits(&self, go: &Go) -> Limits {
        let mut moves = Vec::new();
        for text in &go.moves {
            match self.line.read(text) {
                Ok(mv) => moves.push(mv),
                Err(refusal) => self.remark(refusal),
            }
        }
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            moves,
            lines: self.options.lines,
        }
    }

    /// Returns the time plan, or none if time is not limited.
    fn plan(&self, go: &Go) -> Option<TimePlan> {
        if go.infinite {
            return None;
        }
        let overhead = self.options.overhead;
        if let Some(time) = go.move_time {
            // The client must have received the move by then.
            let transmission = overhead.min(time / 2);
            return Some(TimePlan::exactly(time - transmission));
        }
        let turn = self.line.position().turn();
        // If only one clock is given, it is used for either side.
        let remaining = go.remaining[turn].or(go.remaining[!turn])?;
        Some(TimePlan::new(&TimeBudget {
            remaining,
            increment: go.increment[turn],
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            overhead,
        }))
    }

    fn perft(&mut self, depth: u32) {
        // Deeper counts would not fit in 64 bits.
        const MAX_PERFT_DEPTH: u32 = 20;
        let position = Box::new(self.line.position().clone());
        let depth = depth.min(MAX_PERFT_DEPTH);
        let handle = self.new_handle(None, Waiting::No);
        self.send(Job::Perft {
            position,
            depth,
            handle,
        });
    }

    fn show_evaluation(&self) {
        let position = self.line.position();
        if position.is_check() {
            self.remark("a position in check has no static evaluation");
            return;
        }
        self.send(Job::Evaluate(Box::new(position.clone())));
    }

    fn draw(&self) {
        let position = self.line.position();
        let moves: Vec<String> = position
            .legal_moves()
            .map(|mv| position.uci(mv).to_string())
            .collect();
        self.output.write_line(format_args!(
            "{}\nfen   {position}\nkey   {:016x}\nmoves {}",
            Diagram::of(position).ascii(),
            position.key(),
            moves.join(" ")
        ));
    }

    /// Stops the current search and creates the handle of the next.
    fn new_handle(&mut self, plan: Option<TimePlan>, waiting: Waiting) -> Arc<SearchHandle> {
        self.stop();
        let handle = Arc::new(SearchHandle::new(plan, waiting, (self.clock)()));
        self.current = Some(Arc::clone(&handle));
        handle
    }

    fn stop(&self) {
        if let Some(handle) = &self.current {
            handle.stop();
        }
    }

    fn is_busy(&self) -> bool {
        self.current
            .as_ref()
            .is_some_and(|handle| !handle.is_done())
    }

    fn send(&self, job: Job) {
        // If the search thread has ended, the session ends too.
        self.jobs.send(job).ok();
    }

    fn remark(&self, text: impl std::fmt::Display) {
        self.output.write_line(Message::remark(text.to_string()));
    }
}

const HELP: &str = "\
UCI commands: uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, \
     debug, quit. Extensions: d shows the position, eval explains its static evaluation, \
     perft DEPTH counts the positions at a depth, bench runs the search benchmark";

/// How a line was read.
enum LineRead {
    Whole,
    TooLong,
}

/// Enough for a game of ten thousand moves.
const MAX_LINE_BYTES: usize = 1 << 17;

/// Reads the next line without its newline, or returns none at the end of the
/// input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<LineRead>> {
    line.clear();
    let mut length = LineRead::Whole;
    let mut has_read = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            return Ok(has_read.then_some(length));
        }
        has_read = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        if line.len() + part.len() > MAX_LINE_BYTES {
            length = LineRead::TooLong;
        } else {
            line.extend_from_slice(part);
        }
        let taken = end.map_or(bytes.len(), |end| end + 1);
        input.consume(taken);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}
