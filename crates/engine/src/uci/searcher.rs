use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
    time::Duration,
};

use arbiter_rules::{Line, Move, Position, perft};

use super::{Clock, Message, Thought, Worth, bench, leash::Leash, voice::Voice};
use crate::{Answer, Bound, Control, Effort, Engine, Limits, Report, Settings};

/// What the thread that listens asks of the one that searches. It is done in
/// the order in which it is asked for.
pub(super) enum Job {
    /// Take more or less of the machine.
    Set(Settings),
    /// Forget all that was seen.
    Forget,
    /// Say that all before is done.
    Ready,
    /// Search, and say the move.
    Search(Box<Order>),
    /// Count the positions at this depth.
    Perft {
        position: Box<Position>,
        depth: u32,
        leash: Arc<Leash>,
    },
    /// Search the positions of the bench.
    Bench { depth: u32, leash: Arc<Leash> },
}

/// A search that is asked for.
pub(super) struct Order {
    pub line: Line,
    pub limits: Limits,
    pub leash: Arc<Leash>,
    pub settings: Settings,
    pub shows_wdl: bool,
}

/// Does all jobs, until nobody is left who could ask for more.
pub(super) fn work<W: Write + Send>(jobs: &Receiver<Job>, voice: &Voice<W>, clock: Clock<'_>) {
    let mut engine = Engine::new(Settings::default());
    for job in jobs {
        match job {
            Job::Set(settings) => adjust(&mut engine, settings),
            Job::Forget => engine.forget(),
            Job::Ready => voice.say(Message::ReadyOk),
            Job::Search(order) => search(&mut engine, &order, voice, clock),
            Job::Perft {
                position,
                depth,
                leash,
            } => count(&position, depth, &leash, voice),
            Job::Bench { depth, leash } => run_bench(depth, &leash, voice, clock),
        }
    }
}

fn adjust(engine: &mut Engine, settings: Settings) {
    if engine.settings() != settings {
        engine.set(settings);
    }
}

fn search<W: Write + Send>(engine: &mut Engine, order: &Order, voice: &Voice<W>, clock: Clock<'_>) {
    adjust(engine, order.settings);
    let position = order.line.position();
    let listener = Listener {
        order,
        voice,
        clock,
        has_found: AtomicBool::new(false),
    };
    let answer = if position.has_legal_move() {
        engine.search(&order.line, &order.limits, &listener)
    } else {
        say_game_is_over(position, voice);
        Answer::default()
    };
    order.leash.wait_until_released();
    // Whatever happens, who can move does.
    let best = answer.best().or_else(|| position.legal_moves().next());
    let ponder = match (best, answer.ponder()) {
        (Some(best), Some(reply)) => Some(position.after(best).uci(reply)),
        _ => None,
    };
    let best = best.map(|mv| position.uci(mv));
    voice.say(Message::BestMove { best, ponder });
    order.leash.finish();
}

fn say_game_is_over<W: Write>(position: &Position, voice: &Voice<W>) {
    let (worth, text) = if position.is_check() {
        (Worth::Mate(0), "the game is over: checkmate")
    } else {
        (Worth::Centipawns(0), "the game is over: stalemate")
    };
    let thought = Thought {
        depth: Some(0),
        worth: Some(worth),
        ..Thought::default()
    };
    voice.say(Message::Thought(Box::new(thought)));
    voice.say(Message::remark(text));
}

/// Hears what a search finds, and tells it on.
struct Listener<'a, W> {
    order: &'a Order,
    voice: &'a Voice<W>,
    clock: Clock<'a>,
    /// Whether there is a line already. The first takes less than a
    /// millisecond, and without it the move would be any.
    has_found: AtomicBool,
}

/// A search that takes less is too quick for its bounds to be read.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);
/// The same for the moves it tries.
const TRYING_AFTER: Duration = Duration::from_secs(3);

