//! The engine for whoever studies a position: it thinks in threads of its own,
//! few and of the lowest priority, and tells what it finds while it thinks.
//!
//! Nobody keeps it for long. While others wait, two seconds are enough; and
//! one address has only a few thoughts at once, the newest.

mod desk;
mod thought;

use std::sync::Arc;

use arbiter_rules::PlayedLine;
use arbiter_wire::Analysis;
use tokio::sync::mpsc;

use crate::{
    base::{Address, Clock},
    endpoints::error::Error,
};
use desk::Desk;

/// The engine, for all who study.
#[derive(Debug)]
pub struct Analysts(Arc<Desk>);

/// What is found about one position, as it is found. When this is dropped
/// nobody thinks about it any more.
#[derive(Debug)]
pub struct Study {
    desk: Arc<Desk>,
    ticket: u64,
    reports: mpsc::UnboundedReceiver<Analysis>,
}

/// What is to be found.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The position, with the moves that led to it.
    pub line: PlayedLine,
    /// How many lines, 1 to [`arbiter_wire::AnalysisRequest::MAX_LINES`].
    pub lines: u8,
    /// How deep, 1 to [`arbiter_wire::AnalysisRequest::MAX_DEPTH`].
    pub depth: u8,
}

impl Analysts {
    /// So many thoughts at once.
    #[must_use]
    pub fn new(threads: usize, clock: Clock) -> Analysts {
        let desk = Arc::new(Desk::new(clock));
        for number in 0..threads.max(1) {
            thought::start_thread(&desk, number);
        }
        Analysts(desk)
    }

    /// Begins to think. Where an address has too many thoughts, its oldest
    /// makes room.
    ///
    /// # Errors
    ///
    /// That too many wait already.
    pub fn begin(&self, address: Address, subject: Subject) -> Result<Study, Error> {
        let (ticket, reports) = self.0.ask(address, subject).ok_or(Error::Busy)?;
        Ok(Study {
            desk: Arc::clone(&self.0),
            ticket,
            reports,
        })
    }

    /// How many thoughts are not over.
    #[must_use]
    pub fn open(&self) -> usize {
        self.0.open()
    }
}

/// The threads end with it.
impl Drop for Analysts {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Study {
    /// What was found next; none when there is no more to come.
    pub async fn next(&mut self) -> Option<Analysis> {
        self.reports.recv().await
    }
}

impl Drop for Study {
    fn drop(&mut self) {
        self.desk.forget(self.ticket);
    }
}

#[cfg(test)]
mod tests;
