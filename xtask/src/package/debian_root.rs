//! Installs the package as a host would, in a folder with a fresh Debian system.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use super::{output, run_command};
use crate::cargo;

/// Installs the older package, upgrades it, removes it and purges it, and checks after
/// each step what is there.
pub fn check(older: &Path, newer: &Path) -> Result<()> {
    let root = DebianRoot::create()?;
    let before = root.files()?;

    root.install(older)?;
    let version = root.run(&["arbiter", "--version"])?;
    ensure!(version.starts_with("arbiter "), "it printed {version:?}");
    for file in [
        "usr/lib/systemd/system/arbiter.service",
        "usr/share/man/man1/arbiter-serve.1.gz",
        "usr/share/bash-completion/completions/arbiter",
        "etc/systemd/system/multi-user.target.wants/arbiter.service",
    ] {
        ensure!(root.has(file), "{file} is not installed");
    }
    let owner = root.run(&["stat", "-c", "%U %a", "/var/lib/arbiter"])?;
    ensure!(
        owner == "arbiter 700",
        "/var/lib/arbiter belongs to {owner}"
    );
    root.serve().context("the server does not work")?;
    let mode = root.run(&["stat", "-c", "%U %a", DATABASE])?;
    ensure!(mode == "arbiter 600", "{DATABASE} belongs to {mode}");
    println!("installed {version}, and the server is ready");

    // An administrator changes the settings and disables the service, as systemctl does.
    let settings = "/etc/default/arbiter";
    root.run(&["sed", "-i", "1i ARBITER_CHAT=false", settings])?;
    let wants = "etc/systemd/system/multi-user.target.wants/arbiter.service";
    root.run(&["rm", &format!("/{wants}")])?;
    root.install(newer)?;
    let first = root.run(&["head", "-n1", settings])?;
    ensure!(first == "ARBITER_CHAT=false", "the settings were replaced");
    ensure!(
        !root.has(wants),
        "the upgrade has enabled the service again"
    );
    let games = root.run(&["arbiter", "db", "check", "--data", "/var/lib/arbiter"])?;
    println!("upgraded, with {games}");

    root.run(&["dpkg", "--remove", "arbiter"])?;
    ensure!(!root.has("usr/bin/arbiter"), "the program is still there");
    ensure!(root.has(&DATABASE[1..]), "the games are gone");
    ensure!(root.has(&settings[1..]), "the settings are gone");

    root.run(&["dpkg", "--purge", "arbiter"])?;
    let after = root.files()?;
    let left: Vec<_> = after.difference(&before).collect();
    ensure!(left.is_empty(), "purging leaves {left:?}");
    let users = root.run(&["cat", "/etc/passwd"])?;
    ensure!(!users.contains("arbiter"), "purging leaves the user");
    println!("removed and purged: nothing is left");
    Ok(())
}

const DATABASE: &str = "/var/lib/arbiter/arbiter.db";

/// A folder with a fresh Debian system, removed when this value is dropped.
struct DebianRoot(PathBuf);

impl DebianRoot {
    /// Creates a system of the same release as this machine, so that the program
    /// finds its libraries. Only the first run downloads it.
    fn create() -> Result<DebianRoot> {
        let release = fs::read_to_string("/etc/os-release").context("this is not a Debian")?;
        let release = release
            .lines()
            .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
            .context("/etc/os-release does not name a release of Debian")?;
        let folder = cargo::target()?.join("package");
        let archive = folder.join(format!("debian-{release}.tar"));
        if !archive.exists() {
            let part = folder.join(format!("debian-{release}.part.tar"));
            run_command(
                as_root("mmdebstrap")?
                    .args(["--variant=essential", "--include=adduser", "--quiet"])
                    .args(["--dpkgopt=force-unsafe-io", release])
                    .arg(&part),
            )?;
            fs::rename(&part, &archive)?;
        }
        let root = DebianRoot(folder.join("root"));
        root.remove()?;
        fs::create_dir_all(&root.0)?;
        run_command(
            as_root("tar")?
                .args(["--extract", "--exclude=./dev/*", "--file"])
                .arg(&archive)
                .arg("--directory")
                .arg(&root.0),
        )?;
        // Packages write to it.
        root.run(&[
            "sh",
            "-c",
            "rm -f /dev/null; mknod -m 666 /dev/null c 1 3 || : > /dev/null",
        ])?;
        Ok(root)
    }

    /// Installs a package with its configuration, asking nothing.
    fn install(&self, package: &Path) -> Result<()> {
        let name = package.file_name().context("the package has no name")?;
        let inside = self.0.join("tmp").join(name);
        run_command(as_root("cp")?.arg(package).arg(&inside))?;
        let path = Path::new("/tmp").join(name);
        let path = path.to_str().context("the path is not valid Unicode")?;
        self.run(&["dpkg", "--install", path])?;
        run_command(as_root("rm")?.arg(&inside))
    }

    /// Starts the server as the unit does, and asks it whether it is ready.
    fn serve(&self) -> Result<()> {
        let mut server = as_root("chroot")?
            .arg("--userspec=arbiter:arbiter")
            .arg(&self.0)
            .args([
                "env",
                "-i",
                "ARBITER_DATA=/var/lib/arbiter",
                "/usr/bin/arbiter",
            ])
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run chroot")?;
        let asked = self.ask(&mut server);
        let pid = server.id().to_string();
        run_command(as_root("kill")?.arg(pid))?;
        let status = server.wait()?;
        asked?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }

    fn ask(&self, server: &mut Child) -> Result<()> {
        let out = server.stdout.take().context("the server has no output")?;
        for line in BufReader::new(out).lines() {
            if let Some(("", url)) = line?.trim().split_once("open ") {
                let answer = self.run(&["arbiter", "health", url.trim()])?;
                ensure!(answer == "ready", "it answered {answer}");
                return Ok(());
            }
        }
        anyhow::bail!("it did not print its address")
    }

    /// Runs a command inside, and returns what it prints.
    fn run(&self, words: &[&str]) -> Result<String> {
        let mut command = as_root("chroot")?;
        command.arg(&self.0).args(words);
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        let printed = output(&mut command)?;
        Ok(String::from_utf8_lossy(&printed).trim().to_owned())
    }

    fn has(&self, file: &str) -> bool {
        // A link to a file of the system inside leads nowhere outside.
        self.0.join(file).symlink_metadata().is_ok()
    }

    /// Lists all files, except those in which the system keeps its books.
    fn files(&self) -> Result<BTreeSet<String>> {
        let found = self.run(&["find", "/", "-xdev"])?;
        let books = [
            "/run/",
            "/var/lib/dpkg/",
            "/var/log/",
            "/var/cache/",
            "/etc/.pwd.lock",
        ];
        let is_kept = |path: &&str| {
            let is_backup = path.starts_with("/etc/") && path.ends_with('-');
            !is_backup && !books.iter().any(|book| path.starts_with(book))
        };
        Ok(found.lines().filter(is_kept).map(str::to_owned).collect())
    }

    fn remove(&self) -> Result<()> {
        run_command(
            as_root("rm")?
                .args(["-rf", "--one-file-system"])
                .arg(&self.0),
        )
    }
}

impl Drop for DebianRoot {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            println!("{error:#}");
        }
    }
}

/// Returns a command that runs as root: files of a Debian system belong to it.
fn as_root(program: &str) -> Result<Command> {
    let id = output(Command::new("id").arg("-u"))?;
    Ok(if id.trim_ascii() == b"0" {
        Command::new(program)
    } else {
        let mut command = Command::new("sudo");
        command.args(["--non-interactive", "--preserve-env", program]);
        command
    })
}
