//! Analysis by workers, which are other processes.
//!
//! A node asks, NATS picks one of the workers, and the worker answers with report after
//! report. A worker that is silent for a while has died: the node asks once more, and then
//! searches itself. It also does so if all workers are busy.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use arbiter_engine::{Engine, SEARCH_STACK_BYTES};
use arbiter_game::Time;
use arbiter_wire::{Analysis, AnalysisEnd, AnalysisRequest, rules};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::{sync::mpsc, time::timeout};

use super::{
    AnalysisJob,
    queue::{SearchQueue, SearchTask, without_lines},
    search::{ENGINE_SETTINGS, LOWEST_PRIORITY, SearchHost, search},
};
use crate::base::{
    Bus, Clock, FairWorkLimit, StopSignal, Topic, ignore::Ignore, lower_thread_priority,
    metrics::METRICS, spawn,
};

/// Asks workers to analyze.
#[derive(Clone, Debug)]
pub(super) struct Analysts {
    bus: Bus,
    runtime: tokio::runtime::Handle,
}

/// A question of a node.
#[derive(Clone, Serialize, Deserialize, Debug)]
struct Question {
    id: SearchId,
    /// A number for the asker: each gets a fair share.
    asker: u64,
    request: AnalysisRequest,
    /// How long the search may take.
    millis: u64,
}

/// A search that a node has asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
struct SearchId {
    node: i64,
    number: u64,
}

/// The outcome of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answered {
    /// The search is over.
    Yes,
    /// The worker has died.
    Died,
    /// No worker has time, or there is none.
    Busy,
}

/// How often a worker reports that it is still searching, and how long it may be silent.
const ALIVE_INTERVAL: Duration = Duration::from_millis(500);
const MAX_SILENCE: Duration = Duration::from_secs(2);
/// How soon a worker must have found something; after this time the workers are busy.
const FIRST_REPORT_TIME: Duration = Duration::from_secs(2);
/// How often a node checks whether a search is still wanted.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// How many questions of one asker wait in a worker.
const MAX_WAITING: usize = 4;

impl Analysts {
    /// Returns the workers of a site, if there can be any.
    pub(super) fn new(bus: &Bus) -> Option<Analysts> {
        let runtime = tokio::runtime::Handle::try_current().ok()?;
        let bus = bus.is_shared().then(|| bus.clone())?;
        Some(Analysts { bus, runtime })
    }

    /// Lets a worker search, on a thread for analysis. Reports whether one has done so.
    pub(super) fn search(&self, queue: &SearchQueue, task: &SearchTask) -> bool {
        let Some(request) = written(&task.job) else {
            return false;
        };
        let question = Question {
            id: SearchId {
                node: self.bus.node().0,
                number: task.ticket.number(),
            },
            asker: task.asker,
            request,
            millis: u64::try_from(super::queue::MAX_SEARCH_TIME.as_millis()).unwrap_or(0),
        };
        // If the worker dies, another one is asked once.
        for _ in 0..2 {
            match self.runtime.block_on(self.ask(queue, task, &question)) {
                Answered::Yes => {
                    METRICS.worker_answers.inc();
                    return true;
                }
                Answered::Died => {}
                Answered::Busy => return false,
            }
        }
        false
    }

    async fn ask(&self, queue: &SearchQueue, task: &SearchTask, question: &Question) -> Answered {
        let written = serde_json::to_vec(question).unwrap_or_default();
        let Some(mut answers) = self.bus.ask_analysts(written).await else {
            return Answered::Busy;
        };
        let (asked, began) = (Instant::now(), queue.now());
        let mut heard = asked;
        let mut newest: Option<Analysis> = None;
        loop {
            if task.is_cancelled.load(Relaxed) {
                self.cancel(question.id);
                return Answered::Yes;
            }
            if queue.is_time_up(began)
                && let Some(mut analysis) = newest.take()
            {
                self.cancel(question.id);
                analysis.end = Some(AnalysisEnd::Time);
                queue.report(task.ticket, analysis);
                return Answered::Yes;
            }
            if newest.is_none() && asked.elapsed() > FIRST_REPORT_TIME {
                self.cancel(question.id);
                return Answered::Busy;
            }
            match timeout(CHECK_INTERVAL, answers.next()).await {
                Ok(None) => return Answered::Busy,
                Err(_) if heard.elapsed() > MAX_SILENCE => return Answered::Died,
                Err(_) => {}
                Ok(Some(answer)) => {
                    heard = Instant::now();
                    // An empty answer only says that the worker lives.
                    let Ok(analysis) = serde_json::from_slice::<Analysis>(&answer) else {
                        continue;
                    };
                    queue.found.add(task.job.line.position(), &analysis);
                    let is_last = analysis.end.is_some();
                    newest = (!is_last).then(|| analysis.clone());
                    queue.report(task.ticket, analysis);
                    if is_last {
                        return Answered::Yes;
                    }
                }
            }
        }
    }

    fn cancel(&self, id: SearchId) {
        self.bus.publish(Topic::CancelledAnalyses, || {
            serde_json::to_vec(&id).unwrap_or_default()
        });
    }
}

