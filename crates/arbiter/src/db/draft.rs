use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use super::DbError;

/// A file that is written under another name, and gets its own when it is
/// whole. Whatever happens before, nothing is left that looks like it.
pub struct Draft {
    draft: PathBuf,
    whole: PathBuf,
}

impl Draft {
    /// For a file that is not there yet.
    pub fn new(path: &Path) -> Result<Draft, DbError> {
        if path.exists() {
            return Err(DbError::Exists(path.to_owned()));
        }
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.part", std::process::id()));
        Ok(Draft {
            draft: path.with_file_name(name),
            whole: path.to_owned(),
        })
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.draft
    }

    /// Gives the file its name. How many bytes it has.
    pub fn finish(self) -> Result<u64, DbError> {
        let named = fs::hard_link(&self.draft, &self.whole).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Err(error),
            // Some file systems know no second names.
            _ => fs::rename(&self.draft, &self.whole),
        });
        let known = named.and_then(|()| fs::metadata(&self.whole));
        Ok(known.map_err(|error| self.failed(error))?.len())
    }

    /// What went wrong with the file.
    pub fn failed(&self, error: io::Error) -> DbError {
        let path = self.whole.clone();
        DbError::File { path, error }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After renaming it is gone already.
        let _gone = fs::remove_file(&self.draft);
    }
}
