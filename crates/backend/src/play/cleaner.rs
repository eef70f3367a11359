//! Deletes what is old. The rules are in `docs/hosting.md`.

use std::sync::Arc;

use arbiter_game::{Span, Time};

use super::Games;
use crate::{
    base::{PlayerId, clock},
    store::StoreError,
};

/// How often old things are deleted.
const CLEANUP_INTERVAL: Span = Span::from_seconds(60 * 60);

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;
/// How long a game waits for an opponent.
const WAITING_MILLIS: u64 = 14 * DAY_MILLIS;
/// How long after their creation cancelled tournaments are kept.
const CANCELLED_MILLIS: u64 = 180 * DAY_MILLIS;
/// How long chat messages are kept.
const CHAT_MILLIS: u64 = 180 * DAY_MILLIS;
/// How long a challenge is kept after it has expired, so that its answer can be read.
const CHALLENGE_MILLIS: u64 = 7 * DAY_MILLIS;
/// How long the outcome of a seek is kept after it has expired.
const SEEK_MILLIS: u64 = 10 * 60 * 1_000;
/// How long nodes can notice that a token was revoked.
const REVOKED_MILLIS: u64 = 60 * 1_000;
/// How long a guest who never played may stay away.
const UNUSED_GUEST_MILLIS: u64 = 7 * DAY_MILLIS;
/// How long a guest who played stays signed in without coming back.
const IDLE_GUEST_MILLIS: u64 = 90 * DAY_MILLIS;

/// How many rows are deleted in one transaction, so that no move waits for long.
const ROWS_AT_ONCE: usize = 200;
/// How many tournaments, each with its events.
const TOURNAMENTS_AT_ONCE: usize = 4;

/// Deletes what is old, at the start and then every hour.
pub async fn run(games: Arc<Games>) {
    loop {
        let now = games.clock.now();
        if let Err(error) = clean(&games, clock::wall()).await {
            tracing::error!(%error, "cannot delete old data");
        }
        games.clock.sleep_until(Some(now + CLEANUP_INTERVAL)).await;
    }
}

/// Deletes what is old at this time, in milliseconds since 1970.
///
/// # Errors
///
/// Returns an error if the database fails. The rest is deleted next time.
pub async fn clean(games: &Games, now: u64) -> Result<(), StoreError> {
    let store = &games.store;
    store.delete_expired_tokens(now).await?;
    store.delete_expired_links(now).await?;
    store.delete_expired_authorizations(now).await?;
    if games.bus.is_shared() {
        store
            .delete_old_seeks(now.saturating_sub(SEEK_MILLIS))
            .await?;
        store
            .forget_revoked_tokens(now.saturating_sub(REVOKED_MILLIS))
            .await?;
        let before = games.clock.now().as_millis().saturating_sub(REVOKED_MILLIS);
        store
            .forget_old_interruptions(Time::from_millis(before))
            .await?;
    }
    store.release_names(now).await?;
    store.delete_ratings_of_the_deleted().await?;
    loop {
        let before = now.saturating_sub(WAITING_MILLIS);
        let deleted = store.delete_waiting_games(before, ROWS_AT_ONCE).await?;
        for &id in &deleted {
            games.forget(id);
        }
        if deleted.len() < ROWS_AT_ONCE {
            break;
        }
    }
    let before = now.saturating_sub(CANCELLED_MILLIS);
    while store
        .delete_cancelled_tournaments(before, TOURNAMENTS_AT_ONCE)
        .await?
        >= TOURNAMENTS_AT_ONCE as u64
    {}
    let before = now.saturating_sub(CHAT_MILLIS);
    while store.delete_old_chat(before, ROWS_AT_ONCE).await? >= ROWS_AT_ONCE as u64 {}
    let before = now.saturating_sub(CHALLENGE_MILLIS);
    while store.delete_old_challenges(before, ROWS_AT_ONCE).await? >= ROWS_AT_ONCE as u64 {}
    let before = now.saturating_sub(IDLE_GUEST_MILLIS);
    while store
        .delete_idle_guest_sessions(before, ROWS_AT_ONCE)
        .await?
        >= ROWS_AT_ONCE as u64
    {}
    let since = now.saturating_sub(UNUSED_GUEST_MILLIS);
    let mut next = Some(PlayerId(0));
    while let Some(after) = next {
        let inspected = store.find_unused_guests(after, since).await?;
        for guests in inspected.unused_guests.chunks(ROWS_AT_ONCE) {
            store.delete_unused_guests(guests.to_vec(), since).await?;
        }
        next = inspected.last;
    }
    Ok(())
}
