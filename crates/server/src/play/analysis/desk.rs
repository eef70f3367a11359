use std::{
    collections::VecDeque,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use arbiter_game::{Span, Time};
use arbiter_wire::{Analysis, AnalysisEnd};
use tokio::sync::mpsc;

use super::Subject;
use crate::base::{Address, Clock, ignore::Ignore};

/// Where so many wait, each waits for a minute already.
const MOST_WAITING: usize = 32;
/// Somebody may look into two or three things at once.
const MOST_FROM_ADDRESS: usize = 3;
/// Nobody waits longer to see what else is found.
const LONGEST: Duration = Duration::from_secs(20);
/// What is enough while others wait.
const SHORTEST: Duration = Duration::from_secs(2);

/// What is to be thought about, and by whom it was asked.
#[derive(Debug)]
pub(super) struct Desk {
    clock: Clock,
    papers: Mutex<Papers>,
    work: Condvar,
    /// How many wait, for those who think and cannot look into the papers
    /// every now and then.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Papers {
    tickets: u64,
    waiting: VecDeque<Task>,
    /// What waits and what is thought about, the oldest first.
    open: Vec<Open>,
    is_closed: bool,
}

#[derive(Debug)]
struct Open {
    ticket: u64,
    address: Address,
    is_over: Arc<AtomicBool>,
    reports: mpsc::UnboundedSender<Analysis>,
}

/// Something to think about.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) ticket: u64,
    pub(super) subject: Subject,
    /// Whether nobody wants to know any more.
    pub(super) is_over: Arc<AtomicBool>,
}

impl Desk {
    pub(super) fn new(clock: Clock) -> Desk {
        Desk {
            clock,
            papers: Mutex::new(Papers {
                tickets: 0,
                waiting: VecDeque::new(),
                open: Vec::new(),
                is_closed: false,
            }),
            work: Condvar::new(),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Lets somebody think about it; none if too many wait.
    pub(super) fn ask(
        &self,
        address: Address,
        subject: Subject,
    ) -> Option<(u64, mpsc::UnboundedReceiver<Analysis>)> {
        let mut papers = self.lock();
        if papers.is_closed || papers.waiting.len() >= MOST_WAITING {
            return None;
        }
        let theirs = |open: &&Open| open.address == address;
        if papers.open.iter().filter(theirs).count() >= MOST_FROM_ADDRESS
            && let Some(oldest) = papers.open.iter().find(theirs)
        {
            let ticket = oldest.ticket;
            oldest.tell(ended(AnalysisEnd::Replaced));
            papers.forget(ticket);
        }
        papers.tickets += 1;
        let ticket = papers.tickets;
        let (sender, receiver) = mpsc::unbounded_channel();
        let is_over = Arc::new(AtomicBool::new(false));
        papers.open.push(Open {
            ticket,
            address,
            is_over: Arc::clone(&is_over),
            reports: sender,
        });
        papers.waiting.push_back(Task {
            ticket,
            subject,
            is_over,
        });
        self.waiting.store(papers.waiting.len(), Relaxed);
        self.work.notify_one();
        Some((ticket, receiver))
    }

    /// Tells what was found, unless nobody wants to know any more.
    pub(super) fn tell(&self, ticket: u64, analysis: Analysis) {
        let papers = self.lock();
        if let Some(open) = papers.open.iter().find(|open| open.ticket == ticket) {
            open.tell(analysis);
        }
    }

    /// Nobody wants to know this any more, or there is no more to know.
    pub(super) fn forget(&self, ticket: u64) {
        let mut papers = self.lock();
        papers.forget(ticket);
        self.waiting.store(papers.waiting.len(), Relaxed);
    }

    pub(super) fn open(&self) -> usize {
        self.lock().open.len()
    }

    /// Lets the threads end.
    pub(super) fn close(&self) {
        let mut papers = self.lock();
        papers.is_closed = true;
        papers.waiting.clear();
        for open in papers.open.drain(..) {
            open.is_over.store(true, Relaxed);
        }
        self.work.notify_all();
    }

    /// The oldest that waits, once there is one; none if the thread is to end.
    pub(super) fn next(&self) -> Option<Task> {
        let mut papers = self.lock();
        loop {
            if papers.is_closed {
                return None;
            }
            if let Some(task) = papers.waiting.pop_front() {
                self.waiting.store(papers.waiting.len(), Relaxed);
                return Some(task);
            }
            let waited = self.work.wait(papers);
            papers = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(super) fn now(&self) -> Time {
        self.clock.now()
    }

    /// Whether a thought that began then has been thought for long enough.
    pub(super) fn is_late(&self, began: Time) -> bool {
        let most = match self.waiting.load(Relaxed) {
            0 => LONGEST,
            _ => SHORTEST,
        };
        let most = Span::from_millis(u64::try_from(most.as_millis()).unwrap_or(u64::MAX));
        self.now() >= began + most
    }

    fn lock(&self) -> MutexGuard<'_, Papers> {
        // Nothing is half done under this lock.
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn tell(&self, analysis: Analysis) {
        self.reports.send(analysis).ignore("whoever asked has gone");
    }
}

impl Papers {
    fn forget(&mut self, ticket: u64) {
        self.waiting.retain(|task| task.ticket != ticket);
        self.open.retain(|open| {
            let is_other = open.ticket != ticket;
            if !is_other {
                open.is_over.store(true, Relaxed);
            }
            is_other
        });
    }
}

/// That there is no more to come, and no line to repeat.
pub(super) fn ended(end: AnalysisEnd) -> Analysis {
    Analysis {
        depth: 0,
        nodes: 0,
        nps: 0,
        lines: Vec::new(),
        end: Some(end),
    }
}
