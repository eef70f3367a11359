use arbiter_game::{Ending, Reason};
use arbiter_rules::ByColor;
use arbiter_server::{
    Database,
    store::{AppendError, Sharing, Store, StoreError, lock_for_server, open},
};

use super::{
    Script, append, guest, id, new_game,
    test_database::{TestDatabase, run},
};

/// Creates a game that has begun.
async fn begin(store: &Store) -> Script {
    let (ann, bob) = (guest(store).await, guest(store).await);
    let seats = ByColor {
        white: Some(ann),
        black: Some(bob),
    };
    let script = Script::begin(1_000);
    let mut game = new_game(id(1), 0, seats);
    game.first_event = Some(script.lines[0].clone());
    store.create_game(game).await.unwrap();
    script
}

async fn lines(store: &Store) -> Vec<String> {
    let game = store.load_game(id(1)).await.unwrap().unwrap();
    game.events.into_iter().map(|it| it.line).collect()
}

#[test]
fn one_server_uses_a_database_at_a_time() {
    for database in TestDatabase::all() {
        // Creates the folder.
        drop(database.open());
        let first = lock_for_server(&database.database, Sharing::Alone).unwrap();
        let second = lock_for_server(&database.database, Sharing::Alone);
        assert!(matches!(second, Err(StoreError::InUse)), "{second:?}");
        drop(first);
        lock_for_server(&database.database, Sharing::Alone).unwrap();
    }
}

#[test]
fn a_failing_job_does_not_affect_the_others_in_its_batch() {
    for database in TestDatabase::all() {
        let store = database.open();
        run(async {
            let mut script = begin(&store).await;
            let moves = script.play(2_000, "e2e4");
            let moves = append(id(1), 1, moves, &script.game);
            // They wait for the first job, and so share a transaction.
            let (go, wait) = std::sync::mpsc::channel::<()>();
            let (_, panicked, failed, moved, made, ()) = tokio::join!(
                store.write(move |_| {
                    wait.recv().ok();
                    Ok(())
                }),
                store.write(|_| -> Result<(), _> { panic!("a deliberate panic") }),
                store.write(|db| {
                    db.execute("DELETE FROM players", &[])?;
                    db.execute("SELECT nothing FROM nowhere", &[])
                }),
                store.append(moves),
                store.create_guest(),
                async { drop(go) },
            );
            assert!(
                matches!(panicked, Err(StoreError::Panicked)),
                "{panicked:?}"
            );
            assert!(failed.is_err());
            moved.unwrap();
            let made = made.unwrap();
            assert_eq!(lines(&store).await, script.lines);
            assert!(store.player_card(made.id, None).await.unwrap().is_some());
            assert!(store.is_ready().await);
        });
    }
}

#[test]
fn a_move_rolled_back_with_a_failing_job_is_written_again() {
    for database in TestDatabase::all() {
        let store = database.open();
        run(async {
            let mut script = begin(&store).await;
            let mut end_of_no_game = append(id(9), 0, script.lines.clone(), &script.game);
            end_of_no_game.ended = Some(Ending {
                winner: None,
                reason: Reason::Agreement,
            });
            let moves = script.play(2_000, "e2e4");
            let moves = append(id(1), 1, moves, &script.game);
            // They wait for the first job, and so share a transaction.
            let (go, wait) = std::sync::mpsc::channel::<()>();
            let (_, moved, ended, ()) = tokio::join!(
                store.write(move |_| {
                    wait.recv().ok();
                    Ok(())
                }),
                store.append(moves),
                store.append(end_of_no_game),
                async { drop(go) },
            );
            moved.unwrap();
            assert!(matches!(ended, Err(AppendError::Store(_))), "{ended:?}");
            assert_eq!(lines(&store).await, script.lines);
        });
    }
}

