//! Installs packages from the Python Package Index.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Result, bail};

use crate::cargo;

/// Returns a Python interpreter that can import this module of a package, from a
/// virtual environment that is created on first use.
pub fn environment(package: &str, module: &str) -> Result<PathBuf> {
    let name = package.replace("==", "-");
    let folder = cargo::target()?.join("python").join(name);
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    if succeeds(Command::new(&python).args(["-c", &format!("import {module}")])) {
        return Ok(python);
    }
    println!("creating a virtual environment for {package}");
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
    let installed = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", package])
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        bail!(
            "pip cannot install {package}: it needs the Python Package Index once. If that cannot \
             be reached, install the package into {} by hand",
            folder.display()
        );
    }
    Ok(python)
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
