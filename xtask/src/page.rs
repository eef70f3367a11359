//! Checks the page with its own tools: types with `tsc`, modules with unit
//! tests, and whole pages with walks in Chromium.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    cargo,
    page::{node::Node, tap::Show},
    system,
    tally::Tally,
};

mod node;
mod tap;

/// Checks types, and runs the tests that need no browser.
pub fn check() -> Result<Tally> {
    let node = Node::ready()?;
    let mut tally = Tally::one(node.types()?);
    let tests = tap::run(node.test(&files("tests", ".test.js", &[])?), Show::Failures)?;
    println!("module tests: {tests}");
    tally += tests;
    Ok(tally)
}

/// Runs the walks in the files with these names, or all of them.
pub fn walks(names: &[String]) -> Result<Tally> {
    let node = Node::ready()?;
    let mut command = node.test(&files("walks", ".walk.js", names)?);
    command
        .env("ARBITER", cargo::arbiter()?)
        .env("CHROMIUM", chromium()?);
    tap::run(command, Show::Each)
}

/// Runs a script from the folder of the walks and reports whether it succeeded.
pub fn script(name: &str, arguments: &[String]) -> Result<bool> {
    let node = Node::ready()?;
    let mut command = node.command();
    command
        .arg(web().join("walks").join(name))
        .args(arguments)
        .env("ARBITER", cargo::arbiter()?)
        .env("CHROMIUM", chromium()?);
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {command:?}"))?;
    Ok(status.success())
}

fn web() -> PathBuf {
    cargo::root().join("web")
}

/// Lists the files of a folder of `web/` with this ending: those with these
/// names, or all.
fn files(folder: &str, ending: &str, names: &[String]) -> Result<Vec<PathBuf>> {
    let folder = web().join(folder);
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut all = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if let Some(name) = stem(&path, ending) {
            all.push((name.to_owned(), path));
        }
    }
    all.sort();
    for name in names {
        ensure!(
            all.iter().any(|(it, _)| it == name),
            "there is no {name}{ending} in {}; there are: {}",
            folder.display(),
            all.iter()
                .map(|(it, _)| it.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
    let is_wanted = |name: &String| names.is_empty() || names.contains(name);
    Ok(all
        .into_iter()
        .filter_map(|(name, path)| is_wanted(&name).then_some(path))
        .collect())
}

fn stem<'p>(path: &'p Path, ending: &str) -> Option<&'p str> {
    path.file_name()?.to_str()?.strip_suffix(ending)
}

/// Finds Chromium, and installs it if necessary.
fn chromium() -> Result<PathBuf> {
    // The headless shell is much faster than the others.
    const NAMES: [&str; 5] = [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    if let Some(path) = system::find(&NAMES) {
        return Ok(path);
    }
    for package in ["chromium-headless-shell", "chromium"] {
        if system::install(package)
            && let Some(path) = system::find(&NAMES)
        {
            return Ok(path);
        }
    }
    bail!(
        "Chromium is missing and could not be installed. Install it with \
         `sudo apt-get install chromium-headless-shell`, `brew install --cask chromium` or your \
         system's package of that name, or set CHROMIUM=/path/to/it"
    )
}

/// Returns a command that runs in `web/`.
fn in_web(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(web());
    command
}
