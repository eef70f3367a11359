//! The search: iterative deepening of a principal-variation search, by one
//! thread or by several that share a table.

mod known;
mod learn;
mod node;
mod prune;
mod quiescence;
mod root;
mod worker;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use arbiter_rules::PlayedLine;

use crate::{Answer, Control, Limits, Report, Score, Tables, engine::Mind, table::Table};
use root::RootMoves;
use worker::Worker;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) tables: Option<&'a Tables>,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a dyn Control,
    /// Whether all shall stop.
    pub(crate) is_over: AtomicBool,
    /// How many positions each thread has looked at, as of a moment ago.
    pub(crate) nodes: Vec<AtomicU64>,
    /// How many positions were found in a table of endings.
    pub(crate) ending_hits: AtomicU64,
}

impl Shared<'_> {
    fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// Searches with one thread for each of the minds.
pub(crate) fn run(
    line: &PlayedLine,
    limits: &Limits,
    control: &dyn Control,
    table: &Table,
    tables: Option<&Tables>,
    minds: &mut [Mind],
) -> Answer {
    // No table knows what is to come.
    let tables = tables.filter(|_| line.position().to_come().is_none());
    let mut root = RootMoves::new(line.position(), &limits.moves);
    if let Some(tables) = tables.filter(|_| limits.lines <= 1) {
        known::keep_best(&mut root, tables, line);
    }
    if root.is_empty() {
        return Answer::default();
    }
    let shared = Shared {
        table,
        tables,
        limits,
        control,
        is_over: AtomicBool::new(false),
        nodes: minds.iter().map(|_| AtomicU64::new(0)).collect(),
        ending_hits: AtomicU64::new(0),
    };
    let mut workers = minds
        .iter_mut()
        .enumerate()
        .map(|(number, mind)| Worker::new(&shared, number, line, root.clone(), mind));
    let Some(mut first) = workers.next() else {
        return Answer::default();
    };
    let lines = thread::scope(|scope| {
        let others: Vec<_> = workers
            .map(|mut worker| scope.spawn(move || worker.deepen()))
            .collect();
        let mut found = vec![first.deepen()];
        shared.is_over.store(true, Relaxed);
        found.extend(others.into_iter().filter_map(|other| other.join().ok()));
        if limits.lines > 1 {
            found.truncate(1);
        }
        elect(found)
    });
    Answer {
        lines,
        nodes: shared.nodes(),
    }
}

/// The lines of the thread whose move has the most votes: a thread's vote is
/// worth the more the deeper it has looked and the better its score is.
fn elect(found: Vec<Vec<Report>>) -> Vec<Report> {
    let leaders = || found.iter().filter_map(|lines| lines.first());
    let least = leaders().map(|leader| leader.score).min();
    let votes = |of: &Report| -> i64 {
        leaders()
            .filter(|leader| leader.moves.first() == of.moves.first())
            .map(|leader| {
                let lead = least.map_or(0, |least| leader.score.0 - least.0);
                i64::from(lead + 14) * i64::from(leader.depth)
            })
            .sum()
    };
    let best = (0..found.len()).rev().max_by_key(|&number| {
        let leader = found[number].first();
        // A mate needs no votes.
        let mate = leader
            .map(|leader| leader.score)
            .filter(|score| score.is_decisive() && *score > Score::DRAW);
        (mate, leader.map(votes), leader.map(|leader| leader.depth))
    });
    best.and_then(|number| found.into_iter().nth(number))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
