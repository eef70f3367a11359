use arbiter_server::store::{CheckUpdate, Connection, StoreError, check, flush};

use super::{
    id,
    place::{Place, run},
    site,
};

#[test]
fn a_corrupt_game_is_named_with_its_event() {
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
                format!("game {over}: the stage is 2, and by its events 1"),
                format!("game {over}: the result is 0-1, and by its events nothing"),
                format!("game {over}: the reason is checkmate, and by its events nothing"),
            ],
        ),
        (
            "UPDATE games SET plies = 3 WHERE id = 11",
            vec![format!("game {over}: the plies is 3, and by its events 4")],
        ),
        (
            "UPDATE games SET options = '{' WHERE id = 13",
            vec![format!(
                "game {}: the options cannot be read: \"{{\"",
                id(13)
            )],
        ),
        (
            "UPDATE games SET speed = 'slow', black = NULL WHERE id = 12",
            vec![
                format!("game {playing}: the speed cannot be read: \"slow\""),
                format!("game {playing}: the number of seats taken is 1, and by its events 2"),
            ],
        ),
        (
            "INSERT INTO events (game, seq, line) VALUES (99, 0, 'x')",
            vec![format!(
                "game {}: it has events and no row among the games",
                id(99)
            )],
        ),
    ] {
        for place in Place::all() {
            run(site::build(&place.open()));
            let mut db = place.connect();
            flush(&mut db).unwrap();
            db.run_script(damage).unwrap();
            let (flaws, corrupt) = look(&mut db).unwrap();
            assert_eq!(flaws, expected, "{damage}");
            assert_eq!(corrupt, u64::from(!expected.is_empty()), "{damage}");
        }
    }
}

#[test]
fn the_other_games_are_there_although_one_is_corrupt() {
    for place in Place::all() {
        let store = place.open();
        run(site::build(&store));
        let mut db = place.connect();
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
fn a_database_without_tables_is_not_sound() {
    let place = Place::sqlite();
    assert!(look(&mut place.connect()).is_err());
}

fn look(db: &mut Connection) -> Result<(Vec<String>, u64), StoreError> {
    let mut flaws = Vec::new();
    let checked = check(db, &mut |finding| {
        if let CheckUpdate::Flaw(flaw) = finding {
            flaws.push(flaw.to_string());
        }
    })?;
    Ok((flaws, checked.corrupt))
}
