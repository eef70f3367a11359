use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
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

use super::desk::{Desk, Task, ended};
use crate::play::computer::give_way;

/// A search goes deep.
const STACK: usize = 8 * 1024 * 1024;
/// Nobody reads on after so many moves.
const LONGEST_LINE: usize = 20;

const SETTINGS: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 16,
};

/// Starts a thread that thinks until the desk is closed.
pub(super) fn start_thread(desk: &Arc<Desk>, number: usize) {
    let desk = Arc::clone(desk);
    let started = thread::Builder::new()
        .name(format!("analyst {number}"))
        .stack_size(STACK)
        .spawn(move || {
            give_way(LAST);
            think(&desk);
        });
    if let Err(error) = started {
        tracing::error!(%error, "the engine has no thread to think in");
    }
}

/// Whoever plays goes first, and the computer as an opponent too.
const LAST: i32 = 19;

fn think(desk: &Desk) {
    // Most servers are asked sooner or later, and those that are not keep
    // the memory.
    let mut engine = None;
    while let Some(task) = desk.next() {
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let engine = engine.get_or_insert_with(|| Engine::new(SETTINGS));
            study(desk, &task, engine);
        }));
        if thought.is_err() {
            let fen = task.subject.line.position();
            tracing::error!(%fen, "the engine lost its mind");
            engine = None;
        }
        desk.forget(task.ticket);
    }
}

fn study(desk: &Desk, task: &Task, engine: &mut Engine) {
    if task.subject.line.outcome().is_some() {
        return desk.tell(task.ticket, ended(AnalysisEnd::Over));
    }
    let thought = Thought {
        desk,
        task,
        began: desk.now(),
        is_late: AtomicBool::new(false),
        found: Mutex::default(),
    };
    let limits = Limits::depth(task.subject.depth.into()).with_lines(task.subject.lines.into());
    let SearchResult { lines, nodes } = engine.search(&task.subject.line, &limits, &thought);
    let end = match thought.is_late.load(Relaxed) {
        true => AnalysisEnd::Time,
        false => AnalysisEnd::Depth,
    };
    thought.tell(&lines, nodes, Some(end));
}

/// A position while it is thought about.
struct Thought<'d> {
    desk: &'d Desk,
    task: &'d Task,
    began: Time,
    is_late: AtomicBool,
    /// The newest report of each line, the best one first.
    found: Mutex<Vec<SearchReport>>,
}

impl SearchControl for Thought<'_> {
    fn should_stop(&self) -> bool {
        if self.task.is_over.load(Relaxed) {
            return true;
        }
        let is_late = self.desk.is_late(self.began);
        if is_late {
            self.is_late.store(true, Relaxed);
        }
        is_late
    }

    fn should_finish(&self, _: &SearchProgress) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let nodes = found.iter().map(|report| report.nodes).max();
        self.tell(&found, nodes.unwrap_or(0), None);
        false
    }

    fn on_report(&self, report: &SearchReport) {
        if report.bound != Bound::Exact {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.truncate(report.number.saturating_sub(1));
        found.push(report.clone());
    }
}

impl Thought<'_> {
    fn tell(&self, lines: &[SearchReport], nodes: u64, end: Option<AnalysisEnd>) {
        let took = (self.desk.now() - self.began).as_millis().max(1);
        let position = self.task.subject.line.position();
        let analysis = Analysis {
            depth: lines.iter().map(|report| report.depth).min().unwrap_or(0),
            nodes,
            nps: nodes.saturating_mul(1_000) / took,
            lines: lines.iter().map(|line| written(position, line)).collect(),
            end,
        };
        self.desk.tell(self.task.ticket, analysis);
    }
}

fn written(position: &Position, report: &SearchReport) -> AnalysisLine {
    let mut at = position.clone();
    let moves = report.moves.iter().take(LONGEST_LINE);
    let written = moves.map(|&mv: &Move| {
        let both = (at.uci(mv).to_string(), at.san(mv).to_string());
        at.play(mv);
        both
    });
    let (moves, san) = written.unzip();
    AnalysisLine {
        score: seen_by_white(report.score, position.turn()),
        moves,
        san,
    }
}

fn seen_by_white(score: Score, turn: Color) -> AnalysisScore {
    let score = match turn {
        Color::White => score,
        Color::Black => -score,
    };
    match score.mate() {
        Some(moves) => AnalysisScore::Mate(moves),
        None => AnalysisScore::Cp(score.in_centipawns()),
    }
}
