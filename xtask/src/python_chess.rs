//! python-chess, which many programs are made with, drives our binary.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::cargo;

/// What it is called at the Python Package Index. Another version is another
/// environment.
const PACKAGE: &str = "chess==1.11.2";

/// Whether the conversation went well.
pub fn run() -> Result<bool> {
    let binary = cargo::arbiter()?;
    let python = environment()?;
    let script = cargo::root().join("xtask/src/python_chess/conversation.py");
    let status = Command::new(python)
        .arg(script)
        .arg(binary)
        .current_dir(cargo::root())
        .status()
        .context("cannot run Python")?;
    Ok(status.success())
}

/// A Python with the package, in a virtual environment that is made once.
fn environment() -> Result<PathBuf> {
    let name = PACKAGE.replace("==", "-");
    let folder = cargo::target()?.join("python").join(name);
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    if succeeds(Command::new(&python).args(["-c", "import chess.engine"])) {
        return Ok(python);
    }
    println!("making a virtual environment for {PACKAGE}");
    if !succeeds(Command::new("python3").arg("--version")) {
        bail!(
            "python3 is missing. Install Python 3.8 or later (on Debian: apt install python3-venv)"
        );
    }
    let made = Command::new("python3")
        .args(["-m", "venv", "--clear"])
        .arg(&folder)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        bail!(
            "python3 cannot make a virtual environment. Install its venv module \
             (on Debian: apt install python3-venv)"
        );
    }
    let installed = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", PACKAGE])
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        bail!(
            "pip cannot install {PACKAGE}: it needs the Python Package Index once. Where that \
             cannot be reached, put the package into {} by hand",
            folder.display()
        );
    }
    Ok(python)
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
