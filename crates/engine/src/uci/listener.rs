use std::{
    io::Write,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use arbiter_rules::Move;

use super::{Clock, Message, Thought, searcher::Task, voice::Voice};
use crate::{Bound, Control, Effort, Report};

/// Hears what a search finds, tells it on, and says when it is over.
pub(super) struct Listener<'a, W> {
    task: &'a Task,
    voice: &'a Voice<W>,
    clock: Clock<'a>,
    /// How often it was asked whether it is over.
    asked: AtomicUsize,
}

/// A search that takes less is too quick for its bounds to be read.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);
/// The same for the moves it tries.
const TRYING_AFTER: Duration = Duration::from_secs(3);

impl<'a, W> Listener<'a, W> {
    pub fn new(task: &'a Task, voice: &'a Voice<W>, clock: Clock<'a>) -> Listener<'a, W> {
        let asked = AtomicUsize::new(0);
        Listener {
            task,
            voice,
            clock,
            asked,
        }
    }

    fn elapsed(&self) -> Duration {
        self.task.leash.elapsed((self.clock)())
    }
}

impl<W: Write + Send> Control for Listener<'_, W> {
    /// Every thread asks once before it begins. Even who is stopped by then
    /// looks at a thousand positions, which takes about a millisecond:
    /// otherwise the move would be any.
    fn is_over(&self) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        asked >= self.task.settings.threads && self.task.leash.is_over(self.clock)
    }

    fn is_enough(&self, effort: &Effort) -> bool {
        let leash = &self.task.leash;
        let is_enough = |(plan, elapsed): (&crate::TimePlan, _)| plan.is_enough(elapsed, effort);
        leash.is_over(self.clock) || leash.plan(self.clock).is_some_and(is_enough)
    }

    fn line(&self, report: &Report) {
        let elapsed = self.elapsed();
        if report.bound != Bound::Exact && elapsed < BOUNDS_AFTER {
            return;
        }
        let mut position = *self.task.line.position();
        let moves = report.moves.iter().map(|&mv| {
            let written = position.uci(mv);
            position.play(mv);
            written
        });
        let thought = Thought {
            depth: Some(report.depth),
            selective_depth: Some(report.selective_depth),
            number: u32::try_from(report.number).ok(),
            worth: Some(report.score.into()),
            bound: Some(report.bound),
            wdl: self.task.shows_wdl.then_some(report.wdl),
            nodes: Some(report.nodes),
            nodes_per_second: Some(per_second(report.nodes, elapsed)),
            table_full: Some(report.table_full),
            ending_hits: Some(report.ending_hits),
            time: Some(elapsed),
            moves: moves.collect(),
            ..Thought::default()
        };
        self.voice.say(Message::Thought(Box::new(thought)));
    }

    fn trying(&self, depth: u32, mv: Move, number: usize) {
        if self.elapsed() < TRYING_AFTER {
            return;
        }
        let thought = Thought {
            depth: Some(depth),
            trying: Some(self.task.line.position().uci(mv)),
            trying_number: u32::try_from(number).ok(),
            ..Thought::default()
        };
        self.voice.say(Message::Thought(Box::new(thought)));
    }
}

/// As if at least a millisecond had passed.
pub(super) fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(0.001)) as u64
}
