use std::sync::Arc;

use crate::{
    App,
    base::{Clock, Settings, clock},
    store,
};

/// Opens the store, lets time go on from where it had come to, and is ready to
/// [`serve`](crate::serve).
///
/// # Errors
///
/// What is wrong with the store.
pub async fn open(settings: Settings) -> Result<Arc<App>, store::StoreError> {
    let database = settings.database.clone();
    let opening = tokio::task::spawn_blocking(move || store::open(&database));
    let store = opening.await.expect("opening a store does not panic")?;
    let now = store.resume_clock(clock::wall()).await?;
    Ok(Arc::new(App::new(settings, Clock::from(now), store)))
}
