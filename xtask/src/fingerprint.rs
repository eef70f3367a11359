//! The fingerprint of the engine: what `arbiter bench` counts, and what the
//! last commit that changed it says.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo;

/// Whether the engine is the one that the history tells of. It does not ask
/// which commit touched what: whoever changes what the search finds changes
/// the number, and says so.
pub fn run() -> Result<bool> {
    let counted = count()?;
    println!("arbiter bench counts {counted}");
    let Some(said) = last_said()? else {
        println!(
            "There is nothing to compare it with: this is no git repository, or its history \
             was cut off before the last commit with a line \"{MARK}\" (git fetch --unshallow \
             brings it)."
        );
        return Ok(true);
    };
    let Said { commit, number } = said;
    println!("{commit} says {number}");
    if counted == number {
        return Ok(true);
    }
    if is_changed()? {
        println!("What is changed here and not committed yet is meant to say \"{MARK}{counted}\".");
        return Ok(true);
    }
    println!(
        "The engine searches otherwise than it did then. If that is meant, end the message of \
         the commit with a line \"{MARK}{counted}\"; if not, something has changed what the \
         search finds since {commit}:"
    );
    let since = format!("{commit}..HEAD");
    print!("{}", git(&["log", "--oneline", &since, "--", "crates"])?);
    Ok(false)
}

const MARK: &str = "Bench: ";

/// What a commit says about the engine.
#[derive(PartialEq, Eq, Debug)]
struct Said {
    commit: String,
    number: u64,
}

/// The number that the binary counts.
fn count() -> Result<u64> {
    let output = Command::new(cargo::arbiter()?)
        .arg("bench")
        .output()
        .context("cannot run arbiter bench")?;
    ensure!(output.status.success(), "arbiter bench failed");
    read_count(&String::from_utf8_lossy(&output.stdout))
        .context("the last line of arbiter bench does not begin with a number of nodes")
}

/// Reads `123 nodes 456 nps` at the end.
fn read_count(output: &str) -> Option<u64> {
    let (number, _) = output.lines().next_back()?.split_once(" nodes ")?;
    number.parse().ok()
}

/// The last commit that says a number; none if there is no history.
fn last_said() -> Result<Option<Said>> {
    let pattern = format!("--grep=^{MARK}[0-9]");
    let Ok(found) = git(&["log", "-1", &pattern, "--format=%h%n%B"]) else {
        return Ok(None);
    };
    let is_whole = git(&["rev-parse", "--is-shallow-repository"])?.trim() == "false";
    let said = read_said(&found);
    ensure!(
        said.is_some() || !is_whole,
        "no commit has a line \"{MARK}\" and a number"
    );
    Ok(said)
}

/// Reads the short name of a commit and, from its message, the last number.
fn read_said(text: &str) -> Option<Said> {
    let (commit, message) = text.split_once('\n')?;
    let mut numbers = message.lines().rev().filter_map(|line| {
        let number = line.strip_prefix(MARK)?;
        number.trim().parse().ok()
    });
    Some(Said {
        commit: commit.to_owned(),
        number: numbers.next()?,
    })
}

/// Whether there are changes that belong to no commit yet.
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
    fn a_commit_says_its_number_in_a_line_of_its_own() {
        let text = "abc1234\nengine: search\n\nThe Bench: 5 before.\n\nBench: 23\n";
        let said = Said {
            commit: "abc1234".into(),
            number: 23,
        };
        assert_eq!(read_said(text), Some(said));
        assert_eq!(read_said("abc1234\nengine: search\nBench: none\n"), None);
        assert_eq!(read_said(""), None);
    }
}
