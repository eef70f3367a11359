//! `cargo xtask corpora`: the rules against public collections of positions.
//!
//! The collections are not part of the project; the tests carry their own
//! facts. This is for a wider look.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use arbiter_rules::{Position, Setup, perft};

/// Deeper counts of a perft file are left out: a look is to take seconds.
const NODES_MAX: u64 = 10_000_000;

/// Checks every collection found under the path; whether all of it agreed.
pub fn run(path: &Path) -> Result<bool> {
    let mut reports = Vec::new();
    for file in files(&path.join("perft"), Some("perft"))? {
        reports.push(check_perft(&file)?);
    }
    for file in files(&path.join("illegal-positions"), None)? {
        reports.push(check_illegal_positions(&file)?);
    }
    if reports.is_empty() {
        bail!(
            "nothing to check in {}: it has neither perft/*.perft nor illegal-positions/*",
            path.display()
        );
    }
    println!("{:<32} {:>9} {:>9}  note", "collection", "checked", "wrong");
    for report in &reports {
        println!(
            "{:<32} {:>9} {:>9}  {}",
            report.name,
            report.checked,
            report.failures.len(),
            report.note
        );
    }
    for report in &reports {
        for failure in &report.failures {
            println!("{}: {failure}", report.name);
        }
    }
    Ok(reports.iter().all(|report| report.failures.is_empty()))
}

/// What came of one collection.
#[derive(Default)]
struct Report {
    name: String,
    checked: u64,
    note: String,
    failures: Vec<String>,
}

impl Report {
    fn of(file: &Path) -> Report {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Report {
            name,
            ..Report::default()
        }
    }
}

/// Lines `epd …` and, for each, `perft DEPTH NODES`.
fn check_perft(file: &Path) -> Result<Report> {
    let mut report = Report::of(file);
    let mut position = None;
    let mut deeper: u64 = 0;
    for line in read(file)?.lines() {
        if let Some(epd) = line.strip_prefix("epd ") {
            position = match epd.parse::<Position>() {
                Ok(position) => Some(position),
                Err(error) => {
                    report.failures.push(format!("{epd}: {error}"));
                    None
                }
            };
        } else if let Some(counts) = line.strip_prefix("perft ")
            && let Some(position) = &position
        {
            let (depth, nodes) = counts.split_once(' ').context("perft needs two numbers")?;
            let (depth, nodes): (u32, u64) = (depth.parse()?, nodes.trim().parse()?);
            if nodes > NODES_MAX {
                deeper += 1;
                continue;
            }
            report.checked += 1;
            let found = perft(position, depth);
            if found != nodes {
                report
                    .failures
                    .push(format!("{position} depth {depth}: {found}, not {nodes}"));
            }
        }
    }
    report.note = format!("{deeper} deeper than {NODES_MAX} nodes left out");
    Ok(report)
}

/// Lines `FEN<tab>verdict`, where the verdict begins with `Illegal` and a
/// reason, or is something else.
///
/// What is labelled illegal must be an error or a doubt, and the rest must be
/// playable. A label says that a position *cannot arise*, which no finite list
/// of reasons decides: those we do not see through are counted, not failures.
fn check_illegal_positions(file: &Path) -> Result<Report> {
    let mut report = Report::of(file);
    let (mut errors, mut unseen) = (0, 0);
    for line in read(file)?.lines() {
        let Some((fen, verdict)) = line.split_once('\t') else {
            continue;
        };
        report.checked += 1;
        let setup: Setup = match fen.parse() {
            Ok(setup) => setup,
            Err(error) => {
                report.failures.push(format!("{fen}: {error}"));
                continue;
            }
        };
        match (verdict.trim().starts_with("Illegal"), setup.position()) {
            (true, Err(_)) => errors += 1,
            (true, Ok(_)) => unseen += 1,
            (false, Ok(_)) => {}
            (false, Err(error)) => {
                report
                    .failures
                    .push(format!("{fen} can arise, but: {error}"));
            }
        }
    }
    report.note = format!("{errors} impossible ones refused, {unseen} playable");
    Ok(report)
}

/// The files of a folder, or none if there is no such folder.
fn files(folder: &Path, extension: Option<&str>) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let fits = extension.is_none_or(|wanted| path.extension().is_some_and(|it| it == wanted));
        if path.is_file() && fits {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
