use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

/// A PostgreSQL server with its socket and its data in a folder of its own, removed when
/// this value is dropped.
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    /// The user and group as which PostgreSQL runs if this program runs as root, which it
    /// refuses to do.
    owner: Option<(u32, u32)>,
    /// What is different from the default settings.
    settings: String,
}

/// The setting of a server that has a standby.
const WAITS_FOR_STANDBYS: &str = "synchronous_standby_names = '*'\n";

impl PostgresServer {
    /// Returns a server without data, in a new folder of this name.
    pub fn new(name: &str, settings: &str) -> Result<PostgresServer> {
        let programs = find_programs().context("PostgreSQL is missing: install its server")?;
        // The path of a socket has at most a hundred characters.
        let name = format!("arbiter-{}-{name}", std::process::id());
        let folder = PathBuf::from("/tmp").join(name);
        fs::create_dir_all(&folder)?;
        let owner = match fs::metadata(&folder)?.uid() {
            0 => Some(user_of_postgres()?),
            _ => None,
        };
        if let Some((user, group)) = owner {
            chown(&folder, Some(user), Some(group))?;
        }
        let settings = format!(
            "max_connections = 500\nfsync = off\nunix_socket_directories = '{}'\n{settings}\n",
            folder.display()
        );
        Ok(PostgresServer {
            programs,
            folder,
            owner,
            settings,
        })
    }

    /// Creates an empty database and starts the server.
    pub fn start(&self) -> Result<()> {
        let initdb = ["--username=arbiter", "--auth=trust", "--encoding=UTF8"];
        let more = ["--locale=C", "--no-sync", "--pgdata", "data"];
        self.run("initdb", &[initdb.as_slice(), &more].concat())?;
        self.start_configured()
    }

    /// Replaces the data by a copy of a running server's, and starts as its standby.
    pub fn start_as_standby_of(&self, primary: &PostgresServer) -> Result<()> {
        let data = self.folder.join("data");
        if data.exists() {
            fs::remove_dir_all(&data)?;
        }
        let host = primary.folder.display().to_string();
        let copy = ["--username=arbiter", "--checkpoint=fast", "--no-sync"];
        let more = ["--write-recovery-conf", "--pgdata", "data", "--host", &host];
        self.run("pg_basebackup", &[copy.as_slice(), &more].concat())?;
        self.start_configured()
    }

    fn start_configured(&self) -> Result<()> {
        let data = self.folder.join("data");
        let path = data.join("postgresql.conf");
        let text = fs::read_to_string(&path)?;
        // A server that is promoted waits for no standby until it has one.
        let text = text.replace(WAITS_FOR_STANDBYS, "");
        fs::write(path, format!("{text}\n{}", self.settings))?;
        let path = data.join("pg_hba.conf");
        fs::write(
            path,
            "local all all trust\nlocal replication all trust\nhost all all all trust\n",
        )?;
        self.pg_ctl(&["start", "--wait", "--silent", "--timeout=60"])
    }

    /// From now on acknowledges nothing that its standby does not have.
    pub fn wait_for_standbys(&self) -> Result<()> {
        let path = self.folder.join("data/postgresql.conf");
        let text = fs::read_to_string(&path)?;
        fs::write(path, format!("{text}{WAITS_FOR_STANDBYS}"))?;
        self.pg_ctl(&["reload", "--silent"])
    }

    /// Returns the folder with the socket.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Runs `pg_ctl`.
    pub fn pg_ctl(&self, arguments: &[&str]) -> Result<()> {
        let more = ["--pgdata", "data", "--log", "log"];
        self.run("pg_ctl", &[arguments, &more].concat())?;
        Ok(())
    }

    /// Asks the server, and returns what it answers as text.
    pub fn query(&self, sql: &str) -> Result<String> {
        let folder = self.folder.display().to_string();
        let login = ["--username=arbiter", "--dbname=postgres", "--host", &folder];
        let more = ["--no-psqlrc", "--tuples-only", "--no-align", "--command"];
        self.run("psql", &[login.as_slice(), &more, &[sql]].concat())
    }

    /// Runs a program of PostgreSQL in the folder, and returns what it prints.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<String> {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).current_dir(&self.folder);
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        // A server that is started keeps its standard output, so that must not be a pipe.
        let (printed, errors) = (self.folder.join("printed"), self.folder.join("errors"));
        command.stdin(Stdio::null());
        command.stdout(fs::File::create(&printed)?);
        command.stderr(fs::File::create(&errors)?);
        let status = command.status()?;
        let errors = || fs::read_to_string(errors).unwrap_or_default();
        ensure!(status.success(), "{command:?} failed: {}", errors());
        Ok(fs::read_to_string(printed)?)
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        // It may have been killed.
        let _stopped = self.pg_ctl(&["stop", "--silent", "--mode=immediate"]);
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("a folder of PostgreSQL is left: {error}");
        }
    }
}

/// Finds the folder with the programs, the newest version first.
fn find_programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<PathBuf> = versions
        .flatten()
        .map(|version| version.path().join("bin"))
        .collect();
    folders.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = folders
        .into_iter()
        .rev()
        .chain(std::env::split_paths(&path));
    let has = |folder: &PathBuf, program| folder.join(program).is_file();
    let mut folders = folders.filter(|it| has(it, "initdb") && has(it, "pg_basebackup"));
    folders.next()
}

/// Returns the user and the group as which PostgreSQL runs.
fn user_of_postgres() -> Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let line = users.lines().find(|line| line.starts_with("postgres:"));
    let line = line.context("there is no user postgres")?;
    let mut numbers = line.split(':').skip(2).map(str::parse::<u32>);
    let (user, group) = (numbers.next(), numbers.next());
    Ok((user.context("no user")??, group.context("no group")??))
}
