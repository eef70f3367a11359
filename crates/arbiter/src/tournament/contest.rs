use std::fmt;

use arbiter_server::base::clock::wall;
use arbiter_tournament::{
    Action, Event, Player, PlayerId, RecordError, Tournament,
    arena::{Arena, ArenaAction, ArenaEvent},
    knockout::{Knockout, KnockoutAction, KnockoutEvent},
};
use serde_json::{Value, json};

use super::error::TournamentError;
use crate::output;

/// A tournament that can be kept in a file: events are decided, stored and applied.
pub trait Contest: Clone {
    type Action;
    type Event: fmt::Display;

    fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordError>;
    fn first_line(&self) -> String;
    fn decide(&self, action: &Self::Action) -> Result<Vec<Self::Event>, TournamentError>;
    fn apply(&mut self, event: &Self::Event);

    fn player_count(&self) -> usize;
    fn player(&self, id: PlayerId) -> Option<&Player>;

    /// Returns the players in the order of the numbers that are printed.
    fn numbered(&self) -> Vec<PlayerId>;

    /// Describes the state of the tournament.
    fn state(&self) -> String;
    fn state_json(&self) -> Value;

    fn player_name(&self, id: PlayerId) -> &str {
        self.player(id).map_or("", |it| it.name.as_str())
    }

    /// Finds a player by the number that is printed, the name or its beginning.
    fn find_player(&self, text: &str) -> Result<PlayerId, TournamentError> {
        let fail = |reason: String| Err(TournamentError::Argument(reason));
        let numbered = self.numbered();
        if let Ok(number) = text.parse::<usize>() {
            return match number.checked_sub(1).and_then(|it| numbered.get(it)) {
                Some(&id) => Ok(id),
                None => fail(format!("there is no player No. {number}")),
            };
        }
        let lower = text.to_lowercase();
        let ids = || 1..=self.player_count();
        let lower_name = |id| self.player_name(id).to_lowercase();
        let exact: Vec<PlayerId> = ids().filter(|&id| lower_name(id) == lower).collect();
        let starting: Vec<PlayerId> = ids()
            .filter(|&id| lower_name(id).starts_with(&lower))
            .collect();
        match (&exact[..], &starting[..]) {
            ([one], _) | ([], [one]) => Ok(*one),
            ([], []) => fail(format!("nobody is called \"{text}\"")),
            (several, _) => {
                let several = if several.is_empty() {
                    &starting
                } else {
                    several
                };
                let list: Vec<String> = several
                    .iter()
                    .map(|&id| {
                        let number = numbered.iter().position(|&it| it == id).unwrap_or(0) + 1;
                        format!("{number} {}", self.player_name(id))
                    })
                    .collect();
                fail(format!(
                    "several players are called \"{text}\"; give the number: {}",
                    list.join(", ")
                ))
            }
        }
    }
}

impl Contest for Tournament {
    type Action = Action;
    type Event = Event;

    fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordError> {
        Tournament::from_record(lines)
    }

    fn first_line(&self) -> String {
        self.write_settings()
    }

    fn decide(&self, action: &Action) -> Result<Vec<Event>, TournamentError> {
        Ok(Tournament::decide(self, action)?)
    }

    fn apply(&mut self, event: &Event) {
        Tournament::apply(self, event);
    }

    fn player_count(&self) -> usize {
        Tournament::player_count(self)
    }

    fn player(&self, id: PlayerId) -> Option<&Player> {
        Tournament::player(self, id)
    }

    fn numbered(&self) -> Vec<PlayerId> {
        self.numbering()
    }

    fn state(&self) -> String {
        let (rounds, count) = (self.rounds().len(), self.round_count());
        let players = output::count(self.player_count(), "player");
        let state = match (rounds, self.missing_results()) {
            (0, _) => "no round paired yet".to_owned(),
            (_, 0) => format!("round {rounds} of {count} finished"),
            (_, games) => {
                let results = output::count(games, "result");
                format!("round {rounds} of {count}, {results} missing")
            }
        };
        format!("{}: {players}, {state}", self.settings().name)
    }

    fn state_json(&self) -> Value {
        json!({
            "name": self.settings().name,
            "system": self.settings().system.name(),
            "players": self.player_count(),
            "rounds": self.round_count(),
            "paired": self.rounds().len(),
            "missing": self.missing_results(),
        })
    }
}

impl Contest for Knockout {
    type Action = KnockoutAction;
    type Event = KnockoutEvent;

    fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordError> {
        Knockout::from_record(lines)
    }

    fn first_line(&self) -> String {
        self.write_settings()
    }

    fn decide(&self, action: &KnockoutAction) -> Result<Vec<KnockoutEvent>, TournamentError> {
        Ok(Knockout::decide(self, action)?)
    }

    fn apply(&mut self, event: &KnockoutEvent) {
        Knockout::apply(self, event);
    }

    fn player_count(&self) -> usize {
        Knockout::player_count(self)
    }

    fn player(&self, id: PlayerId) -> Option<&Player> {
        Knockout::player(self, id)
    }

    fn numbered(&self) -> Vec<PlayerId> {
        match self.is_drawn() {
            true => self.seeds().to_vec(),
            false => self.numbering(),
        }
    }

    fn state(&self) -> String {
        let players = output::count(self.player_count(), "player");
        let state = match (self.winner(), self.missing_results()) {
            _ if !self.is_drawn() => "not drawn yet".to_owned(),
            (Some(id), 0) if self.is_finished() => format!("won by {}", self.player_name(id)),
            (_, 0) => "ready to pair".to_owned(),
            (_, games) => format!("{} missing", output::count(games, "result")),
        };
        format!("{}: {players}, {state}", self.settings().name)
    }

    fn state_json(&self) -> Value {
        json!({
            "name": self.settings().name,
            "system": "knockout",
            "players": self.player_count(),
            "rounds": self.rounds().len(),
            "missing": self.missing_results(),
            "winner": self.winner(),
        })
    }
}

impl Contest for Arena {
    type Action = ArenaAction;
    type Event = ArenaEvent;

    fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordError> {
        Arena::from_record(lines)
    }

    fn first_line(&self) -> String {
        self.write_settings()
    }

    fn decide(&self, action: &ArenaAction) -> Result<Vec<ArenaEvent>, TournamentError> {
        Ok(Arena::decide(self, action, wall())?)
    }

    fn apply(&mut self, event: &ArenaEvent) {
        Arena::apply(self, event);
    }

    fn player_count(&self) -> usize {
        Arena::player_count(self)
    }

    fn player(&self, id: PlayerId) -> Option<&Player> {
        Arena::player(self, id)
    }

    fn numbered(&self) -> Vec<PlayerId> {
        (1..=self.player_count()).collect()
    }

    fn state(&self) -> String {
        let players = output::count(self.player_count(), "player");
        let left = |end: u64| end.saturating_sub(wall()).div_ceil(60_000) as usize;
        let state = match self.end_ms() {
            None => "not started yet".to_owned(),
            Some(_) if self.has_ended() => "finished".to_owned(),
            Some(end) => format!(
                "{} waiting, {} left",
                self.waiting().count(),
                output::count(left(end), "minute")
            ),
        };
        format!("{}: {players}, {state}", self.settings().name)
    }

    fn state_json(&self) -> Value {
        json!({
            "name": self.settings().name,
            "system": "arena",
            "players": self.player_count(),
            "games": self.games().len(),
            "waiting": self.waiting().collect::<Vec<_>>(),
            "end_ms": self.end_ms(),
            "finished": self.has_ended(),
        })
    }
}
