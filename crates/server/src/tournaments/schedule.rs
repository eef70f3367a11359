//! What happens in a tournament by itself, and when.

use arbiter_game::{Span, Time};
use arbiter_rules::ByColor;
use arbiter_tournament::{
    PlayerId as SeatId,
    arena::{Arena, GameState},
    knockout::Knockout,
};
use arbiter_wire::{TournamentState, TournamentVenue};

use super::{Due, HostedTournament};
use crate::{
    base::{GameId, PlayerId},
    store::BoardSlot,
};

/// How long a tournament without start time is open, in milliseconds.
pub const MAX_OPEN_MILLIS: u64 = 90 * 24 * 60 * 60 * 1_000;
/// After so long without any change a tournament is over.
const MAX_SILENCE: Span = Span::from_seconds(180 * 24 * 60 * 60);

impl HostedTournament {
    /// Returns when the games of the paired round start by themselves.
    #[must_use]
    pub fn round_start(&self) -> Option<Time> {
        if self.knockout.is_some() || self.arena.is_some() {
            return None;
        }
        let waits = self.started_round < self.round() && !self.is_paused;
        let seconds = self.options.break_seconds.filter(|_| waits)?;
        Some(self.paired_at + Span::from_seconds(u64::from(seconds)))
    }

    /// Returns what happens by itself at this time; `wall` is in milliseconds since
    /// 1970.
    #[must_use]
    pub fn due(&self, now: Time, wall: u64) -> Option<Due> {
        match self.state {
            TournamentState::Open if self.options.starts.is_none() => {
                let is_stale = self.created.saturating_add(MAX_OPEN_MILLIS) <= wall;
                is_stale.then_some(Due::Cancel)
            }
            TournamentState::Open => {
                let is_late = self.options.starts.is_some_and(|starts| starts <= wall);
                let due = match self.player_count() {
                    0 | 1 => Due::Cancel,
                    _ => Due::Begin,
                };
                is_late.then_some(due)
            }
            TournamentState::Over | TournamentState::Cancelled => None,
            TournamentState::Running if self.is_abandoned(now) => Some(Due::Finish),
            TournamentState::Running if self.is_paused => None,
            TournamentState::Running if self.arena.is_some() => {
                let arena = self.arena.as_ref();
                let may_happen = arena.is_some_and(|it| is_arena_due(it, now));
                may_happen.then_some(Due::Arena)
            }
            TournamentState::Running if self.knockout.is_some() => {
                let knockout = self.knockout.as_ref();
                let is_ready = knockout.is_some_and(|it| it.missing_results() == 0);
                let is_over = knockout.is_some_and(Knockout::is_finished);
                match (is_over, is_ready) {
                    (true, _) => Some(Due::Finish),
                    (false, true) => self.options.break_seconds.map(|_| Due::Pair),
                    (false, false) => None,
                }
            }
            TournamentState::Running if self.started_round < self.round() => {
                let is_late = self.round_start().is_some_and(|start| start <= now);
                is_late.then_some(Due::StartRound)
            }
            TournamentState::Running if self.rules.missing_results() > 0 => None,
            TournamentState::Running if self.round() >= self.round_count() => Some(Due::Finish),
            TournamentState::Running => self.options.break_seconds.map(|_| Due::Pair),
        }
    }

    /// Reports whether nothing has happened for long. A correspondence game may take
    /// longer.
    fn is_abandoned(&self, now: Time) -> bool {
        now - self.changed_at >= MAX_SILENCE && self.games_in_play().is_empty()
    }

    /// Returns the pairings of the present round that need a game on this server.
    #[must_use]
    pub fn missing_games(&self) -> Vec<(BoardSlot, ByColor<PlayerId>)> {
        if let Some(arena) = self.arena.as_ref().filter(|it| !it.has_ended()) {
            let mut pairings = self.arena_pairings(arena);
            pairings.retain(|(slot, _)| !self.games.contains_key(slot));
            return pairings;
        }
        if let Some(knockout) = &self.knockout {
            let is_played = self.options.venue == TournamentVenue::Online
                && self.state == TournamentState::Running;
            let mut pairings = self.knockout_pairings(knockout);
            pairings.retain(|(slot, _)| is_played && !self.games.contains_key(slot));
            return pairings;
        }
        let round = self.round();
        let is_played = self.options.venue == TournamentVenue::Online
            && self.state == TournamentState::Running
            && self.started_round == round;
        let Some(paired) = self.rules.rounds().last().filter(|_| is_played) else {
            return Vec::new();
        };
        let mut missing = Vec::new();
        for (board, game) in (1..).zip(&paired.games) {
            let slot = BoardSlot { round, board };
            let player = |seat: SeatId| self.participant(self.seat_number(seat))?.entrant.player;
            if game.result.is_none()
                && !self.games.contains_key(&slot)
                && let (Some(white), Some(black)) =
                    (player(game.players.white), player(game.players.black))
            {
                missing.push((slot, ByColor { white, black }));
            }
        }
        missing
    }

