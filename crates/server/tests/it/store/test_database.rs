use std::{
    fs,
    path::PathBuf,
    process,
    sync::{
        Once,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use arbiter_server::{
    Database,
    store::{Access, Connection, Store, connect, migrations, open},
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
    Postgres { name: String },
}

/// The PostgreSQL database of which each test gets a copy.
const TEMPLATE: &str = "arbiter_test_template";

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
    /// Creates an SQLite file and, if the tests have a PostgreSQL server, a database there.
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

    /// Creates a database on the PostgreSQL server, with the current schema: copying it takes
    /// a quarter of the time that the migrations take.
    pub fn postgres() -> TestDatabase {
        static TEMPLATE_IS_MADE: Once = Once::new();
        let mut server = connect_to_server();
        TEMPLATE_IS_MADE.call_once(|| {
            // An earlier run has left one, perhaps with another schema.
            let old = format!("DROP DATABASE IF EXISTS {TEMPLATE} WITH (FORCE)");
            server.run_script(&old).unwrap();
            let new = format!("CREATE DATABASE {TEMPLATE}");
            server.run_script(&new).unwrap();
            let mut template = connect(&on_server(TEMPLATE), Access::ReadWrite).unwrap();
            migrations::migrate(template.as_mut()).unwrap();
        });
        let name = unique_name();
        let copy = format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}");
        server.run_script(&copy).unwrap();
        TestDatabase {
            database: on_server(&name),
            cleanup: Cleanup::Postgres { name },
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
                 WHERE pid <> pg_backend_pid() AND datname = current_database()",
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
            Cleanup::Postgres { name } => {
                let mut server = connect_to_server();
                // The threads of a server that was just dropped may still connect.
                let drop = format!("DROP DATABASE {name} WITH (FORCE)");
                let mut attempts = (0..100).map(|_| server.run_script(&drop));
                assert!(attempts.any(|dropped| dropped.is_ok()), "{name} stays");
            }
        }
    }
}

/// Connects to the PostgreSQL server itself.
fn connect_to_server() -> Box<dyn Connection> {
    connect(&Database::Postgres(postgres_address()), Access::ReadWrite).unwrap()
}

/// Returns the address of a database on the PostgreSQL server.
fn on_server(name: &str) -> Database {
    let server = postgres_address();
    let separator = if server.contains('?') { '&' } else { '?' };
    Database::Postgres(format!("{server}{separator}dbname={name}"))
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
