use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};

use arbiter_wire::{ClockView, Color, Event, Fact, GameView, Seats};
use parking_lot::Mutex;

/// Everything that the server has acknowledged to any client, and so must not
/// lose or change.
#[derive(Clone, Default)]
pub struct Acknowledged(Arc<Mutex<Records>>);

#[derive(Default)]
struct Records {
    games: HashMap<String, AcknowledgedGame>,
    /// Messages of the server that contradict earlier ones.
    violations: Vec<String>,
    outages: Vec<Outage>,
    counts: Counts,
}

/// What was acknowledged in one game.
#[derive(Clone, Default)]
pub struct AcknowledgedGame {
    events: BTreeMap<u64, Event>,
    seats: Seats,
    /// How often a player gave time: by commands that were acknowledged, and by
    /// those that are not answered yet.
    time_gifts: u64,
    unanswered_time_gifts: u64,
    /// Whether something was acknowledged since the last comparison.
    is_changed: bool,
}

/// A time when the server was down.
#[derive(Clone, Copy)]
struct Outage {
    killed: Instant,
    started: Instant,
}

/// What happened during the test.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// The number of commands that were acknowledged.
    pub commands: u64,
    /// The number of commands sent again with the same id after a kill that had
    /// been done before it…
    pub done_before: u64,
    /// … and that had not.
    pub done_now: u64,
    /// The number of times a client resumed.
    pub resumed: u64,
    /// The number of moves that the computer made.
    pub computer_moves: u64,
    /// The longest time until a client was served again after it had lost its connection.
    pub longest_gap: Duration,
    /// The number of clocks that were compared before and after an outage.
    pub clocks: u64,
    /// The most time that one of them lost to an outage.
    pub most_lost: Duration,
}

impl Acknowledged {
    /// Adds a game as the server sent it.
    pub fn add_game(&self, game: &GameView) {
        let mut records = self.0.lock();
        let record = records.games.entry(game.id.clone()).or_default();
        record.is_changed = true;
        let known = record.seats.clone();
        for (color, known, now) in [
            (Color::White, known.white, &game.players.white),
            (Color::Black, known.black, &game.players.black),
        ] {
            if let Some(known) = known
                && now.as_ref().is_none_or(|now| now.name != known.name)
            {
                let violation = format!("{}: {color:?} was {known:?} and is {now:?}", game.id);
                records.violations.push(violation);
            }
        }
        if let Some(record) = records.games.get_mut(&game.id) {
            record.seats = game.players.clone();
        }
    }

    /// Adds events as the server sent them.
    pub fn add_events(&self, game: &str, events: &[Event]) {
        let mut records = self.0.lock();
        let record = records.games.entry(game.to_owned()).or_default();
        record.is_changed = true;
        let mut changed = Vec::new();
        for event in events {
            match record.events.get(&event.seq) {
                Some(known) if known != event => {
                    changed.push(format!("{game}: {known:?} is now {event:?}"));
                }
                Some(_) => {}
                None => {
                    record.events.insert(event.seq, event.clone());
                }
            }
        }
        records.violations.extend(changed);
    }

    /// Records that a player is about to give time. This is never refused, so
    /// only the id of the command keeps it from being done twice.
    pub fn time_gift_sent(&self, game: &str) {
        let mut records = self.0.lock();
        records
            .games
            .entry(game.to_owned())
            .or_default()
            .unanswered_time_gifts += 1;
    }

    /// Records that the server has acknowledged it.
    pub fn time_gift_acknowledged(&self, game: &str) {
        let mut records = self.0.lock();
        let record = records.games.entry(game.to_owned()).or_default();
        record.unanswered_time_gifts -= 1;
        record.time_gifts += 1;
    }

    /// Returns an error if these events give time more often than the players
    /// did. The players play on, so the events must be read first.
    pub fn check_time_given(&self, game: &str, events: &[Event]) -> Option<String> {
        // Less is what a player gets back whose node was stopped.
        let is_gift = |event: &&Event| match event.fact {
            Fact::TimeGiven { span, .. } => span >= GIFT_MILLIS,
            _ => false,
        };
        let gifts = events.iter().filter(is_gift).count() as u64;
        let records = self.0.lock();
        let sent = records
            .games
            .get(game)
            .map_or(0, |it| it.time_gifts + it.unanswered_time_gifts);
        (gifts > sent).then(|| format!("{game}: time was given {gifts} times instead of {sent}"))
    }

    /// Adds a violation of the protocol.
    pub fn add_violation(&self, violation: String) {
        self.0.lock().violations.push(violation);
    }

