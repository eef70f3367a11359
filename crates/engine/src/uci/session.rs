use std::{
    io::{self, BufRead, Write},
    ops::ControlFlow,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use arbiter_rules::{Arrival, Diagram, Order, PlayedLine, Position, Variant};

use super::{
    Command, Go, Message, Placement, bench,
    leash::{Leash, Waiting},
    options::{Effect, Options},
    searcher::{Job, Searcher, Task},
    voice::Voice,
};
use crate::{Allowance, Breakdown, Limits, Settings, TimePlan};

/// What time it is, counted from any moment before the session.
pub type Clock<'c> = &'c (dyn Fn() -> Duration + Sync);

/// The most that may be asked of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// How many threads.
    pub threads: usize,
    /// How large a table of positions, in MiB.
    pub table_mib: usize,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine {
            threads: 512,
            table_mib: 1 << 17,
        }
    }
}

impl Machine {
    /// What is taken of it if nobody asks for more or less.
    pub(super) fn usual(self) -> Settings {
        let usual = Settings::default();
        Settings {
            threads: usual.threads.min(self.threads),
            table_mib: usual.table_mib.min(self.table_mib),
        }
    }
}

/// Speaks UCI as an engine, until it is told to quit or nobody is left to
/// tell it anything.
///
/// This thread listens and never waits for anything but the next line; another
/// one searches. Whatever is said to it, it does not panic.
///
/// ```
/// use arbiter_engine::uci::{self, Machine};
/// use std::{io::Cursor, time::Instant};
///
/// let input = Cursor::new("position startpos moves e2e5\nisready\nquit\n");
/// let mut output = Vec::new();
/// let start = Instant::now();
/// uci::serve(input, &mut output, Machine::default(), &|| start.elapsed())?;
/// assert_eq!(
///     String::from_utf8_lossy(&output),
///     "info string e2-e5 is not allowed: a pawn moves one square ahead, or two on its first \
///      move, and never more. The position is the one before this move.\n\
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
    machine: Machine,
    clock: Clock<'_>,
) -> io::Result<()> {
    let voice = Voice::new(output);
    let (sender, jobs) = mpsc::channel();
    thread::scope(|scope| {
        let voice = &voice;
        let options = Options::new(machine);
        let settings = options.settings;
        let searcher = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(SEARCH_STACK)
            .spawn_scoped(scope, move || {
                Searcher::new(settings, voice, clock).work(&jobs);
            })?;
        let mut session = Session {
            voice,
            clock,
            options,
            line: PlayedLine::default(),
            jobs: sender,
            searcher,
            current: None,
            is_debug: false,
        };
        let heard = session.hear_all(input);
        session.stop();
        heard
    })?;
    voice.finish()
}

/// A search is as deep as its line is long.
const SEARCH_STACK: usize = 32 << 20;

struct Session<'s, W> {
    voice: &'s Voice<W>,
    clock: Clock<'s>,
    options: Options,
    line: PlayedLine,
    jobs: mpsc::Sender<Job>,
    searcher: thread::ScopedJoinHandle<'s, ()>,
    /// What the other thread is busy with, or was last.
    current: Option<Arc<Leash>>,
    is_debug: bool,
}

