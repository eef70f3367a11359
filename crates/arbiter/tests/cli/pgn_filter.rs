use serde_json::json;

use crate::pgn::{Folder, GAMES, gzip};

/// Checks which games meet the conditions, by their Event tags.
#[track_caller]
fn check(conditions: &str, expected: &str) {
    let folder = Folder::with_games();
    let ran = folder.run(&format!("filter {conditions} games.pgn"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let events = ran
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("[Event \""));
    let events: Vec<&str> = events
        .map(|event| &event[..event.find([' ', ',', '"']).unwrap()])
        .collect();
    assert_eq!(events.join(" "), expected, "{conditions}");
    let count = folder.run(&format!("filter --count {conditions} games.pgn"));
    assert_eq!(count.out, format!("{}\n", events.len()), "{conditions}");
}

#[test]
fn games_are_found_by_player() {
    check("--player morphy", "Paris");
    check("--player \"paul morphy\"", "Paris");
    check("--player steinitz --player bardeleben", "Hastings");
    check("--player steinitz --player morphy", "");
    check("--white anderssen", "London");
    check("--black anderssen", "");
    check("--black KIESERITZKY", "London");
}

#[test]
fn games_are_found_by_result() {
    check("--result 1-0", "London Paris");
    check("--result 1/2-1/2", "Hastings");
    check("--result 1/2-1/2 --result 1-0", "London Paris Hastings");
    check("--result *", "");
    check("--result draw", "Hastings");
    check("--result unknown", "");
}

#[test]
fn games_are_found_by_date() {
    check("--since 1858", "Paris Hastings");
    check("--since 1858.12.31", "Paris Hastings");
    check("--until 1858.01.01", "London Paris");
    check("--since 1851-06-21 --until 1851.06.21", "London");
    check("--since 1851-06-22 --until 1857", "");
    check("--until 1895.08", "London Paris Hastings");
}

#[test]
fn games_are_found_by_rating() {
    check("--min-rating 2480", "London");
    check("--min-rating 2481", "");
    check("--max-rating 2600", "London");
    check("--max-rating 2599", "");
}

#[test]
fn games_are_found_by_opening() {
    check("--eco C40-C49", "Paris");
    check("--eco C", "London Paris Hastings");
    check("--eco C33,C5", "London Hastings");
    check("--eco B", "");
}

#[test]
fn games_are_found_by_length() {
    check("--min-plies 6", "London Hastings");
    check("--max-plies 6", "Paris Hastings");
    check("--min-plies 6 --max-plies 6", "Hastings");
}

#[test]
fn games_are_found_by_position() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(&format!("--position \"{start}\""), "London Paris Hastings");
    let knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
    check(&format!("--position \"{knight}\""), "Paris Hastings");
    // The final position counts too.
    let last = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    check(&format!("--position \"{last}\""), "Hastings");
    // Another side to move, or other rights, make it another position (FIDE 9.2.3).
    let other = last.replace(" w KQkq", " w KQk");
    check(&format!("--position \"{other}\""), "");
    // Variations do not count.
    let variation = "rnb1kbnr/ppp2ppp/3p4/8/2B1Pp1q/8/PPPP2PP/RNBQ1KNR w kq - 0 5";
    check(&format!("--position \"{variation}\""), "");
}

#[test]
fn games_are_found_by_damage_and_all_conditions_must_hold() {
    check("--damaged", "Paris");
    check("--sound", "London Hastings");
    check("--sound --result 1-0", "London");
    check("--damaged --player anderssen", "");
    check("", "London Paris Hastings");
}

#[test]
fn games_are_copied_byte_for_byte() {
    let folder = Folder::new();
    // Latin-1, damage, odd spaces, and an escaped line.
    let odd = b"[Event   \"caf\xe9\" ]\r\n[White \"x\"]\r\n% escaped\r\n\r\n\
                1.e4   e5 {\xe9}  2.Ke9 ) *\r\n";
    let plain = b"[Event \"b\"]\n\n1. d4 *";
    folder.write("a.pgn", [&odd[..], b"\r\n\r\n\r\n", plain].concat());
    let child = folder.command("filter a.pgn").output().unwrap();
    let expected = [&odd[..], b"\r\n", plain, b"\n\n"].concat();
    assert_eq!(child.stdout, expected, "{}", child.stdout.escape_ascii());
}

#[test]
fn a_game_that_is_too_long_to_copy_is_reported() {
    let folder = Folder::new();
    let endless = "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(1 << 20);
    let sound = "[Event \"b\"]\n\n1. d4 *\n\n";
    let games = ["[Event \"a\"]\n\n", &endless, "*\n\n", sound].concat();
    folder.write("a.pgn", games);
    let ran = folder.run("filter a.pgn");
    assert_eq!((ran.code, ran.out.as_str()), (2, sound));
    assert_eq!(
        ran.err,
        "error: a.pgn: the game at byte 0 is too long to copy\n"
    );
    // It is still read.
    let ran = folder.run("check --json a.pgn");
    assert_eq!((ran.code, &ran.lines()[0]["plies"]), (0, &json!(4 << 20)));
}

#[test]
fn games_from_all_files_go_into_one_output() {
    let folder = Folder::with_games();
    folder.write("b.pgn.gz", gzip(GAMES));
    let ran = folder.run("filter --player morphy games.pgn b.pgn.gz -o c.pgn.gz");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(folder.run("filter --count c.pgn.gz").out, "2\n");
}

#[test]
fn json_has_a_line_for_each_game_found() {
    let folder = Folder::with_games();
    let ran = folder.run("filter --json --sound --max-plies 6 games.pgn");
    assert_eq!(ran.json()["tags"]["Event"], "Hastings");
    assert_eq!(ran.json()["san"].as_array().unwrap().len(), 6);
    let ran = folder.run("filter --json --count --sound games.pgn");
    assert_eq!(ran.json(), json!({"games": 3, "found": 2}));
}

#[test]
fn an_invalid_condition_is_bad_input() {
    let folder = Folder::with_games();
    for condition in [
        "--result 2-0",
        "--since yesterday",
        "--eco Z99",
        "--position 8/8",
        "--min-rating high",
        "--sound --damaged",
        "--count -o a.pgn",
        "--force",
    ] {
        let ran = folder.run(&format!("filter {condition} games.pgn"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{condition}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
}
