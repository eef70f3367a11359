//! The nodes that run, and the game time that they share.

use std::{
    sync::mpsc,
    time::{Duration, Instant},
};

use arbiter_server::{
    Clock,
    base::random,
    store::{BEAT_INTERVAL, Beat, Sharing, StoreError, join_nodes, lock_for_server},
};

use crate::store::test_database::TestDatabase;

/// Returns the next successful beat that a node reports.
fn next(beats: &mpsc::Receiver<Beat>) -> Beat {
    beats.recv_timeout(Duration::from_secs(20)).unwrap()
}

#[test]
fn nodes_with_a_bus_share_a_database_and_others_do_not() {
    let place = TestDatabase::postgres();
    let lock = |sharing| lock_for_server(&place.database, sharing);
    let first = lock(Sharing::WithOthers).unwrap();
    let second = lock(Sharing::WithOthers).unwrap();
    let alone = lock(Sharing::Alone);
    assert!(matches!(alone, Err(StoreError::InUse)), "{alone:?}");
    drop((first, second));
    let alone = lock(Sharing::Alone).unwrap();
    let shared = lock(Sharing::WithOthers);
    assert!(
        matches!(shared, Err(StoreError::InUseOtherwise)),
        "{shared:?}"
    );
    drop(alone);
    let file = TestDatabase::sqlite();
    let shared = lock_for_server(&file.database, Sharing::WithOthers);
    assert!(matches!(shared, Err(StoreError::NotShared)), "{shared:?}");
}

#[test]
fn nodes_agree_on_the_time_and_know_each_other() {
    let place = TestDatabase::postgres();
    drop(place.open());
    let join = |id| {
        let (sender, beats) = mpsc::channel();
        let report = move |beat: Result<Beat, StoreError>| drop(sender.send(beat.unwrap()));
        let (membership, first) = join_nodes(&place.database, id, report).unwrap();
        (membership, first, beats)
    };
    let (one, two) = (random::node_id(), random::node_id());
    let (member, first, beats) = join(one);
    assert_eq!(first.nodes, [one]);
    let (other, second, others) = join(two);
    let mut both = [one, two];
    both.sort_unstable();
    assert_eq!(second.nodes, both);
    let clocks = [Clock::shared(&first.clock), Clock::shared(&second.clock)];
    for _ in 0..3 {
        clocks[0].adjust(&next(&beats).clock);
        clocks[1].adjust(&next(&others).clock);
        let moment = Instant::now();
        let [here, there] = [0, 1].map(|node: usize| clocks[node].now().as_millis());
        // Each is wrong by no more than it says, and reading them takes a moment.
        let errors = clocks.iter().filter_map(|clock| clock.max_error(moment));
        let bound: Duration = errors.sum::<Duration>() + moment.elapsed();
        let apart = u128::from(here.abs_diff(there));
        assert!(
            apart <= bound.as_millis() + 1,
            "{apart} ms apart, {bound:?}"
        );
    }
    // A node that stops is gone at once.
    drop(other);
    let gone = (0..3).any(|_| next(&beats).nodes == [one]);
    assert!(gone);
    drop(member);
}

#[test]
fn time_stands_still_while_no_node_runs_and_only_then() {
    let place = TestDatabase::postgres();
    drop(place.open());
    let join = || join_nodes(&place.database, random::node_id(), drop).unwrap();
    let reached = |beat: &Beat| beat.clock.reached.as_millis();
    let shows = |beat: &Beat| beat.clock.wall_micros / 1_000 - beat.clock.behind_millis;
    let (first, started) = join();
    // While one node runs, another may stop: the time continues as if nothing happened.
    let (second, beat) = join();
    assert_eq!(beat.clock.behind_millis, started.clock.behind_millis);
    drop(first);
    let (third, beat) = join();
    assert_eq!(beat.clock.behind_millis, started.clock.behind_millis);
    drop((second, third));
    // The service was down for an hour.
    let mut db = place.connect();
    db.run_script("UPDATE clock SET wall = wall - 3600000, behind = behind - 3600000")
        .unwrap();
    let before = db.find("SELECT time FROM clock", &[], |row| row.get::<i64>(0));
    let before = before.unwrap().unwrap().cast_unsigned();
    let (again, beat) = join();
    assert_eq!(reached(&beat), before, "no time has passed");
    assert!(shows(&beat) < before, "players have time to reconnect");
    assert!(shows(&beat) + 3_000 >= before);
    drop(again);
    // The clock of the database was set back by an hour, as after a failover.
    db.run_script("UPDATE clock SET wall = wall + 3600000, behind = behind + 3600000")
        .unwrap();
    let (_again, beat) = join();
    assert_eq!(reached(&beat), before);
    assert!(shows(&beat) < before && shows(&beat) + 3_000 >= before);
    assert!(BEAT_INTERVAL < Duration::from_secs(1));
}
