//! Loads games whose time is up, so that flags fall even when nobody watches.

use std::sync::Arc;

use arbiter_game::Span;

use super::{Games, room::Message};
use crate::base::GameId;

/// How often to look for overdue games.
const SWEEP_INTERVAL: Span = Span::from_seconds(1);
/// How many overdue games are loaded in one sweep.
const MAX_GAMES_PER_SWEEP: usize = 256;
/// How long a node may take for the games that it has claimed, before another one does.
const CLAIM_TIME: Span = Span::from_seconds(5);

/// Loads every game in progress, because the computer may be to move in it and
/// nobody else remembers; then, for as long as the server runs, every game
/// whose deadline has passed.
pub async fn run(games: Arc<Games>) {
    if !games.bus.is_shared() || is_first(&games).await {
        take_over(Arc::clone(&games)).await;
    }
    loop {
        let now = games.clock.now();
        let overdue = match games.bus.is_shared() {
            false => games.store.overdue_games(now, MAX_GAMES_PER_SWEEP).await,
            true => {
                let until = now + CLAIM_TIME;
                let claimed = games
                    .store
                    .claim_overdue_games(now, until, MAX_GAMES_PER_SWEEP);
                claimed.await
            }
        };
        match overdue {
            Ok(ids) => wake(&games, ids).await,
            Err(error) => tracing::error!(%error, "cannot find overdue games"),
        }
        games.clock.sleep_until(Some(now + SWEEP_INTERVAL)).await;
    }
}

/// Reports whether no node with a lower number runs. Of several nodes that start at once,
/// one is the first; if others run already, they take care of the games.
async fn is_first(games: &Games) -> bool {
    let nodes = games.store.running_nodes().await;
    let nodes = nodes.inspect_err(|error| tracing::error!(%error, "cannot find other nodes"));
    nodes.is_ok_and(|nodes| nodes.iter().all(|node| *node >= games.bus.node()))
}

/// Loads every game in progress, or those that no other node has claimed.
pub async fn take_over(games: Arc<Games>) {
    if !games.bus.is_shared() {
        match games.store.live_game_ids().await {
            Ok(ids) => wake(&games, ids).await,
            Err(error) => tracing::error!(%error, "cannot find the games in progress"),
        }
        return;
    }
    loop {
        let now = games.clock.now();
        let until = now + CLAIM_TIME;
        let claimed = games
            .store
            .claim_live_games(now, until, MAX_GAMES_PER_SWEEP);
        match claimed.await {
            Ok(ids) if ids.is_empty() => return,
            Ok(ids) => wake(&games, ids).await,
            Err(error) => {
                tracing::error!(%error, "cannot find the games in progress");
                return;
            }
        }
    }
}

async fn wake(games: &Arc<Games>, ids: Vec<GameId>) {
    for id in ids {
        games.send(id, Message::Wake).await;
    }
}
