//! Outages of the store, which cost nobody the game: while nothing can be stored, the
//! clocks stand still, and a player who moved in time and sends the move again when
//! the store is back does not lose on time.

use std::{
    mem,
    time::{Duration, Instant},
};

use arbiter_game::{Span, Time};
use arbiter_rules::Color;
use arbiter_server::{Clock, base::StoreMonitor};
use arbiter_wire::{Action, Command};

use super::{
    super::failures::{FailurePlan, Sabotage, StoreFailure},
    Client, Violation, World,
};

/// Whether the store works, and what the players may rely on if it does not.
pub struct Outage {
    pub is_down: bool,
    monitor: StoreMonitor,
    started: Instant,
    /// The time since the simulation began.
    elapsed: Duration,
    next_heartbeat: Duration,
    /// The game time at which the server could notice that the store is down.
    noticed: Option<Time>,
    /// The latest game time so far; the clock may have been set back since then.
    latest: Time,
    moved_in_time: Option<MoveInTime>,
}

/// A move that was made in time and could not be stored.
struct MoveInTime {
    by: Color,
    /// The number of events stored before it.
    seq: u64,
}

/// How often the time is stored.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Players come back within this time, in milliseconds, after the store is back.
const COMING_BACK: u64 = 2_900;

impl Outage {
    pub fn new(clock: &Clock) -> Outage {
        Outage {
            is_down: false,
            monitor: StoreMonitor::new(clock.clone()),
            started: Instant::now(),
            elapsed: Duration::ZERO,
            next_heartbeat: HEARTBEAT_INTERVAL,
            noticed: None,
            latest: clock.now(),
            moved_in_time: None,
        }
    }
}

impl World {
    /// Lets time pass, in which the server stores the time every second.
    pub(super) fn pass(&mut self, millis: u64) {
        let end = self.outage.elapsed + Duration::from_millis(millis);
        while self.outage.next_heartbeat <= end {
            self.advance_to(self.outage.next_heartbeat);
            self.heartbeat();
            self.outage.next_heartbeat += HEARTBEAT_INTERVAL;
        }
        self.advance_to(end);
    }

    fn advance_to(&mut self, elapsed: Duration) {
        let span = elapsed - self.outage.elapsed;
        let millis = u64::try_from(span.as_millis()).unwrap();
        self.clock.advance(Span::from_millis(millis));
        self.outage.elapsed = elapsed;
    }

    fn heartbeat(&mut self) {
        let time = self.latest_and_now().1;
        let now = self.outage.started + self.outage.elapsed;
        let sabotage = self.log.sabotage;
        if !self.outage.is_down {
            self.outage.monitor.note_stored(time, now);
            if sabotage == Sabotage::ClocksRunAtOnce {
                self.clock.resume();
            }
            return;
        }
        self.outage.noticed.get_or_insert(time);
        if sabotage != Sabotage::ClocksRunInOutage {
            self.outage.monitor.note_failure();
        }
    }

    /// Returns the latest game time so far, and the current one.
    fn latest_and_now(&mut self) -> (Time, Time) {
        let now = self.clock.now();
        self.outage.latest = self.outage.latest.max(now);
        (self.outage.latest, now)
    }

    /// Returns the latest time that a clock may have been read at.
    pub(super) fn latest(&mut self) -> Time {
        self.latest_and_now().0
    }

    pub(super) fn store_goes_down(&mut self) {
        self.note("the store goes down");
        self.outage.is_down = true;
        self.outage.noticed = None;
    }

    /// The store is back; players reconnect and send again what was not answered.
    pub(super) fn store_comes_back(&mut self) -> Result<(), Violation> {
        self.note("the store comes back");
        self.outage.is_down = false;
        let calm = FailurePlan::at(u64::MAX, StoreFailure::None);
        let plan = mem::replace(&mut self.plan, calm);
        let millis = self.random.below(COMING_BACK);
        self.pass(millis);
        for node in 0..self.nodes.len() {
            self.look(node)?;
        }
        self.check_clocks_stand()?;
        self.check_moves_in_time()?;
        for client in 0..self.clients.len() {
            self.drop_socket(client);
            self.connect(client);
        }
        self.settle()?;
        for _ in 0..2 {
            self.repeat_commands();
            self.settle()?;
        }
        self.outage.noticed = None;
        self.clocks_run_again()?;
        self.plan = plan;
        Ok(())
    }

    /// Waits until the clocks run.
    pub(super) fn clocks_run_again(&mut self) -> Result<(), Violation> {
        self.pass(5_000);
        if self.clock.is_running() {
            return Ok(());
        }
        Err(Violation("the clocks do not run again".to_owned()))
    }

    /// Lets every client send again what was not answered.
    pub(super) fn repeat_commands(&mut self) {
        for client in 0..self.clients.len() {
            for command in self.clients[client].pending.clone() {
                let message = Client::command(&command, &self.log);
                self.say(client, message);
            }
        }
    }

    /// Returns the side for which this command is a move in time.
    pub(super) fn mover_in_time(&self, sides: &[Color], command: &Command) -> Option<Color> {
        let mover = self.invariants.mover_in_time(self.clock.now())?;
        let is_move = matches!(command.action, Action::Play { .. });
        (is_move && sides.contains(&mover)).then_some(mover)
    }

    /// Remembers that a move could not be stored because the store is down.
    pub(super) fn remember_move(&mut self, by: Color, at: Time) {
        self.note("a move is not stored in an outage");
        self.outage.noticed.get_or_insert(at);
        let seq = self.invariants.count();
        self.outage.moved_in_time = Some(MoveInTime { by, seq });
    }

    /// Checks that clocks stand still while the store is down, and until the players
    /// had time to come back.
    pub(super) fn check_clocks_stand(&mut self) -> Result<(), Violation> {
        let now = self.latest_and_now().1;
        match self.outage.noticed {
            Some(noticed) if now > noticed => {
                let complaint = format!("the clocks ran from {noticed:?} to {now:?} in an outage");
                Err(Violation(complaint))
            }
            _ => Ok(()),
        }
    }

    /// Checks that nobody who moved in time has lost on time.
    pub(super) fn check_moves_in_time(&mut self) -> Result<(), Violation> {
        let Some(moved) = &self.outage.moved_in_time else {
            return Ok(());
        };
        if self.invariants.count() <= moved.seq {
            return Ok(());
        }
        if self.invariants.loser_on_time(moved.seq) == Some(moved.by) {
            let complaint = format!("{:?} moved in time and lost on time", moved.by);
            return Err(Violation(complaint));
        }
        self.outage.moved_in_time = None;
        Ok(())
    }
}