impl<W: Write> Session<'_, W> {
    fn hear_all(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while let Some(length) = read_line(&mut input, &mut line)? {
            let heard = match length {
                Length::Whole => self.hear(&String::from_utf8_lossy(&line)),
                Length::TooLong => {
                    self.remark("a line was too long and is not heard");
                    ControlFlow::Continue(())
                }
            };
            // Without its other half it could promise, but never play.
            let is_whole = self.voice.is_heard() && !self.searcher.is_finished();
            if heard.is_break() || !is_whole {
                break;
            }
        }
        Ok(())
    }

    fn hear(&mut self, line: &str) -> ControlFlow<()> {
        if line.trim().is_empty() {
            return ControlFlow::Continue(());
        }
        match line.parse::<Command>() {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.obey(command),
            Err(error) => self.remark(format_args!("{error}; help lists the commands")),
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(is_on) => self.is_debug = is_on,
            Command::IsReady => self.answer_when_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Register(_) => self.remark("nobody has to register"),
            Command::NewGame => {
                self.stop();
                self.ask(Job::Forget);
            }
            Command::Position { from, moves } => self.set_position(&from, &moves),
            Command::Go(Go {
                perft: Some(depth), ..
            }) => self.count(depth),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(leash) = &self.current {
                    leash.ponder_hit((self.clock)());
                }
            }
            // The loop ends before it comes here.
            Command::Quit => {}
            Command::Bench(depth) => {
                let leash = self.hold(None, Waiting::No);
                let depth = depth.unwrap_or(bench::DEPTH);
                self.ask(Job::Bench { depth, leash });
            }
            Command::Eval => self.judge(),
            Command::Draw => self.draw(),
            Command::Help => self.remark(HELP),
        }
    }

    fn introduce(&self) {
        let name = concat!("Arbiter ", env!("CARGO_PKG_VERSION"));
        self.voice.say(Message::Name(name.to_owned()));
        let author = "the Arbiter contributors";
        self.voice.say(Message::Author(author.to_owned()));
        for option in self.options.offered() {
            self.voice.say(Message::Option(option));
        }
        self.voice.say(Message::UciOk);
    }

    /// While a search runs the answer comes at once; else after all that was
    /// asked for before.
    fn answer_when_ready(&self) {
        if self.is_busy() {
            self.voice.say(Message::ReadyOk);
        } else {
            self.ask(Job::Ready);
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(effect) => {
                if self.is_debug {
                    let value = value.unwrap_or("pressed");
                    self.remark(format_args!("{name} is {value}"));
                }
                match effect {
                    Effect::None => {}
                    // A search that runs goes on with what it has; the next
                    // one brings its settings along.
                    Effect::Settings if self.is_busy() => {}
                    Effect::Settings => self.ask(Job::Set(self.options.settings)),
                    Effect::Forget => self.ask(Job::Forget),
                    Effect::Tables(folders) => self.ask(Job::Tables(folders)),
                }
            }
            Err(error) => self.remark(error),
        }
    }

    /// Moves up to the first that is not legal are played.
    fn set_position(&mut self, from: &Placement, moves: &[String]) {
        let start = match from {
            Placement::Start => self.start(),
            Placement::Fen(fen) => match fen.parse::<Position>() {
                Ok(position) => position,
                Err(error) => {
                    self.remark(format_args!("{error}; the position stays as it is"));
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

    /// Where a game begins of which nobody has said how.
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
        let leash = self.hold(plan, waiting);
        self.ask(Job::Search(Box::new(Task {
            line: self.line.clone(),
            limits,
            leash,
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

    /// How long to think: none if the clock sets no limit.
    fn plan(&self, go: &Go) -> Option<TimePlan> {
        if go.infinite {
            return None;
        }
        let overhead = self.options.overhead;
        if let Some(time) = go.move_time {
            // The move shall have arrived by then.
            let on_the_way = overhead.min(time / 2);
            return Some(TimePlan::exactly(time - on_the_way));
        }
        let turn = self.line.position().turn();
        // Who tells of one clock only means that one.
        let left = go.left[turn].or(go.left[!turn])?;
        Some(TimePlan::new(&Allowance {
            left,
            increment: go.increment[turn],
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            overhead,
        }))
    }

    fn count(&mut self, depth: u32) {
        // Nobody lives to see more, and the count would not fit its number.
        const DEEPEST: u32 = 20;
        let position = Box::new(*self.line.position());
        let depth = depth.min(DEEPEST);
        let leash = self.hold(None, Waiting::No);
        self.ask(Job::Perft {
            position,
            depth,
            leash,
        });
    }

    fn judge(&self) {
        let position = self.line.position();
        if position.is_check() {
            self.remark("a king in check is not judged, but searched");
            return;
        }
        self.voice
            .say(Breakdown::of(position).to_string().trim_end());
    }

    fn draw(&self) {
        let position = self.line.position();
        let moves: Vec<String> = position
            .legal_moves()
            .map(|mv| position.uci(mv).to_string())
            .collect();
        self.voice.say(format_args!(
            "{}\nfen   {position}\nkey   {:016x}\nmoves {}",
            Diagram::of(position).ascii(),
            position.key(),
            moves.join(" ")
        ));
    }

    /// Whatever runs now stops: something else comes.
    fn hold(&mut self, plan: Option<TimePlan>, waiting: Waiting) -> Arc<Leash> {
        self.stop();
        let leash = Arc::new(Leash::new(plan, waiting, (self.clock)()));
        self.current = Some(Arc::clone(&leash));
        leash
    }

    fn stop(&self) {
        if let Some(leash) = &self.current {
            leash.stop();
        }
    }

    fn is_busy(&self) -> bool {
        self.current.as_ref().is_some_and(|leash| !leash.is_done())
    }

    fn ask(&self, job: Job) {
        // If nobody takes it the session is about to end.
        self.jobs.send(job).ok();
    }

    fn remark(&self, text: impl std::fmt::Display) {
        self.voice.say(Message::remark(text.to_string()));
    }
}

const HELP: &str = "the commands are uci, isready, setoption, ucinewgame, position, go, stop, \
     ponderhit, debug and quit, as the protocol has them, and besides: d draws the position, \
     eval judges it, perft DEPTH counts its moves, bench measures the search";

/// Whether a line was read as a whole.
enum Length {
    Whole,
    TooLong,
}

/// A game of ten thousand moves fits.
const LONGEST_LINE: usize = 1 << 17;

/// The next line without its end, or none if there is none left.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<Length>> {
    line.clear();
    let mut length = Length::Whole;
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
        if line.len() + part.len() > LONGEST_LINE {
            length = Length::TooLong;
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
