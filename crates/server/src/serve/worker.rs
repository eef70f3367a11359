use futures_util::future::BoxFuture;
use tokio::task::spawn_blocking;

use super::OpenError;
use crate::{
    base::{Bus, BusSettings, Database, Stop, random},
    play::{analysis::serve_analysts, computer::serve_workers},
    store::{self, Sharing, StoreError},
};

/// Chooses moves of the computer and analyzes positions for the nodes that share a database,
/// until `stop` completes.
///
/// # Errors
///
/// Returns what is wrong with the store or the bus.
pub fn work<'w>(
    database: Database,
    bus: &'w BusSettings,
    threads: usize,
    stop: BoxFuture<'w, ()>,
) -> BoxFuture<'w, Result<(), OpenError>> {
    // Boxed, so that it is compiled with this crate, and not again with each program.
    Box::pin(work_until(database, bus, threads, stop))
}

async fn work_until(
    database: Database,
    bus: &BusSettings,
    threads: usize,
    stop: BoxFuture<'_, ()>,
) -> Result<(), OpenError> {
    let opening = spawn_blocking(move || {
        let lock = store::lock_for_server(&database, Sharing::WithOthers)?;
        Ok::<_, StoreError>((lock, store::open(&database)?))
    });
    let (_lock, store) = opening.await.expect("opening a store does not panic")?;
    let bus = Bus::connect(bus, store.site().await?, random::node_id()).await?;
    let stopping = Stop::default();
    let analyzing = serve_analysts(bus.clone(), threads, stopping.subscribe());
    let analyzing = tokio::spawn(analyzing);
    let working = tokio::spawn(serve_workers(bus, store, threads, stopping.subscribe()));
    tracing::info!(
        threads,
        "ready to choose moves of the computer, and to analyze"
    );
    stop.await;
    stopping.request();
    working.await.expect("a worker does not panic");
    analyzing.await.expect("an analyst does not panic");
    Ok(())
}
