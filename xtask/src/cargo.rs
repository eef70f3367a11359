//! What cargo knows about the workspace.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// A `cargo` command, to be run at the root of the workspace.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the workspace")
}

/// The folder of what cargo makes.
pub fn target() -> Result<PathBuf> {
    Ok(Workspace::read()?.target_directory)
}

/// Builds the program as the tests do; where it is.
pub fn arbiter() -> Result<PathBuf> {
    program("arbiter")
}

/// Builds the programs of the workspace as the tests do; where this one is.
///
/// All of them at once: a package that is built alone asks less of what it
/// depends on, and that would all be built a second time.
pub fn program(name: &str) -> Result<PathBuf> {
    let status = command(&["build", "--workspace", "--bins"])
        .status()
        .context("cannot run cargo build")?;
    ensure!(status.success(), "the programs do not build");
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(target()?.join("debug").join(name))
}

/// The crates of the workspace.
#[derive(Deserialize)]
pub struct Workspace {
    pub target_directory: PathBuf,
    pub packages: Vec<Package>,
}

/// One of our crates.
#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub manifest_path: PathBuf,
    pub dependencies: Vec<Dependency>,
    pub targets: Vec<Target>,
}

/// Something a crate says it needs.
#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    /// `None` for an ordinary one, else `dev` or `build`.
    pub kind: Option<String>,
}

/// A library, a program or a test binary.
#[derive(Deserialize)]
pub struct Target {
    pub src_path: PathBuf,
}

impl Workspace {
    /// Asks cargo.
    pub fn read() -> Result<Workspace> {
        let arguments = ["metadata", "--no-deps", "--offline", "--format-version=1"];
        let output = command(&arguments)
            .output()
            .context("cannot run cargo metadata")?;
        ensure!(
            output.status.success(),
            "cargo metadata failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        serde_json::from_slice(&output.stdout).context("cannot read the answer of cargo metadata")
    }
}
