//! Installs packages from the Python Package Index.

use std::{
    fs::{self, File},
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::cargo;

/// The packages and their versions.
const REQUIREMENTS: &str = include_str!("../requirements.txt");

/// Returns a Python interpreter that can import the packages in `xtask/requirements.txt`,
/// from a virtual environment that is created on first use.
pub fn interpreter() -> Result<PathBuf> {
    let folder = cargo::target()?.join("python");
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    // Steps that run at the same time need it, too.
    let path = folder.with_extension("lock");
    let lock = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    lock.lock()
        .with_context(|| format!("cannot lock {}", path.display()))?;
    let installed = folder.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|packages| packages == REQUIREMENTS) {
        return Ok(python);
    }
    println!("creating a virtual environment for Python");
    if !succeeds(Command::new("python3").arg("--version")) {
        bail!(
            "python3 is missing. Install Python 3.10 or later (on Debian: apt install \
             python3-venv)"
        );
    }
    let made = Command::new("python3")
        .args(["-m", "venv", "--clear"])
        .arg(&folder)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        bail!(
            "python3 cannot create a virtual environment. Install its venv module \
             (on Debian: apt install python3-venv)"
        );
    }
    let wanted = cargo::root().join("xtask/requirements.txt");
    let done = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--requirement"])
        .arg(&wanted)
        .status();
    if !done.is_ok_and(|status| status.success()) {
        bail!(
            "pip cannot install what {} lists: it needs the Python Package Index once",
            wanted.display()
        );
    }
    fs::write(&installed, REQUIREMENTS)
        .with_context(|| format!("cannot write {}", installed.display()))?;
    Ok(python)
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
