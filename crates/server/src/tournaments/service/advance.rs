//! Does what is due in tournaments: pairs rounds, starts games, takes results.

use std::sync::Arc;

use arbiter_game::Span;
use arbiter_wire::TournamentState;
use futures_util::{StreamExt, stream};

use super::{TournamentRoom, Tournaments};
use crate::{
    base::{TournamentId, clock},
    play::outbox::Outbox,
    refusal::ServerRefusal,
    tournaments::{
        Due, TournamentAction,
        games::{game_over_action, start_games},
        schedule::MAX_OPEN_MILLIS,
    },
};

/// How often to look whether something is due.
const CHECK_INTERVAL: Span = Span::from_seconds(1);
/// How many checks pass before the database is asked as well.
const CHECKS_BETWEEN_SWEEPS: u32 = 5;
/// How many tournaments are advanced at once.
const MAX_ADVANCED_AT_ONCE: usize = 8;
/// How many steps a tournament takes at once.
const MAX_STEPS: usize = 16;

/// Continues all tournaments: pairs rounds, starts games, and takes their results. At
/// the start of the server it finds those that were in progress.
pub async fn run(tournaments: Tournaments) {
    let games = Arc::clone(&tournaments.0.games);
    let mut checks = 0_u32;
    loop {
        let now = games.clock.now();
        let mut due = tournaments.due_in_memory();
        if checks.is_multiple_of(CHECKS_BETWEEN_SWEEPS) {
            let wall = clock::wall();
            let stale = wall.saturating_sub(MAX_OPEN_MILLIS);
            match games.store.due_tournaments(wall, stale).await {
                Ok(ids) => due.extend(ids),
                Err(error) => tracing::error!(%error, "cannot find the tournaments in progress"),
            }
            tournaments.forget_unused();
        }
        checks = checks.wrapping_add(1);
        tournaments.advance_all(due).await;
        tokio::select! {
            ended = games.tournament_endings.next() => tournaments.advance_all(ended).await,
            () = games.clock.sleep_until(Some(now + CHECK_INTERVAL)) => {}
        }
    }
}

impl Tournaments {
    /// Does everything that is due in a tournament.
    pub(super) async fn advance(&self, id: TournamentId) {
        for _ in 0..MAX_STEPS {
            match self.step(id).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(refusal) => {
                    tracing::warn!(tournament = %id, %refusal, "a tournament cannot continue");
                    return;
                }
            }
        }
    }

    async fn advance_all(&self, ids: Vec<TournamentId>) {
        stream::iter(ids)
            .for_each_concurrent(MAX_ADVANCED_AT_ONCE, |id| self.advance(id))
            .await;
    }

    /// Does one thing that is due. Reports whether something has happened.
    async fn step(&self, id: TournamentId) -> Result<bool, ServerRefusal> {
        let games = &self.0.games;
        let (now, wall) = (games.clock.now(), clock::wall());
        let (due, missing, playing) = self
            .read(id, move |hosted| {
                let missing = hosted.missing_games();
                (hosted.due(now, wall), missing, hosted.games_in_play())
            })
            .await?;
        if let Some(due) = due {
            let decided = self.decide_and_store(id, TournamentAction::Due(due)).await;
            let has_changed = match (due, decided) {
                // Without a first round there is no tournament.
                (Due::Begin, Err(ServerRefusal::Tournament(refusal))) => {
                    tracing::info!(tournament = %id, %refusal, "a tournament cannot start");
                    let cancel = TournamentAction::Due(Due::Cancel);
                    self.decide_and_store(id, cancel).await?
                }
                (_, decided) => decided?,
            };
            if has_changed {
                return Ok(true);
            }
        }
        if !missing.is_empty() {
            let started = start_games(games, self, id, missing).await?;
            return Ok(started);
        }
        if playing.is_empty() {
            return Ok(false);
        }
        let finished = games.store.finished_tournament_games(playing).await?;
        let mut has_changed = false;
        for game in finished {
            if let Some(action) = game_over_action(&game)
                && self
                    .read(id, move |hosted| hosted.needs_result(game.slot))
                    .await?
            {
                has_changed |= self.decide_and_store(id, action).await?;
            }
        }
        Ok(has_changed)
    }

    /// Returns the tournaments in memory in which something is due.
    fn due_in_memory(&self) -> Vec<TournamentId> {
        let (now, wall) = (self.0.games.clock.now(), clock::wall());
        let rooms = self.0.rooms.lock();
        let is_due = |room: &TournamentRoom| match room.hosted.try_lock() {
            Ok(hosted) => hosted
                .as_ref()
                .is_some_and(|it| it.due(now, wall).is_some()),
            // Somebody reads or changes it: something may be due.
            Err(_) => true,
        };
        let due = rooms.iter().filter(|(_, room)| is_due(room));
        due.map(|(&id, _)| id).collect()
    }

    /// Drops the tournaments that nobody follows and in which nothing happens.
    fn forget_unused(&self) {
        self.0.rooms.lock().retain(|_, room| {
            let followers = &mut room.followers.lock().outboxes;
            followers.retain(Outbox::is_open);
            let is_running = match room.hosted.try_lock() {
                Ok(hosted) => hosted
                    .as_ref()
                    .is_some_and(|it| it.state() == TournamentState::Running),
                Err(_) => true,
            };
            is_running || !followers.is_empty() || Arc::strong_count(room) > 1
        });
    }
}
