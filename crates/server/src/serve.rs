use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Router, middleware};
use futures_util::future::BoxFuture;
use tokio::{net::TcpListener, time::MissedTickBehavior};

use crate::{
    base::{StoreMonitor, ignore::Ignore, spawn},
    endpoints::{self, App, guard, health, http, page, record},
    play::{cleaner, push, sweeper},
    tournaments,
};

mod cluster;
mod connections;
mod open;
mod worker;

pub use open::{OpenError, open};
pub use worker::work;

/// How often the time is stored. If the server dies, time after the last
/// heartbeat does not count.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// How often bans and other acts are read.
const MODERATION_INTERVAL: Duration = Duration::from_secs(1);

/// A database that takes longer to store the time is down.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(2);

/// How long tasks may take to stop. Storing takes milliseconds; a client that
/// does not read anymore could take forever.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// How long it may take to note which players are interrupted.
const INTERRUPT_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves until `stop` completes, and then stops in order: no new connections are
/// accepted, WebSockets are closed with a code that says "reconnect", and what is
/// being stored is stored and announced.
pub fn serve(listener: TcpListener, app: Arc<App>, stop: BoxFuture<'_, ()>) -> BoxFuture<'_, ()> {
    // Boxed, so that it is compiled with this crate, and not again with each program.
    Box::pin(serve_until(listener, app, stop))
}

async fn serve_until(listener: TcpListener, app: Arc<App>, stop: BoxFuture<'_, ()>) {
    read_moderation(&app).await;
    let moderation = spawn(follow_moderation(Arc::clone(&app)));
    let sweeper = spawn(sweeper::run(Arc::clone(&app.games)));
    let cleaner = spawn(cleaner::run(Arc::clone(&app.games)));
    let push = spawn(push::deliver(Arc::clone(&app.games)));
    let tournaments = spawn(tournaments::run(app.tournaments.clone()));
    let is_alone = app.membership.is_none();
    let heartbeat = is_alone.then(|| spawn(store_heartbeats(Arc::clone(&app))));
    let is_shared = app.games.bus.is_shared();
    let cluster = is_shared.then(|| spawn(cluster::run(Arc::clone(&app))));
    let stopping = app.stop.subscribe();
    let router = router(&app);
    let server = connections::accept(listener, Arc::clone(&app), router, stopping);
    let server = tokio::spawn(server);
    stop.await;
    tracing::info!("stopping: asking clients to reconnect");
    app.closing.request();
    if is_shared {
        // Before the clients are asked, so that the node they move to knows of the interruption.
        let interrupting = app.games.interrupt_players();
        let in_time = tokio::time::timeout(INTERRUPT_TIMEOUT, interrupting).await;
        in_time.ignore("a database that does not answer stops the clocks");
    }
    app.stop.request();
    sweeper.abort();
    moderation.abort();
    cleaner.abort();
    tournaments.abort();
    push.abort();
    let finished = async {
        server
            .await
            .ignore("the server has stopped, however it ended");
        app.stop.finished().await;
    };
    if tokio::time::timeout(STOP_TIMEOUT, finished).await.is_err() {
        tracing::warn!("not every task has stopped in time");
    }
    if let Some(cluster) = cluster {
        cluster.abort();
    }
    let Some(heartbeat) = heartbeat else {
        return;
    };
    // The last heartbeat comes after everything else that was stored.
    heartbeat.abort();
    if let Err(error) = app.store.heartbeat(app.clock.now()).await {
        tracing::error!(%error, "cannot store the time");
    }
}

/// Reads bans and other acts every second: the command line changes them, too.
async fn follow_moderation(app: Arc<App>) {
    let mut interval = tokio::time::interval(MODERATION_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        read_moderation(&app).await;
    }
}

async fn read_moderation(app: &App) {
    if let Err(error) = app.moderation.refresh().await {
        tracing::warn!(%error, "cannot read bans and other acts");
    }
}

/// Stores the time every second. While that fails, no move can be stored either,
/// and chess clocks stand still from the last time that was stored.
async fn store_heartbeats(app: Arc<App>) {
    let mut interval = tokio::time::interval(HEARTBEAT_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut monitor = StoreMonitor::new(app.clock.clone());
    loop {
        interval.tick().await;
        let now = app.clock.now();
        let stored = tokio::time::timeout(HEARTBEAT_TIMEOUT, app.store.heartbeat(now)).await;
        match stored {
            Ok(Ok(())) => monitor.note_stored(now, Instant::now()),
            Ok(Err(error)) => {
                tracing::error!(%error, "cannot store the time");
                monitor.note_failure();
            }
            Err(_) => {
                tracing::error!("the database does not answer");
                monitor.note_failure();
            }
        }
    }
}

/// Returns all routes of the server.
pub fn router(app: &Arc<App>) -> Router {
    let guard = middleware::from_fn_with_state(Arc::clone(app), guard::guard);
    let record = middleware::from_fn_with_state(Arc::clone(app), record::record);
    Router::new()
        .merge(health::routes())
        .merge(endpoints::metrics::routes())
        .merge(page::documents())
        .merge(http::routes())
        .layer(guard)
        // A page loads dozens of files, which cost little and are kept by browsers, so they do
        // not count as requests.
        .merge(page::files())
        .layer(record)
        .with_state(Arc::clone(app))
}
