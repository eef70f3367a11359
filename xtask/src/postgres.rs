//! Starts a temporary PostgreSQL server for tests.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::system;

/// A private server, stopped and removed when this value is dropped.
pub struct Postgres {
    child: Child,
    stop: Command,
    folder: PathBuf,
    url: String,
}

/// The environment variable in which the tests look for a server.
pub const VARIABLE: &str = "TEST_DATABASE_URL";

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

impl Postgres {
    /// Starts a server, after installing PostgreSQL if necessary.
    pub fn start() -> Result<Postgres> {
        let programs = match find_programs() {
            Some(programs) => programs,
            None => install()?,
        };
        let folder = env::temp_dir().join(format!("arbiter-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let owner = Owner::of(&folder)?;
        let server = start_in(&folder, &programs, owner);
        if server.is_err() {
            show_log(&folder);
            remove(&folder);
        }
        server
    }

    /// Returns the address of the server.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if !self.stop.status().is_ok_and(|status| status.success())
            && let Err(error) = self.child.kill()
        {
            println!("PostgreSQL could not be stopped: {error}");
        }
        if let Err(error) = self.child.wait() {
            println!("PostgreSQL could not be waited for: {error}");
        }
        remove(&self.folder);
    }
}

/// `cargo xtask postgres`: runs a command with a server in its environment.
pub fn run(command: &[OsString]) -> Result<bool> {
    let server = Postgres::start()?;
    let [program, arguments @ ..] = command else {
        bail!("there is no command to run");
    };
    let mut command = Command::new(program);
    let status = command.args(arguments).env(VARIABLE, server.url()).status();
    let status = status.with_context(|| format!("cannot run {command:?}"))?;
    Ok(status.success())
}

fn start_in(folder: &Path, programs: &Path, owner: Owner) -> Result<Postgres> {
    let data = folder.join("data");
    let log = || {
        fs::File::options()
            .create(true)
            .append(true)
            .open(folder.join("log"))
    };
    let mut initdb = Command::new(programs.join("initdb"));
    initdb.args(["--username=arbiter", "--auth=trust", "--encoding=UTF8"]);
    initdb
        .args(["--locale=C", "--no-sync", "--pgdata"])
        .arg(&data);
    initdb.stdout(log()?).stderr(log()?).current_dir(folder);
    let status = owner.apply(&mut initdb).status();
    let status = status.with_context(|| format!("cannot run {initdb:?}"))?;
    ensure!(status.success(), "initdb failed");

    let mut postgres = Command::new(programs.join("postgres"));
    postgres.arg("-D").arg(&data).arg("-k").arg(folder);
    for setting in [
        "listen_addresses=",
        "max_connections=1000",
        // Data of a test need not survive a crash of the machine.
        "fsync=off",
        "full_page_writes=off",
    ] {
        postgres.args(["-c", setting]);
    }
    postgres.stdin(Stdio::null()).stdout(log()?).stderr(log()?);
    let child = owner.apply(postgres.current_dir(folder)).spawn();
    let child = child.with_context(|| format!("cannot run {postgres:?}"))?;
    let mut stop = Command::new(programs.join("pg_ctl"));
    // The data is thrown away, so a quick shutdown is fine.
    stop.args(["stop", "--silent", "--mode=immediate", "--pgdata"])
        .arg(&data);
    owner.apply(stop.current_dir(folder));
    let mut server = Postgres {
        child,
        stop,
        folder: folder.to_owned(),
        url: format!("postgres://arbiter@/postgres?host={}", folder.display()),
    };
    let started = Instant::now();
    while !is_ready(&data) {
        if let Some(status) = server.child.try_wait()? {
            show_log(folder);
            bail!("PostgreSQL ended with {status} instead of starting");
        }
        if started.elapsed() > START_TIMEOUT {
            show_log(folder);
            bail!(
                "PostgreSQL did not start within {} s",
                START_TIMEOUT.as_secs()
            );
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(server)
}

/// Reports whether the server is ready, which it writes into this file.
fn is_ready(data: &Path) -> bool {
    fs::read_to_string(data.join("postmaster.pid"))
        .is_ok_and(|text| text.lines().any(|line| line.trim() == "ready"))
}

fn show_log(folder: &Path) {
    if let Ok(log) = fs::read_to_string(folder.join("log")) {
        println!("{log}");
    }
}

fn remove(folder: &Path) {
    // A killed server may leave a process behind that is still writing.
    for _ in 0..50 {
        if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    println!("{} could not be removed", folder.display());
}

/// Finds the folder with the server's programs: on the `PATH`, or where systems
/// install them, the newest version first.
fn find_programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    for (parent, end) in [
        ("/usr/lib/postgresql", "bin"),
        ("/opt/homebrew/opt", "bin"),
        ("/usr/local/opt", "bin"),
    ] {
        let entries = fs::read_dir(parent).into_iter().flatten().flatten();
        let mut versions: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev().map(|folder| folder.join(end)));
    }
    let has_all = |folder: &PathBuf| {
        ["initdb", "postgres"]
            .iter()
            .all(|program| folder.join(program).is_file())
    };
    folders.into_iter().find(has_all)
}

/// Installs PostgreSQL, unless it is there.
pub fn install_if_missing() -> Result<()> {
    match find_programs() {
        Some(_) => Ok(()),
        None => install().map(drop),
    }
}

fn install() -> Result<PathBuf> {
    if system::install("postgresql")
        && let Some(programs) = find_programs()
    {
        return Ok(programs);
    }
    bail!(
        "PostgreSQL is missing and could not be installed. Install the server with \
         `sudo apt-get install postgresql`, `brew install postgresql` or your system's package \
         of that name, or set {VARIABLE} to a test server: postgres://user@host/database"
    )
}

/// The user the server runs as, because it refuses to run as root.
#[derive(Clone, Copy)]
struct Owner(Option<(u32, u32)>);

#[cfg(unix)]
impl Owner {
    /// Returns the current user, or, if that is root, an unprivileged user who
    /// becomes the owner of the folder.
    fn of(folder: &Path) -> Result<Owner> {
        use std::os::unix::fs::{MetadataExt, chown};
        if fs::metadata(folder)?.uid() != 0 {
            return Ok(Owner(None));
        }
        let users = fs::read_to_string("/etc/passwd").context("cannot read /etc/passwd")?;
        let find = |name: &str| {
            let line = users
                .lines()
                .find(|line| line.split(':').next() == Some(name))?;
            let mut numbers = line.split(':').skip(2).map(str::parse::<u32>);
            Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
        };
        let (user, group) = find("postgres").or_else(|| find("nobody")).context(
            "PostgreSQL does not run as root, and there is neither a user postgres nor nobody",
        )?;
        chown(folder, Some(user), Some(group))?;
        Ok(Owner(Some((user, group))))
    }

    fn apply(self, command: &mut Command) -> &mut Command {
        use std::os::unix::process::CommandExt;
        match self.0 {
            Some((user, group)) => command.uid(user).gid(group),
            None => command,
        }
    }
}

#[cfg(not(unix))]
impl Owner {
    fn of(_: &Path) -> Result<Owner> {
        Ok(Owner(None))
    }

    fn apply(self, command: &mut Command) -> &mut Command {
        command
    }
}
