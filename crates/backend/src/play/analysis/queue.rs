use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use arbiter_game::{Span, Time};
use arbiter_wire::{Analysis, AnalysisEnd};
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::{AnalysisJob, found_lines::FoundLines};
use crate::base::{Address, Clock, Ticket, WorkQueue, ignore::Ignore};

/// With this many searches in the queue each waits for a minute already.
const MAX_WAITING: usize = 32;
/// How many searches one address may have at once.
const MAX_PER_ADDRESS: usize = 3;
/// The longest search.
pub(super) const MAX_SEARCH_TIME: Duration = Duration::from_secs(20);
/// The longest search while others wait.
const MAX_SEARCH_TIME_WHILE_OTHERS_WAIT: Duration = Duration::from_secs(2);

/// The searches that wait or run, and who asked for them.
#[derive(Debug)]
pub(super) struct SearchQueue {
    clock: Clock,
    waiting: WorkQueue<SearchTask>,
    pub(super) found: FoundLines,
    /// The searches that wait or run, the oldest first.
    open: Mutex<Vec<OpenSearch>>,
}

#[derive(Debug)]
struct OpenSearch {
    ticket: Ticket,
    address: Address,
    is_cancelled: Arc<AtomicBool>,
    reports: mpsc::UnboundedSender<Analysis>,
}

/// A position to be searched.
#[derive(Debug)]
pub(super) struct SearchTask {
    pub(super) ticket: Ticket,
    pub(super) job: AnalysisJob,
    /// A number that identifies the asker.
    pub(super) asker: u64,
    pub(super) is_cancelled: Arc<AtomicBool>,
}

impl SearchQueue {
    pub(super) fn new(clock: Clock) -> SearchQueue {
        SearchQueue {
            clock,
            waiting: WorkQueue::default(),
            found: FoundLines::default(),
            open: Mutex::default(),
        }
    }

    /// Adds a search; returns none if too many wait.
    pub(super) fn submit(
        &self,
        address: Address,
        job: AnalysisJob,
    ) -> Option<(Ticket, mpsc::UnboundedReceiver<Analysis>)> {
        let mut open = self.open.lock();
        if self.waiting.is_closed() || self.waiting.len() >= MAX_WAITING {
            return None;
        }
        let is_theirs = |search: &&OpenSearch| search.address == address;
        if open.iter().filter(is_theirs).count() >= MAX_PER_ADDRESS
            && let Some(oldest) = open.iter().find(is_theirs)
        {
            let ticket = oldest.ticket;
            oldest.report(without_lines(AnalysisEnd::Replaced));
            self.remove(&mut open, ticket);
        }
        let (reports, receiver) = mpsc::unbounded_channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let ticket = self.waiting.push(|ticket| SearchTask {
            ticket,
            job,
            asker: number_of(address),
            is_cancelled: Arc::clone(&is_cancelled),
        });
        open.push(OpenSearch {
            ticket,
            address,
            is_cancelled,
            reports,
        });
        Some((ticket, receiver))
    }

    /// Sends a report, unless the search was cancelled.
    pub(super) fn report(&self, ticket: Ticket, analysis: Analysis) {
        let open = self.open.lock();
        if let Some(search) = open.iter().find(|search| search.ticket == ticket) {
            search.report(analysis);
        }
    }

    /// Ends a search that is done or no longer wanted.
    pub(super) fn cancel(&self, ticket: Ticket) {
        self.remove(&mut self.open.lock(), ticket);
    }

    fn remove(&self, open: &mut Vec<OpenSearch>, ticket: Ticket) {
        self.waiting.withdraw(ticket);
        let removed = open.extract_if(.., |search| search.ticket == ticket);
        for search in removed {
            search.is_cancelled.store(true, Relaxed);
        }
    }

    pub(super) fn open_count(&self) -> usize {
        self.open.lock().len()
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Cancels everything and lets the threads end.
    pub(super) fn close(&self) {
        let mut open = self.open.lock();
        self.waiting.close();
        for search in open.drain(..) {
            search.is_cancelled.store(true, Relaxed);
        }
    }

    /// Waits for the oldest search; returns none once the queue is closed.
    pub(super) fn next(&self) -> Option<SearchTask> {
        self.waiting.next()
    }

    pub(super) fn now(&self) -> Time {
        self.clock.now()
    }

    /// Reports whether the time of a search that began then is up.
    pub(super) fn is_time_up(&self, began: Time) -> bool {
        let limit = match self.waiting.len() {
            0 => MAX_SEARCH_TIME,
            _ => MAX_SEARCH_TIME_WHILE_OTHERS_WAIT,
        };
        let limit = Span::from_millis(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
        self.now() >= began + limit
    }
}

impl OpenSearch {
    fn report(&self, analysis: Analysis) {
        self.reports
            .send(analysis)
            .ignore("the client has disconnected");
    }
}

/// Returns a number for an address that other processes need not know.
fn number_of(address: Address) -> u64 {
    let mut hasher = DefaultHasher::new();
    address.hash(&mut hasher);
    hasher.finish()
}

/// Returns a last report that repeats no variation.
pub(super) fn without_lines(end: AnalysisEnd) -> Analysis {
    Analysis {
        depth: 0,
        nodes: 0,
        nps: 0,
        lines: Vec::new(),
        end: Some(end),
    }
}
