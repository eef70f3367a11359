use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use super::{in_web, web};
use crate::system;

/// A Node that is new enough, with the tools of `web/package.json`.
pub struct Node {
    program: PathBuf,
}

/// The oldest version that runs the checks.
const OLDEST: u32 = 20;
/// How many files of tests run at once: each has a browser, which waits more
/// than it works.
const AT_ONCE: u32 = 2;

impl Node {
    /// Looks for it, and installs the tools where they are not those of the
    /// lock.
    pub fn ready() -> Result<Node> {
        let Some(program) = system::find(&["node", "nodejs"]) else {
            bail!(
                "Node is missing; the checks of the page need version {OLDEST} or later. Install \
                 it from your system's package nodejs or from https://nodejs.org"
            );
        };
        let output = Command::new(&program).arg("--version").output();
        let output = output.with_context(|| format!("cannot run {}", program.display()))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ensure!(
            major(&version).is_some_and(|major| major >= OLDEST),
            "{} is {version}; the checks of the page need version {OLDEST} or later",
            program.display()
        );
        if !has_tools(&web()) {
            install()?;
        }
        Ok(Node { program })
    }

    /// A command of it, in `web/`.
    pub fn command(&self) -> Command {
        in_web(&self.program)
    }

    /// Whether the types are right.
    pub fn types(&self) -> Result<bool> {
        let mut command = self.command();
        command.args(["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]);
        let status = command.status();
        let is_well = status
            .with_context(|| format!("cannot run {command:?}"))?
            .success();
        if is_well {
            println!("the types are right");
        }
        Ok(is_well)
    }

    /// The command that runs these files of tests.
    pub fn test(&self, files: &[PathBuf]) -> Command {
        let mut command = self.command();
        command
            .args(["--test", "--test-reporter=tap"])
            .arg(format!("--test-concurrency={AT_ONCE}"))
            .args(files);
        command
    }
}

/// Reads `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Whether what npm has installed is what the lock says.
fn has_tools(web: &Path) -> bool {
    let installed = packages(&web.join("node_modules/.package-lock.json"));
    let wanted = packages(&web.join("package-lock.json"));
    installed
        .zip(wanted)
        .is_some_and(|(installed, wanted)| is_complete(&installed, &wanted))
}

/// What is optional is for other machines.
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
    println!("the tools of web/package.json: missing or old, asking npm for them");
    let npm = system::find(&["npm"])
        .context("npm is missing: it comes with Node, or in your system's package of that name")?;
    let mut command = in_web(&npm);
    command.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {command:?}"))?;
    ensure!(
        status.success(),
        "npm cannot install the tools of web/package.json: it needs a registry once. Where none \
         can be reached, put a node_modules of another machine into web/"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("20"), None);
    }

    #[test]
    fn tools_are_there_when_all_are_of_the_lock_but_those_for_other_machines() {
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
