//! `arbiter tournament`: a tournament in a hall, command by command.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Ran, arbiter};

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tournament-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tournament(command: &str, file: &str, others: &[&str]) -> Ran {
    let mut arguments = vec!["tournament", command, file];
    arguments.extend(others);
    arbiter(&arguments)
}

#[track_caller]
fn done(command: &str, file: &str, others: &[&str]) -> String {
    let ran = tournament(command, file, others);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let is_narrow = ran.out.lines().all(|it| it.chars().count() <= 80);
    assert!(is_narrow || command == "export", "{}", ran.out);
    ran.out
}

/// Four players after the first round.
fn started(file: &str) {
    done("new", file, &["--name", "Club open", "--rounds", "3"]);
    done(
        "add",
        file,
        &["Ada=2100", "Ben=2000", "Cleo=1900", "Dana=1800"],
    );
    done("pair", file, &[]);
    done("result", file, &["1:1-0", "2:1/2"]);
}

#[test]
fn a_tournament_runs_from_one_file() {
    let folder = Folder::new("runs");
    let file = folder.file("open.txt");
    started(&file);
    let paired = done("pair", &file, &["--explain"]);
    assert_eq!(
        paired,
        "\
Round 2
Board   No. White                      Result  No. Black
    1     2 Ben                                  1 Ada
    2     3 Cleo                                 4 Dana

No. 1 meets No. 2, the first opponent in the order of article 4. No. 2 has White
(5.2.1).
No. 4 meets No. 3, the first opponent in the order of article 4. No. 3 has White
(5.2.1).
No. 1 is left over in the bracket of 1.0 points, which has an odd number of
players.
No. 4 is left over in the bracket of 0.5 points, which has an odd number of
players.
"
    );
    done("result", &file, &["1:0-1", "2:+-"]);
    let standings = done("standings", &file, &["--sums"]);
    assert!(standings.starts_with("Place  No. Name"), "{standings}");
    assert!(standings.contains("    1    1 Ada"), "{standings}");
    assert!(standings.contains("BH 1.5 = 1 + 0.5"), "{standings}");
    let crosstable = done("crosstable", &file, &[]);
    assert!(
        crosstable.contains("Ada                    3w1   2b1  2.0"),
        "{crosstable}"
    );
}

#[test]
fn a_refusal_says_why_and_has_exit_code_1() {
    let folder = Folder::new("refusal");
    let file = folder.file("open.txt");
    started(&file);
    done("pair", &file, &[]);
    let ran = tournament("pair", &file, &[]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, "error: 2 results of round 2 are missing.\n")
    );
    let ran = tournament("pair", &file, &["--json"]);
    assert_eq!(ran.json()["error"]["code"], "results_missing");
    let ran = tournament("new", &file, &[]);
    assert_eq!(ran.code, 2);
    let ran = tournament("result", &file, &["1:2-0"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("the results are 1-0, 1/2, 0-1"),
        "{}",
        ran.err
    );
    assert_eq!(tournament("withdraw", &file, &["Nobody"]).code, 2);
}

