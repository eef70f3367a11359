use std::fmt::Write;

use arbiter_server::{Database, store::Store};

/// Returns all rows of all tables as text.
pub async fn dump(store: &Store, database: &Database) -> String {
    let is_sqlite = matches!(database, Database::Sqlite(_));
    let text = store.read(move |db| {
        let tables = match is_sqlite {
            true => "SELECT name FROM sqlite_master WHERE type = 'table'",
            false => {
                "SELECT CAST(table_name AS TEXT) FROM information_schema.tables \
                 WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
            }
        };
        let tables: Vec<String> = db.query(tables, &[], |row| row.get(0))?;
        assert!(tables.iter().any(|name| name == "players"), "{tables:?}");
        let mut text = String::new();
        for table in tables {
            let row = match is_sqlite {
                true => {
                    let sql = format!("SELECT name FROM pragma_table_info('{table}')").leak();
                    let columns: Vec<String> = db.query(sql, &[], |row| row.get(0))?;
                    let columns = columns.iter().map(|name| format!("quote(\"{name}\")"));
                    columns.collect::<Vec<_>>().join(" || ' ' || ")
                }
                false => "CAST(it AS TEXT)".to_owned(),
            };
            let sql = format!("SELECT {row} FROM {table} AS it").leak();
            for row in db.query(sql, &[], |row| row.get::<String>(0))? {
                writeln!(text, "{table}: {row}").unwrap();
            }
        }
        Ok(text)
    });
    text.await.unwrap()
}
