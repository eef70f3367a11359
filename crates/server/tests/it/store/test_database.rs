use std::{
    fs,
    path::PathBuf,
    process,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use arbiter_server::{
    Database,
    store::{Access, Connection, Store, connect, open},
};
use tokio::runtime::Runtime;

/// A new database of its own, deleted when this value is dropped.
pub struct TestDatabase {
    pub database: Database,
    cleanup: Cleanup,
}

/// The environment variable with the address of the PostgreSQL server for tests.
const POSTGRES_VARIABLE: &str = "TEST_DATABASE_URL";

enum Cleanup {
    Folder(PathBuf),
    Schema { server: Database, name: String },
}

/// Returns the address of the PostgreSQL server for tests. A test that needs one fails
/// without it.
pub fn postgres_address() -> String {
    std::env::var(POSTGRES_VARIABLE).unwrap_or_else(|_| {
        panic!(
            "{POSTGRES_VARIABLE} is not set, and this test needs PostgreSQL: run \
             `cargo xtask test tests`, or `cargo xtask postgres cargo test …` for some tests"
        )
    })
}

impl TestDatabase {
    /// Creates an SQLite file and, if the tests have a PostgreSQL server, a schema there.
    pub fn all() -> Vec<TestDatabase> {
        let mut databases = vec![TestDatabase::sqlite()];
        if std::env::var_os(POSTGRES_VARIABLE).is_some() {
            databases.push(TestDatabase::postgres());
        }
        databases
    }

    /// Creates an SQLite file.
    pub fn sqlite() -> TestDatabase {
        let folder = std::env::temp_dir().join(unique_name());
        fs::create_dir_all(&folder).unwrap();
        TestDatabase {
            database: Database::Sqlite(folder.join("arbiter.db")),
            cleanup: Cleanup::Folder(folder),
        }
    }

    /// Creates a schema on the PostgreSQL server.
    pub fn postgres() -> TestDatabase {
        let server = postgres_address();
        let name = unique_name();
        let separator = if server.contains('?') { '&' } else { '?' };
        let database =
            format!("{server}{separator}options=-csearch_path%3D{name}&application_name={name}");
        let server = Database::Postgres(server);
        let mut db = connect(&server, Access::ReadWrite).unwrap();
        db.run_script(&format!("CREATE SCHEMA {name}")).unwrap();
        TestDatabase {
            database: Database::Postgres(database),
            cleanup: Cleanup::Schema { server, name },
        }
    }

    pub const fn is_sqlite(&self) -> bool {
        matches!(self.database, Database::Sqlite(_))
    }

    /// Opens a store on it, as a server does.
    pub fn open(&self) -> Store {
        open(&self.database).unwrap()
    }

    /// Opens a connection that bypasses the store.
    pub fn connect(&self) -> Box<dyn Connection> {
        connect(&self.database, Access::ReadWrite).unwrap()
    }

    /// Terminates all other connections to the PostgreSQL database.
    pub fn terminate_connections(&self) {
        self.connect()
            .run_script(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE pid <> pg_backend_pid() \
                 AND application_name = current_setting('application_name')",
            )
            .unwrap();
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        match &self.cleanup {
            Cleanup::Folder(folder) => {
                // The threads of a store that was just dropped may still be
                // closing their files.
                let mut attempts = (0..1_000).map(|_| fs::remove_dir_all(folder));
                let is_gone = attempts.any(|removed| removed.is_ok() || !folder.exists());
                assert!(is_gone, "{} is still there", folder.display());
            }
            Cleanup::Schema { server, name } => {
                let mut db = connect(server, Access::ReadWrite).unwrap();
                // The threads of a server that was just dropped may still use the tables, in
                // another order than they are dropped.
                let mut attempts = (0..100).map(|_| {
                    let ended = format!(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                         WHERE application_name = '{name}'"
                    );
                    db.run_script(&ended).unwrap();
                    db.run_script(&format!("DROP SCHEMA IF EXISTS {name} CASCADE"))
                });
                assert!(attempts.any(|dropped| dropped.is_ok()), "{name} stays");
            }
        }
    }
}

/// Runs a test with a store on each kind of database.
pub fn on_each<F: Future<Output = ()>>(test: impl Fn(Store) -> F) {
    for database in TestDatabase::all() {
        run(test(database.open()));
    }
}

/// Runs a future to completion.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    Runtime::new().unwrap().block_on(future)
}

pub fn unique_name() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Relaxed);
    format!("arbiter_test_{}_{count}", process::id())
}
