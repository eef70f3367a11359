use std::sync::Arc;

use arbiter_game::{Action, Span, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_server::store::{AppendError, CreateGameError, Store, flush};
use futures_util::future::join_all;
use tokio::task::JoinSet;

use super::{
    Script, append, guest, id, new_game,
    test_database::{TestDatabase, run},
};

#[test]
fn one_of_many_appends_with_the_same_number_wins_and_only_its_events_are_stored() {
    for database in TestDatabase::all() {
        // Two stores on one database act like two servers.
        let stores = [database.open(), database.open()];
        run(async {
            let (ann, bob) = (guest(&stores[0]).await, guest(&stores[0]).await);
            let seats = ByColor {
                white: Some(ann),
                black: Some(bob),
            };
            let script = Script::begin(1_000);
            let mut game = new_game(id(1), 0, seats);
            game.first_event = Some(script.lines[0].clone());
            stores[0].create_game(game).await.unwrap();
            let mut appends = Vec::new();
            for number in 0..40u64 {
                let store = &stores[number as usize % 2];
                let mut script = Script::begin(1_000);
                let at = 2_000 + number;
                let mut lines = script.play(at, ["e2e4", "d2d4"][number as usize / 2 % 2]);
                // Some have a second event, with the next number.
                if number % 3 == 0 {
                    lines.extend(script.play(at, "e7e5"));
                }
                let mut moves = append(id(1), 1, lines.clone(), &script.game);
                moves.command = Some(format!("1:{number}"));
                appends.push(async move { (store.append(moves).await, lines) });
            }
            let outcomes = all_at_once(&stores, appends).await;
            let mut winners = Vec::new();
            for (outcome, lines) in outcomes {
                match outcome {
                    Ok(_) => winners.push(lines),
                    Err(error) => assert!(matches!(error, AppendError::Conflict), "{error:?}"),
                }
            }
            assert_eq!(winners.len(), 1);
            let game = stores[1].load_game(id(1)).await.unwrap().unwrap();
            let stored: Vec<_> = game.events.into_iter().skip(1).map(|it| it.line).collect();
            assert_eq!(stored, winners[0]);
        });
    }
}

/// Holds the writers until all of these are queued, so that they are written
/// together.
async fn all_at_once<F: Future>(stores: &[Store], futures: Vec<F>) -> Vec<F::Output> {
    let gates = stores.iter().map(|store| {
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let gate = store.write(move |_| {
            wait.recv().ok();
            Ok(())
        });
        (gate, go)
    });
    let (gates, go): (Vec<_>, Vec<_>) = gates.unzip();
    let (gates, outcomes, ()) =
        tokio::join!(join_all(gates), join_all(futures), async { drop(go) });
    assert!(gates.iter().all(Result::is_ok));
    outcomes
}

#[test]
fn one_of_many_players_who_join_gets_the_seat() {
    for database in TestDatabase::all() {
        let stores = [database.open(), database.open()];
        run(async {
            let ann = guest(&stores[0]).await;
            let seats = ByColor {
                white: Some(ann),
                black: None,
            };
            stores[0]
                .create_game(new_game(id(1), 0, seats))
                .await
                .unwrap();
            let mut tasks = JoinSet::new();
            for number in 0..20 {
                let store = stores[number % 2].clone();
                let black = guest(&store).await;
                tasks.spawn(async move {
                    let script = Script::begin(1_000);
                    let mut join = append(id(1), 0, script.lines, &script.game);
                    join.seats = Some(ByColor { white: ann, black });
                    (store.append(join).await.is_ok(), black)
                });
            }
            let withdrawn = stores[1].withdraw_game(id(1), ann).await.unwrap();
            let outcomes = tasks.join_all().await;
            let joined = outcomes.iter().filter(|(is_in, _)| *is_in);
            let joined: Vec<_> = joined.map(|(_, player)| *player).collect();
            let game = stores[0].load_game(id(1)).await.unwrap();
            if withdrawn {
                assert_eq!((joined.len(), game), (0, None));
            } else {
                let black = game.unwrap().seats.black.unwrap();
                assert_eq!(joined, [black.id]);
            }
        });
    }
}

#[test]
fn recent_events_count_before_and_after_a_flush() {
    for database in TestDatabase::all() {
        let store = database.open();
        let mut db = database.connect();
        let mut script = Script::begin(1_000);
        run(async {
            let ann = guest(&store).await;
            let seats = ByColor {
                white: Some(ann),
                black: Some(ann),
            };
            let mut game = new_game(id(1), 0, seats);
            game.first_event = Some(script.lines[0].clone());
            store.create_game(game).await.unwrap();
        });
        for (at, uci) in [
            (2_000, "e2e4"),
            (3_000, "e7e5"),
            (4_000, "g1f3"),
            (5_000, "b8c6"),
        ] {
            let seq = script.game.event_count();
            let lines = script.play(at, uci);
            let new = append(id(1), seq, lines, &script.game);
            run(async {
                let mut early = new.clone();
                early.seq += 1;
                if database.is_sqlite() {
                    let gap = store.append(early).await;
                    assert!(matches!(gap, Err(AppendError::Conflict)), "{gap:?}");
                }
                store.append(new.clone()).await.unwrap();
            });
            // Another connection flushes after every second move.
            for flushes in [false, seq.is_multiple_of(2)] {
                if flushes {
                    flush(db.as_mut()).unwrap();
                }
                run(async {
                    let again = store.append(new.clone()).await;
                    assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");
                    let game = store.load_game(id(1)).await.unwrap().unwrap();
                    let stored: Vec<_> = game.events.into_iter().map(|it| it.line).collect();
                    assert_eq!(stored, script.lines);
                });
            }
        }
    }
}

#[test]
fn two_servers_that_take_turns_in_a_game_know_its_next_sequence_number() {
    for database in TestDatabase::all() {
        let stores = [database.open(), database.open()];
        let mut script = Script::begin(1_000);
        run(async {
            let ann = guest(&stores[0]).await;
            let seats = ByColor {
                white: Some(ann),
                black: Some(ann),
            };
            let mut game = new_game(id(1), 0, seats);
            game.first_event = Some(script.lines[0].clone());
            stores[0].create_game(game).await.unwrap();
            for (index, uci) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
                let seq = script.game.event_count();
                let lines = script.play(2_000, uci);
                let new = append(id(1), seq, lines, &script.game);
                let (writer, other) = (&stores[index % 2], &stores[(index + 1) % 2]);
                writer.append(new.clone()).await.unwrap();
                let late = other.append(new).await;
                assert!(matches!(late, Err(AppendError::Conflict)), "{late:?}");
            }
            let game = stores[0].load_game(id(1)).await.unwrap().unwrap();
            let stored: Vec<_> = game.events.into_iter().map(|it| it.line).collect();
            assert_eq!(stored, script.lines);
        });
    }
}