    /// Updates the counts.
    pub fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.0.lock().counts);
    }

    /// Records when the server was killed and started again.
    pub fn add_outage(&self, killed: Instant, started: Instant) {
        self.0.lock().outages.push(Outage { killed, started });
    }

    /// Checks that a clock lost no time while the server was down. `before` and
    /// `after` are what it showed, and when, with no event in between.
    pub fn compare_clocks(
        &self,
        game: &str,
        before: &(Instant, ClockView),
        after: &(Instant, ClockView),
    ) {
        let time = |clock: &ClockView, color| match color {
            Color::White => clock.white.time,
            Color::Black => clock.black.time,
        };
        let Some(running) = before.1.running else {
            return;
        };
        let mut records = self.0.lock();
        let down: Duration = records
            .outages
            .iter()
            .filter(|outage| before.0 <= outage.killed && outage.started <= after.0)
            .map(|outage| outage.started - outage.killed)
            .sum();
        if down.is_zero() {
            return;
        }
        let used = time(&before.1, running).saturating_sub(time(&after.1, running));
        let up = (after.0 - before.0).saturating_sub(down);
        let lost = Duration::from_millis(used).saturating_sub(up);
        records.counts.clocks += 1;
        records.counts.most_lost = records.counts.most_lost.max(lost);
        if lost > MAX_FRAME_DELAY {
            let violation = format!(
                "{game}: a clock lost {used} ms while the server was up for {} ms",
                up.as_millis()
            );
            records.violations.push(violation);
        }
    }

    /// Returns the selected games.
    pub fn games(&self, selection: GameSelection) -> Vec<(String, AcknowledgedGame)> {
        let mut records = self.0.lock();
        let mut games = Vec::new();
        for (id, record) in &mut records.games {
            if selection == GameSelection::All || record.is_changed {
                games.push((id.clone(), record.clone()));
                record.is_changed = false;
            }
        }
        games
    }

    /// Returns the number of games and of their events.
    pub fn sizes(&self) -> (usize, usize) {
        let records = self.0.lock();
        let events = records.games.values().map(|game| game.events.len()).sum();
        (records.games.len(), events)
    }

    /// Returns the games that ended on time or by abandonment: the players move at once,
    /// so only a fault can cause that.
    pub fn ended_by_fault(&self) -> Vec<String> {
        let records = self.0.lock();
        let mut ended = Vec::new();
        for (id, game) in &records.games {
            if let Some(event) = game.events.values().next_back()
                && let Fact::Ended { reason, .. } = &event.fact
                && ["time", "abandonment"].contains(&reason.as_str())
            {
                ended.push(format!("{id}: ended by {reason}"));
            }
        }
        ended
    }

    /// Returns the counts and the violations.
    pub fn finish(&self) -> (Counts, Vec<String>) {
        let records = self.0.lock();
        (records.counts, records.violations.clone())
    }
}

/// Which games to compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GameSelection {
    /// Those in which something was acknowledged since the last comparison.
    Changed,
    All,
}

/// How much time players give each other.
const GIFT_MILLIS: u64 = 15_000;

/// How long a frame may take to arrive after the server has read the clock for
/// it: 261 ms have been seen on a busy machine. One outage in four is longer than
/// this, so a clock that keeps running is noticed.
const MAX_FRAME_DELAY: Duration = Duration::from_millis(900);

impl AcknowledgedGame {
    /// Compares what was acknowledged with what the server has. Returns the
    /// number of events compared, and what is wrong.
    pub fn compare(&self, id: &str, game: &GameView, events: &[Event]) -> (usize, Vec<String>) {
        let mut wrong = Vec::new();
        for (seq, known) in &self.events {
            let now = usize::try_from(*seq).ok().and_then(|seq| events.get(seq));
            match now {
                None => wrong.push(format!("{id}: LOST {known:?}")),
                Some(now) if now != known => {
                    wrong.push(format!("{id}: {known:?} has changed to {now:?}"));
                }
                Some(_) => {}
            }
        }
        for (known, now) in [
            (&self.seats.white, &game.players.white),
            (&self.seats.black, &game.players.black),
        ] {
            let name = |player: &Option<arbiter_wire::PlayerView>| {
                player.as_ref().map(|player| player.name.clone())
            };
            if known.is_some() && name(known) != name(now) {
                wrong.push(format!("{id}: LOST the seat of {known:?}, now {now:?}"));
            }
        }
        (self.events.len(), wrong)
    }
}
