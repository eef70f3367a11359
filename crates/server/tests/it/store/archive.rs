use arbiter_game::Time;
use arbiter_server::store::{
    ArchiveCounts, CheckSummary, CheckUpdate, ExportUpdate, ImportError, check, export, flush,
    import,
};

use super::{
    id, sample_site,
    test_database::{TestDatabase, run},
};

#[test]
fn a_site_moves_from_one_database_to_another_and_back() {
    let home = TestDatabase::sqlite();
    run(sample_site::build(&home.open()));
    let written = archive(&home);
    let contents: ArchiveCounts = serde_json::from_value(
        serde_json::from_str::<serde_json::Value>(written.lines().last().unwrap()).unwrap()["end"]
            .clone(),
    )
    .unwrap();
    let expected = ArchiveCounts {
        reserved_names: 1,
        players: 4,
        tokens: 2,
        ratings: 2,
        games: 3,
        events: 9,
        chat: 2,
        bans: 2,
        reports: 1,
        blocks: 1,
        follows: 1,
        acts: 1,
        settings: 1,
        identities: 1,
        push_subscriptions: 1,
        tournaments: 1,
    };
    assert_eq!(contents, expected);
    for first in TestDatabase::all() {
        read(&first, &written).unwrap();
        assert_eq!(body(&archive(&first)), body(&written));
        let back = TestDatabase::sqlite();
        read(&back, &archive(&first)).unwrap();
        assert_eq!(body(&archive(&back)), body(&written));
        let checked = check(first.connect().as_mut(), &mut |update| {
            assert!(!matches!(update, CheckUpdate::Flaw(_)), "{update:?}");
        });
        let expected = CheckSummary {
            total: 3,
            games: 3,
            events: 9,
            corrupt: 0,
        };
        assert_eq!(checked.unwrap(), expected);
        run(use_imported_site(&first));
    }
}

/// Checks that an imported site can be used like any other.
async fn use_imported_site(database: &TestDatabase) {
    let store = database.open();
    let time = store.resume_clock(0).await.unwrap();
    assert_eq!(time, Time::from_millis(7_500));
    let bearer = store.find_token([250; 32], 0).await.unwrap().unwrap();
    assert_eq!(bearer.player.view.name, "Ann");
    assert!(store.account_by_name("ANN").await.unwrap().is_some());
    let known = store.account_by_name("bob").await.unwrap().unwrap();
    let guest = store.create_guest().await.unwrap();
    assert!(guest.id > known.id, "no id is given twice");
    let game = store.load_game(id(11)).await.unwrap().unwrap();
    assert_eq!(game.rematch, Some(id(12)));
    assert_eq!(game.events[1].command.as_deref(), Some("1:c1"));
}

#[test]
fn an_archive_is_imported_completely_or_not_at_all() {
    let home = TestDatabase::sqlite();
    run(sample_site::build(&home.open()));
    let written = archive(&home);
    let lines: Vec<&str> = written.lines().collect();
    for database in TestDatabase::all() {
        let refused = |text: &str| read(&database, text).unwrap_err().to_string();
        let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().join("\n");
        let incomplete = "the archive is incomplete: it ends after line";
        let last = lines.len();
        assert_eq!(
            refused(&lines[..last - 1].join("\n")),
            format!("{incomplete} {}", last - 1)
        );
        assert_eq!(
            refused(&without(last - 2)),
            format!("{incomplete} {}", last - 1)
        );
        let other = "this is not an Arbiter archive of version 1";
        assert_eq!(refused(&without(0)), other);
        assert_eq!(refused("hello\n"), other);
        assert_eq!(
            refused(&written.replacen("\"version\":1", "\"version\":2", 1)),
            other
        );
        assert_eq!(refused(""), format!("{incomplete} 0"));
        let half = &written[..written.len() - 20];
        assert!(refused(half).starts_with(&format!("line {last} is invalid: ")));
        let invalid = written.replacen("\"maker\"", "\"master\"", 1);
        assert!(
            refused(&invalid).contains("unknown field `master`"),
            "{}",
            refused(&invalid)
        );

        read(&database, &written).unwrap();
        let twice = read(&database, &written);
        assert!(matches!(twice, Err(ImportError::NotEmpty)), "{twice:?}");
        assert_eq!(body(&archive(&database)), body(&written));
    }
}

/// Texts that are not UTF-8 are what a bad disk leaves behind.
#[test]
fn a_damaged_game_is_named_and_all_others_are_exported() {
    let over = id(11);
    for damage in [
        "UPDATE games SET options = CAST(x'ff' AS TEXT) WHERE id = 11",
        "UPDATE events SET line = CAST(x'ff' AS TEXT) WHERE game = 11 AND seq = 2",
        "UPDATE games SET rematch = -5 WHERE id = 11",
    ] {
        let home = TestDatabase::sqlite();
        run(sample_site::build(&home.open()));
        let mut db = home.connect();
        flush(db.as_mut()).unwrap();
        db.run_script(damage).unwrap();
        let mut written = Vec::new();
        let mut damaged = Vec::new();
        let counts = export(db.as_mut(), &mut written, &mut |update| {
            if let ExportUpdate::Damaged(game) = update {
                damaged.push(game.id());
            }
        });
        assert_eq!(damaged, [over.to_string()], "{damage}");
        assert_eq!(counts.unwrap().games, 2);
        let elsewhere = TestDatabase::sqlite();
        let archive = String::from_utf8(written).unwrap();
        assert_eq!(read(&elsewhere, &archive).unwrap().games, 2);
    }
}

fn archive(database: &TestDatabase) -> String {
    let mut written = Vec::new();
    let mut reported = 0;
    let mut progress = |update| match update {
        ExportUpdate::Progress(counts) => reported = counts.games,
        ExportUpdate::Damaged(game) => panic!("{game}"),
    };
    let counts = export(database.connect().as_mut(), &mut written, &mut progress).unwrap();
    assert_eq!(reported, counts.games);
    String::from_utf8(written).unwrap()
}

fn read(database: &TestDatabase, archive: &str) -> Result<ArchiveCounts, ImportError> {
    import(
        database.connect().as_mut(),
        &mut archive.as_bytes(),
        &mut |_| {},
    )
}

/// Returns all but the first line, which contains the time of the export.
fn body(archive: &str) -> &str {
    archive.split_once('\n').unwrap().1
}
