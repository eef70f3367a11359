use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use arbiter_engine::{
    Bound, Engine, EngineSettings, Limits, Score, SearchControl, SearchProgress, SearchReport,
    SearchResult,
};
use arbiter_game::Time;
use arbiter_rules::{Color, Move, Position};
use arbiter_wire::{Analysis, AnalysisEnd, AnalysisLine, AnalysisScore};

use parking_lot::Mutex;

use super::queue::{SearchQueue, SearchTask, without_lines};
use crate::base::lower_thread_priority;

/// The stack of a thread that searches: a search is deeply recursive.
const STACK_BYTES: usize = 8 * 1024 * 1024;
/// How many moves of a variation are reported.
const MAX_LINE_PLIES: usize = 20;

const ENGINE_SETTINGS: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 16,
};

/// Starts a thread that searches until the queue is closed.
pub(super) fn start_thread(queue: &Arc<SearchQueue>, number: usize) {
    let queue = Arc::clone(queue);
    let started = thread::Builder::new()
        .name(format!("analysis {number}"))
        .stack_size(STACK_BYTES)
        .spawn(move || {
            lower_thread_priority(LOWEST_PRIORITY);
            work(&queue);
        });
    if let Err(error) = started {
        tracing::error!(%error, "cannot start a thread for analysis");
    }
}

/// Games go first, and so does the computer as an opponent.
const LOWEST_PRIORITY: i32 = 19;

fn work(queue: &SearchQueue) {
    // The engine's memory is allocated with the first search.
    let mut engine = None;
    while let Some(task) = queue.next() {
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let engine = engine.get_or_insert_with(|| Engine::new(ENGINE_SETTINGS));
            search(queue, &task, engine);
        }));
        if searched.is_err() {
            let fen = task.job.line.position();
            tracing::error!(%fen, "the engine panicked");
            engine = None;
        }
        queue.cancel(task.ticket);
    }
}

fn search(queue: &SearchQueue, task: &SearchTask, engine: &mut Engine) {
    if task.job.line.outcome().is_some() {
        return queue.report(task.ticket, without_lines(AnalysisEnd::Over));
    }
    let search = RunningSearch {
        queue,
        task,
        began: queue.now(),
        is_time_up: AtomicBool::new(false),
        lines: Mutex::default(),
    };
    let limits = Limits::depth(task.job.depth.into()).with_lines(task.job.lines.into());
    let SearchResult { lines, nodes } = engine.search(&task.job.line, &limits, &search);
    let end = match search.is_time_up.load(Relaxed) {
        true => AnalysisEnd::Time,
        false => AnalysisEnd::Depth,
    };
    search.report(&lines, nodes, Some(end));
}

/// A search that runs: it is controlled from here and reports here.
struct RunningSearch<'q> {
    queue: &'q SearchQueue,
    task: &'q SearchTask,
    began: Time,
    is_time_up: AtomicBool,
    /// The newest report of each variation, the best one first.
    lines: Mutex<Vec<SearchReport>>,
}

impl SearchControl for RunningSearch<'_> {
    fn should_stop(&self) -> bool {
        if self.task.is_cancelled.load(Relaxed) {
            return true;
        }
        let is_time_up = self.queue.is_time_up(self.began);
        if is_time_up {
            self.is_time_up.store(true, Relaxed);
        }
        is_time_up
    }

    fn should_finish(&self, _: &SearchProgress) -> bool {
        let lines = self.lines.lock();
        let nodes = lines.iter().map(|report| report.nodes).max();
        self.report(&lines, nodes.unwrap_or(0), None);
        false
    }

    fn on_report(&self, report: &SearchReport) {
        if report.bound != Bound::Exact {
            return;
        }
        let mut lines = self.lines.lock();
        lines.truncate(report.number.saturating_sub(1));
        lines.push(report.clone());
    }
}

impl RunningSearch<'_> {
    fn report(&self, lines: &[SearchReport], nodes: u64, end: Option<AnalysisEnd>) {
        let took = (self.queue.now() - self.began).as_millis().max(1);
        let position = self.task.job.line.position();
        let analysis = Analysis {
            depth: lines.iter().map(|report| report.depth).min().unwrap_or(0),
            nodes,
            nps: nodes.saturating_mul(1_000) / took,
            lines: lines
                .iter()
                .map(|line| analysis_line(position, line))
                .collect(),
            end,
        };
        self.queue.found.add(position, &analysis);
        self.queue.report(self.task.ticket, analysis);
    }
}

fn analysis_line(position: &Position, report: &SearchReport) -> AnalysisLine {
    let mut at = position.clone();
    let moves = report.moves.iter().take(MAX_LINE_PLIES);
    let texts = moves.map(|&mv: &Move| {
        let both = (at.uci(mv).to_string(), at.san(mv).to_string());
        at.play(mv);
        both
    });
    let (moves, san) = texts.unzip();
    AnalysisLine {
        score: score_for_white(report.score, position.turn()),
        moves,
        san,
    }
}

fn score_for_white(score: Score, turn: Color) -> AnalysisScore {
    let score = match turn {
        Color::White => score,
        Color::Black => -score,
    };
    match score.mate() {
        Some(moves) => AnalysisScore::Mate(moves),
        None => AnalysisScore::Cp(score.in_centipawns()),
    }
}