    /// Returns the game on a board; in a knockout, the latest game of the match.
    #[must_use]
    pub fn latest_game_of(&self, slot: BoardSlot) -> Option<GameId> {
        let slot = match &self.knockout {
            Some(it) => HostedTournament::latest_game(it, slot.round, slot.board),
            None => slot,
        };
        self.games.get(&slot).copied()
    }

    /// Reports whether the result of a pairing is missing.
    #[must_use]
    pub fn needs_result(&self, slot: BoardSlot) -> bool {
        if let Some(arena) = &self.arena {
            let game = HostedTournament::arena_game(arena, slot);
            return game.is_some_and(|it| it.state == GameState::Playing);
        }
        if let Some(knockout) = &self.knockout {
            return HostedTournament::is_missing_in(knockout, slot);
        }
        self.paired_game(slot).is_some_and(|it| it.result.is_none())
    }

    /// Returns the games in progress whose results are missing.
    #[must_use]
    pub fn games_in_play(&self) -> Vec<(BoardSlot, GameId)> {
        let last = match self.knockout {
            Some(_) => 0,
            None => self.round(),
        };
        let round = self.games.range(
            BoardSlot {
                round: last,
                board: 0,
            }..,
        );
        let missing = round.filter(|(slot, _)| self.needs_result(**slot));
        missing.map(|(&slot, &game)| (slot, game)).collect()
    }
}

/// Reports whether something may happen in an arena by itself. Finding out for sure
/// takes longer.
fn is_arena_due(arena: &Arena, now: Time) -> bool {
    let is_late = arena.end_ms().is_some_and(|end| now.as_millis() >= end);
    is_late || arena.waiting().nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use arbiter_wire::NewTournament;

    use super::*;
    use crate::{
        base::{TournamentId, random},
        store::{PlayerCard, StoredTournament, TournamentProgress, TournamentRow},
    };

    const DAY: u64 = 24 * 60 * 60 * 1_000;

    fn tournament(starts: Option<u64>, events: &[&str]) -> HostedTournament {
        let options = NewTournament {
            name: "Open".to_owned(),
            starts,
            break_seconds: None,
            ..NewTournament::default()
        };
        let row = TournamentRow {
            id: TournamentId(random::game_id()),
            organizer: PlayerCard::deleted(PlayerId(1)),
            created: DAY,
            options,
            progress: TournamentProgress {
                state: TournamentState::Open,
                round: 0,
                rounds: 0,
                players: 0,
            },
        };
        let events = events
            .iter()
            .map(|it| (Time::from_millis(DAY), (*it).to_owned()));
        let stored = StoredTournament {
            row,
            events: events.collect(),
            games: Vec::new(),
        };
        HostedTournament::load(stored).unwrap()
    }

    #[test]
    fn tournaments_that_never_start_are_cancelled() {
        let now = Time::from_millis(DAY);
        let open = tournament(None, &["entered name=Ada", "entered name=Ben"]);
        assert_eq!(open.due(now, 90 * DAY), None);
        assert_eq!(open.due(now, 91 * DAY), Some(Due::Cancel));
        let planned = tournament(Some(300 * DAY), &["entered name=Ada", "entered name=Ben"]);
        assert_eq!(planned.due(now, 299 * DAY), None);
        assert_eq!(planned.due(now, 300 * DAY), Some(Due::Begin));
        let alone = tournament(Some(300 * DAY), &["entered name=Ada"]);
        assert_eq!(alone.due(now, 300 * DAY), Some(Due::Cancel));
    }

    #[test]
    fn tournaments_in_which_nothing_happens_are_over_after_half_a_year() {
        let events = [
            "entered name=Ada",
            "entered name=Ben",
            "begun",
            "rules added name=1",
            "rules added name=2",
            "rules paired 1-2",
        ];
        let running = tournament(None, &events);
        let after = |days: u64| running.due(Time::from_millis((1 + days) * DAY), 0);
        assert_eq!(after(179), None);
        assert_eq!(after(180), Some(Due::Finish));
    }
}
