use arbiter_game::Time;
use arbiter_server::store::{ArchiveCounts, CheckSummary, ImportError, check, export, import};

use super::{
    id,
    place::{Place, run},
    site,
};

#[test]
fn a_site_moves_from_one_database_to_another_and_back() {
    let home = Place::sqlite();
    run(site::build(&home.open()));
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
    };
    assert_eq!(contents, expected);
    for first in Place::all() {
        read(&first, &written).unwrap();
        assert_eq!(body(&archive(&first)), body(&written));
        let back = Place::sqlite();
        read(&back, &archive(&first)).unwrap();
        assert_eq!(body(&archive(&back)), body(&written));
        let checked = check(&mut first.connect(), &mut |finding| {
            assert!(
                !matches!(finding, arbiter_server::store::CheckUpdate::Flaw(_)),
                "{finding:?}"
            );
        });
        let expected = CheckSummary {
            total: 3,
            games: 3,
            events: 9,
            corrupt: 0,
        };
        assert_eq!(checked.unwrap(), expected);
        run(go_on(&first));
    }
}

/// What was moved is used like what was made there.
async fn go_on(place: &Place) {
    let store = place.open();
    let time = store.resume_clock(0).await.unwrap();
    assert_eq!(time, Time::from_millis(7_500));
    let bearer = store.find_token([250; 32], 0).await.unwrap().unwrap();
    assert_eq!(bearer.player.view.name, "Ann");
    assert!(store.account_by_name("ANN").await.unwrap().is_some());
    let known = store.account_by_name("bob").await.unwrap().unwrap();
    let guest = store.create_guest().await.unwrap();
    assert!(guest.id > known.id, "a number is given once");
    let game = store.load_game(id(11)).await.unwrap().unwrap();
    assert_eq!(game.rematch, Some(id(12)));
    assert_eq!(game.events[1].command.as_deref(), Some("1:c1"));
}

#[test]
fn an_archive_is_read_whole_or_not_at_all() {
    let home = Place::sqlite();
    run(site::build(&home.open()));
    let written = archive(&home);
    let lines: Vec<&str> = written.lines().collect();
    for place in Place::all() {
        let refused = |text: &str| read(&place, text).unwrap_err().to_string();
        let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().join("\n");
        let broken = "the archive is not whole: it breaks off after line";
        let last = lines.len();
        assert_eq!(
            refused(&lines[..last - 1].join("\n")),
            format!("{broken} {}", last - 1)
        );
        assert_eq!(
            refused(&without(last - 2)),
            format!("{broken} {}", last - 1)
        );
        let other = "this is no archive of version 1: it begins with something else";
        assert_eq!(refused(&without(0)), other);
        assert_eq!(refused("hello\n"), other);
        assert_eq!(
            refused(&written.replacen("\"version\":1", "\"version\":2", 1)),
            other
        );
        assert_eq!(refused(""), format!("{broken} 0"));
        let half = &written[..written.len() - 20];
        assert!(refused(half).starts_with(&format!("line {last} makes no sense: ")));
        let odd = written.replacen("\"maker\"", "\"master\"", 1);
        assert!(
            refused(&odd).contains("unknown field `master`"),
            "{}",
            refused(&odd)
        );

        read(&place, &written).unwrap();
        let twice = read(&place, &written);
        assert!(matches!(twice, Err(ImportError::NotEmpty)), "{twice:?}");
        assert_eq!(body(&archive(&place)), body(&written));
    }
}

fn archive(place: &Place) -> String {
    let mut written = Vec::new();
    let mut told = 0;
    let mut progress = |contents: ArchiveCounts| told = contents.games;
    let contents = export(&mut place.connect(), &mut written, &mut progress).unwrap();
    assert_eq!(told, contents.games);
    String::from_utf8(written).unwrap()
}

fn read(place: &Place, archive: &str) -> Result<ArchiveCounts, ImportError> {
    import(&mut place.connect(), &mut archive.as_bytes(), &mut |_| {})
}

/// All but the first line, which says when it was written.
fn body(archive: &str) -> &str {
    archive.split_once('\n').unwrap().1
}
