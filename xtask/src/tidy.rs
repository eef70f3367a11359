//! Checks conventions that no compiler checks, so that nobody has to discuss
//! them in a review.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::cargo::{self, Workspace};

mod arrows;
mod layers;
mod lines;
mod reach;
mod sql;

/// A violated convention, and what to do about it.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Complaint {
    /// Relative to the root of the workspace.
    path: PathBuf,
    /// Counted from 1; 0 means the whole file.
    line: usize,
    advice: String,
}

/// A file of the project, with its text.
struct SourceFile {
    /// Relative to the root of the workspace.
    path: PathBuf,
    text: String,
}

/// Prints every complaint and reports whether there was none.
pub fn run() -> Result<bool> {
    let complaints = complaints()?;
    for complaint in &complaints {
        println!("{complaint}");
    }
    match complaints.len() {
        0 => println!("no complaints"),
        1 => println!("1 complaint"),
        count => println!("{count} complaints"),
    }
    Ok(complaints.is_empty())
}

fn complaints() -> Result<Vec<Complaint>> {
    let root = cargo::root();
    let workspace = Workspace::read()?;
    let files = files(root)?;
    let mut complaints = Vec::new();
    for file in &files {
        complaints.extend(lines::check(file));
        complaints.extend(sql::check(file));
    }
    complaints.extend(arrows::check(root, &workspace, &files));
    complaints.extend(layers::check(&files));
    complaints.extend(reach::check(root, &workspace, &files));
    complaints.sort();
    Ok(complaints)
}

/// Reads every text file of the project that git tracks.
fn files(root: &Path) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let inside = path.strip_prefix(root)?.to_path_buf();
            if IGNORED_FOLDERS
                .iter()
                .any(|ignored| inside.ends_with(ignored))
            {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                files.push(SourceFile { path: inside, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Folders that belong to git or that it ignores.
const IGNORED_FOLDERS: [&str; 6] = [
    ".git",
    "target",
    "web/node_modules",
    "fuzz/corpus",
    "fuzz/artifacts",
    "proptest-regressions",
];

impl SourceFile {
    fn complain(&self, line: usize, advice: impl Into<String>) -> Complaint {
        Complaint {
            path: self.path.clone(),
            line,
            advice: advice.into(),
        }
    }

    fn has_extension(&self, extension: &str) -> bool {
        self.path
            .extension()
            .is_some_and(|found| found == extension)
    }

    fn is_rust(&self) -> bool {
        self.has_extension("rs")
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}",
            self.path.display(),
            self.line.max(1),
            self.advice
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_follows_its_conventions() {
        let complaints: Vec<_> = complaints()
            .unwrap()
            .iter()
            .map(Complaint::to_string)
            .collect();
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }
}