#[test]
fn a_reader_continues_after_a_failure() {
    for database in TestDatabase::all() {
        let store = database.open();
        run(async {
            for _ in 0..20 {
                let failed = store.read(|_| -> Result<(), _> { panic!("a deliberate panic") });
                assert!(matches!(failed.await, Err(StoreError::Panicked)));
            }
            let wrote = store
                .read(|db| db.execute("DELETE FROM players", &[]))
                .await;
            assert!(wrote.is_err(), "readers cannot write");
            assert!(store.is_ready().await);
        });
    }
}

/// Simulates a full disk: SQLite is told that the file has its maximum size,
/// which lasts as long as the connection.
#[test]
fn a_full_disk_acknowledges_nothing_and_the_store_recovers() {
    let database = TestDatabase::sqlite();
    let store = database.open();
    run(async {
        let mut script = begin(&store).await;
        let limit = "PRAGMA max_page_count = 1";
        store.write(|db| db.run_script(limit)).await.unwrap();
        let mut refused = 0;
        for at in 2_000..2_200 {
            let seq = script.game.event_count();
            let mut next = Script {
                game: script.game.clone(),
                lines: script.lines.clone(),
            };
            let uci = ["g1f3", "g8f6", "f3g1", "f6g8"][at as usize % 4];
            let lines = next.play(at, uci);
            let mut moves = append(id(1), seq, lines, &next.game);
            moves.command = Some("x".repeat(500));
            match store.append(moves).await {
                Ok(_) => script = next,
                Err(AppendError::Store(_)) => {
                    refused += 1;
                    assert!(!store.is_ready().await);
                    break;
                }
                Err(AppendError::Conflict) => panic!("there is no other writer"),
            }
        }
        assert_eq!(refused, 1);
        assert_eq!(
            lines(&store).await,
            script.lines,
            "exactly what was acknowledged is stored"
        );
        // A new connection has no such limit.
        let seq = script.game.event_count();
        let resigned = script.act(9_000, arbiter_game::Action::Resign);
        store
            .append(append(id(1), seq, resigned, &script.game))
            .await
            .unwrap();
        assert_eq!(lines(&store).await, script.lines);
        assert!(store.is_ready().await);
    });
}

#[test]
fn a_terminated_connection_is_replaced() {
    let database = TestDatabase::postgres();
    let store = database.open();
    run(begin(&store));
    for round in 0..3 {
        database.terminate_connections();
        run(async {
            let seen = lines(&store).await;
            assert_eq!(seen.len(), 1, "readers reconnect at once: round {round}");
            let lost = store.create_guest().await;
            assert!(matches!(lost, Err(StoreError::Postgres(_))), "{lost:?}");
            assert!(!store.is_ready().await);
            store.create_guest().await.unwrap();
            assert!(store.is_ready().await);
        });
    }
}

#[test]
fn a_database_that_cannot_be_opened_is_reported() {
    let database = TestDatabase::sqlite();
    let Database::Sqlite(path) = &database.database else {
        panic!("not an SQLite database");
    };
    std::fs::write(
        path,
        "this is not a database, but it is long enough for one".repeat(50),
    )
    .unwrap();
    let error = open(&database.database).unwrap_err().to_string();
    assert!(error.contains("not a database"), "{error}");

    let inside = path.join("deeper").join("arbiter.db");
    let error = open(&Database::Sqlite(inside)).unwrap_err().to_string();
    assert!(error.starts_with("cannot create the folder"), "{error}");

    let nowhere = "postgres://arbiter@127.0.0.1:1/arbiter".to_owned();
    let error = open(&Database::Postgres(nowhere)).unwrap_err().to_string();
    assert!(error.contains("error connecting to server"), "{error}");
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    for database in TestDatabase::all() {
        drop(database.open());
        let mut db = database.connect();
        // Its changes are more than this program can live with.
        db.run_script(
            "INSERT INTO migrations (number, at) VALUES (1000, 0); \
             UPDATE site SET oldest_program = 1000",
        )
        .unwrap();
        let error = open(&database.database).unwrap_err();
        assert!(
            matches!(error, StoreError::Newer { found: 1_000, .. }),
            "{error}"
        );
    }
}