/// Returns a job as another process reads it; none if it would read something else.
fn written(job: &AnalysisJob) -> Option<AnalysisRequest> {
    let moves = job.line.moves();
    let moves: Vec<String> = moves.map(|(at, mv)| at.uci(mv).to_string()).collect();
    let request = AnalysisRequest {
        fen: job.line.start().to_string(),
        moves: moves.join(" "),
        lines: job.lines,
        depth: job.depth,
    };
    let is_same = |read: &AnalysisJob| read.line.position() == job.line.position();
    read(&request).filter(is_same).map(|_| request)
}

fn read(request: &AnalysisRequest) -> Option<AnalysisJob> {
    let (line, refused) = rules::read_line(&request.fen, &request.moves).ok()?;
    let is_valid = (1..=AnalysisRequest::MAX_LINES).contains(&request.lines)
        && (1..=AnalysisRequest::MAX_DEPTH).contains(&request.depth);
    (refused.is_none() && is_valid).then_some(AnalysisJob {
        line,
        lines: request.lines,
        depth: request.depth,
    })
}

/// The searches of a worker that nodes may cancel.
type Running = Arc<Mutex<HashMap<SearchId, Arc<AtomicBool>>>>;

/// Analyzes for nodes until the process is told to stop. Each asker gets a fair share of the
/// threads.
pub async fn serve_analysts(bus: Bus, threads: usize, stopping: StopSignal) {
    let limit = FairWorkLimit::new("analyst", threads.max(1), MAX_WAITING);
    let mut questions = bus.follow_as_analyst().await;
    let mut cancelled = bus.follow(Topic::CancelledAnalyses).await;
    let running = Running::default();
    loop {
        let received = tokio::select! {
            received = questions.next_question() => received,
            id = cancelled.next() => {
                if let Ok(id) = serde_json::from_slice(&id)
                    && let Some(search) = running.lock().get(&id)
                {
                    search.store(true, Relaxed);
                }
                continue;
            }
            () = stopping.received() => return,
        };
        let Ok(question) = serde_json::from_slice::<Question>(&received.payload) else {
            continue;
        };
        let (limit, bus, running) = (limit.clone(), bus.clone(), Arc::clone(&running));
        spawn(async move {
            let Some(job) = read(&question.request) else {
                return;
            };
            let is_cancelled = Arc::new(AtomicBool::new(false));
            running
                .lock()
                .insert(question.id, Arc::clone(&is_cancelled));
            let (reports, mut reported) = mpsc::unbounded_channel();
            let host = WorkerHost {
                clock: Clock::from(Time::from_millis(0)),
                limit: Duration::from_millis(question.millis).min(super::queue::MAX_SEARCH_TIME),
                is_cancelled: Arc::clone(&is_cancelled),
                reports,
            };
            let work = async move {
                let searching = limit.run(question.asker, move || search_here(job, host));
                searching
                    .await
                    .ignore("the node asks again or searches itself");
            };
            let mut work = std::pin::pin!(work);
            let mut alive = tokio::time::interval(ALIVE_INTERVAL);
            loop {
                tokio::select! {
                    biased;
                    Some(analysis) = reported.recv() => {
                        let report = serde_json::to_vec(&analysis).unwrap_or_default();
                        received.respond(&bus, report);
                    }
                    () = &mut work => break,
                    _ = alive.tick() => received.respond(&bus, Vec::new()),
                }
            }
            while let Ok(analysis) = reported.try_recv() {
                let report = serde_json::to_vec(&analysis).unwrap_or_default();
                received.respond(&bus, report);
            }
            running.lock().remove(&question.id);
        });
    }
}

/// Searches on a thread whose stack is large enough.
fn search_here(job: AnalysisJob, host: WorkerHost) {
    if host.is_cancelled.load(Relaxed) {
        return;
    }
    let work = move || {
        lower_thread_priority(LOWEST_PRIORITY);
        search(&host, &job, &mut Engine::new(ENGINE_SETTINGS));
    };
    let thread = thread::Builder::new()
        .stack_size(SEARCH_STACK_BYTES)
        .spawn(work);
    if let Ok(thread) = thread {
        thread
            .join()
            .ignore("the node asks again or searches itself");
    }
}

/// Where a search of a worker reports.
struct WorkerHost {
    clock: Clock,
    limit: Duration,
    is_cancelled: Arc<AtomicBool>,
    reports: mpsc::UnboundedSender<Analysis>,
}

impl SearchHost for WorkerHost {
    fn now(&self) -> Time {
        self.clock.now()
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }

    fn is_time_up(&self, began: Time) -> bool {
        let millis = u64::try_from(self.limit.as_millis()).unwrap_or(u64::MAX);
        (self.now() - began).as_millis() >= millis
    }

    fn report(&self, analysis: Analysis) {
        self.reports
            .send(analysis)
            .ignore("the question was cancelled");
    }

    fn report_over(&self) {
        self.report(without_lines(AnalysisEnd::Over));
    }
}
