//! Checks the page with its own tools: types with `tsc`, modules with unit
//! tests, and whole pages with walks in Chromium, Firefox and WebKit.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    cargo,
    page::{node::Node, tap::Show},
    system,
    tally::Tally,
};

mod browsers;
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
    let files = files("walks", ".walk.js", names)?;
    let mut command = node.test(&files);
    command
        .env("ARBITER", cargo::arbiter()?)
        .env("CHROMIUM", browsers::chromium()?);
    let is_of_all_browsers = |file: &PathBuf| stem(file, ".walk.js") == Some("browsers");
    if files.iter().any(is_of_all_browsers) {
        command.envs(browsers::others()?);
    }
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
        .env("CHROMIUM", browsers::chromium()?);
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {command:?}"))?;
    Ok(status.success())
}

/// Installs a package of the npm registry into a folder, unless it is there, and returns the
/// folder of the package. It is used beside the program and is no part of it.
pub fn package(folder: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let installed = folder.join("node_modules").join(name);
    if installed.join("package.json").is_file() {
        return Ok(installed);
    }
    println!("{name}: missing, installing it with npm");
    let npm = system::find(&["npm"]).context("npm is missing: it comes with Node")?;
    let mut command = Command::new(npm);
    command.args(["install", "--no-save", "--no-audit", "--no-fund"]);
    command.arg("--loglevel=error").arg("--prefix").arg(folder);
    command.arg(format!("{name}@{version}"));
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {command:?}"))?;
    ensure!(
        status.success(),
        "npm cannot install {name}: it needs a registry once"
    );
    Ok(installed)
}

/// Reports whether the type checker accepts a file, in which everything has a type.
pub fn has_correct_types(file: &Path) -> Result<bool> {
    let node = Node::ready()?;
    let mut command = node.command();
    command.args(["node_modules/typescript/bin/tsc", "--noEmit", "--strict"]);
    command.args(["--skipLibCheck", "--ignoreConfig"]).arg(file);
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

/// Returns a command that runs in `web/`.
fn in_web(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(web());
    command
}
