//! Installs packages from the Python Package Index.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Result, bail};

use crate::cargo;

/// Returns a Python interpreter that can import these modules of packages, which are
/// separated by spaces, from a virtual environment that is created on first use.
pub fn environment(packages: &str, modules: &str) -> Result<PathBuf> {
    let name = packages.replace("==", "-").replace(' ', "-");
    let folder = cargo::target()?.join("python").join(name);
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    if succeeds(Command::new(&python).args(["-c", &format!("import {modules}")])) {
        return Ok(python);
    }
    println!("creating a virtual environment for {packages}");
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
        .args(["-m", "pip", "install", "--quiet"])
        .args(packages.split(' '))
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        bail!(
            "pip cannot install {packages}: it needs the Python Package Index once. If that cannot \
             be reached, install them into {} by hand",
            folder.display()
        );
    }
    Ok(python)
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
