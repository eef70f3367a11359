use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use super::DbError;

/// A new file that is written under a temporary name and renamed when it is
/// complete, so that an incomplete file is never mistaken for a complete one.
pub struct NewFile {
    temporary: PathBuf,
    path: PathBuf,
}

impl NewFile {
    /// Prepares a file that must not exist yet.
    pub fn create(path: &Path) -> Result<NewFile, DbError> {
        if path.exists() {
            return Err(DbError::Exists(path.to_owned()));
        }
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.part", std::process::id()));
        Ok(NewFile {
            temporary: path.with_file_name(name),
            path: path.to_owned(),
        })
    }

    /// Returns the temporary path, to write to.
    pub fn temporary_path(&self) -> &Path {
        &self.temporary
    }

    /// Gives the file its final name and returns its size in bytes.
    pub fn finish(self) -> Result<u64, DbError> {
        // A hard link, unlike renaming, never replaces another file.
        let named = fs::hard_link(&self.temporary, &self.path).or_else(|error| {
            match error.kind() {
                io::ErrorKind::AlreadyExists => Err(error),
                // Some file systems have no hard links.
                _ => fs::rename(&self.temporary, &self.path),
            }
        });
        let metadata = named.and_then(|()| fs::metadata(&self.path));
        Ok(metadata.map_err(|error| self.failed(error))?.len())
    }

    /// Returns an error that names the file.
    pub fn failed(&self, error: io::Error) -> DbError {
        let path = self.path.clone();
        DbError::File { path, error }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // The temporary file no longer exists if it was renamed.
        let _missing = fs::remove_file(&self.temporary);
    }
}
