//! Loads games whose time is up, so that flags fall even when nobody watches.

use std::sync::Arc;

use arbiter_game::Span;

use super::{Games, room::Message};
use crate::base::GameId;

/// How often to look for overdue games.
const SWEEP_INTERVAL: Span = Span::from_seconds(1);
/// How many overdue games are loaded in one sweep.
const MAX_GAMES_PER_SWEEP: usize = 256;

/// Loads every game in progress, because the computer may be to move in it and
/// nobody else remembers; then, for as long as the server runs, every game
/// whose deadline has passed.
pub async fn run(games: Arc<Games>) {
    match games.store.live_game_ids().await {
        Ok(ids) => wake(&games, ids).await,
        Err(error) => tracing::error!(%error, "cannot find the games in progress"),
    }
    loop {
        let now = games.clock.now();
        match games.store.overdue_games(now, MAX_GAMES_PER_SWEEP).await {
            Ok(ids) => wake(&games, ids).await,
            Err(error) => tracing::error!(%error, "cannot find overdue games"),
        }
        games.clock.sleep_until(Some(now + SWEEP_INTERVAL)).await;
    }
}

async fn wake(games: &Arc<Games>, ids: Vec<GameId>) {
    for id in ids {
        games.send(id, Message::Wake).await;
    }
}
