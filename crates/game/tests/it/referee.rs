//! A game with its record, and everything that must hold after every step.

use arbiter_game::{Action, Event, Fact, Game, Options, Reason, Refusal, Span, Time};
use arbiter_rules::Color;

/// A game, and the events that made it as values and as lines of text.
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

    /// Decides a wish and applies what comes of it.
    pub fn act(
        &mut self,
        at: Time,
        by: Color,
        action: Action,
    ) -> Result<Vec<(String, Event)>, Refusal> {
        let before = self.game.clone();
        let was_over = self.game.ending().is_some();
        let decided = self.game.decide(at, by, action);
        assert_eq!(self.game, before, "to decide changes nothing");
        assert_eq!(
            self.game.decide(at, by, action),
            decided,
            "a wish is decided in one way"
        );
        match decided {
            Ok(events) => {
                assert!(!was_over, "nothing happens after the end");
                Ok(self.apply(at, events))
            }
            Err(refusal) => {
                assert_eq!(was_over, refusal.code() == "game_over" && is_end(&refusal));
                check_sentence(&refusal);
                Err(refusal)
            }
        }
    }

    /// Lets happen what happens by itself.
    pub fn tick(&mut self, at: Time) -> Vec<(String, Event)> {
        let events = self.game.tick(at);
        let deadline = self.game.deadline();
        let is_due = deadline.is_some_and(|deadline| deadline <= at.max(self.game.last_event_at()));
        assert_eq!(!events.is_empty(), is_due, "deadline {deadline:?}");
        self.apply(at, events)
    }

    /// Each event with its friendly words.
    fn apply(&mut self, at: Time, events: Vec<Event>) -> Vec<(String, Event)> {
        let now = at.max(self.game.last_event_at());
        let mut told = Vec::new();
        let limit = self.game.time_limit_after(&events);
        let lines: Vec<_> = events
            .iter()
            .map(|event| self.game.write_event(event))
            .collect();
        for (event, written) in events.into_iter().zip(lines) {
            assert_eq!(event.at, now, "an event happens when it is decided");
            assert!(
                self.game.ending().is_none(),
                "no event comes after the end: {event:?}"
            );
            let line = self.game.write_event(&event);
            assert_eq!(
                line, written,
                "what is decided together is written together"
            );
            assert_eq!(self.game.read_event(&line).as_ref(), Ok(&event), "{line}");
            let words = crate::script::words(&self.game, &event);
            let number = self.game.event_count();
            self.game.apply(&event);
            assert_eq!(self.game.event_count(), number + 1, "events count up");
            self.lines.push(line);
            self.events.push(event.clone());
            told.push((words, event));
        }
        assert_eq!(self.game.time_limit(), limit, "when time is up is foreseen");
        // As every shell does: whether the position is dead is looked at when
        // the move is made.
        if self.game.deadline() == Some(self.game.last_event_at()) {
            let events = self.game.tick(self.game.last_event_at());
            assert!(events.iter().all(|event| is_dead(&event.fact)));
            let now = self.game.last_event_at();
            if !events.is_empty() {
                told.extend(self.apply(now, events));
            }
        }
        self.check_clocks();
        told
    }

    /// The events and the lines both tell this game.
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

    /// The deadline is the first moment at which something happens by
    /// itself.
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
            // Nothing below zero can be told from a very long time.
            assert!(left(deadline) < Span::from_seconds(u64::MAX / 4_000));
        }
    }
}

/// Whether it is the game that is over, and not only the position.
fn is_end(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Over(_))
}

fn is_dead(fact: &Fact) -> bool {
    matches!(fact, Fact::Ended(ending) if ending.reason == Reason::DeadPosition)
}

/// What a player reads is a sentence.
fn check_sentence(refusal: &Refusal) {
    let sentence = refusal.to_string();
    assert!(sentence.ends_with('.'), "{sentence}");
    assert!(!sentence.contains("  "), "{sentence}");
    let is_code = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    assert!(refusal.code().chars().all(is_code), "{}", refusal.code());
}