impl<W: Write + Send> Control for Listener<'_, W> {
    fn is_over(&self) -> bool {
        self.has_found.load(Ordering::Relaxed) && self.order.leash.is_over(self.clock)
    }

    fn is_enough(&self, effort: &Effort) -> bool {
        if self.order.leash.is_over(self.clock) {
            return true;
        }
        let plan = self.order.leash.plan(self.clock);
        plan.is_some_and(|(plan, elapsed)| plan.is_enough(elapsed, effort))
    }

    fn line(&self, report: &Report) {
        self.has_found.store(true, Ordering::Relaxed);
        let elapsed = self.order.leash.elapsed((self.clock)());
        if report.bound != Bound::Exact && elapsed < BOUNDS_AFTER {
            return;
        }
        let mut position = *self.order.line.position();
        let moves = report.moves.iter().map(|&mv| {
            let written = position.uci(mv);
            position.play(mv);
            written
        });
        let thought = Thought {
            depth: Some(report.depth),
            selective_depth: Some(report.selective_depth),
            number: u32::try_from(report.number).ok(),
            worth: Some(report.score.into()),
            bound: Some(report.bound),
            wdl: self.order.shows_wdl.then_some(report.wdl),
            nodes: Some(report.nodes),
            nodes_per_second: Some(per_second(report.nodes, elapsed)),
            table_full: Some(report.table_full),
            ending_hits: Some(report.ending_hits),
            time: Some(elapsed),
            moves: moves.collect(),
            ..Thought::default()
        };
        self.voice.say(Message::Thought(Box::new(thought)));
    }

    fn trying(&self, depth: u32, mv: Move, number: usize) {
        if self.order.leash.elapsed((self.clock)()) < TRYING_AFTER {
            return;
        }
        let thought = Thought {
            depth: Some(depth),
            trying: Some(self.order.line.position().uci(mv)),
            trying_number: u32::try_from(number).ok(),
            ..Thought::default()
        };
        self.voice.say(Message::Thought(Box::new(thought)));
    }
}

/// As if at least a millisecond had passed.
fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64
}

/// Says the count of each move and of all.
fn count<W: Write>(position: &Position, depth: u32, leash: &Leash, voice: &Voice<W>) {
    let mut total = u64::from(depth == 0);
    for mv in position.legal_moves().filter(|_| depth > 0) {
        match count_unless_stopped(&position.after(mv), depth - 1, leash) {
            Some(nodes) => {
                voice.say(format_args!("{}: {nodes}", position.uci(mv)));
                total += nodes;
            }
            None => {
                voice.say(Message::remark("the count was stopped"));
                break;
            }
        }
    }
    voice.say(format_args!("\nNodes searched: {total}"));
    leash.finish();
}

fn count_unless_stopped(position: &Position, depth: u32, leash: &Leash) -> Option<u64> {
    // So deep a count takes some milliseconds.
    const QUICK: u32 = 4;
    if leash.is_stopped() {
        return None;
    }
    if depth <= QUICK {
        return Some(perft(position, depth));
    }
    position.legal_moves().try_fold(0, |sum: u64, mv| {
        let nodes = count_unless_stopped(&position.after(mv), depth - 1, leash)?;
        Some(sum.saturating_add(nodes))
    })
}

fn run_bench<W: Write>(depth: u32, leash: &Leash, voice: &Voice<W>, clock: Clock<'_>) {
    struct Stop<'l>(&'l Leash);
    impl Control for Stop<'_> {
        fn is_over(&self) -> bool {
            self.0.is_stopped()
        }
    }
    let started = clock();
    let nodes = bench::run(depth, &Stop(leash), |result| voice.say(result));
    if leash.is_stopped() {
        voice.say(Message::remark("the bench was stopped"));
    } else {
        let speed = per_second(nodes, clock().saturating_sub(started));
        voice.say(format_args!("{nodes} nodes {speed} nps"));
    }
    leash.finish();
}
