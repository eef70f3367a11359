use std::{
    io::Write,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use arbiter_rules::Move;

use super::{
    InfoLine, Message, TimeSource, output_writer::OutputWriter, search_request::SearchRequest,
};
use crate::{Bound, SearchControl, SearchProgress, SearchReport};

/// Sends what a search finds as `info` lines, and decides when it stops.
pub(super) struct SearchObserver<'a, W> {
    request: &'a SearchRequest,
    output: &'a OutputWriter<W>,
    clock: TimeSource<'a>,
    /// How often the threads have asked whether to stop.
    stop_checks: AtomicUsize,
}

/// Scores that are only bounds are sent after this time; before, they change too
/// fast to read.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);
/// The current root move is sent after this time.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

impl<'a, W> SearchObserver<'a, W> {
    pub fn new(
        request: &'a SearchRequest,
        output: &'a OutputWriter<W>,
        clock: TimeSource<'a>,
    ) -> SearchObserver<'a, W> {
        let stop_checks = AtomicUsize::new(0);
        SearchObserver {
            request,
            output,
            clock,
            stop_checks,
        }
    }

    fn elapsed(&self) -> Duration {
        self.request.handle.elapsed((self.clock)())
    }
}

impl<W: Write + Send> SearchControl for SearchObserver<'_, W> {
    /// Ignores the question that each thread asks before its first node. A
    /// search stopped that early still visits a thousand nodes, in about a
    /// millisecond, so that its move is not arbitrary.
    fn should_stop(&self) -> bool {
        let checks = self.stop_checks.fetch_add(1, Ordering::Relaxed);
        checks >= self.request.settings.threads && self.request.handle.should_stop(self.clock)
    }

    fn should_finish(&self, progress: &SearchProgress) -> bool {
        let handle = &self.request.handle;
        let should_finish =
            |(plan, elapsed): (&crate::TimePlan, _)| plan.should_finish(elapsed, progress);
        handle.should_stop(self.clock) || handle.plan(self.clock).is_some_and(should_finish)
    }

    fn on_report(&self, report: &SearchReport) {
        let elapsed = self.elapsed();
        if report.bound != Bound::Exact && elapsed < BOUNDS_AFTER {
            return;
        }
        let mut position = self.request.line.position().clone();
        let moves = report.moves.iter().map(|&mv| {
            let text = position.uci(mv);
            position.play(mv);
            text
        });
        let info = InfoLine {
            depth: Some(report.depth),
            selective_depth: Some(report.selective_depth),
            number: u32::try_from(report.number).ok(),
            score: Some(report.score.into()),
            bound: Some(report.bound),
            wdl: self.request.shows_wdl.then_some(report.wdl),
            nodes: Some(report.nodes),
            nodes_per_second: Some(per_second(report.nodes, elapsed)),
            hash_full_permille: Some(report.hash_full_permille),
            tablebase_hits: Some(report.tablebase_hits),
            time: Some(elapsed),
            moves: moves.collect(),
            ..InfoLine::default()
        };
        self.output.write_line(Message::Info(Box::new(info)));
    }

    fn on_root_move(&self, depth: u32, mv: Move, number: usize) {
        if self.elapsed() < CURRENT_MOVE_AFTER {
            return;
        }
        let info = InfoLine {
            depth: Some(depth),
            current_move: Some(self.request.line.position().uci(mv)),
            current_move_number: u32::try_from(number).ok(),
            ..InfoLine::default()
        };
        self.output.write_line(Message::Info(Box::new(info)));
    }
}

/// Returns the nodes per second, counting at least one millisecond.
pub(super) fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64
}
