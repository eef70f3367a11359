use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use arbiter_server::{
    Database,
    store::{Access, connect},
};

use super::test_database::{postgres_address, unique_name};

/// A PostgreSQL server of its own, for tests that stop it or change its settings.
/// It is removed when this value is dropped.
pub struct PostgresProcess {
    folder: PathBuf,
    programs: PathBuf,
    /// The user and group as which PostgreSQL runs if the tests run as root, which it
    /// refuses to do.
    owner: Option<(u32, u32)>,
}

impl PostgresProcess {
    /// Starts a server like the one of the other tests.
    pub fn start() -> PostgresProcess {
        let process = PostgresProcess::create();
        process.pg_ctl(&["start", "--wait", "--silent", "--timeout=60"]);
        process
    }

    /// Starts a standby of another server, which from then on acknowledges nothing that
    /// the standby does not have.
    pub fn standby_of(primary: &PostgresProcess) -> PostgresProcess {
        let folder = PathBuf::from("/tmp").join(unique_name());
        fs::create_dir(&folder).unwrap();
        let standby = PostgresProcess {
            folder,
            programs: primary.programs.clone(),
            owner: primary.owner,
        };
        standby.give(&standby.folder);
        let mut copy = standby.command("pg_basebackup");
        copy.args(["--username=arbiter", "--checkpoint=fast", "--no-sync"]);
        copy.args(["--write-recovery-conf", "--host"])
            .arg(&primary.folder);
        standby.run(copy.arg("--pgdata").arg(standby.data()));
        standby.set("unix_socket_directories", standby.folder.to_str().unwrap());
        standby.pg_ctl(&["start", "--wait", "--silent", "--timeout=60"]);
        let mut db = connect(&primary.database(), Access::ReadWrite).unwrap();
        db.run_script("ALTER SYSTEM SET synchronous_standby_names = '*'")
            .unwrap();
        db.run_script("SELECT pg_reload_conf()").unwrap();
        let is_synchronous = "SELECT count(*) FROM pg_stat_replication \
             WHERE sync_state IN ('sync', 'quorum')";
        while db
            .find(is_synchronous, &[], |row| row.get::<i64>(0))
            .unwrap()
            != Some(1)
        {}
        standby
    }

    /// Returns an address that connects to whichever of the two servers accepts writes.
    pub fn database_or(&self, other: &PostgresProcess) -> Database {
        let (one, two) = (self.folder.display(), other.folder.display());
        Database::Postgres(format!(
            "postgres://arbiter@/postgres?host={one}&host={two}&target_session_attrs=read-write"
        ))
    }

    /// Creates a server like that of [`start`](Self::start), but does not start it.
    pub fn create() -> PostgresProcess {
        let model = Database::Postgres(postgres_address());
        let mut model = connect(&model, Access::ReadOnly).unwrap();
        let mut ask = |sql| model.find(sql, &[], |row| row.get::<String>(0));
        let programs = ask("SELECT setting FROM pg_config WHERE name = 'BINDIR'");
        let data = ask("SELECT current_setting('data_directory')");
        let data = fs::metadata(data.unwrap().unwrap()).expect("the test server is on this host");
        // The path of a Unix socket is limited to about 100 bytes, so it must be short.
        let folder = PathBuf::from("/tmp").join(unique_name());
        fs::create_dir(&folder).unwrap();
        let is_root = fs::metadata(&folder).unwrap().uid() == 0;
        let process = PostgresProcess {
            folder,
            programs: programs.unwrap().unwrap().into(),
            owner: is_root.then(|| (data.uid(), data.gid())),
        };
        process.give(&process.folder);
        let data = process.data();
        let initdb = ["--username=arbiter", "--auth=trust", "--encoding=UTF8"];
        let more = ["--locale=C", "--no-sync", "--pgdata"];
        process.run(process.command("initdb").args(initdb).args(more).arg(data));
        process.set("listen_addresses", "");
        process.set("unix_socket_directories", process.folder.to_str().unwrap());
        process.set("fsync", "off");
        process
    }

    /// Changes a setting of a server that is not running.
    pub fn set(&self, name: &str, value: &str) {
        let path = self.data().join("postgresql.conf");
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str(&format!("{name} = '{value}'\n"));
        fs::write(path, text).unwrap();
    }

    /// Makes the user of the server the owner of a file.
    pub fn give(&self, path: &Path) {
        if let Some((user, group)) = self.owner {
            chown(path, Some(user), Some(group)).unwrap();
        }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Returns the address of the server.
    pub fn database(&self) -> Database {
        let folder = self.folder.display();
        Database::Postgres(format!("postgres://arbiter@/postgres?host={folder}"))
    }

    /// Suspends all processes of the server with SIGSTOP.
    pub fn freeze(&self) -> FrozenPostgres {
        let mut db = connect(&self.database(), Access::ReadOnly).unwrap();
        let pid = self.data().join("postmaster.pid");
        let first = fs::read_to_string(pid).unwrap();
        let first = first.lines().next().unwrap().to_owned();
        // From here on the server cannot start another process.
        signal("STOP", std::slice::from_ref(&first));
        let others = db.query("SELECT pid::text FROM pg_stat_activity", &[], |row| {
            row.get::<String>(0)
        });
        let mut processes = others.unwrap();
        processes.push(first);
        signal("STOP", &processes);
        FrozenPostgres { processes }
    }

    pub fn pg_ctl(&self, arguments: &[&str]) {
        let mut command = self.command("pg_ctl");
        command.args(arguments).arg("--pgdata").arg(self.data());
        self.run(command.arg("--log").arg(self.folder.join("log")));
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(&self.folder);
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        command
    }

    fn run(&self, command: &mut Command) {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        let status = command.stderr(Stdio::inherit()).status().unwrap();
        let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        assert!(status.success(), "{command:?}: {}", log());
    }
}

impl Drop for PostgresProcess {
    fn drop(&mut self) {
        let stop = ["stop", "--silent", "--mode=immediate", "--pgdata"];
        let stopped = self.command("pg_ctl").args(stop).arg(self.data()).status();
        stopped.ok();
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// The processes of a server that are stopped; they continue when this is dropped.
pub struct FrozenPostgres {
    processes: Vec<String>,
}

impl Drop for FrozenPostgres {
    fn drop(&mut self) {
        signal("CONT", &self.processes);
    }
}

/// Sends a signal to processes; one of them may have ended.
fn signal(name: &str, processes: &[String]) {
    let mut kill = Command::new("kill");
    kill.arg(format!("-{name}")).args(processes);
    kill.stderr(Stdio::null()).status().unwrap();
}
