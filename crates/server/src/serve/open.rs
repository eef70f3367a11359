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
    let opening = tokio::task::spawn_blocking(move || {
        arbiter_openings::load();
        store::create_folder(&database)?;
        let lock = store::lock_for_server(&database)?;
        Ok::<_, store::StoreError>((lock, store::open(&database)?))
    });
    let (lock, store) = opening.await.expect("opening a store does not panic")?;
    let now = store.resume_clock(clock::wall()).await?;
    let mut app = App::new(settings, Clock::from(now), store);
    app.lock = Some(lock);
    Ok(Arc::new(app))
}
