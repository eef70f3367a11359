//! `arbiter analyze`: positions and games. The tests use mates and stalemates,
//! which have the same answer at any strength.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{Ran, START, arbiter, arbiter_reading, keys, play::folder, play_terminal::Terminal};

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1";
const FOOL: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn a_position_has_lines_with_scores_and_chances() {
    let ran = arbiter(&["analyze", "--depth", "6", "--lines", "2", MATE]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    let head = lines
        .iter()
        .position(|line| line.starts_with("  score"))
        .unwrap();
    assert_eq!(lines[head], "  score  White   draw  Black  line");
    assert_eq!(lines[head + 1], "     #1  100 %    0 %    0 %  1.Ra8#");
    assert!(lines[head + 2].starts_with("  +"), "{}", ran.out);
    assert!(ran.out.contains("White to move: depth 6, "), "{}", ran.out);
    assert!(ran.err.is_empty(), "{}", ran.err);
    // The British spelling works too.
    let other = arbiter(&["analyze", "--depth", "6", "--lines", "2", MATE]);
    assert_eq!(other.out, ran.out);
}

#[test]
fn scores_are_from_whites_point_of_view() {
    let fen = "r3k2r/8/8/8/8/8/5PPP/6K1 b kq - 0 1";
    let ran = arbiter(&["analyze", "--json", "--depth", "6", "--lines", "1", fen]);
    let answer = ran.json();
    assert_eq!(
        keys(ran.out.trim()),
        ["fen", "turn", "over", "depth", "nodes", "lines"]
    );
    assert_eq!(answer["fen"], fen);
    assert_eq!(answer["turn"], "black");
    assert_eq!(answer["over"], Value::Null);
    let line = &answer["lines"][0];
    assert_eq!(line["eval"], json!({"mate": -1}));
    assert_eq!(line["wdl"], json!({"white": 0, "draw": 0, "black": 1000}));
    assert_eq!(line["uci"], json!(["a8a1"]));
    assert_eq!(line["san"], json!(["Ra1#"]));
    assert_eq!(answer["lines"].as_array().unwrap().len(), 1);
}

#[test]
fn a_game_that_is_over_is_not_searched() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let ran = arbiter(&["analyze", stalemate]);
    assert!(
        ran.out.contains("The game is drawn, ½–½: stalemate"),
        "{}",
        ran.out
    );
    let ran = arbiter(&["analyze", "--json", stalemate]);
    assert_eq!(ran.json()["over"], "stalemate");
    assert_eq!(ran.json()["lines"], json!([]));
}

#[test]
fn positions_can_come_from_standard_input() {
    let input = format!("{MATE}\nnonsense\n{START}\n");
    let arguments = ["analyze", "--depth", "2", "--lines", "1", "-"];
    let ran = arbiter_reading(&arguments, input.as_bytes());
    assert_eq!(ran.code, 2);
    let lines = ran.lines();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["lines"][0]["eval"], json!({"mate": 1}));
    assert!(lines[1]["error"]["message"].is_string());
    assert_eq!(lines[2]["fen"], START);
}

#[test]
fn every_move_of_a_game_is_judged() {
    let ran = arbiter_reading(
        &["analyze", "--nodes", "3k", "--json", "-"],
        FOOL.as_bytes(),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let game = ran.json();
    assert_eq!(
        keys(ran.out.trim()),
        ["game", "white", "black", "result", "fen", "moves"]
    );
    assert_eq!((&game["game"], &game["result"]), (&json!(1), &json!("0-1")));
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let blunder = &moves[2];
    assert_eq!(blunder["san"], "g4");
    assert_eq!(blunder["judgement"], "blunder");
    assert_eq!(blunder["eval"], json!({"mate": -1}));
    assert!(blunder["loss"].as_f64().unwrap() >= 30.0);
    assert_ne!(blunder["best"]["san"][0], "g4");
    let mate = &moves[3];
    assert_eq!(
        (&mate["judgement"], &mate["loss"]),
        (&Value::Null, &json!(0.0))
    );
    assert_eq!(
        (&mate["color"], &mate["uci"]),
        (&json!("black"), &json!("d8h4"))
    );
    assert_eq!(
        (&mate["eval"], &mate["depth"]),
        (&json!({"mate": 0}), &Value::Null)
    );
    assert_eq!(game["white"]["blunders"], 1);
    assert_eq!(game["black"]["name"], "Black");
    assert_eq!(game["black"]["blunders"], 0);
    assert!(game["white"]["accuracy"].as_f64().unwrap() < 80.0);
    assert!(game["black"]["accuracy"].as_f64().unwrap() > 90.0);
}

#[test]
fn a_game_is_reported_as_text_and_written_with_its_annotations() {
    let folder = folder("analyze");
    let path = folder.join("fool.pgn");
    let written = folder.join("judged.pgn");
    let (path, out) = (path.to_str().unwrap(), written.to_str().unwrap());
    fs::write(
        path,
        "[White \"Anna\"]\n\n1. f3 {Hm.} (1. e4) e5 2. g4 Qh4# 0-1\n\n1. e4 *\n",
    )
    .unwrap();
    let arguments = ["analyze", "--nodes", "3k", path, "-o", out];
    let ran = arbiter(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for told in [
        "Game 1: Anna – Black, 0-1\n",
        "\n2.g4??        ",
        " to #-1, loses ",
        " Best was 2.",
        "       accuracy  average loss  ?!   ?  ??\nAnna ",
        "\nGame 2: White – Black, *\n",
    ] {
        assert!(ran.out.contains(told), "no {told:?} in\n{}", ran.out);
    }
    let text = fs::read_to_string(&written).unwrap();
    // The output is wrapped.
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "[Annotator \"Arbiter ",
        ", 3000 nodes per move\"]",
        "1. f3 $6 {[%eval ",
        "] Hm.} {Inaccuracy. ",
        " was best.} (1. e4",
        "2. g4 $4 {[%eval #-1,",
        "] Blunder. ",
        " was best.} (2. ",
        ") 2... Qh4# 0-1",
    ] {
        assert!(words.contains(said), "no {said:?} in\n{text}");
    }
    // The written game can be read and analyzed again with the same result.
    assert_eq!(arbiter(&["pgn", "check", out]).code, 0);
    let ran = arbiter(&arguments);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("the file exists; use --force to replace it"),
        "{}",
        ran.err
    );
    let ran = arbiter(&["analyze", "--nodes", "3k", out, "-o", "-"]);
    assert_eq!(ran.out, text);
}

