//! What a node does because there are others.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval, timeout},
};

use crate::{
    base::{Topic, clock, spawn},
    endpoints::App,
    play::sweeper,
    store::{BEAT_INTERVAL, Beat},
};

/// How often a node compares its games with the store. A message that is lost costs
/// at most this time and the time that the node waits for it.
const COMPARE_INTERVAL: Duration = Duration::from_millis(600);

/// How often a node looks for sessions that others have revoked.
const REVOCATION_INTERVAL: Duration = Duration::from_millis(400);

/// A node that could not report for this long that it is running is cut off: its
/// clocks stop.
const BEAT_TIMEOUT: Duration = Duration::from_secs(2);

/// Follows what other nodes do, for as long as the server runs.
pub async fn run(app: Arc<App>) {
    tokio::join!(
        app.games.follow_player_messages(),
        app.games.answer_nodes(),
        app.games.hub.follow_nodes(),
        app.limits.follow_nodes(),
        app.lobby.follow_nodes(),
        app.tournaments.follow_nodes(),
        app.moderation.follow_nodes(),
        compare(&app),
        follow_revocations(&app),
        follow_beats(&app),
        follow_beats_of_others(&app),
    );
}

async fn compare(app: &App) {
    let mut interval = interval(COMPARE_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if let Err(error) = app.games.compare_with_store().await {
            tracing::warn!(%error, "cannot compare the games with the store");
        }
        if let Err(error) = app.games.compare_chats_with_store().await {
            tracing::warn!(%error, "cannot compare the chats with the store");
        }
        if let Err(error) = app.games.compare_rematches_with_store().await {
            tracing::warn!(%error, "cannot compare the offers of a rematch with the store");
        }
        if let Err(error) = app.games.compare_notices_with_store().await {
            tracing::warn!(%error, "cannot compare the games of programs with the store");
        }
        if let Err(error) = app.challenges.compare_with_store(clock::wall()).await {
            tracing::warn!(%error, "cannot compare the challenges with the store");
        }
        if let Err(error) = app.lobby.compare_with_store().await {
            tracing::warn!(%error, "cannot compare the seeks with the store");
        }
        if let Err(error) = app.tournaments.compare_with_store().await {
            tracing::warn!(%error, "cannot compare the tournaments with the store");
        }
    }
}

/// Ends the connections of sessions that other nodes have revoked.
async fn follow_revocations(app: &App) {
    let mut interval = interval(REVOCATION_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        let sessions = &app.accounts.sessions;
        if let Err(error) = sessions.follow_store(&app.store, clock::wall()).await {
            tracing::warn!(%error, "cannot read which sessions were revoked");
        }
    }
}

/// Keeps the clock correct, and takes over the games of nodes that are gone.
async fn follow_beats(app: &App) {
    let Some((_, beats)) = &app.membership else {
        return;
    };
    let mut beats: watch::Receiver<Option<Beat>> = beats.clone();
    let mut nodes = Vec::new();
    let (mut last_time, mut last_beat) = (app.clock.now(), Instant::now());
    loop {
        let beat = match timeout(BEAT_INTERVAL, beats.changed()).await {
            Ok(Ok(())) => beats.borrow_and_update().clone(),
            Ok(Err(_)) => return,
            Err(_) => None,
        };
        let Some(beat) = beat else {
            if last_beat.elapsed() >= BEAT_TIMEOUT {
                app.clock.stop_at(last_time);
            }
            app.cut_off.note_failure(last_beat, Instant::now());
            continue;
        };
        app.clock.adjust(&beat.clock);
        (last_time, last_beat) = (app.clock.now(), Instant::now());
        app.cut_off.note_success();
        app.games.bus.publish(Topic::Beats, Vec::new);
        if nodes.iter().any(|node| !beat.nodes.contains(node)) {
            tracing::warn!("a node is gone: its games continue here");
            spawn(sweeper::take_over(Arc::clone(&app.games)));
        }
        nodes = beat.nodes;
    }
}

/// Follows which other nodes can reach the database.
async fn follow_beats_of_others(app: &App) {
    let mut beats = app.games.bus.follow(Topic::Beats).await;
    loop {
        beats.next().await;
        app.cut_off.note_other(Instant::now());
    }
}
