//! Checks the rules against public collections of positions, which are not part of the
//! project. The folder has any of `perft/*.perft`, `unwinnable/*.txt` and `illegal-positions/*`.
//!
//! ```text
//! cargo run --release -p arbiter-rules --example corpora -- FOLDER
//! ```

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail};
use arbiter_rules::{Color, Position, Setup, perft};

/// Larger perft counts are skipped, so that a run takes seconds.
const MAX_PERFT_NODES: u64 = 10_000_000;

fn main() -> Result<ExitCode> {
    let folder = env::args_os().nth(1).context("name a folder")?;
    Ok(match run(Path::new(&folder))? {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Checks every collection in a folder and reports whether all agreed.
fn run(path: &Path) -> Result<bool> {
    let mut reports = Vec::new();
    for file in files(&path.join("perft"), Some("perft"))? {
        reports.push(check_perft(&file)?);
    }
    for file in files(&path.join("unwinnable"), Some("txt"))? {
        reports.push(check_unwinnable(&file)?);
    }
    for file in files(&path.join("illegal-positions"), None)? {
        reports.extend(check_illegal_positions(&file)?);
    }
    if reports.is_empty() {
        bail!(
            "nothing to check in {}: it has no perft/*.perft, no unwinnable/*.txt and no \
             illegal-positions/*",
            path.display()
        );
    }
    println!("{:<36} {:>9} {:>9}  note", "collection", "checked", "wrong");
    for report in &reports {
        println!(
            "{:<36} {:>9} {:>9}  {}",
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

/// The result of one collection.
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

/// Checks lines `epd …`, each followed by lines `perft DEPTH NODES`.
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
            if nodes > MAX_PERFT_NODES {
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
    report.note = format!("{deeper} counts above {MAX_PERFT_NODES} nodes skipped");
    Ok(report)
}

/// Checks lines such as `W- FEN`, which say who can still win by any series of
/// legal moves.
///
/// A wrong answer is a failure; an undecided one is only counted.
fn check_unwinnable(file: &Path) -> Result<Report> {
    let mut report = Report::of(file);
    let (mut decided_quickly, mut undecided) = (0_u64, 0_u64);
    for line in read(file)?.lines() {
        let Some((winners, fen)) = line
            .split_once(' ')
            .filter(|(winners, _)| is_winners(winners))
        else {
            continue;
        };
        let position: Position = match fen.parse() {
            Ok(position) => position,
            Err(error) => {
                report.failures.push(format!("{fen}: {error}"));
                continue;
            }
        };
        for (color, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            let truth = winners.contains(letter);
            let quick = position.can_win_quick(color);
            let answer = position.can_win(color);
            report.checked += 1;
            decided_quickly += u64::from(quick.is_some());
            undecided += u64::from(answer.is_none());
            if quick == Some(!truth) || answer == Some(!truth) {
                let truth = if truth { "can" } else { "cannot" };
                report
                    .failures
                    .push(format!("{color} {truth} win in {fen}"));
            }
        }
    }
    let percent = 100.0 * undecided as f64 / report.checked.max(1) as f64;
    report.note = format!(
        "{decided_quickly} decided without a search, {undecided} undecided ({percent:.2} %)"
    );
    Ok(report)
}

fn is_winners(text: &str) -> bool {
    matches!(text, "WB" | "W-" | "-B" | "--")
}

/// Checks lines `FEN<tab>label`, where the label is `Illegal` with a reason, or
/// something else. Each label gets its own report.
///
/// A position labeled illegal must be an error or raise a doubt; the others
/// must be playable. A doubt about one of the others is only counted, because
/// the labels do not cover every proof of illegality.
fn check_illegal_positions(file: &Path) -> Result<Vec<Report>> {
    #[derive(Default)]
    struct Count {
        errors: u64,
        doubts: u64,
    }
    let mut reports: BTreeMap<String, (Report, Count)> = BTreeMap::new();
    for line in read(file)?.lines() {
        let mut columns = line.split('\t');
        let (Some(fen), Some(label)) = (columns.next(), columns.next()) else {
            continue;
        };
        let label = label.trim();
        let (report, count) = reports.entry(label.to_owned()).or_default();
        report.checked += 1;
        let setup: Setup = match fen.parse() {
            Ok(setup) => setup,
            Err(error) => {
                report.failures.push(format!("{fen}: {error}"));
                continue;
            }
        };
        let is_illegal = label.starts_with("Illegal");
        match (setup.position(), setup.impossibilities().first()) {
            (Err(error), _) if !is_illegal => {
                report
                    .failures
                    .push(format!("{fen} is playable, but was refused: {error}"));
            }
            (Err(_), _) => count.errors += 1,
            (Ok(_), Some(_)) => count.doubts += 1,
            (Ok(_), None) if is_illegal => report.failures.push(format!("{fen} raises no doubt")),
            (Ok(_), None) => {}
        }
    }
    Ok(reports
        .into_iter()
        .map(|(name, (report, Count { errors, doubts }))| Report {
            name,
            note: format!("{errors} refused, {doubts} doubted"),
            ..report
        })
        .collect())
}

/// Lists the files of a folder, or none if the folder does not exist.
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
