use arbiter_server::store::{Connection, migrations};

use super::{
    place::{Place, run},
    site,
};

#[test]
fn from_every_earlier_step_one_comes_to_the_same_tables() {
    for (fresh, old) in Place::all().into_iter().zip(Place::all()) {
        let mut db = fresh.connect();
        migrations::migrate(&mut db).unwrap();
        let expected = tables(&mut db);
        assert!(expected.len() > 40, "{expected:?}");
        for step in 0..=migrations::LAST {
            let mut db = old.connect();
            migrations::migrate_to(&mut db, step).unwrap();
            migrations::migrate(&mut db).unwrap();
            assert_eq!(tables(&mut db), expected, "from step {step}");
            migrations::migrate(&mut db).unwrap();
            assert_eq!(tables(&mut db), expected, "twice, from step {step}");
            clear(&mut db);
        }
    }
}

#[test]
fn a_site_is_as_it_was_when_it_is_opened_again() {
    for place in Place::all() {
        run(site::build(&place.open()));
        let store = place.open();
        run(async {
            let account = store.account_by_name("ann").await.unwrap();
            assert_eq!(account.unwrap().password, "hash of Ann");
        });
    }
}

/// All columns and all indexes.
fn tables(db: &mut Connection) -> Vec<String> {
    let sql = match db {
        Connection::Sqlite(..) => {
            "SELECT t.name || '.' || c.name || ' ' || c.type FROM sqlite_master t, \
             pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' \
             UNION SELECT name || ': ' || sql FROM sqlite_master WHERE type = 'index' \
             AND sql IS NOT NULL ORDER BY 1"
        }
        Connection::Postgres(_) => {
            "SELECT table_name || '.' || column_name || ' ' || data_type \
             FROM information_schema.columns WHERE table_schema = current_schema() \
             UNION SELECT indexname || '' FROM pg_indexes WHERE schemaname = current_schema() \
             ORDER BY 1"
        }
    };
    db.query(sql, &[], |row| row.get::<String>(0)).unwrap()
}

/// Makes it as if nothing had ever been there.
fn clear(db: &mut Connection) {
    let sql = match db {
        Connection::Sqlite(..) => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        }
        Connection::Postgres(_) => {
            "SELECT tablename || '' FROM pg_tables WHERE schemaname = current_schema()"
        }
    };
    db.run_script("DROP VIEW IF EXISTS all_events").unwrap();
    let names = db.query(sql, &[], |row| row.get::<String>(0)).unwrap();
    if let Connection::Sqlite(..) = db {
        db.run_script("PRAGMA foreign_keys = OFF").unwrap();
    }
    for name in names {
        let end = match db {
            Connection::Sqlite(..) => "",
            Connection::Postgres(_) => " CASCADE",
        };
        db.run_script(&format!("DROP TABLE {name}{end}")).unwrap();
    }
}
