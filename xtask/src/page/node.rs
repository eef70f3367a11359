use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use super::{in_web, web};
use crate::system;

/// A recent enough Node, with the tools of `web/package.json` installed.
pub struct Node {
    program: PathBuf,
}

/// The oldest major version that can run the checks.
const MIN_NODE_VERSION: u32 = 20;
/// How many test files run at once. Each has a browser, which spends most of its
/// time waiting.
const PARALLEL_TEST_FILES: u32 = 2;

impl Node {
    /// Finds Node, and installs the tools if they do not match the lock file.
    pub fn ready() -> Result<Node> {
        let Some(program) = system::find(&["node", "nodejs"]) else {
            bail!(
                "Node is missing; the page checks need version {MIN_NODE_VERSION} or later. Install \
                 it from your system's package nodejs or from https://nodejs.org"
            );
        };
        let output = Command::new(&program).arg("--version").output();
        let output = output.with_context(|| format!("cannot run {}", program.display()))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ensure!(
            major(&version).is_some_and(|major| major >= MIN_NODE_VERSION),
            "{} is {version}; the page checks need version {MIN_NODE_VERSION} or later",
            program.display()
        );
        if !has_tools(&web()) {
            install()?;
        }
        Ok(Node { program })
    }

    /// Returns a Node command that runs in `web/`.
    pub fn command(&self) -> Command {
        in_web(&self.program)
    }

    /// Reports whether the type checker accepts the page.
    pub fn types(&self) -> Result<bool> {
        let mut command = self.command();
        command.args(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]);
        let status = command.status();
        let is_well = status
            .with_context(|| format!("cannot run {command:?}"))?
            .success();
        if is_well {
            println!("types: correct");
        }
        Ok(is_well)
    }

    /// Returns the command that runs these test files.
    pub fn test(&self, files: &[PathBuf]) -> Command {
        let mut command = self.command();
        command
            .args(["--test", "--test-reporter=tap"])
            .arg(format!("--test-concurrency={PARALLEL_TEST_FILES}"))
            .args(files);
        command
    }
}

/// Parses the major version of `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Reports whether the installed tools are those of the lock file.
fn has_tools(web: &Path) -> bool {
    let installed = packages(&web.join("node_modules/.package-lock.json"));
    let wanted = packages(&web.join("package-lock.json"));
    installed
        .zip(wanted)
        .is_some_and(|(installed, wanted)| is_complete(&installed, &wanted))
}

/// Reports whether all packages are installed; optional ones are for other
/// platforms.
fn is_complete(installed: &Map<String, Value>, wanted: &Map<String, Value>) -> bool {
    wanted
        .iter()
        .filter(|(path, _)| !path.is_empty())
        .all(|(path, package)| match installed.get(path) {
            Some(found) => found["integrity"] == package["integrity"],
            None => package["optional"] == true,
        })
}

fn packages(lock: &Path) -> Option<Map<String, Value>> {
    let text = fs::read_to_string(lock).ok()?;
    let mut lock: Value = serde_json::from_str(&text).ok()?;
    match lock["packages"].take() {
        Value::Object(packages) => Some(packages),
        _ => None,
    }
}

fn install() -> Result<()> {
    println!("tools of web/package.json: missing or outdated, installing them with npm");
    let npm = system::find(&["npm"])
        .context("npm is missing: it comes with Node, or in your system's package of that name")?;
    let mut command = in_web(&npm);
    command.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {command:?}"))?;
    ensure!(
        status.success(),
        "npm cannot install the tools of web/package.json: it needs a registry once. If none can \
         be reached, copy node_modules from another machine into web/"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_node_is_parsed() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("20"), None);
    }

    #[test]
    fn optional_packages_may_be_missing_and_others_must_match_the_lock_file() {
        let lock = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap();
        let wanted =
            lock(r#"{"": {}, "a": {"integrity": "1"}, "b": {"integrity": "2", "optional": true}}"#);
        for (installed, is_there) in [
            (r#"{"a": {"integrity": "1"}}"#, true),
            (
                r#"{"a": {"integrity": "1"}, "b": {"integrity": "2"}}"#,
                true,
            ),
            (r#"{"a": {"integrity": "0"}}"#, false),
            (
                r#"{"a": {"integrity": "1"}, "b": {"integrity": "1"}}"#,
                false,
            ),
            (r#"{"b": {"integrity": "2"}}"#, false),
        ] {
            assert_eq!(
                is_complete(&lock(installed), &wanted),
                is_there,
                "{installed}"
            );
        }
    }
}
