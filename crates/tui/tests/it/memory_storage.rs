use std::{cell::RefCell, collections::BTreeMap, io, rc::Rc};

use arbiter_tui::{IfExists, Storage};

/// Storage in memory. The test keeps a copy that shares the files.
#[derive(Clone, Default)]
pub struct MemoryStorage(pub Rc<RefCell<StoredFiles>>);

#[derive(Default)]
pub struct StoredFiles {
    pub journal: Vec<String>,
    /// The journals of earlier games.
    pub past: Vec<Vec<String>>,
    pub files: BTreeMap<String, String>,
    pub is_full: bool,
}

impl MemoryStorage {
    /// Returns the journal as the disk would contain it.
    pub fn journal(&self) -> String {
        let stored = self.0.borrow();
        stored
            .journal
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

impl Storage for MemoryStorage {
    fn begin_journal(&mut self) -> io::Result<()> {
        let mut stored = self.0.borrow_mut();
        let journal = std::mem::take(&mut stored.journal);
        if !journal.is_empty() {
            stored.past.push(journal);
        }
        Ok(())
    }

    fn append_to_journal(&mut self, line: &str) -> io::Result<()> {
        let mut stored = self.0.borrow_mut();
        if stored.is_full {
            return Err(io::ErrorKind::StorageFull.into());
        }
        stored.journal.push(line.to_owned());
        Ok(())
    }

    fn save(&mut self, path: &str, text: &str, if_exists: IfExists) -> io::Result<()> {
        let files = &mut self.0.borrow_mut().files;
        if if_exists == IfExists::Keep && files.contains_key(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        files.insert(path.to_owned(), text.to_owned());
        Ok(())
    }

    fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let text = self.0.borrow().files.get(path).cloned();
        let text = text.ok_or(io::ErrorKind::NotFound)?;
        Ok(text.into_bytes())
    }
}
