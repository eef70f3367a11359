use std::{path::Path, sync::Arc, thread, time::Duration};

use rusqlite::backup::{Backup, StepResult};

use super::super::{
    connection::BackupProgress, error::StoreError, private_files::create_or_tighten,
};

/// The number of pages that are copied between two progress reports.
const PAGES_PER_STEP: i32 = 1_024;

/// How long to wait if another process has locked the database.
const LOCKED_PAUSE: Duration = Duration::from_millis(10);

/// Copies a database into a new file.
pub(super) fn copy(
    from: &rusqlite::Connection,
    to: &Path,
    progress: &mut dyn FnMut(BackupProgress),
) -> Result<(), StoreError> {
    create_or_tighten(to).map_err(|error| StoreError::File {
        path: to.to_owned(),
        error: Arc::new(error),
    })?;
    let mut copy = rusqlite::Connection::open(to)?;
    let backup = Backup::new(from, &mut copy)?;
    loop {
        let step = backup.step(PAGES_PER_STEP)?;
        let pages = backup.progress();
        let total = u64::try_from(pages.pagecount).unwrap_or(0);
        let left = u64::try_from(pages.remaining).unwrap_or(0);
        let done = total.saturating_sub(left);
        progress(BackupProgress { done, total });
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => thread::sleep(LOCKED_PAUSE),
        }
    }
}
