use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, serve::ListenerExt};
use tokio::net::TcpListener;

use crate::{
    App,
    base::{ignore::Ignore, metrics},
    endpoints::{health, http, page},
    play::sweeper,
};

mod open;

pub use open::open;

/// Time that passes after the last of its beats counts for nobody if the
/// server dies.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How long those who are told to stop may take. What is being stored takes
/// milliseconds; somebody who does not read any more could take forever.
const GRACE: Duration = Duration::from_secs(4);

/// Serves until `stop` is over, and then stops in order: nobody is let in any
/// more, the sockets are closed with a code that says "come back", and what is
/// being stored is stored and told.
///
/// # Errors
///
/// What the system says of the listener.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    stop: impl Future<Output = ()> + Send,
) -> std::io::Result<()> {
    let listener = listener.tap_io(|stream| {
        // Else a move waits for the acknowledgment of the frame before it.
        stream.set_nodelay(true).ignore("a slow socket is a socket");
    });
    let sweeper = tokio::spawn(sweeper::run(Arc::clone(&app)));
    let heart = tokio::spawn(beat(Arc::clone(&app)));
    let stopping = app.stop.subscribe();
    let service = router(&app).into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service)
        .with_graceful_shutdown(async move { stopping.told().await })
        .into_future();
    let server = tokio::spawn(server);
    stop.await;
    tracing::info!("stopping: whoever plays is told to come back");
    app.stop.now();
    sweeper.abort();
    let finished = async {
        server
            .await
            .ignore("the server has stopped, and that is what matters");
        app.stop.finished().await;
    };
    if tokio::time::timeout(GRACE, finished).await.is_err() {
        tracing::warn!("somebody did not let go and is left behind");
    }
    // The last beat comes after everything that was stored.
    heart.abort();
    if let Err(error) = app.store.heartbeat(app.clock.now()).await {
        tracing::error!(%error, "how late it is cannot be stored");
    }
    Ok(())
}

async fn beat(app: Arc<App>) {
    let mut beats = tokio::time::interval(HEARTBEAT);
    loop {
        beats.tick().await;
        metrics::keep_up();
        if let Err(error) = app.store.heartbeat(app.clock.now()).await {
            tracing::error!(%error, "how late it is cannot be stored");
        }
    }
}

/// Everything that is answered over HTTP.
pub fn router(app: &Arc<App>) -> Router {
    Router::new()
        .merge(health::routes())
        .merge(metrics::routes())
        .merge(page::routes())
        .merge(http::router(app))
        .with_state(Arc::clone(app))
}
