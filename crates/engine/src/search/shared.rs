use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::Arc;

use crate::{
    Evaluator, Limits, Network, SearchControl, Tablebases, history::Histories,
    transposition_table::TranspositionTable,
};

/// What one search thread remembers between searches.
pub(crate) struct SearchThread {
    pub(crate) histories: Histories,
    pub(crate) evaluator: Evaluator,
}

impl SearchThread {
    pub(crate) fn new(network: Arc<Network>) -> SearchThread {
        SearchThread {
            histories: Histories::new(),
            evaluator: Evaluator::new(network),
        }
    }
}

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(crate) transpositions: &'a TranspositionTable,
    pub(crate) tablebases: Option<&'a Tablebases>,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a dyn SearchControl,
    /// Tells all threads to stop.
    pub(crate) is_stopped: AtomicBool,
    /// The node count of each thread, updated about every thousand nodes.
    pub(crate) nodes: Vec<AtomicU64>,
    /// The number of successful tablebase probes.
    pub(crate) tablebase_hits: AtomicU64,
}

impl Shared<'_> {
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}