#[test]
fn of_two_servers_that_give_back_the_time_of_an_interruption_one_does() {
    for database in TestDatabase::all() {
        let store = database.open();
        let mut script = Script::begin(1_000);
        run(async {
            let ann = guest(&store).await;
            let seats = ByColor {
                white: Some(ann),
                black: Some(ann),
            };
            let mut game = new_game(id(1), 0, seats);
            game.first_event = Some(script.lines[0].clone());
            store.create_game(game).await.unwrap();
            let since = Time::from_millis(1_500);
            let noted = store.note_interruptions(id(1), vec![Color::White], since);
            noted.await.unwrap();
            let mut give_back = |at| {
                let seq = script.game.event_count();
                let lines = script.act(at, Action::GiveTime(Span::from_seconds(1)));
                let mut given = append(id(1), seq, lines, &script.game);
                given.ends_interruption = Some(Color::White);
                given
            };
            store.append(give_back(2_000)).await.unwrap();
            // The other one knows of the event, and not of what it ends.
            let again = store.append(give_back(2_000)).await;
            assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");
            let game = store.load_game(id(1)).await.unwrap().unwrap();
            assert_eq!(game.events.len(), 2);
            assert_eq!(game.interruptions.white, None);
        });
    }
}

#[test]
fn moves_of_many_games_are_written_together_and_all_are_stored() {
    for database in TestDatabase::all() {
        let store = database.open();
        run(async {
            let (ann, bob) = (guest(&store).await, guest(&store).await);
            let seats = ByColor {
                white: Some(ann),
                black: Some(bob),
            };
            let start = Script::begin(1_000).lines[0].clone();
            let mut tasks = JoinSet::new();
            for number in 0..300 {
                let (store, start) = (store.clone(), start.clone());
                tasks.spawn(async move {
                    let mut game = new_game(id(number), 0, seats);
                    game.first_event = Some(start);
                    store.create_game(game).await.unwrap();
                    let mut script = Script::begin(1_000);
                    for (at, uci) in [(2_000, "e2e4"), (3_000, "e7e5"), (4_000, "g1f3")] {
                        let seq = script.game.event_count();
                        let lines = script.play(at + number, uci);
                        let moves = append(id(number), seq, lines, &script.game);
                        store.append(moves).await.unwrap();
                    }
                    (number, script.lines)
                });
            }
            for (number, lines) in tasks.join_all().await {
                let game = store.load_game(id(number)).await.unwrap().unwrap();
                let stored: Vec<_> = game.events.into_iter().map(|it| it.line).collect();
                assert_eq!(stored, lines, "game {number}");
            }
            let time = store.resume_clock(0).await.unwrap();
            assert_eq!(time.as_millis(), 4_299, "the latest event of all");
        });
    }
}

