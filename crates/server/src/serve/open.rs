use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::{sync::watch, task::spawn_blocking};

use crate::{
    base::{Bus, BusError, Clock, Settings, clock, random},
    endpoints::App,
    store::{self, Sharing, StoreError},
};

/// An error that is returned when a server cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Something is wrong with the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The other nodes cannot be reached.
    #[error(transparent)]
    Bus(#[from] BusError),
}

/// Opens the store, resumes the clock where it stopped, and returns a server that
/// is ready to [`serve`](crate::serve).
///
/// # Errors
///
/// Returns what is wrong with the store or the bus.
pub fn open(settings: Settings) -> BoxFuture<'static, Result<Arc<App>, OpenError>> {
    // Boxed, so that it is compiled with this crate, and not again with each program.
    Box::pin(open_store(settings))
}

async fn open_store(settings: Settings) -> Result<Arc<App>, OpenError> {
    let database = settings.database.clone();
    let sharing = match settings.bus {
        Some(_) => Sharing::WithOthers,
        None => Sharing::Alone,
    };
    let opening = spawn_blocking(move || {
        arbiter_openings::load();
        store::create_folder(&database)?;
        let lock = store::lock_for_server(&database, sharing)?;
        Ok::<_, StoreError>((lock, store::open(&database)?))
    });
    let (lock, store) = opening.await.expect("opening a store does not panic")?;
    let mut app = match settings.bus.clone() {
        None => {
            let now = store.resume_clock(clock::wall()).await?;
            App::new(settings, Clock::from(now), store)
        }
        Some(bus) => {
            let node = random::node_id();
            let bus = Bus::connect(&bus, store.site().await?, node).await?;
            let database = settings.database.clone();
            let (sender, beats) = watch::channel(None);
            let joining = spawn_blocking(move || {
                store::join_nodes(&database, node, move |beat| {
                    if let Err(error) = &beat {
                        tracing::error!(%error, "cannot say that this node runs");
                    }
                    sender.send_replace(beat.ok());
                })
            });
            let (membership, first) = joining.await.expect("joining does not panic")?;
            let clock = Clock::shared(&first.clock);
            let mut app = App::with_bus(settings, clock, store, bus);
            app.membership = Some((membership, beats));
            app
        }
    };
    app.lock = Some(lock);
    Ok(Arc::new(app))
}
