use std::{
    fs,
    path::PathBuf,
    process,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use arbiter_server::{
    Database,
    store::{Access, Connection, Store, open},
};
use tokio::runtime::Runtime;

/// A database that nobody else uses, gone with this value.
pub struct Place {
    pub database: Database,
    cleaning: Cleaning,
}

enum Cleaning {
    Folder(PathBuf),
    Schema { server: Database, name: String },
}

impl Place {
    /// One of each kind that there is here.
    pub fn all() -> Vec<Place> {
        let mut places = vec![Place::sqlite()];
        places.extend(Place::postgres());
        places
    }

    /// An SQLite file.
    pub fn sqlite() -> Place {
        let folder = std::env::temp_dir().join(name());
        fs::create_dir_all(&folder).unwrap();
        Place {
            database: Database::Sqlite(folder.join("arbiter.db")),
            cleaning: Cleaning::Folder(folder),
        }
    }

    /// A schema of its own on the PostgreSQL server, if there is one.
    pub fn postgres() -> Option<Place> {
        let server = std::env::var("TEST_DATABASE_URL").ok()?;
        let name = name();
        let sign = if server.contains('?') { '&' } else { '?' };
        let database =
            format!("{server}{sign}options=-csearch_path%3D{name}&application_name={name}");
        let server = Database::Postgres(server);
        let mut db = Connection::open(&server, Access::Write).unwrap();
        db.run_script(&format!("CREATE SCHEMA {name}")).unwrap();
        Some(Place {
            database: Database::Postgres(database),
            cleaning: Cleaning::Schema { server, name },
        })
    }

    pub fn open(&self) -> Store {
        open(&self.database).unwrap()
    }

    /// Cuts all connections to the PostgreSQL server but for the one it is
    /// told by.
    pub fn cut(&self) {
        self.connect()
            .run_script(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE pid <> pg_backend_pid() \
                 AND application_name = current_setting('application_name')",
            )
            .unwrap();
    }

    /// A connection past the store.
    pub fn connect(&self) -> Connection {
        Connection::open(&self.database, Access::Write).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        match &self.cleaning {
            Cleaning::Folder(folder) => {
                // The threads of a store that was just dropped may be about to
                // close their files.
                let mut attempts = (0..1_000).map(|_| fs::remove_dir_all(folder));
                let is_gone = attempts.any(|removed| removed.is_ok() || !folder.exists());
                assert!(is_gone, "{} is still there", folder.display());
            }
            Cleaning::Schema { server, name } => Connection::open(server, Access::Write)
                .unwrap()
                .run_script(&format!("DROP SCHEMA {name} CASCADE"))
                .unwrap(),
        }
    }
}

/// Runs a test with a store on each database.
pub fn on_each<F: Future<Output = ()>>(test: impl Fn(Store) -> F) {
    for place in Place::all() {
        run(test(place.open()));
    }
}

/// Runs a future to its end.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    Runtime::new().unwrap().block_on(future)
}

fn name() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Relaxed);
    format!("arbiter_test_{}_{count}", process::id())
}
