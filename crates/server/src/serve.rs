use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, serve::ListenerExt};
use tokio::net::TcpListener;

use crate::{
    base::{ignore::Ignore, metrics},
    endpoints::{self, App, health, http, page},
    play::sweeper,
};

mod open;

pub use open::open;

/// How often the time is stored. If the server dies, time after the last
/// heartbeat does not count.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// How long tasks may take to stop. Storing takes milliseconds; a client that
/// does not read any more could take forever.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// Serves until `stop` completes, and then stops in order: no new connections are
/// accepted, WebSockets are closed with a code that says "reconnect", and what is
/// being stored is stored and announced.
///
/// # Errors
///
/// Returns the error of the listener.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    stop: impl Future<Output = ()> + Send,
) -> std::io::Result<()> {
    let listener = listener.tap_io(|stream| {
        // Otherwise a move waits until the frame before it is acknowledged.
        stream
            .set_nodelay(true)
            .ignore("a connection without it is slower, but works");
    });
    let sweeper = tokio::spawn(sweeper::run(Arc::clone(&app.games)));
    let heartbeat = tokio::spawn(store_heartbeats(Arc::clone(&app)));
    let stopping = app.stop.subscribe();
    let service = router(&app).into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service)
        .with_graceful_shutdown(async move { stopping.received().await })
        .into_future();
    let server = tokio::spawn(server);
    stop.await;
    tracing::info!("stopping: clients are told to reconnect");
    app.stop.request();
    sweeper.abort();
    let finished = async {
        server
            .await
            .ignore("the server has stopped, however it ended");
        app.stop.finished().await;
    };
    if tokio::time::timeout(STOP_TIMEOUT, finished).await.is_err() {
        tracing::warn!("not every task has stopped in time");
    }
    // The last heartbeat comes after everything else that was stored.
    heartbeat.abort();
    if let Err(error) = app.store.heartbeat(app.clock.now()).await {
        tracing::error!(%error, "cannot store the time");
    }
    Ok(())
}

async fn store_heartbeats(app: Arc<App>) {
    let mut interval = tokio::time::interval(HEARTBEAT_INTERVAL);
    loop {
        interval.tick().await;
        metrics::run_upkeep();
        if let Err(error) = app.store.heartbeat(app.clock.now()).await {
            tracing::error!(%error, "cannot store the time");
        }
    }
}

/// Returns all routes of the server.
pub fn router(app: &Arc<App>) -> Router {
    Router::new()
        .merge(health::routes())
        .merge(endpoints::metrics::routes())
        .merge(page::routes())
        .merge(http::router(app))
        .with_state(Arc::clone(app))
}
