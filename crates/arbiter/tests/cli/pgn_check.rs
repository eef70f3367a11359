use serde_json::json;

use crate::{
    keys,
    pgn::{Folder, GAMES},
};

#[test]
fn each_problem_is_a_line_with_its_location() {
    let folder = Folder::with_games();
    let ran = folder.run("check games.pgn");
    assert_eq!(ran.code, 1);
    let mut lines = ran.out.lines();
    let problem = lines.next().unwrap();
    assert!(
        problem.starts_with("games.pgn:19:26: Ke8-e6 is not allowed: "),
        "{problem}"
    );
    assert_eq!(
        lines.next(),
        Some("3 games with 20 half-moves: 1 damaged, 1 problem")
    );
    assert_eq!(lines.next(), None);
    assert_eq!(ran.err, "");
}

#[test]
fn undamaged_games_give_exit_code_zero() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 e5 1-0\n");
    folder.write("b.pgn", "1. d4 *\n");
    let ran = folder.run("check a.pgn b.pgn");
    assert_eq!(ran.code, 0);
    assert_eq!(ran.out, "2 games with 3 half-moves, no damage\n");
}

#[test]
fn json_has_a_line_per_game_with_exactly_these_fields() {
    let folder = Folder::with_games();
    let ran = folder.run("check --json games.pgn");
    assert_eq!(ran.code, 1);
    let expected = [
        "index", "offset", "white", "black", "result", "plies", "problems",
    ];
    for line in ran.out.lines() {
        assert_eq!(keys(line), expected);
    }
    let lines = ran.lines();
    assert_eq!(
        lines[0],
        json!({
            "index": 0, "offset": 0, "white": "Anderssen, Adolf", "black": "Kieseritzky, Lionel",
            "result": "1-0", "plies": 9, "problems": [],
        })
    );
    let start = GAMES.find("[Event \"Paris").unwrap();
    assert_eq!(lines[1]["index"], 1);
    assert_eq!(lines[1]["offset"], start);
    assert_eq!(lines[1]["plies"], 5);
    let bad = GAMES.find("Ke6").unwrap();
    let problem = &lines[1]["problems"][0];
    let found: Vec<&String> = problem.as_object().unwrap().keys().collect();
    assert_eq!(
        found,
        ["code", "column", "line", "message", "offset", "skipped"]
    );
    assert_eq!(problem["offset"], bad);
    assert_eq!(problem["line"], 19);
    assert_eq!(problem["column"], 26);
    assert_eq!(problem["code"], "illegal_move");
    // The rest of the moves, up to the result.
    assert_eq!(problem["skipped"], json!([bad, bad + "Ke6 4. dxe5 ".len()]));
    assert_eq!(lines[2]["problems"], json!([]));
}

#[test]
fn games_are_numbered_per_file() {
    let folder = Folder::with_games();
    let lines = folder.run("check --json games.pgn games.pgn").lines();
    let indices: Vec<_> = lines.iter().map(|line| line["index"].clone()).collect();
    assert_eq!(indices, [0, 1, 2, 0, 1, 2]);
}

#[test]
fn missing_tags_are_null() {
    let folder = Folder::new();
    let ran = folder.run_reading("check --json -", b"1. e4 *\n");
    assert_eq!(ran.json()["white"], json!(null));
    assert_eq!(ran.json()["result"], "*");
}

#[test]
fn the_result_tag_counts_if_there_is_none_after_the_moves() {
    let folder = Folder::new();
    let input = b"[Event \"?\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#\n";
    let ran = folder.run_reading("check --json -", input);
    assert_eq!((ran.code, &ran.json()["result"]), (0, &json!("0-1")));
    // Its formatting is unusual, which --strict reports.
    let ran = folder.run_reading("check --strict -", input);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("standard input:5:1: "), "{}", ran.out);
    assert!(ran.out.ends_with("no damage; 1 note\n"), "{}", ran.out);
}

#[test]
fn damage_never_affects_the_next_game() {
    let folder = Folder::new();
    let sound = "[Event \"A\"]\n[White \"a\"]\n\n1. e4 e5 *\n\n";
    for damage in [
        "{",
        "(",
        "[",
        "[Round \"",
        "\"",
        "1. e4 {",
        "1. e4 (1. d4",
        "Qh9",
        "\0\0\0",
    ] {
        let text = [sound, "[Event \"B\"]\n\n", damage, "\n\n", sound].concat();
        let ran = folder.run_reading("check --json -", text.as_bytes());
        let lines = ran.lines();
        assert_eq!(ran.code, 1, "{damage}: {}", ran.out);
        let last = lines.last().unwrap();
        assert_eq!(lines[0]["problems"], json!([]), "{damage}");
        assert_eq!(
            (&last["plies"], &last["problems"]),
            (&json!(2), &json!([])),
            "{damage}"
        );
    }
}

#[test]
fn text_that_is_not_a_game_is_damage() {
    let folder = Folder::new();
    folder.write("letter.txt", "Dear Sir,\nI resign.\n");
    let ran = folder.run("check letter.txt");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.starts_with("letter.txt:1:1: "), "{}", ran.out);
    assert_eq!(folder.run("check --json letter.txt").code, 1);
}
