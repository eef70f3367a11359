//! Compares the engine's fingerprint, the node count of `arbiter bench`, with
//! the one stated by the last commit that changed it.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo;

/// Reports whether the engine searches as the history says. Any commit that
/// changes what the search finds changes the number and must state it.
pub fn run() -> Result<bool> {
    let counted = count()?;
    println!("arbiter bench counts {counted} nodes");
    let Some(stated) = last_stated()? else {
        println!(
            "There is nothing to compare it with: this is not a git repository, or a shallow \
             clone without the last commit that has a line \"{MARK}\" (git fetch --unshallow \
             completes it)."
        );
        return Ok(true);
    };
    let StatedFingerprint { commit, number } = stated;
    println!("{commit} states {number}");
    if counted == number {
        return Ok(true);
    }
    if is_changed()? {
        println!("There are uncommitted changes: their commit must state \"{MARK}{counted}\".");
        return Ok(true);
    }
    println!(
        "The search has changed. If that is intended, end the commit message with a line \
         \"{MARK}{counted}\"; otherwise look for the cause in the commits since {commit}:"
    );
    let since = format!("{commit}..HEAD");
    print!("{}", git(&["log", "--oneline", &since, "--", "crates"])?);
    Ok(false)
}

const MARK: &str = "Bench: ";

/// The fingerprint that a commit states.
#[derive(PartialEq, Eq, Debug)]
struct StatedFingerprint {
    commit: String,
    number: u64,
}

/// Runs `arbiter bench` and returns its node count.
fn count() -> Result<u64> {
    let output = Command::new(cargo::arbiter()?)
        .arg("bench")
        .output()
        .context("cannot run arbiter bench")?;
    ensure!(output.status.success(), "arbiter bench failed");
    read_count(&String::from_utf8_lossy(&output.stdout))
        .context("the last line of arbiter bench does not start with a node count")
}

/// Parses the last line, `123 nodes 456 nps`.
fn read_count(output: &str) -> Option<u64> {
    let (number, _) = output.lines().next_back()?.split_once(" nodes ")?;
    number.parse().ok()
}

/// Returns the last commit that states a fingerprint, or `None` without history.
fn last_stated() -> Result<Option<StatedFingerprint>> {
    let pattern = format!("--grep=^{MARK}[0-9]");
    let Ok(found) = git(&["log", "-1", &pattern, "--format=%h%n%B"]) else {
        return Ok(None);
    };
    let is_whole = git(&["rev-parse", "--is-shallow-repository"])?.trim() == "false";
    let stated = read_stated(&found);
    ensure!(
        stated.is_some() || !is_whole,
        "no commit has a line \"{MARK}\" and a number"
    );
    Ok(stated)
}

/// Parses a short commit hash and the last fingerprint in its message.
fn read_stated(text: &str) -> Option<StatedFingerprint> {
    let (commit, message) = text.split_once('\n')?;
    let mut numbers = message.lines().rev().filter_map(|line| {
        let number = line.strip_prefix(MARK)?;
        number.trim().parse().ok()
    });
    Some(StatedFingerprint {
        commit: commit.to_owned(),
        number: numbers.next()?,
    })
}

/// Reports whether there are uncommitted changes.
fn is_changed() -> Result<bool> {
    let changes = git(&["status", "--porcelain", "--", "crates"])?;
    Ok(!changes.trim().is_empty())
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(cargo::root())
        .output()
        .context("cannot run git")?;
    ensure!(
        output.status.success(),
        "git {} failed:\n{}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_the_last_line() {
        let output = " 1/2  10  8/8\n 2/2  13  8/8\n23 nodes 1000 nps\n";
        assert_eq!(read_count(output), Some(23));
        assert_eq!(read_count("23 nodes 1000 nps\nerror"), None);
        assert_eq!(read_count(""), None);
    }

    #[test]
    fn a_commit_states_its_fingerprint_on_a_line_of_its_own() {
        let text = "abc1234\nengine: search\n\nThe Bench: 5 before.\n\nBench: 23\n";
        let stated = StatedFingerprint {
            commit: "abc1234".into(),
            number: 23,
        };
        assert_eq!(read_stated(text), Some(stated));
        assert_eq!(read_stated("abc1234\nengine: search\nBench: none\n"), None);
        assert_eq!(read_stated(""), None);
    }
}
