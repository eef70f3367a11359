//! Flags fall with nobody there: games whose time has come are woken, and
//! their rooms do the rest.

use std::sync::Arc;

use arbiter_game::Span;

use crate::{App, base::clock, play::room::Message};

/// How often to look.
const EVERY: Span = Span::from_seconds(1);
/// How often tokens that nobody can use any more are forgotten.
const TOKENS: Span = Span::from_seconds(60 * 60);
/// How many games are woken at once.
const BATCH: usize = 256;

/// Wakes every game that is played, since the computer may have to move in it
/// and nobody else remembers; then, for as long as the server runs, each whose
/// deadline has passed.
pub async fn run(app: Arc<App>) {
    match app.store.live_game_ids().await {
        Ok(games) => {
            for game in games {
                app.rooms.send(&app, game, Message::Wake).await;
            }
        }
        Err(error) => tracing::error!(%error, "the games that are played cannot be found"),
    }
    let mut tokens = app.clock.now();
    loop {
        let now = app.clock.now();
        if now >= tokens {
            tokens = now + TOKENS;
            if let Err(error) = app.store.delete_expired_tokens(clock::wall()).await {
                tracing::error!(%error, "expired tokens cannot be forgotten");
            }
        }
        match app.store.overdue_games(now, BATCH).await {
            Ok(games) => {
                for game in games {
                    app.rooms.send(&app, game, Message::Wake).await;
                }
            }
            Err(error) => tracing::error!(%error, "overdue games cannot be found"),
        }
        app.clock.sleep_until(Some(now + EVERY)).await;
    }
}
