use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use arbiter_wire::{ClockView, Color, Event, Fact, GameView, Seats};

/// What the server has acknowledged, to whomever: after this it may not
/// forget it, nor remember it differently.
#[derive(Clone, Default)]
pub struct Journal(Arc<Mutex<Pages>>);

#[derive(Default)]
struct Pages {
    games: HashMap<String, Page>,
    /// What the server said that contradicts what it had said.
    violations: Vec<String>,
    outages: Vec<Outage>,
    counts: Counts,
}

/// What is known of one game.
#[derive(Clone, Default)]
pub struct Page {
    events: BTreeMap<u64, Event>,
    seats: Seats,
    /// How often time was given, by commands that were answered and by those
    /// that may not have been.
    given: u64,
    giving: u64,
    /// Whether something was acknowledged since the last look.
    is_new: bool,
}

/// The server was not there.
#[derive(Clone, Copy)]
struct Outage {
    killed: Instant,
    started: Instant,
}

/// How much was seen.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    /// Commands that were answered.
    pub commands: u64,
    /// Commands that were on their way when the server died, and were sent
    /// again under the same name: they had been done…
    pub done_before: u64,
    /// … or not.
    pub done_now: u64,
    /// Clients that came back and went on.
    pub resumed: u64,
    /// Clocks that were compared before and after the server was down.
    pub clocks: u64,
    /// The most that one of them showed less than it may.
    pub most_lost: Duration,
}

impl Journal {
    /// A game as the server showed it, or the answer to joining it.
    pub fn seen(&self, game: &GameView) {
        let mut pages = self.lock();
        let page = pages.games.entry(game.id.clone()).or_default();
        page.is_new = true;
        let known = page.seats.clone();
        for (color, known, now) in [
            (Color::White, known.white, &game.players.white),
            (Color::Black, known.black, &game.players.black),
        ] {
            if let Some(known) = known
                && now.as_ref().is_none_or(|now| now.name != known.name)
            {
                let violation = format!("{}: {color:?} was {known:?} and is {now:?}", game.id);
                pages.violations.push(violation);
            }
        }
        if let Some(page) = pages.games.get_mut(&game.id) {
            page.seats = game.players.clone();
        }
    }

    /// Events as the server told them.
    pub fn told(&self, game: &str, events: &[Event]) {
        let mut pages = self.lock();
        let page = pages.games.entry(game.to_owned()).or_default();
        page.is_new = true;
        let mut different = Vec::new();
        for event in events {
            match page.events.get(&event.seq) {
                Some(known) if known != event => {
                    different.push(format!("{game}: {known:?} is now {event:?}"));
                }
                Some(_) => {}
                None => {
                    page.events.insert(event.seq, event.clone());
                }
            }
        }
        pages.violations.extend(different);
    }

    /// Somebody is about to give time: nothing refuses that, and nothing but
    /// the name of the command keeps it from being done twice.
    pub fn gives(&self, game: &str) {
        let mut pages = self.lock();
        pages.games.entry(game.to_owned()).or_default().giving += 1;
    }

    /// He has.
    pub fn gave(&self, game: &str) {
        let mut pages = self.lock();
        let page = pages.games.entry(game.to_owned()).or_default();
        page.giving -= 1;
        page.given += 1;
    }

    /// Whether more time was given in this record than anybody wanted to give.
    /// The players play on, so what they want is counted after it was read.
    pub fn count_gifts(&self, game: &str, events: &[Event]) -> Option<String> {
        let is_gift = |event: &&Event| matches!(event.fact, Fact::TimeGiven { .. });
        let gifts = events.iter().filter(is_gift).count() as u64;
        let pages = self.lock();
        let wanted = pages
            .games
            .get(game)
            .map_or(0, |page| page.given + page.giving);
        (gifts > wanted).then(|| format!("{game}: time was given {gifts} times and not {wanted}"))
    }

    /// The server says something that cannot be.
    pub fn violation(&self, what: String) {
        self.lock().violations.push(what);
    }

    /// Counts something.
    pub fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.lock().counts);
    }

    /// The server was killed then, and started again then.
    pub fn outage(&self, killed: Instant, started: Instant) {
        self.lock().outages.push(Outage { killed, started });
    }

    /// Whether a clock lost nothing while the server was down. It had shown
    /// one thing then and shows another now, and nothing has happened between.
    pub fn compare(&self, game: &str, then: &(Instant, ClockView), now: &(Instant, ClockView)) {
        let face = |clock: &ClockView, color| match color {
            Color::White => clock.white.time,
            Color::Black => clock.black.time,
        };
        let Some(running) = then.1.running else {
            return;
        };
        let mut pages = self.lock();
        let down: Duration = pages
            .outages
            .iter()
            .filter(|outage| then.0 <= outage.killed && outage.started <= now.0)
            .map(|outage| outage.started - outage.killed)
            .sum();
        if down.is_zero() {
            return;
        }
        let shown = face(&then.1, running).saturating_sub(face(&now.1, running));
        let may = (now.0 - then.0).saturating_sub(down);
        let lost = Duration::from_millis(shown).saturating_sub(may);
        pages.counts.clocks += 1;
        pages.counts.most_lost = pages.counts.most_lost.max(lost);
        if lost > ON_THE_WAY {
            let violation = format!(
                "{game}: a clock lost {shown} ms, while the server was up for {} ms",
                may.as_millis()
            );
            pages.violations.push(violation);
        }
    }

    /// The games of which something was acknowledged since this was last
    /// asked, or all of them.
    pub fn games(&self, which: Which) -> Vec<(String, Page)> {
        let mut pages = self.lock();
        let mut games = Vec::new();
        for (id, page) in &mut pages.games {
            if which == Which::All || page.is_new {
                games.push((id.clone(), page.clone()));
                page.is_new = false;
            }
        }
        games
    }

    /// What was counted, how many games and events are known, and what is
    /// wrong.
    pub fn sum(&self) -> (Counts, usize, usize, Vec<String>) {
        let pages = self.lock();
        let events = pages.games.values().map(|page| page.events.len()).sum();
        let violations = pages.violations.clone();
        (pages.counts, pages.games.len(), events, violations)
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which games to look at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    New,
    All,
}

/// A clock is read when a frame is written, and on a busy machine the frame
/// takes its time: 261 ms were seen. A fourth of the times the server is down
/// for longer than this, and a clock that ran meanwhile would show it.
const ON_THE_WAY: Duration = Duration::from_millis(900);

impl Page {
    /// What was acknowledged and is not as it was. The first is the number of
    /// events that were compared.
    pub fn compare(&self, id: &str, game: &GameView, events: &[Event]) -> (usize, Vec<String>) {
        let mut wrong = Vec::new();
        for (seq, known) in &self.events {
            let now = usize::try_from(*seq).ok().and_then(|seq| events.get(seq));
            match now {
                None => wrong.push(format!("{id}: LOST {known:?}")),
                Some(now) if now != known => {
                    wrong.push(format!("{id}: {known:?} has become {now:?}"));
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
