//! Runs cargo, and reads what it knows about the workspace.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// Returns a `cargo` command that runs at the root of the workspace.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Returns the root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the workspace")
}

/// Returns the folder for build output.
pub fn target() -> Result<PathBuf> {
    Ok(Workspace::read()?.target_directory)
}

/// Builds `arbiter` with the profile of the tests and returns its path.
pub fn arbiter() -> Result<PathBuf> {
    program("arbiter")
}

/// The variable that says that the programs are built. A step that builds them all the same
/// would have to wait for another one that builds the tests.
pub const PROGRAMS_ARE_BUILT: &str = "XTASK_PROGRAMS_ARE_BUILT";

/// Builds the programs of the workspace with the profile of the tests, unless they are
/// built already, and returns the path of this one.
pub fn program(name: &str) -> Result<PathBuf> {
    if std::env::var_os(PROGRAMS_ARE_BUILT).is_none() {
        ensure!(build_programs()?, "the programs do not build");
    }
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(target()?.join("debug").join(name))
}

/// Builds the programs of the workspace with the profile of the tests, and reports whether that
/// worked.
///
/// All of them are built at once: a package built alone enables fewer features
/// of its dependencies, which would then be built a second time. The examples
/// are built because they enable the same features as the tests.
pub fn build_programs() -> Result<bool> {
    let status = command(&["build", "--workspace", "--bins", "--examples"]).status();
    Ok(status.context("cannot run cargo build")?.success())
}

/// The output of `cargo metadata` that is needed here.
#[derive(Deserialize)]
pub struct Workspace {
    pub target_directory: PathBuf,
    pub packages: Vec<Package>,
}

/// A crate of the workspace.
#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub manifest_path: PathBuf,
    pub dependencies: Vec<Dependency>,
    pub targets: Vec<Target>,
}

/// A dependency that a crate declares.
#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    /// `None` for a normal dependency, otherwise `dev` or `build`.
    pub kind: Option<String>,
}

/// A library, program or test binary of a crate.
#[derive(Deserialize)]
pub struct Target {
    pub src_path: PathBuf,
}

impl Workspace {
    /// Runs `cargo metadata`.
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
        serde_json::from_slice(&output.stdout).context("cannot parse the output of cargo metadata")
    }
}
