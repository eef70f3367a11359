use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use arbiter_engine::{
    Bound, Engine, EngineSettings, Limits, SEARCH_STACK_BYTES, Score, SearchControl,
    SearchProgress, SearchReport, SearchResult,
};
use arbiter_game::Time;
use arbiter_rules::{Color, Move, Position};
use arbiter_wire::{Analysis, AnalysisEnd, AnalysisLine, AnalysisScore};

use parking_lot::Mutex;

use super::{
    AnalysisJob,
    analysts::Analysts,
    queue::{SearchQueue, SearchTask, without_lines},
};
use crate::base::lower_thread_priority;

/// How many moves of a variation are reported.
const MAX_LINE_PLIES: usize = 20;

pub(super) const ENGINE_SETTINGS: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 16,
};

/// Starts a thread that searches until the queue is closed.
pub(super) fn start_thread(queue: &Arc<SearchQueue>, number: usize, analysts: Option<Analysts>) {
    let queue = Arc::clone(queue);
    let started = thread::Builder::new()
        .name(format!("analysis {number}"))
        .stack_size(SEARCH_STACK_BYTES)
        .spawn(move || {
            lower_thread_priority(LOWEST_PRIORITY);
            work(&queue, analysts.as_ref());
        });
    if let Err(error) = started {
        tracing::error!(%error, "cannot start a thread for analysis");
    }
}

/// Games and computer opponents have priority over analysis.
pub(super) const LOWEST_PRIORITY: i32 = 19;

/// Where a search gets its time from, and where it reports.
pub(super) trait SearchHost: Sync {
    /// Returns the current time.
    fn now(&self) -> Time;
    /// Reports whether the result is no longer wanted.
    fn is_cancelled(&self) -> bool;
    /// Reports whether the time of a search that began then is up.
    fn is_time_up(&self, began: Time) -> bool;
    /// Takes what was found so far.
    fn report(&self, analysis: Analysis);
    /// Reports that there is nothing to search, because the game is over.
    fn report_over(&self);
}

fn work(queue: &SearchQueue, analysts: Option<&Analysts>) {
    // The engine's memory is allocated with the first search.
    let mut engine = None;
    while let Some(task) = queue.next() {
        let is_done = analysts.is_some_and(|analysts| analysts.search(queue, &task));
        let host = QueueHost { queue, task: &task };
        let searched = catch_unwind(AssertUnwindSafe(|| {
            if !is_done {
                let engine = engine.get_or_insert_with(|| Engine::new(ENGINE_SETTINGS));
                search(&host, &task.job, engine);
            }
        }));
        if searched.is_err() {
            let fen = task.job.line.position();
            tracing::error!(%fen, "the engine panicked");
            engine = None;
        }
        queue.cancel(task.ticket);
    }
}

/// A search of this process.
struct QueueHost<'q> {
    queue: &'q SearchQueue,
    task: &'q SearchTask,
}

impl SearchHost for QueueHost<'_> {
    fn now(&self) -> Time {
        self.queue.now()
    }

    fn is_cancelled(&self) -> bool {
        self.task.is_cancelled.load(Relaxed)
    }

    fn is_time_up(&self, began: Time) -> bool {
        self.queue.is_time_up(began)
    }

    fn report(&self, analysis: Analysis) {
        let position = self.task.job.line.position();
        self.queue.found.add(position, &analysis);
        self.queue.report(self.task.ticket, analysis);
    }

    fn report_over(&self) {
        let over = without_lines(AnalysisEnd::Over);
        self.queue.report(self.task.ticket, over);
    }
}

/// Searches until the depth is reached, the time is up, or nobody wants the result.
pub(super) fn search(host: &dyn SearchHost, job: &AnalysisJob, engine: &mut Engine) {
    if job.line.outcome().is_some() {
        return host.report_over();
    }
    let search = RunningSearch {
        host,
        job,
        began: host.now(),
        is_time_up: AtomicBool::new(false),
        lines: Mutex::default(),
    };
    let limits = Limits::depth(job.depth.into()).with_lines(job.lines.into());
    let SearchResult { lines, nodes } = engine.search(&job.line, &limits, &search);
    let end = match search.is_time_up.load(Relaxed) {
        true => AnalysisEnd::Time,
        false => AnalysisEnd::Depth,
    };
    search.report(&lines, nodes, Some(end));
}

/// A search that runs: it is controlled from here and reports here.
struct RunningSearch<'s> {
    host: &'s dyn SearchHost,
    job: &'s AnalysisJob,
    began: Time,
    is_time_up: AtomicBool,
    /// The newest report of each variation, the best one first.
    lines: Mutex<Vec<SearchReport>>,
}

impl SearchControl for RunningSearch<'_> {
    fn should_stop(&self) -> bool {
        if self.host.is_cancelled() {
            return true;
        }
        let is_time_up = self.host.is_time_up(self.began);
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
        let took = (self.host.now() - self.began).as_millis().max(1);
        let position = self.job.line.position();
        self.host.report(Analysis {
            depth: lines.iter().map(|report| report.depth).min().unwrap_or(0),
            nodes,
            nps: nodes.saturating_mul(1_000) / took,
            lines: lines
                .iter()
                .map(|line| analysis_line(position, line))
                .collect(),
            end,
        });
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
