use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use arbiter_game::{Event, Game, Options, Time};
use arbiter_rules::ByColor;
use arbiter_server::{
    Database, GameId,
    store::{Access, Append, GameProgress, NewGame, connect, open},
};
use arbiter_wire::{GameOptions, Speed};

use crate::{Ran, arbiter, arbiter_reading};

/// A folder for a site, deleted when this value is dropped.
struct Site(PathBuf);

impl Site {
    /// Creates an empty folder.
    fn empty() -> Site {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Relaxed);
        let name = format!("arbiter-cli-db-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Site(folder)
    }

    /// Creates a site with two games; in the first White has moved.
    fn with_games() -> Site {
        let site = Site::empty();
        let store = open(&site.database()).unwrap();
        let game = Game::start(Options::default(), Time::from_millis(5)).unwrap();
        let first = game.write_event(&Event {
            at: game.last_event_at(),
            fact: game.start_fact(),
        });
        let id = GameId::from_random;
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let guest = store.create_guest().await.unwrap().id;
            for number in [1, 2] {
                let game = NewGame {
                    id: id(number),
                    created: 0,
                    options: GameOptions::default(),
                    seats: ByColor::new_with(|_| Some(guest)),
                    maker: guest,
                    speed: Speed::Rapid,
                    first_event: Some(first.clone()),
                    deadline: None,
                    rematch_of: None,
                    accepts: None,
                    seeks: Vec::new(),
                };
                store.create_game(game).await.unwrap();
            }
            let e4 = Append {
                game: id(1),
                seq: 1,
                lines: vec!["10 played e2e4".to_owned()],
                command: None,
                progress: Some(GameProgress {
                    deadline: None,
                    plies: 1,
                    opening: None,
                }),
                seats: None,
                ended: None,
                audit_entry: None,
                ends_interruption: None,
            };
            store.append(e4).await.unwrap();
        });
        site
    }

    fn database(&self) -> Database {
        Database::Sqlite(self.file("arbiter.db"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs `arbiter db` with these arguments on this site.
    fn db(&self, words: &[&str]) -> Ran {
        arbiter(&[&["db"], words, &["--data", text(&self.0)]].concat())
    }

    fn damage(&self, sql: &str) {
        let mut db = connect(&self.database(), Access::ReadWrite).unwrap();
        db.run_script(sql).unwrap();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn valid_games_are_reported_as_valid() {
    let site = Site::with_games();
    let ran = site.db(&["check"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "2 games with 3 events, all valid\n");
    let ran = site.db(&["check", "--json"]);
    assert_eq!(ran.out, "{\"games\":2,\"events\":3,\"corrupt\":0}\n");
}

#[test]
fn a_corrupt_game_is_reported() {
    let site = Site::with_games();
    site.damage("UPDATE recent SET line = '10 played e2e5' WHERE game = 1 AND seq = 1");
    let ran = site.db(&["check"]);
    assert_eq!(ran.code, 1);
    let expected = "game 0000000001: event 1: the move is not legal here\n\
                    2 games with 3 events: 1 corrupt\n";
    assert_eq!(ran.out, expected);
    let ran = site.db(&["check", "--json"]);
    assert_eq!(ran.code, 1);
    let lines = ran.lines();
    assert_eq!(lines[0]["game"], "0000000001");
    assert_eq!(lines[0]["event"], 1);
    assert_eq!(lines[1]["corrupt"], 1);
}

#[test]
fn a_damaged_game_is_named_and_the_others_are_checked_and_exported() {
    let site = Site::with_games();
    site.damage("UPDATE recent SET line = CAST(x'ff' AS TEXT) WHERE game = 1 AND seq = 1");
    let ran = site.db(&["check"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.starts_with("game 0000000001: it cannot be read: "),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with("2 games with 1 event: 1 corrupt\n"),
        "{}",
        ran.out
    );

    let archive = site.file("site.ndjson");
    let ran = site.db(&["export", text(&archive)]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.starts_with("game 0000000001: it cannot be read: "),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("1 game could not be exported"),
        "{}",
        ran.err
    );
    let other = Site::empty();
    let ran = other.db(&["import", text(&archive)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(other.db(&["check"]).out, "1 game with 1 event, all valid\n");
}

#[test]
fn a_backup_is_a_complete_database() {
    let site = Site::with_games();
    let copy = Site::empty();
    // A server has the database open.
    let store = open(&site.database()).unwrap();
    let file = copy.file("arbiter.db");
    let ran = site.db(&["backup", text(&file)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    drop(store);
    let bytes = fs::metadata(&file).unwrap().len();
    assert_eq!(
        ran.out,
        format!("Copied {bytes} bytes to {}\n", text(&file))
    );
    assert_eq!(
        fs::read_dir(&copy.0).unwrap().count(),
        1,
        "no other file is left behind"
    );
    assert_eq!(
        copy.db(&["check"]).out,
        "2 games with 3 events, all valid\n"
    );

    let ran = site.db(&["backup", text(&file)]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("already exists: choose another name"),
        "{}",
        ran.err
    );
}

#[test]
fn a_site_moves_to_another_database() {
    let site = Site::with_games();
    let archive = site.file("site.ndjson");
    let ran = site.db(&["export", text(&archive)]);
    let counts = "2 games with 3 events, 1 player, 0 tokens, 0 ratings, 0 chat messages\n";
    assert_eq!((ran.code, ran.out.as_str()), (0, counts), "{}", ran.err);

    let other = Site::empty();
    let ran = other.db(&["import", text(&archive)]);
    assert_eq!((ran.code, ran.out.as_str()), (0, counts), "{}", ran.err);
    assert_eq!(
        other.db(&["check"]).out,
        "2 games with 3 events, all valid\n"
    );
    let body = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    let written = fs::read_to_string(&archive).unwrap();
    let ran = other.db(&["export", "-"]);
    assert_eq!(body(&ran.out), body(&written));

    let again = other.db(&["import", text(&archive)]);
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("the database is not empty"),
        "{}",
        again.err
    );

    // From standard input, with the counts in JSON.
    let third = Site::empty();
    let words = ["db", "import", "-", "--json", "--data", text(&third.0)];
    let ran = arbiter_reading(&words, written.as_bytes());
    assert_eq!(ran.json()["games"], 2, "{}", ran.err);
    let half = &written.as_bytes()[..written.len() / 2];
    let fourth = Site::empty();
    let ran = arbiter_reading(&["db", "import", "-", "--data", text(&fourth.0)], half);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("is invalid: "), "{}", ran.err);
}

#[test]
fn a_folder_that_is_asked_for_counts_more_than_a_database_in_the_settings_file() {
    let site = Site::with_games();
    let settings = site.file("arbiter.toml");
    fs::write(&settings, "database = \"postgres://127.0.0.1:1/nothing\"\n").unwrap();
    let ran = site.db(&["check", "--config", text(&settings)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn a_missing_database_is_an_error_that_says_how_to_choose_one() {
    let site = Site::empty();
    let file = site.file("out");
    for words in [
        &["check"][..],
        &["backup", text(&file)],
        &["export", text(&file)],
    ] {
        let ran = site.db(words);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("there is no database at"), "{}", ran.err);
        assert!(ran.err.contains("--data"), "{}", ran.err);
        assert_eq!(
            fs::read_dir(&site.0).unwrap().count(),
            0,
            "no file is created"
        );
    }
    let ran = site.db(&["import", text(&file)]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("No such file"), "{}", ran.err);
}
