//! The page is checked by its own tools: types by `tsc`, modules without a
//! browser by tests, and everything together by walks in Chromium.

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

/// Types, and what can be tested without a browser.
pub fn check() -> Result<Tally> {
    let node = Node::ready()?;
    let mut tally = Tally::one(node.types()?);
    let tests = tap::run(node.test(&files("tests", ".test.js", &[])?), Show::Failures)?;
    println!("tests of its modules: {tests}");
    tally += tests;
    Ok(tally)
}

/// Walks through the page, all or those in the files of these names.
pub fn walks(names: &[String]) -> Result<Tally> {
    let node = Node::ready()?;
    let mut command = node.test(&files("walks", ".walk.js", names)?);
    command
        .env("ARBITER", cargo::arbiter()?)
        .env("CHROMIUM", chromium()?);
    tap::run(command, Show::Each)
}

/// Runs one of the scripts beside the walks: whether it is content.
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

/// The files of a folder of `web/` whose names end so, all or these.
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
            "there is no {name}{ending} in {}, but there are: {}",
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

/// The browser of this machine, installed where that is possible.
fn chromium() -> Result<PathBuf> {
    // The first one has no windows, and is done in a fraction of the time.
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
         system's package of that name, or say where it is: CHROMIUM=/path/to/it"
    )
}

/// A command of Node in `web/`.
fn in_web(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(web());
    command
}
