use std::sync::Arc;

use crate::{
    base::{Clock, Settings, clock},
    endpoints::App,
    store,
};

/// Opens the store, resumes the clock where it stopped, and returns a server that
/// is ready to [`serve`](crate::serve).
///
/// # Errors
///
/// Returns what is wrong with the store.
pub async fn open(settings: Settings) -> Result<Arc<App>, store::StoreError> {
    let database = settings.database.clone();
    let opening = tokio::task::spawn_blocking(move || store::open(&database));
    let store = opening.await.expect("opening a store does not panic")?;
    let now = store.resume_clock(clock::wall()).await?;
    Ok(Arc::new(App::new(settings, Clock::from(now), store)))
}
