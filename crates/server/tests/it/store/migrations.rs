use arbiter_server::store::{Connection, migrations};

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
            migrations::migrate_to(db, version).unwrap();
            migrations::migrate(db).unwrap();
            assert_eq!(schema(db, &old), expected, "from version {version}");
            migrations::migrate(db).unwrap();
            assert_eq!(schema(db, &old), expected, "twice, from version {version}");
            drop_everything(db, &old);
        }
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