#[test]
fn a_line_cut_off_by_a_crash_is_ignored() {
    let folder = Folder::new("crash");
    let file = folder.file("open.txt");
    started(&file);
    let text = fs::read_to_string(&file).unwrap();
    for length in (text.len() - 12)..text.len() {
        fs::write(&file, &text[..length]).unwrap();
        let shown = done("pair", &file, &["--show"]);
        assert!(shown.contains("    1     1 Ada"), "{shown}");
        // The result that was cut off is entered again.
        let state = done("result", &file, &["2:1/2"]);
        assert!(
            state.ends_with("4 players, round 1 of 3 finished\n"),
            "{state}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&file, "added name=Nobody\n").unwrap();
    let ran = tournament("standings", &file, &[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .ends_with("line 1: not the settings of a tournament\n"),
        "{}",
        ran.err
    );
}

#[test]
fn report_files_are_exported_checked_and_imported() {
    let folder = Folder::new("report");
    let (trf, file) = (folder.file("random.trf"), folder.file("open.txt"));
    let generated = arbiter(&["tournament", "generate", "--players", "25", "--seed", "4"]);
    fs::write(&trf, &generated.out).unwrap();
    assert_eq!(done("check", &trf, &[]), "7 rounds, no difference\n");
    done("import", &trf, &[&file]);
    assert_eq!(done("export", &file, &[]), generated.out);
    assert!(done("export", &file, &["--trf16"]).contains("\nXXR 7\n"));
    let json = tournament("standings", &file, &["--json"]).json();
    assert_eq!(json["standings"].as_array().unwrap().len(), 25);

    // A file that contradicts itself is not checked.
    let damaged = generated.out.replacen("142 7", "142 6", 1);
    fs::write(&trf, damaged).unwrap();
    let ran = tournament("check", &trf, &[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("6 rounds are announced, but there are 7"),
        "{}",
        ran.err
    );
}

#[test]
fn a_differing_round_is_named() {
    let folder = Folder::new("differs");
    let (trf, file) = (folder.file("open.trf"), folder.file("open.txt"));
    started(&file);
    // By the rules Ada has White; here Black is declared for the first player.
    let text = done("export", &file, &[]).replacen("152 W", "152 B", 1);
    fs::write(&trf, text).unwrap();
    let ran = tournament("check", &trf, &[]);
    assert_eq!(ran.code, 1);
    let expected = "\
Round 1 differs:
  in the file   1-3 4-2
  by the rules  3-1 2-4
1 round, 1 paired differently
";
    assert_eq!(ran.out, expected);
}

#[test]
fn a_knockout_runs_from_one_file() {
    let folder = Folder::new("knockout");
    let file = folder.file("cup.txt");
    let options = ["--system", "knockout", "--games", "1", "--playoffs", "0"];
    done("new", &file, &options);
    done("add", &file, &["Ada=2100", "Ben=2000", "Cleo=1900"]);
    let paired = done("pair", &file, &["--explain"]);
    assert_eq!(
        paired.trim_start(),
        "\
Game  White                     Black
 1.2.1  Cleo                      Ben

1.1: Ada (seed 1) has a bye: the bracket has 4 places for 3 players, and the top
seeds have byes.
1.2: Ben (seed 2) meets Cleo (seed 3): the seeds of the first round add up to 5,
so that the best meet last. Cleo has White: the better seeds of every second
match begin with the same color.
"
    );
    let ran = tournament("pair", &file, &[]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, "error: One result is missing.\n")
    );
    done("result", &file, &["1.2:1/2"]);
    assert!(done("pair", &file, &[]).contains("1.2.2  Ben                       Cleo"));
    done("result", &file, &["1.2:?"]);
    done("pair", &file, &[]);
    // With Black a draw is enough in Armageddon.
    let bracket = done("result", &file, &["1.2:1/2"]);
    assert!(
        bracket.contains("  1.2    3*Cleo                 1.0 - 1.0     2 Ben"),
        "{bracket}"
    );
    done("pair", &file, &[]);
    assert!(done("result", &file, &["2.1:=Ada"]).ends_with("3 players, won by Ada\n"));
    let standings = done("standings", &file, &[]);
    assert!(standings.contains("    2    3 Cleo"), "{standings}");
    let json = tournament("crosstable", &file, &["--json"]).json();
    assert_eq!(json["matches"].as_array().unwrap().len(), 3);
    let ran = tournament("export", &file, &[]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, "error: A knockout has no report file.\n")
    );
}

#[test]
fn an_arena_is_paired_on_demand() {
    let folder = Folder::new("arena");
    let file = folder.file("friday.txt");
    done("new", &file, &["--system", "arena", "--minutes", "90"]);
    done(
        "add",
        &file,
        &["Ada=2100", "Ben=2000", "Cleo=1900", "Dana=1800"],
    );
    let paired = done("pair", &file, &["--explain"]);
    assert!(
        paired.contains("   1  Ada                        Ben\n"),
        "{paired}"
    );
    assert!(
        paired.contains("Ada (place 1) meets Ben (place 2)"),
        "{paired}"
    );
    done("berserk", &file, &["Dana"]);
    assert_eq!(tournament("berserk", &file, &["Dana"]).code, 1);
    done("result", &file, &["1:1-0", "2:1-0"]);
    let standings = done("standings", &file, &[]);
    // Dana, with White, gets one more point.
    assert!(
        standings.contains("    1 Dana                                3     1        2400"),
        "{standings}"
    );
    done("withdraw", &file, &["Ben"]);
    assert_eq!(tournament("withdraw", &file, &["Ben"]).code, 1);
    assert!(done("pair", &file, &[]).contains("   3  Dana                       Ada\n"));
    done("result", &file, &["3:?"]);
    let sheets = done("crosstable", &file, &[]);
    assert!(
        sheets.contains("    2 Ada                           2 2"),
        "{sheets}"
    );
    assert_eq!(tournament("bye", &file, &["Ada"]).code, 1);
    assert_eq!(tournament("pair", &file, &["--undo"]).code, 2);
}

#[test]
fn clubs_and_teams_play_by_their_systems() {
    let folder = Folder::new("clubs");
    let file = folder.file("club.txt");
    done("new", &file, &["--system", "keizer", "--rounds", "20"]);
    done("add", &file, &["Ada=2100", "Ben=2000", "Cleo=1900"]);
    let paired = done("pair", &file, &["--explain"]);
    assert!(
        paired.contains("Ada (place 1, worth 4) meets Ben (place 2, worth 3)"),
        "{paired}"
    );
    done("result", &file, &["1:1-0"]);
    let standings = done("standings", &file, &["--sums"]);
    assert!(standings.contains("KZ 6 = 4 + 2"), "{standings}");

    let file = folder.file("match.txt");
    done("new", &file, &["--system", "team"]);
    done("add", &file, &["Ada", "Ben", "--team", "Alpha"]);
    done("add", &file, &["Cleo", "Dana", "--team", "Beta"]);
    assert_eq!(
        tournament("add", &file, &["Emil", "--team", "Gamma"]).code,
        1
    );
    done("pair", &file, &["--explain"]);
    done("result", &file, &["1:1-0", "2:1/2"]);
    let standings = done("standings", &file, &[]);
    assert!(
        standings.starts_with("Alpha - Beta 1.5:0.5\n"),
        "{standings}"
    );
}

#[test]
fn a_refused_result_changes_nothing() {
    let folder = Folder::new("all-or-nothing");
    let file = folder.file("open.txt");
    started(&file);
    done("pair", &file, &[]);
    let before = fs::read_to_string(&file).unwrap();
    assert_eq!(tournament("result", &file, &["1:1-0", "7:1-0"]).code, 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn pages_for_the_hall_are_self_contained_and_escaped() {
    let folder = Folder::new("page");
    let file = folder.file("open.txt");
    done(
        "new",
        &file,
        &["--name", "Open <b>2026</b> & more", "--rounds", "3"],
    );
    let players = ["<script>alert(1)</script>=2100", "Ben=2000", "Cleo=1900"];
    done("add", &file, &players);
    done("pair", &file, &[]);
    for what in [
        "pairings",
        "names",
        "standings",
        "crosstable",
        "slips",
        "all",
    ] {
        for language in ["en", "de"] {
            let ran = tournament("page", &file, &[what, "--language", language]);
            assert_eq!(ran.code, 0, "{}", ran.err);
            let html = ran.out;
            assert!(html.starts_with("<!doctype html>\n"), "{html}");
            assert!(
                html.contains("Open &lt;b&gt;2026&lt;/b&gt; &amp; more"),
                "{html}"
            );
            assert!(
                !html.contains("<script") && !html.contains("<b>2026"),
                "{html}"
            );
            // Nothing is loaded from elsewhere.
            assert!(!html.contains("http") && !html.contains("url("), "{html}");
        }
    }
    let html = tournament("page", &file, &["pairings", "--paper", "letter"]).out;
    assert!(html.contains("size: letter portrait"), "{html}");
    assert_eq!(
        tournament("page", &file, &["pairings", "--round", "2"]).code,
        2
    );
}

#[test]
fn an_arbiter_corrects_mistakes() {
    let folder = Folder::new("mistakes");
    let file = folder.file("open.txt");
    started(&file);
    // The name was misspelled; the number is the printed one.
    let edited = done("edit", &file, &["4", "--name", "Diana", "--rating", "2200"]);
    assert!(edited.starts_with("Dana is Diana 2200\n"), "{edited}");
    assert!(done("withdraw", &file, &["1"]).starts_with("Diana is no longer paired\n"));
    assert!(done("return", &file, &["Diana"]).starts_with("Diana is paired again\n"));
    assert_eq!(tournament("withdraw", &file, &["9"]).code, 2);
    done("pair", &file, &[]);
    // A result was entered on the wrong board.
    done("result", &file, &["1:1-0"]);
    done("result", &file, &["1:?", "2:1-0"]);
    let ran = tournament("withdraw", &file, &["Ada"]);
    assert!(
        ran.err.contains("has no result; by forfeit it is 1:"),
        "{}",
        ran.err
    );
    done("result", &file, &["1:1/2"]);
    // A result of a round before is corrected.
    let ran = tournament("result", &file, &["--round", "1", "2:1-0"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            0,
            "note: the rounds after round 1 stay as they are paired\n"
        )
    );
    let ran = tournament("add", &file, &["Ben"]);
    assert_eq!(ran.err, "note: somebody else is called Ben too\n");
}

#[test]
fn wrong_and_interrupted_files_are_named() {
    let folder = Folder::new("wrong");
    let (trf, file) = (folder.file("open.trf"), folder.file("open.txt"));
    let generated = arbiter(&["tournament", "generate", "--players", "5", "--rounds", "2"]);
    fs::write(&trf, &generated.out).unwrap();
    let ran = tournament("pair", &trf, &[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .ends_with("is a report file: make a tournament of it with \"import\"\n")
    );
    // A wrong file stays as it is, even if its last line is not complete.
    fs::write(&file, "something else\nwithout end").unwrap();
    assert_eq!(tournament("standings", &file, &[]).code, 2);
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "something else\nwithout end"
    );
    assert_eq!(tournament("new", &file, &[]).code, 2);
    // A crash right after the file was created.
    fs::write(&file, "").unwrap();
    done("new", &file, &["--rounds", "3"]);
}
