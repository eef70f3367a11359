//! Finds unused files.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{Complaint, SourceFile};
use crate::cargo::Workspace;

/// Finds Rust files that no `mod` declares, data files that no code names, and
/// `mod.rs` files.
pub fn check(root: &Path, workspace: &Workspace, files: &[SourceFile]) -> Vec<Complaint> {
    let roots: Vec<PathBuf> = workspace
        .packages
        .iter()
        .flat_map(|package| &package.targets)
        .filter_map(|target| target.src_path.strip_prefix(root).ok())
        .map(Path::to_path_buf)
        .collect();
    let folders: Vec<PathBuf> = workspace
        .packages
        .iter()
        .filter_map(|package| package.manifest_path.parent()?.strip_prefix(root).ok())
        .map(Path::to_path_buf)
        .collect();
    let mut complaints = unreached(&roots, files);
    complaints.extend(unnamed(&folders, files));
    complaints
}

fn unreached(roots: &[PathBuf], files: &[SourceFile]) -> Vec<Complaint> {
    let mut reached = BTreeSet::new();
    let mut waiting = roots.to_vec();
    while let Some(path) = waiting.pop() {
        if !reached.insert(path.clone()) {
            continue;
        }
        if let Some(file) = files.iter().find(|file| file.path == path) {
            let folder = children_of(&path, roots);
            waiting.extend(modules(&file.text).map(|name| folder.join(format!("{name}.rs"))));
        }
    }
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        if file.path.ends_with("mod.rs") {
            let advice = "name the file after the module: foo.rs next to foo/";
            complaints.push(file.complain(0, advice));
        } else if !reached.contains(&file.path) {
            let advice = "no module declares this file: declare it or delete it";
            complaints.push(file.complain(0, advice));
        }
    }
    complaints
}

/// Returns the folder of a file's submodules.
fn children_of(path: &Path, roots: &[PathBuf]) -> PathBuf {
    if roots.iter().any(|root| root == path) {
        path.parent().unwrap_or(Path::new("")).to_path_buf()
    } else {
        path.with_extension("")
    }
}

/// Returns the names of the modules that a file declares.
fn modules(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim();
        let visibility_end = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => line.find(')')? + 1,
            Some(_) => "pub".len(),
            None => 0,
        };
        line[visibility_end..]
            .trim()
            .strip_prefix("mod ")?
            .strip_suffix(';')
    })
}

/// Finds files of a crate that are neither code nor mentioned in its code.
fn unnamed(folders: &[PathBuf], files: &[SourceFile]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for folder in folders {
        let inside = || files.iter().filter(|file| file.path.starts_with(folder));
        for file in inside() {
            if file.is_rust() || file.path.ends_with("Cargo.toml") {
                continue;
            }
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            if !inside().any(|code| code.is_rust() && code.text.contains(&*name)) {
                let advice = "no code mentions this file: use it or delete it";
                complaints.push(file.complain(0, advice));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Vec<SourceFile> {
        files
            .iter()
            .map(|(path, text)| SourceFile {
                path: path.into(),
                text: (*text).into(),
            })
            .collect()
    }

    fn unused(named: &[(&str, &str)]) -> Vec<String> {
        let files = files(named);
        let mut complaints = unreached(&["a/src/lib.rs".into()], &files);
        complaints.extend(unnamed(&["a".into()], &files));
        complaints
            .iter()
            .map(|found| found.path.display().to_string())
            .collect()
    }

    #[test]
    fn modules_are_followed_into_their_folders() {
        let found = unused(&[
            ("a/src/lib.rs", "pub mod b;\npub(crate) mod c;\n"),
            ("a/src/b.rs", "#[cfg(test)]\nmod tests;"),
            ("a/src/b/tests.rs", "include_str!(\"b.txt\")"),
            ("a/src/b/b.txt", ""),
            ("a/src/c.rs", ""),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn unused_files_are_rejected() {
        let found = unused(&[
            ("a/src/lib.rs", "mod b;\n// mod c;"),
            ("a/src/b.rs", ""),
            ("a/src/c.rs", "mod d;"),
            ("a/src/d.rs", ""),
            ("a/notes.txt", ""),
        ]);
        assert_eq!(found, ["a/src/c.rs", "a/src/d.rs", "a/notes.txt"]);
    }

    #[test]
    fn mod_rs_files_are_rejected() {
        let found = unused(&[("a/src/lib.rs", "mod b;"), ("a/src/b/mod.rs", "")]);
        assert_eq!(found, ["a/src/b/mod.rs"]);
    }
}
