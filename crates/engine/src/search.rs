//! The search: iterative deepening with principal variation search, in one
//! thread or in several that share a transposition table (Lazy SMP).

mod learn;
mod mate_search;
mod node;
mod prune;
mod quiescence;
mod root;
mod shared;
mod tablebase;
mod worker;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use arbiter_rules::PlayedLine;

use crate::{
    Limits, Score, SearchControl, SearchReport, SearchResult, Tablebases,
    transposition_table::TranspositionTable,
};
use root::RootMoves;
pub(crate) use shared::SearchThread;
use shared::Shared;
use worker::Worker;

/// A stack size for threads that search, enough for the deepest search even in a build
/// without optimization. A search recurses once per half-move.
pub const SEARCH_STACK_BYTES: usize = 8 << 20;

/// Searches with all of the given threads.
pub(crate) fn run(
    line: &PlayedLine,
    limits: &Limits,
    control: &dyn SearchControl,
    transpositions: &TranspositionTable,
    tablebases: Option<&Tablebases>,
    threads: &mut [SearchThread],
) -> SearchResult {
    // Tablebases know nothing about the pieces to come in Saktris.
    let tablebases = tablebases.filter(|_| line.position().saktris_state().is_none());
    let mut root = RootMoves::new(line.position(), &limits.moves);
    if let Some(tablebases) = tablebases.filter(|_| limits.lines <= 1) {
        tablebase::keep_best(&mut root, tablebases, line);
    }
    if root.is_empty() {
        return SearchResult::default();
    }
    let shared = Shared {
        transpositions,
        tablebases,
        limits,
        control,
        is_stopped: AtomicBool::new(false),
        nodes: threads.iter().map(|_| AtomicU64::new(0)).collect(),
        tablebase_hits: AtomicU64::new(0),
    };
    let mut workers = threads
        .iter_mut()
        .enumerate()
        .map(|(number, thread)| Worker::new(&shared, number, line, root.clone(), thread));
    let Some(mut first) = workers.next() else {
        return SearchResult::default();
    };
    let lines = thread::scope(|scope| {
        let others: Vec<_> = workers
            .map(|mut worker| scope.spawn(move || worker.iterate()))
            .collect();
        let mut found = vec![first.iterate()];
        shared.is_stopped.store(true, Relaxed);
        found.extend(others.into_iter().filter_map(|other| other.join().ok()));
        if limits.lines > 1 {
            found.truncate(1);
        }
        let elected = elect(&found);
        let mut lines = found.into_iter().nth(elected).unwrap_or_default();
        // The first thread has reported what it found; the last report must be about
        // the move that is played.
        if elected > 0 {
            for report in &mut lines {
                report.nodes = shared.nodes();
                control.on_report(report);
            }
        }
        lines
    });
    SearchResult {
        lines,
        nodes: shared.nodes(),
    }
}

/// Returns the number of the thread whose move gets the most votes. A thread's
/// vote weighs more the deeper it has searched and the better its score is.
fn elect(found: &[Vec<SearchReport>]) -> usize {
    let leaders = || found.iter().filter_map(|lines| lines.first());
    let lowest = leaders().map(|leader| leader.score).min();
    let votes = |of: &SearchReport| -> i64 {
        leaders()
            .filter(|leader| leader.moves.first() == of.moves.first())
            .map(|leader| {
                let lead = lowest.map_or(0, |lowest| leader.score.0 - lowest.0);
                i64::from(lead + 14) * i64::from(leader.depth)
            })
            .sum()
    };
    let best = (0..found.len()).rev().max_by_key(|&number| {
        let leader = found[number].first();
        // A proven win needs no votes.
        let proven_win = leader
            .map(|leader| leader.score)
            .filter(|score| score.is_decisive() && *score > Score::DRAW);
        (
            proven_win,
            leader.map(votes),
            leader.map(|leader| leader.depth),
        )
    });
    best.unwrap_or(0)
}

#[cfg(test)]
mod tests;
