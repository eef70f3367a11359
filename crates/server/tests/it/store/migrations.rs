use arbiter_server::store::{Connection, StoreError, migrations};

use super::{
    sample_site,
    test_database::{TestDatabase, run},
};

#[test]
fn every_older_schema_migrates_to_the_current_one() {
    for (fresh, old) in TestDatabase::all().into_iter().zip(TestDatabase::all()) {
        let mut db = fresh.connect();
        migrations::migrate(db.as_mut()).unwrap();
        let expected = schema(db.as_mut(), &fresh);
        assert!(expected.len() > 40, "{expected:?}");
        for version in 0..=migrations::LATEST {
            let mut db = old.connect();
            let db = db.as_mut();
            drop_everything(db, &old);
            migrations::migrate_to(db, version).unwrap();
            migrations::migrate(db).unwrap();
            assert_eq!(schema(db, &old), expected, "from version {version}");
            migrations::migrate(db).unwrap();
            assert_eq!(schema(db, &old), expected, "twice, from version {version}");
        }
    }
}

#[test]
fn a_program_works_on_the_schema_of_the_next_release_unless_that_forbids_it() {
    for database in TestDatabase::all() {
        let mut db = database.connect();
        let db = db.as_mut();
        migrations::migrate(db).unwrap();
        // The next release adds to every table.
        let sql = if database.is_sqlite() {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        } else {
            "SELECT tablename || '' FROM pg_tables WHERE schemaname = current_schema()"
        };
        let next = migrations::LATEST + 1;
        for table in db.query(sql, &[], |row| row.get::<String>(0)).unwrap() {
            let more = "more TEXT NOT NULL DEFAULT 'none'";
            db.run_script(&format!(
                "ALTER TABLE {table} ADD COLUMN {more}; \
                 CREATE INDEX {table}_next ON {table} (more)"
            ))
            .unwrap();
        }
        db.run_script(&format!(
            "CREATE TABLE of_the_next_release (id BIGINT NOT NULL PRIMARY KEY); \
             INSERT INTO migrations (number, at) VALUES ({next}, 0); \
             UPDATE site SET oldest_program = {}",
            migrations::LATEST
        ))
        .unwrap();
        run(sample_site::build(&database.open()));
        run(async {
            let store = database.open();
            let account = store.account_by_name("ann").await.unwrap();
            assert_eq!(account.unwrap().password, "hash of Ann");
        });
        db.run_script(&format!("UPDATE site SET oldest_program = {next}"))
            .unwrap();
        let refused = migrations::migrate(db);
        assert!(
            matches!(refused, Err(StoreError::Newer { .. })),
            "{refused:?}"
        );
    }
}

/// Programs of the previous release use the same database during an upgrade, so what they
/// use must stay: see CONTRIBUTING.md.
#[test]
fn migrations_since_the_previous_release_only_add() {
    for database in TestDatabase::all() {
        let db = database.connect();
        let numbered = (1..).zip(db.migrations().iter());
        let since = numbered.filter(|(number, _)| *number > migrations::OLDEST_PROGRAM);
        for (number, script) in since {
            for statement in statements(script) {
                assert!(only_adds(&statement, script), "{number}: {statement}");
            }
        }
    }
    for (statement, adds) in [
        ("CREATE TABLE t (id BIGINT NOT NULL)", true),
        ("CREATE INDEX i ON other (id)", true),
        ("CREATE UNIQUE INDEX i ON t (id)", true),
        ("CREATE UNIQUE INDEX i ON other (id)", false),
        ("ALTER TABLE other ADD COLUMN c BIGINT", true),
        ("ALTER TABLE other ADD COLUMN c BIGINT NOT NULL", false),
        (
            "ALTER TABLE other ADD COLUMN c BIGINT NOT NULL DEFAULT 0",
            true,
        ),
        ("ALTER TABLE other DROP COLUMN c", false),
        ("ALTER TABLE other RENAME TO t", false),
        ("ALTER TABLE other ALTER COLUMN c SET NOT NULL", false),
        ("DROP TABLE other", false),
        ("UPDATE other SET c = 1", true),
        ("DELETE FROM other", false),
    ] {
        let script = format!("CREATE TABLE t (id BIGINT NOT NULL);{statement}");
        assert_eq!(only_adds(statement, &script), adds, "{statement}");
    }
}

/// Returns the statements of a migration without comments, on one line each.
fn statements(script: &str) -> Vec<String> {
    let lines = script.lines().map(|line| line.split("--").next().unwrap());
    let text = lines.collect::<Vec<_>>().join(" ");
    let statements = text.split(';').map(|it| {
        let words: Vec<&str> = it.split_whitespace().collect();
        words.join(" ")
    });
    statements.filter(|it| !it.is_empty()).collect()
}

/// Reports whether programs that do not know a statement of a migration can still do
/// everything that they did.
fn only_adds(statement: &str, script: &str) -> bool {
    let upper = statement.to_ascii_uppercase();
    let words: Vec<&str> = upper.split_whitespace().collect();
    match words[..] {
        ["CREATE", "TABLE" | "INDEX", ..] | ["INSERT", "INTO", ..] | ["UPDATE", ..] => true,
        ["CREATE", "UNIQUE", "INDEX", _, "ON", table, ..] => {
            // Of a table that is new, too.
            script
                .to_ascii_uppercase()
                .contains(&format!("CREATE TABLE {table} "))
        }
        ["ALTER", "TABLE", _, "ADD", "COLUMN", ..] => {
            !upper.contains("NOT NULL") || upper.contains("DEFAULT")
        }
        _ => false,
    }
}

#[test]
fn a_site_is_unchanged_when_it_is_opened_again() {
    for database in TestDatabase::all() {
        run(sample_site::build(&database.open()));
        let store = database.open();
        run(async {
            let account = store.account_by_name("ann").await.unwrap();
            assert_eq!(account.unwrap().password, "hash of Ann");
        });
    }
}

/// Returns all columns and all indexes.
fn schema(db: &mut dyn Connection, database: &TestDatabase) -> Vec<String> {
    let sql = if database.is_sqlite() {
        "SELECT t.name || '.' || c.name || ' ' || c.type FROM sqlite_master t, \
         pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' \
         UNION SELECT name || ': ' || sql FROM sqlite_master WHERE type = 'index' \
         AND sql IS NOT NULL ORDER BY 1"
    } else {
        "SELECT table_name || '.' || column_name || ' ' || data_type \
         FROM information_schema.columns WHERE table_schema = current_schema() \
         UNION SELECT indexname || '' FROM pg_indexes WHERE schemaname = current_schema() \
         ORDER BY 1"
    };
    db.query(sql, &[], |row| row.get::<String>(0)).unwrap()
}

fn drop_everything(db: &mut dyn Connection, database: &TestDatabase) {
    let (tables, cascade) = if database.is_sqlite() {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
        db.run_script("PRAGMA foreign_keys = OFF").unwrap();
        (sql, "")
    } else {
        let sql = "SELECT tablename || '' FROM pg_tables WHERE schemaname = current_schema()";
        (sql, " CASCADE")
    };
    db.run_script("DROP VIEW IF EXISTS all_events").unwrap();
    let names = db.query(tables, &[], |row| row.get::<String>(0)).unwrap();
    for name in names {
        db.run_script(&format!("DROP TABLE {name}{cascade}"))
            .unwrap();
    }
}