#[test]
fn an_analysis_gives_the_same_result_each_time() {
    let judge = || {
        arbiter_reading(
            &["analyze", "--nodes", "2k", "--json", "-"],
            FOOL.as_bytes(),
        )
    };
    assert_eq!(judge().out, judge().out);
    let look = || arbiter(&["analyze", "--nodes", "2k", "--json", "start"]);
    assert_eq!(look().out, look().out);
}

#[test]
fn games_analyzed_at_the_same_time_are_reported_in_order() {
    // The first game takes longest.
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 *\n\n";
    let games = [long, FOOL, "\n1. e4 *\n\n", FOOL, "\n1. d4 d5 *\n"].concat();
    let analyze = |concurrency| {
        let arguments = ["analyze", "--nodes", "2k", "--json", "-c", concurrency, "-"];
        let ran = arbiter_reading(&arguments, games.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran
    };
    let ran = analyze("3");
    assert_eq!(ran.out, analyze("1").out);
    let lines = ran.lines();
    let numbers: Vec<_> = lines.iter().map(|game| game["game"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5].map(Some));
    assert_eq!(arbiter(&["analyze", "-c", "0", "start"]).code, 2);
}

#[test]
fn input_that_cannot_be_analyzed_is_reported() {
    let check = |ran: Ran, told: &str| {
        assert_eq!(ran.code, 2, "{told}: {}", ran.out);
        assert!(ran.err.contains(told), "no {told:?} in {}", ran.err);
        assert!(ran.out.is_empty(), "{}", ran.out);
    };
    check(arbiter(&["analyze", "nowhere.pgn"]), "nowhere.pgn: ");
    check(arbiter(&["analyze", "8/8/8"]), "8/8/8");
    check(
        arbiter(&["analyze", "--nodes", "0"]),
        "write a number of nodes",
    );
    check(
        arbiter(&["analyze", "--time", "never"]),
        "write a number of seconds",
    );
    check(arbiter(&["analyze", "--lines", "0"]), "0");
    check(
        arbiter_reading(&["analyze", "-"], b"\n"),
        "standard input: the file contains no game",
    );
}

#[test]
fn a_damaged_game_is_analyzed_up_to_the_damage() {
    let input = b"1. e4 e5 2. Ke3 Nc6 *\n";
    let ran = arbiter_reading(&["analyze", "--nodes", "1k", "--json", "-"], input);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.json()["moves"].as_array().unwrap().len(), 2);
    assert!(ran.err.contains("1 game is damaged"), "{}", ran.err);
}

#[test]
fn ctrl_c_ends_a_search_and_prints_its_result() {
    let folder = folder("analyse_live");
    let arguments = ["analyze", "--time", "3600", "--lines", "1", START];
    let mut terminal = Terminal::running(&folder, &arguments);
    // The lines are shown while the search runs.
    terminal.sees(" nodes ");
    terminal.keys("\x03");
    terminal.sees("White to move: depth ");
    terminal.sees("line");
    terminal.ends();
}

#[test]
fn an_interrupted_analysis_leaves_nothing_behind() {
    let folder = folder("analyse_interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["analyze", "--time", "3600", "-", "-o", "a.pgn"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(FOOL.as_bytes()).unwrap();
    let files = || fs::read_dir(&folder).unwrap().count();
    while files() == 0 {
        std::thread::yield_now();
    }
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status();
    assert!(killed.unwrap().success());
    assert!(!child.wait().unwrap().success());
    assert_eq!(files(), 0);
}
