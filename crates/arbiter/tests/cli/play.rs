//! `arbiter play --plain`, and errors reported before the screen is drawn.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{Ran, arbiter};

/// Returns an empty folder for one test.
pub fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play_{test}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `arbiter play --plain` with its journal in this folder.
fn plain(folder: &PathBuf, arguments: &[&str], lines: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["play", "--plain"])
        .args(arguments)
        .env("XDG_STATE_HOME", folder)
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn bad_options_are_reported_before_the_screen_is_drawn() {
    for (arguments, message) in [
        (&["--clock", "5++3"][..], "seconds per move\n  5++3\n    ^"),
        (&["--fen", "nonsense"], "nonsense"),
        (&["--chess960", "960"], "choose a position from 0 to 959"),
        (
            &["--plain", "--fen", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"],
            "the game is already over: White wins: checkmate",
        ),
        (&["--resume", "--plain"], "there is no unfinished game"),
        (&["nowhere.pgn"], "nowhere.pgn: "),
        (&["--draws", "never"], "never"),
        (&["--flip", "--auto-flip"], "cannot be used with"),
        (&["--level", "11"], "choose a level from 1 to 10, or full"),
        (&["--elo", "9000"], "choose from "),
        (&["--level", "3", "--elo", "900"], "cannot be used with"),
        (&["--resume", "--level", "3"], "cannot be used with"),
        (&["--nodes", "5"], "--engine <COMMAND>"),
        (&["--engine", "no-such-engine"], "--engine: "),
        (
            &["--engine", "''"],
            "--engine: the command line names no program",
        ),
        (
            &["--engine", "x", "--engine-option", "Hash"],
            "such as Hash=64",
        ),
        (
            &["--engine", "x", "--movetime", "0"],
            "the time must be more than zero",
        ),
        (&["--json"], "play has no JSON output"),
        (&[], "play needs a terminal; with --plain"),
    ] {
        let ran = Command::new(env!("CARGO_BIN_EXE_arbiter"))
            .arg("play")
            .args(arguments)
            .env("XDG_STATE_HOME", folder("bad_options"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(message), "{arguments:?}: {told}");
        assert!(ran.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_game_can_be_played_line_by_line() {
    let folder = folder("by_lines");
    let ran = plain(&folder, &[], "f3\ne5\ne5\ng4\nQh4\nsave mate.pgn\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("2. Black plays queen to h4, checkmate."),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("0–1  Black wins: checkmate (FIDE 5.1.1)"),
        "{}",
        ran.out
    );
    let saved = fs::read_to_string(folder.join("mate.pgn")).unwrap();
    assert!(
        saved.contains("2. g4 Qh4# {Black wins: checkmate} 0-1"),
        "{saved}"
    );
    // The saved game can be opened, and is over.
    let ran = plain(&folder, &["mate.pgn"], "e4\n");
    assert!(
        ran.out
            .contains("The game is over (Black wins: checkmate)."),
        "{}",
        ran.out
    );
}

/// The pieces to come are listed with the board, and not again with every
/// refusal.
#[test]
fn saktris_can_be_played_line_by_line() {
    let folder = folder("saktris_lines");
    let arguments = ["--variant", "saktris", "--seed", "3176", "--preview", "2"];
    let ran = plain(&folder, &arguments, "help\nN@g1\nwhat\nd\nh8\ng\nd2\n");
    let count = |text: &str| ran.out.matches(text).count();
    assert_eq!(
        count("Saktris. Both sides get their pieces in the same order"),
        2
    );
    assert_eq!(
        count("N@g1 Ng g      place the waiting piece on your back rank\n"),
        1
    );
    assert_eq!(count("a pawn is waiting to be placed, not a knight"), 1);
    assert_eq!(count("such as N@g1. Type ? for help.\n"), 1);
    assert_eq!(
        count("White: a pawn is waiting, then pawn, and 14 more.\n"),
        1
    );
    assert_eq!(count("1. White places a pawn on d1.\n"), 1);
    assert_eq!(
        count("The next piece, a pawn, arrives after 1 more move on the board."),
        1
    );
    assert_eq!(count("2. White plays pawn to d2.\n"), 1);
    // An empty line passes if nothing else can be done.
    let nothing = "4k3/8/8/8/8/8/8/r7[K*/] w - - 0 9";
    let ran = plain(&folder, &["--new", "--fen", nothing], "\nKe7\n");
    assert!(
        ran.out.contains("9. White passes: no legal move."),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("9. Black plays king to e7."),
        "{}",
        ran.out
    );
}

#[test]
fn a_game_that_cannot_be_saved_leaves_nothing_behind() {
    let folder = folder("unsaved");
    fs::write(folder.join("old.pgn"), "mine").unwrap();
    let ran = plain(
        &folder,
        &[],
        "e4\nsave! .\nsave old.pgn\nsave nowhere/a.pgn\nsave new.pgn\nsave! new.pgn\n",
    );
    for told in [
        ".: is a directory",
        "old.pgn already exists",
        "nowhere/a.pgn: ",
    ] {
        assert!(ran.out.contains(told), "{}", ran.out);
    }
    assert_eq!(fs::read(folder.join("old.pgn")).unwrap(), b"mine");
    let entries = fs::read_dir(&folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, ["arbiter", "new.pgn", "old.pgn"]);
}

#[test]
fn an_unfinished_game_is_offered_and_a_finished_one_is_not() {
    let folder = folder("left");
    let ran = plain(&folder, &["--white", "Anna"], "e4\n");
    assert!(ran.err.contains("arbiter play continues it"), "{}", ran.err);
    let ran = plain(&folder, &[], "y\ne5\n");
    let asked = "There is an unfinished game: Anna against Black, after 1. e4.";
    assert!(ran.out.contains(asked), "{}", ran.out);
    let ran = plain(&folder, &["--resume"], "Nf3\nresign\ny\n");
    assert!(
        ran.out.contains("1–0  White wins: resignation"),
        "{}",
        ran.out
    );
    let ran = plain(&folder, &[], "d4\n");
    assert!(!ran.out.contains("unfinished"), "{}", ran.out);
    // Finished and abandoned games are kept.
    plain(&folder, &["--new"], "c4\n");
    let kept = fs::read_dir(folder.join("arbiter")).unwrap();
    let names = kept.map(|file| file.unwrap().file_name().into_string().unwrap());
    let past = names.filter(|name| name.starts_with("past-")).count();
    assert_eq!(past, 2);
}

#[test]
fn a_damaged_journal_is_kept_and_reported() {
    let folder = folder("damaged");
    plain(&folder, &[], "e4\ne5\n");
    let journal = folder.join("arbiter/current.game");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replace("played e7e5", "played e7e9")).unwrap();
    let ran = plain(&folder, &[], "d4\n");
    assert!(ran.out.contains("is damaged"), "{}", ran.out);
    let kept = fs::read_dir(folder.join("arbiter")).unwrap();
    let mut names = kept.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.any(|name| name.starts_with("damaged-")));
}

#[test]
fn a_truncated_journal_continues_after_its_last_complete_event() {
    let folder = folder("torn");
    plain(&folder, &[], "e4\ne5\n");
    let journal = folder.join("arbiter/current.game");
    let text = fs::read_to_string(&journal).unwrap();
    let torn = text.find("played e7e5").unwrap() + "played e7".len();
    fs::write(&journal, &text[..torn]).unwrap();
    let ran = plain(&folder, &["--resume"], "c5\n");
    assert!(ran.out.contains("was incomplete"), "{}", ran.out);
    assert!(
        ran.out.contains("1. Black plays pawn to c5."),
        "{}",
        ran.out
    );
    let ran = plain(&folder, &["--resume"], "Nf3\n");
    assert!(
        ran.out.contains("2. White plays knight to f3."),
        "{}",
        ran.out
    );
}

/// Moves that stay legal whatever the computer replies.
const QUIET: [&str; 2] = ["a3", "h3"];

#[test]
fn the_computer_answers_every_move() {
    let folder = folder("level");
    let arguments = ["--level", "1", "--color", "white", "--seed", "7"];
    let ran = plain(&folder, &arguments, &format!("{}\n", QUIET.join("\n")));
    assert_eq!(ran.code, 0, "{}", ran.err);
    for told in [
        "You play White against level 1 (",
        "1. White plays pawn to a3.\n",
        "\n1. Black plays ",
        "\n2. Black",
    ] {
        assert!(ran.out.contains(told), "no {told:?} in\n{}", ran.out);
    }
    // The same seed gives the same game.
    let again = plain(&folder, &[&arguments[..], &["--new"]].concat(), "a3\nh3\n");
    assert_eq!(again.out, ran.out);
    // After a crash the game continues against the same opponent.
    let ran = plain(&folder, &["--resume"], "takeback\nsave a.pgn\n");
    assert!(
        ran.out.contains("The last 2 moves were taken back."),
        "{}",
        ran.out
    );
    let ran = plain(&folder, &["--resume"], "h3\n");
    assert!(ran.out.contains("\n2. Black"), "{}", ran.out);
    let saved = fs::read_to_string(folder.join("a.pgn")).unwrap();
    assert!(saved.contains("[Black \"Arbiter level 1\"]"), "{saved}");
    // A file can be continued against the computer.
    let ran = plain(&folder, &["a.pgn", "--elo", "800"], "h3\n");
    assert!(ran.out.contains("\n2. Black"), "{}", ran.out);
}

#[test]
fn another_engine_can_be_the_opponent() {
    let folder = folder("guest");
    let engine = concat!(env!("CARGO_BIN_EXE_arbiter"), " uci");
    let ran = plain(
        &folder,
        &[
            "--engine",
            engine,
            "--engine-option",
            "Hash=1",
            "--depth",
            "1",
            "--color",
            "black",
        ],
        "a6\nhint\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    for told in [
        "You play Black against Arbiter",
        "\n1. White plays ",
        "\n2. White",
        "Hint: ",
    ] {
        assert!(ran.out.contains(told), "no {told:?} in\n{}", ran.out);
    }
    let bad = ["--engine", engine, "--engine-option", "Magic=1"];
    let ran = plain(&folder, &bad, "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("Magic"), "{}", ran.err);
}

/// An engine that crashes when it has to think.
#[cfg(unix)]
#[test]
fn an_engine_that_crashes_does_not_end_the_game() {
    let folder = folder("dying");
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                  go*) exit 3;; esac; done";
    fs::write(folder.join("dying.sh"), script).unwrap();
    let arguments = ["--engine", "sh dying.sh", "--color", "white"];
    let ran = plain(&folder, &arguments, "a3\ny\nn\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let trouble = "sh dying.sh cannot play: its program exited (exit status: 3)";
    assert_eq!(ran.out.matches(trouble).count(), 2, "{}", ran.out);
    // The program is still running, and the game continues.
    let ran = plain(&folder, &["--resume"], "save a.pgn\nn\n");
    assert!(ran.out.contains(trouble), "{}", ran.out);
    let ran = plain(&folder, &[], "q\n");
    let asked = "There is an unfinished game: You against sh dying.sh, after 1. a3.";
    assert!(ran.out.contains(asked), "{}", ran.out);
}

#[test]
fn the_examples_of_play_are_accepted() {
    let ran = arbiter(&["help", "play"]);
    assert_eq!(ran.code, 0);
    let (_, help) = ran.out.split_once("Examples:\n").unwrap();
    let text = include_str!("../../../../docs/terminal.md");
    let examples = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim);
        let commands = lines.filter_map(|line| line.strip_prefix("arbiter play "));
        // Text further to the right is a comment.
        let alone = commands.map(|line| line.split("  ").next().unwrap_or(line));
        alone.map(str::to_owned).collect()
    };
    let (help, text) = (examples(help), examples(text));
    assert_eq!((help.len(), text.len()), (7, 4));
    let folder = folder("examples");
    fs::write(folder.join("game.pgn"), "1. e4 e5 2. Nf3 *\n").unwrap();
    // Our own engine is always available.
    let engine = concat!(env!("CARGO_BIN_EXE_arbiter"), " uci");
    for example in help.iter().chain(&text) {
        let arguments: Vec<&str> = example
            .split(' ')
            .map(|word| if word == "stockfish" { engine } else { word })
            .collect();
        let ran = plain(&folder, &arguments, "quit\n");
        assert_eq!(ran.code, 0, "{example}: {}", ran.err);
    }
}
