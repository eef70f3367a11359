//! `cargo xtask package`: what a release ships, as a Debian package and as a tarball.
//!
//! The package is put together here with `dpkg-deb`, which every Debian system has:
//! `cargo deb` would have to be compiled first, which takes minutes.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;

use crate::{cargo, system, tally::Tally};

mod debian;
mod debian_root;

use debian::Compression;

/// What `cargo xtask package` makes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A Debian package.
    Deb,
    /// A tarball with the program and its documents.
    Tarball,
}

/// The arguments of `cargo xtask package`.
#[derive(clap::Args)]
pub struct Arguments {
    /// What to make.
    kind: Kind,
    /// Build for this target, such as x86_64-unknown-linux-musl for a static program.
    #[arg(long)]
    target: Option<String>,
}

/// Builds the program as it is shipped, and packs it. Prints the path.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let mut build = cargo::command(&["build", "--package", "arbiter", "--profile", "dist"]);
    let mut folder = cargo::target()?;
    if let Some(target) = &arguments.target {
        build.args(["--target", target]);
        folder.push(target);
    }
    run_command(&mut build)?;
    let program = folder.join("dist/arbiter");
    let into = cargo::target()?.join("package");
    let path = match arguments.kind {
        Kind::Deb => debian::build(&program, VERSION, &into, Compression::Small)?,
        Kind::Tarball => tarball(&program, arguments.target.as_deref(), &into)?,
    };
    println!("{}", path.display());
    Ok(true)
}

/// Packs the program of the tests, checks the package with lintian, and installs,
/// upgrades, removes and purges it in a fresh Debian root. Only Debian and its
/// relatives can do that.
pub fn check() -> Result<Tally> {
    if !Path::new("/etc/debian_version").exists() {
        println!("the package is not checked, because this is not a Debian system");
        return Ok(Tally::default());
    }
    let program = cargo::arbiter()?;
    for (name, package) in [
        ("dpkg-deb", "dpkg"),
        ("strip", "binutils"),
        ("lintian", "lintian"),
        ("mmdebstrap", "mmdebstrap"),
    ] {
        if system::find(&[name]).is_none() && !system::install(package) {
            bail!("{name} is missing and could not be installed: install the package {package}");
        }
    }
    let folder = cargo::target()?.join("package");
    let pack = |version: &str| debian::build(&program, version, &folder, Compression::Fast);
    let older = pack(&format!("{VERSION}~older"))?;
    let newer = pack(VERSION)?;
    let mut lintian = Command::new("lintian");
    lintian.args(["--fail-on", "error,warning", "--tag-display-limit", "0"]);
    // The root of a container is root, too.
    run_command(lintian.arg("--allow-root").arg(&newer))?;
    debian_root::check(&older, &newer)?;
    Ok(Tally::one(true))
}

fn tarball(program: &Path, target: Option<&str>, into: &Path) -> Result<PathBuf> {
    let native = format!("{}-{}", env::consts::ARCH, env::consts::OS);
    let name = format!("arbiter-{VERSION}-{}", target.unwrap_or(&native));
    let folder = into.join(&name);
    remove_folder(&folder)?;
    copy_stripped(program, &folder.join("arbiter"))?;
    write_manual(program, &folder.join("man"))?;
    for (shell, file) in COMPLETIONS {
        write_file(
            &folder.join("completions").join(file),
            &completions(program, shell)?,
        )?;
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(cargo::root().join(file), folder.join(file))?;
    }
    fs::copy(
        cargo::root().join("packaging/arbiter.service"),
        folder.join("arbiter.service"),
    )?;
    let path = into.join(format!("{name}.tar.gz"));
    run_command(
        Command::new("tar")
            .args(["--create", "--gzip", "--owner=0", "--group=0", "--file"])
            .arg(&path)
            .arg("--directory")
            .arg(into)
            .arg(&name),
    )?;
    Ok(path)
}

/// The shells that get completions, and the names of the files.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "arbiter"),
    ("zsh", "_arbiter"),
    ("fish", "arbiter.fish"),
];

fn completions(program: &Path, shell: &str) -> Result<Vec<u8>> {
    output(Command::new(program).args(["completions", shell]))
}

/// Writes the manual pages into a folder, compressed.
fn write_manual(program: &Path, folder: &Path) -> Result<()> {
    output(Command::new(program).arg("man").arg(folder))?;
    for entry in fs::read_dir(folder)? {
        run_command(Command::new("gzip").args(["-9nf"]).arg(entry?.path()))?;
    }
    Ok(())
}

/// Copies a program without the names of its functions, which only a debugger needs.
fn copy_stripped(program: &Path, to: &Path) -> Result<()> {
    create_parent(to)?;
    run_command(
        Command::new("strip")
            .args([
                "--strip-all",
                "--remove-section=.comment",
                "--remove-section=.note",
                "-o",
            ])
            .arg(to)
            .arg(program),
    )
}

/// The version of the program, which all crates share.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn write_file(path: &Path, contents: &[u8]) -> Result<()> {
    create_parent(path)?;
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

fn create_parent(path: &Path) -> Result<()> {
    let parent = path.parent().context("the path has no folder")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))
}

fn remove_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}

fn run_command(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

/// Runs a command and returns what it prints.
fn output(command: &mut Command) -> Result<Vec<u8>> {
    let output = command
        .output()
        .with_context(|| format!("cannot run {command:?}"))?;
    ensure!(
        output.status.success(),
        "{command:?} failed: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(output.stdout)
}
