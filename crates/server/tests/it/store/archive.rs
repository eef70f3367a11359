use arbiter_game::Time;
use arbiter_server::store::{
    ArchiveCounts, CheckSummary, CheckUpdate, ImportError, check, export, import,
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
        players: 4,
        tokens: 2,
        ratings: 2,
        games: 3,
        events: 9,
        chat: 2,
        bans: 2,
        reports: 1,
        blocks: 1,
        acts: 1,
        settings: 1,
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

fn archive(database: &TestDatabase) -> String {
    let mut written = Vec::new();
    let mut reported = 0;
    let mut progress = |counts: ArchiveCounts| reported = counts.games;
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
