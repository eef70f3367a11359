//! Runs real clients of the lichess API, unmodified, against fresh servers, and checks what
//! these have answered against the types that lichess publishes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result};

use crate::{
    cargo,
    load::{self, Build, Database},
    page, python, system,
    tally::Tally,
};

/// The types that lichess publishes.
const TYPES: (&str, &str) = ("@lichess-org/types", "2.0.171");
/// How many games the bots play.
const GAMES: &str = "20";
/// An engine that Debian has.
const ENGINE: &str = "fairy-stockfish";

/// Runs every client, and returns how many of them found what they expect.
pub fn run() -> Result<Tally> {
    let binary = cargo::arbiter()?;
    let python = python::interpreter()?;
    let engine = engine()?;
    let folder = cargo::target()?.join("lichess");
    // An earlier run may have left its files.
    for name in ["berserk", "bots", "terminal", "home"] {
        let old = folder.join(name);
        if old.exists() {
            fs::remove_dir_all(old)?;
        }
    }
    fs::create_dir_all(&folder)?;
    let start = |script: &str, arguments: &[&Path]| -> Result<Child> {
        Command::new(&python)
            .arg(cargo::root().join("xtask/src/lichess").join(script))
            .arg(&binary)
            .arg(&folder)
            .args(arguments)
            // The folder of the sources stays clean.
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .spawn()
            .context("cannot run Python")
    };
    // Each client starts a server with the functions of server.py. A terminal mostly waits.
    let mut terminal = start("terminal.py", &[&engine])?;
    let mut tally = Tally::default();
    tally += Tally::one(start("berserk_client.py", &[])?.wait()?.success());
    let mut bots = start("bots.py", &[&engine, Path::new(GAMES)])?;
    tally += Tally::one(bots.wait()?.success());
    tally += Tally::one(terminal.wait()?.success());
    tally += Tally::one(are_answers_well_typed(&python, &folder)?);
    let few = [
        "--bots=20",
        "--silent=4",
        "--seconds=4",
        "--think=100",
        "--any-speed",
    ]
    .map(str::to_owned);
    let is_quick = load::generate(Build::Dev, "bots", &binary, Database::Sqlite, &few)?;
    tally += Tally::one(is_quick);
    Ok(tally)
}

/// Returns the engine with which the bots play, installed if necessary.
fn engine() -> Result<PathBuf> {
    let find = || {
        // Debian's games are not on the path of everyone.
        let game = Path::new("/usr/games").join(ENGINE);
        system::find(&[ENGINE]).or_else(|| game.is_file().then_some(game))
    };
    let engine = find().or_else(|| system::install(ENGINE).then(find).flatten());
    engine.with_context(|| format!("{ENGINE} is missing. On Debian: apt install {ENGINE}"))
}

/// Reports whether everything that the servers have answered is as lichess declares it.
fn are_answers_well_typed(python: &Path, folder: &Path) -> Result<bool> {
    let (name, version) = TYPES;
    let types = page::package(&folder.join(format!("types-{version}")), name, version)?;
    let declarations = folder.join("lichess-api.d.ts");
    fs::copy(types.join("lichess-api.d.ts"), &declarations)?;
    let written = Command::new(python)
        .arg(cargo::root().join("xtask/src/lichess/write_types.py"))
        .arg(&declarations)
        .args(["answers.json", "bot_answers.json"].map(|name| folder.join(name)))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .context("cannot run Python")?;
    if !written.status.success() {
        println!("{}", String::from_utf8_lossy(&written.stderr));
        return Ok(false);
    }
    let file = folder.join("answers.ts");
    fs::write(&file, &written.stdout)?;
    let is_well = page::has_correct_types(&file)?;
    if is_well {
        let text = String::from_utf8_lossy(&written.stdout);
        let count = text
            .lines()
            .filter(|line| line.starts_with("export"))
            .count();
        println!("types: {count} different answers and lines are as lichess declares them");
    }
    Ok(is_well)
}
