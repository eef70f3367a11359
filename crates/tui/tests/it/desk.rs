use std::{cell::RefCell, collections::BTreeMap, io, rc::Rc};

use arbiter_tui::{Desk, Existing};

/// A desk in memory, of which the test keeps a copy.
#[derive(Clone, Default)]
pub struct Paper(pub Rc<RefCell<Sheets>>);

#[derive(Default)]
pub struct Sheets {
    pub journal: Vec<String>,
    /// Journals of games that were left.
    pub past: Vec<Vec<String>>,
    pub files: BTreeMap<String, String>,
    pub is_full: bool,
}

impl Paper {
    /// The journal as the disk would have it.
    pub fn journal(&self) -> String {
        let sheets = self.0.borrow();
        sheets
            .journal
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

impl Desk for Paper {
    fn begin(&mut self) -> io::Result<()> {
        let mut sheets = self.0.borrow_mut();
        let journal = std::mem::take(&mut sheets.journal);
        if !journal.is_empty() {
            sheets.past.push(journal);
        }
        Ok(())
    }

    fn record(&mut self, line: &str) -> io::Result<()> {
        let mut sheets = self.0.borrow_mut();
        if sheets.is_full {
            return Err(io::ErrorKind::StorageFull.into());
        }
        sheets.journal.push(line.to_owned());
        Ok(())
    }

    fn save(&mut self, path: &str, text: &str, existing: Existing) -> io::Result<()> {
        let files = &mut self.0.borrow_mut().files;
        if existing == Existing::Keep && files.contains_key(path) {
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

    fn chance(&mut self, below: u16) -> u16 {
        below / 2
    }
}
