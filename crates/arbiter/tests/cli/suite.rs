//! `arbiter suite`: positions with known answers, of our own making.

use serde_json::{Value, json};

use crate::{arbiter_reading, keys};

/// Two mates, a fork, a move to avoid, and a task that cannot be solved.
const SUITE: &str = "\
# Lines that start with # and empty lines are skipped.

6k1/5ppp/8/8/8/8/8/R3K2R w KQ - dm 1; id \"back rank\";
k7/8/1K6/8/8/8/8/7R w - - bm Rh8#;
r3k3/8/8/3N4/8/8/8/4K3 w q - bm Nc7+; id \"fork\";
7k/8/8/8/8/8/6q1/5K2 w - - am Ke1;
8/8/8/8/8/5k2/8/4K2R w K - dm 1; id \"too early\";
";

#[test]
fn a_table_shows_what_was_solved() {
    let ran = arbiter_reading(&["suite", "--depth", "5", "-"], SUITE.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 8, "{}", ran.out);
    let words = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.join(" ")
    };
    assert_eq!(
        words(lines[0]),
        "position expected played solved depth nodes seconds"
    );
    assert!(words(lines[1]).starts_with("back rank dm 1 Ra8# yes 1 "));
    assert!(words(lines[2]).starts_with("line 4 bm Rh8# Rh8# yes 1 "));
    assert!(words(lines[3]).starts_with("fork bm Nc7+ Nc7+ yes "));
    assert!(words(lines[4]).starts_with("line 6 am Ke1 Kxg2 yes "));
    assert!(words(lines[5]).starts_with("too early dm 1 "));
    assert!(words(lines[5]).ends_with(" no - - -"), "{}", ran.out);
    assert!(
        lines[7].starts_with("4 of 5 positions solved, median "),
        "{}",
        ran.out
    );
}

#[test]
fn the_result_is_also_json_and_always_the_same() {
    let solve = || {
        let arguments = ["suite", "--json", "--nodes", "2k", "-"];
        let ran = arbiter_reading(&arguments, SUITE.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert_eq!(
            keys(ran.out.trim()),
            ["positions", "solved", "median_nodes"]
        );
        let mut report = ran.json();
        for row in report["positions"].as_array_mut().unwrap() {
            let seconds = row.as_object_mut().unwrap().remove("seconds").unwrap();
            assert_eq!(seconds.is_null(), row["solved"] == json!(false));
        }
        report
    };
    let report = solve();
    assert_eq!(report, solve());
    assert_eq!(report["solved"], 4);
    let rows = report["positions"].as_array().unwrap();
    assert_eq!(
        (&rows[0]["line"], &rows[0]["id"], &rows[0]["expected"]),
        (&json!(3), &json!("back rank"), &json!("dm 1"))
    );
    assert_eq!(rows[0]["fen"], "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(rows[0]["played"], "Ra8#");
    assert_eq!(rows[0]["eval"], json!({"mate": 1}));
    assert_eq!(rows[1]["id"], Value::Null);
    assert_eq!(
        (&rows[4]["solved"], &rows[4]["nodes"], &rows[4]["depth"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
}

#[test]
fn an_error_names_the_line() {
    for (text, told) in [
        ("", "standard input: the file has no positions"),
        ("# nothing\n", "standard input: the file has no positions"),
        (
            "8/8/8/8/8/8/8/4K3 w - - dm 1;\n",
            "standard input: line 1: ",
        ),
        (
            "\n\n6k1/8/8/8/8/8/8/4K2R w K - id \"nothing to do\";\n",
            "standard input: line 3: there is no bm, am or dm",
        ),
        (
            "6k1/8/8/8/8/8/8/4K2R w K - bm Rh1 Rh9;\n",
            "standard input: line 1: bm: operand 1: ",
        ),
        (
            "6k1/8/8/8/8/8/8/4K2R w K - dm soon;\n",
            "standard input: line 1: dm: expected a number from 1 to 100",
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;\n",
            "standard input: line 1: there is no legal move",
        ),
        (
            "# a suite\n6k1/8/8/8/8/8/8/4K2R w K bm Rh2;\n",
            "standard input: line 2: ",
        ),
    ] {
        let ran = arbiter_reading(&["suite", "-"], text.as_bytes());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{text}");
        assert!(ran.err.contains(told), "no {told:?} in {}", ran.err);
    }
    let ran = arbiter_reading(&["suite", "nowhere.epd"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("nowhere.epd: "), "{}", ran.err);
}
