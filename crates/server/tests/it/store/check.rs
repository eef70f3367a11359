use arbiter_server::store::{CheckUpdate, Connection, StoreError, check, flush};

use super::{
    id, sample_site,
    test_database::{TestDatabase, run},
};

#[test]
fn a_corrupt_game_is_reported_with_its_event() {
    let over = id(11);
    let playing = id(12);
    for (damage, expected) in [
        ("SELECT 1", vec![]),
        (
            "UPDATE events SET line = '3000 played e7e4' WHERE game = 11 AND seq = 2",
            vec![format!("game {over}: event 2: the move is not legal here")],
        ),
        (
            "UPDATE events SET line = 'x' WHERE game = 12 AND seq = 0",
            vec![format!("game {playing}: event 0: invalid time")],
        ),
        (
            "DELETE FROM events WHERE game = 11 AND seq = 3",
            vec![format!("game {over}: event 3 is missing")],
        ),
        (
            "DELETE FROM events WHERE game = 11 AND seq = 5",
            vec![
                format!("game {over}: the stage is 2, but 1 according to its events"),
                format!("game {over}: the result is 0-1, but none according to its events"),
                format!("game {over}: the reason is checkmate, but none according to its events"),
            ],
        ),
        (
            "UPDATE games SET plies = 3 WHERE id = 11",
            vec![format!(
                "game {over}: the number of plies is 3, but 4 according to its events"
            )],
        ),
        (
            "UPDATE games SET options = '{' WHERE id = 13",
            vec![format!("game {}: cannot read the options: \"{{\"", id(13))],
        ),
        (
            "UPDATE games SET speed = 'slow', black = NULL WHERE id = 12",
            vec![
                format!("game {playing}: cannot read the speed: \"slow\""),
                format!(
                    "game {playing}: the number of seats taken is 1, but 2 according to its events"
                ),
            ],
        ),
        (
            "INSERT INTO events (game, seq, line) VALUES (99, 0, 'x')",
            vec![format!(
                "game {}: it has events, but no row in the games table",
                id(99)
            )],
        ),
    ] {
        for database in TestDatabase::all() {
            run(sample_site::build(&database.open()));
            let mut db = database.connect();
            flush(db.as_mut()).unwrap();
            db.run_script(damage).unwrap();
            let (flaws, corrupt) = run_check(db.as_mut()).unwrap();
            assert_eq!(flaws, expected, "{damage}");
            assert_eq!(corrupt, u64::from(!expected.is_empty()), "{damage}");
        }
    }
}

#[test]
fn a_corrupt_game_does_not_affect_the_others() {
    for database in TestDatabase::all() {
        let store = database.open();
        run(sample_site::build(&store));
        let mut db = database.connect();
        db.run_script("UPDATE games SET options = '{' WHERE id = 13")
            .unwrap();
        run(async {
            let broken = store.load_game(id(13)).await;
            assert!(
                matches!(broken, Err(StoreError::Unreadable { .. })),
                "{broken:?}"
            );
            assert!(store.load_game(id(12)).await.unwrap().is_some());
        });
    }
}

#[test]
fn a_database_without_tables_fails_the_check() {
    let database = TestDatabase::sqlite();
    assert!(run_check(database.connect().as_mut()).is_err());
}

fn run_check(db: &mut dyn Connection) -> Result<(Vec<String>, u64), StoreError> {
    let mut flaws = Vec::new();
    let checked = check(db, &mut |update| {
        if let CheckUpdate::Flaw(flaw) = update {
            flaws.push(flaw.to_string());
        }
    })?;
    Ok((flaws, checked.corrupt))
}
