//! A game with its record, and the invariants that hold after every step.

use arbiter_game::{Action, Event, Fact, Game, Options, Reason, Refusal, Span, Time};
use arbiter_rules::Color;

/// A game and its events, as values and as lines of text.
pub struct Referee {
    pub game: Game,
    pub events: Vec<Event>,
    pub lines: Vec<String>,
}

impl Referee {
    pub fn start(options: Options, at: Time) -> Referee {
        let game = Game::start(options, at).unwrap();
        let started = Event {
            at,
            fact: game.start_fact(),
        };
        let lines = vec![game.write_event(&started)];
        let referee = Referee {
            game,
            events: vec![started],
            lines,
        };
        referee.check_record();
        referee
    }

    /// Decides an action and applies its events.
    pub fn act(
        &mut self,
        at: Time,
        by: Color,
        action: Action,
    ) -> Result<Vec<(String, Event)>, Refusal> {
        let before = self.game.clone();
        let was_over = self.game.ending().is_some();
        let decided = self.game.decide(at, by, action);
        assert_eq!(self.game, before, "deciding must not change the game");
        assert_eq!(
            self.game.decide(at, by, action),
            decided,
            "deciding must be deterministic"
        );
        match decided {
            Ok(events) => {
                assert!(!was_over, "no event after the end");
                Ok(self.apply(at, events))
            }
            Err(refusal) => {
                assert_eq!(was_over, refusal.code() == "game_over" && is_end(&refusal));
                check_sentence(&refusal);
                Err(refusal)
            }
        }
    }

    /// Applies the events that happen without an action.
    pub fn tick(&mut self, at: Time) -> Vec<(String, Event)> {
        let events = self.game.tick(at);
        let deadline = self.game.deadline();
        let is_due = deadline.is_some_and(|deadline| deadline <= at.max(self.game.last_event_at()));
        assert_eq!(!events.is_empty(), is_due, "deadline {deadline:?}");
        self.apply(at, events)
    }

    /// Applies events and returns each with its description.
    fn apply(&mut self, at: Time, events: Vec<Event>) -> Vec<(String, Event)> {
        let now = at.max(self.game.last_event_at());
        let mut described = Vec::new();
        let limit = self.game.time_limit_after(&events);
        let lines: Vec<_> = events
            .iter()
            .map(|event| self.game.write_event(event))
            .collect();
        for (event, written) in events.into_iter().zip(lines) {
            assert_eq!(event.at, now, "an event has the time of its decision");
            assert!(
                self.game.ending().is_none(),
                "no event after the end: {event:?}"
            );
            let line = self.game.write_event(&event);
            assert_eq!(
                line, written,
                "the lines of a decision do not depend on each other"
            );
            assert_eq!(self.game.read_event(&line).as_ref(), Ok(&event), "{line}");
            let words = crate::script::words(&self.game, &event);
            let number = self.game.event_count();
            self.game.apply(&event);
            assert_eq!(
                self.game.event_count(),
                number + 1,
                "every event is counted"
            );
            self.lines.push(line);
            self.events.push(event.clone());
            described.push((words, event));
        }
        assert_eq!(self.game.time_limit(), limit, "the time limit is predicted");
        // Like every caller, check for a dead position right after the move.
        if self.game.deadline() == Some(self.game.last_event_at()) {
            let events = self.game.tick(self.game.last_event_at());
            assert!(events.iter().all(|event| is_dead(&event.fact)));
            let now = self.game.last_event_at();
            if !events.is_empty() {
                described.extend(self.apply(now, events));
            }
        }
        self.check_clocks();
        described
    }

    /// Checks that the events and the lines both replay to this game.
    pub fn check_record(&self) {
        assert_eq!(Game::replay(&self.events).as_ref(), Ok(&self.game));
        let lines = self.lines.iter().map(String::as_str);
        assert_eq!(Game::from_record(lines).as_ref(), Ok(&self.game));
        assert_eq!(self.game.event_count(), self.events.len() as u64);
        let ends = self
            .events
            .iter()
            .filter(|event| matches!(event.fact, Fact::Ended(_)))
            .count();
        assert_eq!(ends, usize::from(self.game.ending().is_some()));
        let over = self.game.ending().is_some();
        assert_eq!(
            over,
            self.events
                .last()
                .is_some_and(|event| matches!(event.fact, Fact::Ended(_)))
        );
    }

    /// Checks that the deadline is the first moment at which something happens
    /// without an action.
    fn check_clocks(&self) {
        let now = self.game.last_event_at();
        let Some(deadline) = self.game.deadline() else {
            assert!(self.game.tick(Time::from_millis(u64::MAX)).is_empty());
            return;
        };
        assert!(self.game.ending().is_none());
        assert!(deadline > now, "the deadline {deadline:?} has passed");
        let before = Time::from_millis(deadline.as_millis() - 1);
        assert!(self.game.tick(before).is_empty());
        let [event] = self.game.tick(deadline).try_into().unwrap();
        assert!(matches!(event.fact, Fact::Ended(_)), "{event:?}");
        assert_eq!(event.at, deadline);
        for color in Color::ALL {
            let left = |at| self.game.remaining(color, at).unwrap_or(Span::ZERO);
            // A negative time would appear as a very long one.
            assert!(left(deadline) < Span::from_seconds(u64::MAX / 4_000));
        }
    }
}

/// Reports whether the game is over, not only the position.
fn is_end(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Over(_))
}

fn is_dead(fact: &Fact) -> bool {
    matches!(fact, Fact::Ended(ending) if ending.reason == Reason::DeadPosition)
}

/// Checks that a refusal is a sentence.
fn check_sentence(refusal: &Refusal) {
    let sentence = refusal.to_string();
    assert!(sentence.ends_with('.'), "{sentence}");
    assert!(!sentence.contains("  "), "{sentence}");
    let is_code = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    assert!(refusal.code().chars().all(is_code), "{}", refusal.code());
}
