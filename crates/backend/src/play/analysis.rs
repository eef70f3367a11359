//! Analyzes positions with the engine for everyone who asks. It runs on a few threads
//! of its own, with the lowest priority, and reports what it finds as it searches.
//!
//! A search ends after 20 seconds, or after 2 while others wait. An address has only a
//! few searches at once; a new one ends the oldest.

mod analysts;
mod found_lines;
mod queue;
mod search;

use std::sync::Arc;

use arbiter_rules::{PlayedLine, Position};
use arbiter_wire::Analysis;
use tokio::sync::mpsc;

use crate::{
    base::{Address, Bus, Clock, Ticket},
    refusal::ServerRefusal,
};
use analysts::Analysts;
pub use analysts::serve_analysts;
use queue::SearchQueue;

/// Analyzes positions for everyone who asks, in the order of asking.
#[derive(Debug)]
pub struct AnalysisQueue(Arc<SearchQueue>);

/// The reports about one position. The search is cancelled when this is
/// dropped.
#[derive(Debug)]
pub struct AnalysisReports {
    queue: Arc<SearchQueue>,
    ticket: Ticket,
    reports: mpsc::UnboundedReceiver<Analysis>,
}

/// What is to be analyzed.
#[derive(Clone, Debug)]
pub struct AnalysisJob {
    /// The position, with the moves that led to it.
    pub line: PlayedLine,
    /// The number of variations, from 1 to [`arbiter_wire::AnalysisRequest::MAX_LINES`].
    pub lines: u8,
    /// The depth in plies, from 1 to [`arbiter_wire::AnalysisRequest::MAX_DEPTH`].
    pub depth: u8,
}

impl AnalysisQueue {
    /// Creates a queue that runs this many searches at once, on workers if there are any.
    #[must_use]
    pub fn new(threads: usize, clock: Clock, bus: &Bus) -> AnalysisQueue {
        let queue = Arc::new(SearchQueue::new(clock));
        let analysts = Analysts::new(bus);
        for number in 0..threads.max(1) {
            search::start_thread(&queue, number, analysts.clone());
        }
        AnalysisQueue(queue)
    }

    /// Submits a position. If the address has too many searches, its oldest one
    /// ends.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::Busy`] if too many searches wait.
    pub fn submit(
        &self,
        address: Address,
        job: AnalysisJob,
    ) -> Result<AnalysisReports, ServerRefusal> {
        let submitted = self.0.submit(address, job);
        let (ticket, reports) = submitted.ok_or(ServerRefusal::Busy)?;
        Ok(AnalysisReports {
            queue: Arc::clone(&self.0),
            ticket,
            reports,
        })
    }

    /// Returns the deepest recent analysis of a position.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<Analysis> {
        self.0.found.get(position)
    }

    /// Returns how many searches wait or run.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.0.open_count()
    }

    /// Returns how many searches wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.waiting()
    }
}

/// The threads end with the queue.
impl Drop for AnalysisQueue {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl AnalysisReports {
    /// Waits for the next report; returns none after the last.
    pub async fn next(&mut self) -> Option<Analysis> {
        self.reports.recv().await
    }
}

impl Drop for AnalysisReports {
    fn drop(&mut self) {
        self.queue.cancel(self.ticket);
    }
}

#[cfg(test)]
mod tests;