/// Recent events are flushed while games are played, some games at a time:
/// readers see every event exactly once before, during and after the flush.
#[test]
fn readers_see_every_event_once_during_a_flush() {
    let database = TestDatabase::sqlite();
    let store = database.open();
    let mut db = database.connect();
    let mut count = |table| {
        let sql = match table {
            "recent" => "SELECT count(*) FROM recent",
            "events" => "SELECT count(*) FROM events",
            _ => "SELECT count(*) FROM all_events",
        };
        let count = db.find(sql, &[], |row| row.get::<i64>(0)).unwrap();
        count.unwrap()
    };
    run(async {
        let ann = guest(&store).await;
        let seats = ByColor {
            white: Some(ann),
            black: Some(ann),
        };
        let mut scripts = Vec::new();
        for number in 0..GAMES {
            let script = Script::begin(1_000);
            let mut game = new_game(id(number), 0, seats);
            game.first_event = Some(script.lines[0].clone());
            store.create_game(game).await.unwrap();
            scripts.push(script);
        }
        let (mut duplicated, mut emptied) = (0, 0);
        let mut before = 0;
        for (turn, uci) in (0..).zip(long_game()) {
            let mut tasks = JoinSet::new();
            for (number, script) in (0..).zip(&mut scripts) {
                let seq = script.game.event_count();
                let lines = script.play(2_000 + turn, uci);
                let moves = append(id(number), seq, lines, &script.game);
                let store = store.clone();
                tasks.spawn(async move { store.append(moves).await.unwrap() });
            }
            tasks.join_all().await;
            let appended: usize = scripts.iter().map(|script| script.lines.len()).sum();
            assert_eq!(count("all"), appended as i64, "after {turn} turns");
            let recent = count("recent");
            duplicated += u32::from(recent + count("events") > appended as i64);
            emptied += u32::from(recent < before);
            before = recent;
            for number in [0, GAMES / 2, GAMES - 1] {
                let game = store.load_game(id(number)).await.unwrap().unwrap();
                let stored: Vec<_> = game.events.into_iter().map(|it| it.line).collect();
                assert_eq!(stored, scripts[number as usize].lines, "game {number}");
            }
        }
        assert!(duplicated > 0, "no event was ever in both tables");
        assert!(emptied > 0, "the recent events were never deleted");
        // Opening the file again flushes the rest.
        let again = database.open();
        assert_eq!(count("recent"), 0);
        for (number, script) in (0..).zip(&scripts) {
            let game = again.load_game(id(number)).await.unwrap().unwrap();
            let stored: Vec<_> = game.events.into_iter().map(|it| it.line).collect();
            assert_eq!(stored, script.lines, "game {number}");
        }
    });
}

/// Enough games for a flush to take several steps.
const GAMES: u64 = 400;

/// Returns knight moves back and forth, with occasional pawn moves so that no
/// position occurs five times.
fn long_game() -> impl Iterator<Item = &'static str> {
    let pawns = [["a2a3", "a7a6"], ["b2b3", "b7b6"], ["c2c3", "c7c6"]];
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let block = move |pawns: [&'static str; 2]| knights.into_iter().cycle().take(12).chain(pawns);
    pawns.into_iter().flat_map(block)
}

#[test]
fn only_one_of_many_rematches_is_created() {
    for database in TestDatabase::all() {
        let store = Arc::new(database.open());
        run(async {
            let (ann, bob) = (guest(&store).await, guest(&store).await);
            let seats = ByColor {
                white: Some(ann),
                black: Some(bob),
            };
            store.create_game(new_game(id(1), 0, seats)).await.unwrap();
            let mut tasks = JoinSet::new();
            for number in 2..12 {
                let store = Arc::clone(&store);
                let mut rematch = new_game(id(number), 1, seats);
                rematch.rematch_of = Some(id(1));
                tasks.spawn(async move { (number, store.create_game(rematch).await) });
            }
            let outcomes = tasks.join_all().await;
            let made = outcomes.iter().find(|(_, outcome)| outcome.is_ok());
            let made = id(made.unwrap().0);
            for (number, outcome) in outcomes {
                match outcome {
                    Ok(()) => assert_eq!(id(number), made),
                    Err(CreateGameError::RematchExists(game)) => assert_eq!(game, made),
                    Err(error) => panic!("{error}"),
                }
            }
        });
    }
}
