//! The search: iterative deepening of a principal-variation search, by one
//! thread or by several that share a table.

mod node;
mod quiescence;
mod root;
mod worker;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use arbiter_rules::Line;

use crate::{Answer, Control, Limits, history::Histories, table::Table};
use root::RootMoves;
use worker::Worker;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a dyn Control,
    /// Whether all shall stop.
    pub(crate) is_over: AtomicBool,
    /// How many positions each thread has looked at, as of a moment ago.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// Searches with one thread for each of the histories.
pub(crate) fn run(
    line: &Line,
    limits: &Limits,
    control: &dyn Control,
    table: &Table,
    histories: &mut [Histories],
) -> Answer {
    let root = RootMoves::new(line.position(), &limits.moves);
    if root.is_empty() {
        return Answer::default();
    }
    let shared = Shared {
        table,
        limits,
        control,
        is_over: AtomicBool::new(false),
        nodes: histories.iter().map(|_| AtomicU64::new(0)).collect(),
    };
    let mut workers = histories
        .iter_mut()
        .enumerate()
        .map(|(number, histories)| Worker::new(&shared, number, line, root.clone(), histories));
    let Some(mut first) = workers.next() else {
        return Answer::default();
    };
    let lines = thread::scope(|scope| {
        for mut worker in workers {
            scope.spawn(move || worker.deepen());
        }
        let lines = first.deepen();
        shared.is_over.store(true, Relaxed);
        lines
    });
    first.publish_nodes();
    Answer {
        lines,
        nodes: shared.nodes(),
    }
}
