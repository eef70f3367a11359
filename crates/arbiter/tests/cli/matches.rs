use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use crate::{Ran, arbiter, keys};

/// Creates a new directory for the files of a test.
fn directory(test: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("match_{test}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Runs a match between two fast instances of Arbiter.
fn match_of_two(arguments: &[&str]) -> Ran {
    let mut all = vec!["match", "-e", "arbiter;name=A", "-e", "arbiter;name=B"];
    all.extend(["--nodes", "100"]);
    all.extend(arguments);
    arbiter(&all)
}

/// Three openings, the first of which is already over.
const OPENINGS: &str = "\
7k/5Q2/8/8/8/8/8/K7 b - - 0 1
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8
";

fn book(directory: &Path) -> String {
    let path = directory.join("book.epd");
    // Leaves out the stalemate.
    let lines: Vec<&str> = OPENINGS.lines().skip(1).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    path.display().to_string()
}

/// Returns the numbers of the games in a log.
fn logged(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .skip(1)
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["game"]
                .as_u64()
                .unwrap()
        })
        .collect()
}

/// Returns the rounds of the games in a PGN file.
fn rounds(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap();
    let round = |line: &str| {
        let number = line.strip_prefix("[Round \"")?.strip_suffix("\"]")?;
        Some(number.parse().unwrap())
    };
    text.lines().filter_map(round).collect()
}

/// Creates an engine that handles `go` with this case of a shell script.
#[cfg(unix)]
fn script(directory: &Path, name: &str, go: &str) -> String {
    let path = directory.join(name);
    let text = format!(
        r#"while read -r command rest; do case "$command" in
        uci) echo "id name {name}"; echo uciok;;
        isready) echo readyok;;
        go) {go};;
        quit) exit 0;;
        esac; done"#
    );
    fs::write(&path, text).unwrap();
    format!("sh {}", path.display())
}

#[test]
fn two_engines_play_pairs_of_games() {
    let directory = directory("pairs");
    let pgn = directory.join("games.pgn");
    let pgn = pgn.to_str().unwrap();
    let ran = match_of_two(&[
        "--games",
        "4",
        "-o",
        &book(&directory),
        "--order",
        "sequential",
        "--pgn",
        pgn,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("A v B\n  score  +"), "{}", ran.out);
    assert!(
        ran.out.contains("\nfaults: none\n4 games in "),
        "{}",
        ran.out
    );
    assert!(ran.err.contains("4 of 4  +"), "{}", ran.err);

    let games = fs::read_to_string(pgn).unwrap();
    let tags = |name: &str| {
        let lines = games
            .lines()
            .filter(|line| line.starts_with(&format!("[{name} ")));
        lines
            .map(|line| line.split('"').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(tags("White"), ["A", "B", "A", "B"]);
    assert_eq!(tags("Black"), ["B", "A", "B", "A"]);
    assert_eq!(tags("TimeControl"), ["nodes=100"; 4]);
    let fens = tags("FEN");
    assert_eq!((&fens[0], &fens[2]), (&fens[1], &fens[3]));
    assert_ne!(fens[0], fens[2]);
    let checked = arbiter(&["pgn", "check", pgn]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
}

#[test]
fn the_summary_is_one_line_of_json() {
    let ran = match_of_two(&["--games", "2", "--json"]);
    let summary = ran.json();
    let expected = ["finished", "games", "seconds", "engines", "pairings"];
    assert_eq!(keys(&ran.out)[..1], expected[..1]);
    let object = summary.as_object().unwrap();
    let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
    assert_eq!(found, BTreeSet::from(expected));
    assert_eq!(summary["finished"], true);
    let pairing = &summary["pairings"][0];
    assert_eq!(
        (&pairing["first"], &pairing["games"]),
        (&"A".into(), &2.into())
    );
    let points = |number: usize| summary["engines"][number]["points"].as_f64().unwrap();
    assert_eq!(points(0) + points(1), 2.0);
}

#[test]
fn fixed_nodes_and_the_same_seed_give_the_same_games() {
    let directory = directory("same");
    let book = book(&directory);
    let play = |name: &str, seed: &str, concurrency: &str| {
        let pgn = directory.join(name);
        let ran = match_of_two(&[
            "--games",
            "4",
            "-o",
            &book,
            "--seed",
            seed,
            "-c",
            concurrency,
            "--pgn",
            pgn.to_str().unwrap(),
        ]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let converted = arbiter(&["pgn", "convert", "--to", "epd", pgn.to_str().unwrap()]);
        let mut positions: Vec<String> = converted.out.lines().map(str::to_owned).collect();
        positions.sort();
        assert!(positions.len() > 20, "{}", converted.err);
        positions
    };
    assert_eq!(play("one.pgn", "5", "1"), play("two.pgn", "5", "1"));
}

#[test]
fn in_a_round_robin_every_engine_plays_every_other() {
    let all = [
        "match",
        "-e",
        "arbiter;name=A",
        "-e",
        "arbiter;name=B",
        "-e",
        "arbiter;name=C",
    ];
    let rest = [
        "--depth",
        "1",
        "--games",
        "2",
        "--format",
        "round-robin",
        "-c",
        "2",
    ];
    let ran = arbiter(&[&all[..], &rest[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    for line in ["A v B", "A v C", "B v C", "6 games in"] {
        assert!(ran.out.contains(line), "{}", ran.out);
    }
    assert!(ran.out.starts_with(" 1. "), "{}", ran.out);
}

#[test]
fn chess960_is_played_from_its_starting_positions() {
    let directory = directory("960");
    let pgn = directory.join("games.pgn");
    let pgn = pgn.to_str().unwrap();
    let ran = match_of_two(&[
        "--games",
        "4",
        "--chess960",
        "--max-moves",
        "30",
        "--pgn",
        pgn,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("faults: none"), "{}", ran.out);
    let games = fs::read_to_string(pgn).unwrap();
    assert_eq!(games.matches("[Variant \"").count(), 4);
    assert_eq!(arbiter(&["pgn", "check", pgn]).code, 0);
}

#[test]
fn openings_can_be_the_first_moves_of_pgn_games() {
    let directory = directory("openings");
    let book = directory.join("book.pgn");
    fs::write(
        &book,
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 d5 2. c4 *\n",
    )
    .unwrap();
    let pgn = directory.join("games.pgn");
    let (book, pgn) = (book.to_str().unwrap(), pgn.to_str().unwrap());
    let limits = ["--plies", "4", "--order", "sequential", "--max-moves", "1"];
    let ran = match_of_two(&[&["--games", "4", "-o", book, "--pgn", pgn], &limits[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let games = fs::read_to_string(pgn).unwrap();
    let book_move = "{book}";
    assert_eq!(games.matches(book_move).count(), 4 + 4 + 3 + 3, "{games}");
    assert!(games.contains("1. e4 {book} 1... e5 {book} 2. Nf3 {book} 2... Nc6 {book} 3. "));
    assert!(games.contains("{draw by adjudication: maximum length reached} 1/2-1/2"));
}

#[cfg(unix)]
#[test]
fn faults_are_counted_and_the_match_continues() {
    let directory = directory("faults");
    let check = |name: &str, go: &str, counted: &str, message: &str| {
        let engine = script(&directory, name, go);
        let limits = ["--tc", "600", "--games", "4", "-c", "2"];
        let engines = ["match", "-e", "arbiter;nodes=50", "-e", &engine];
        let ran = arbiter(&[&engines[..], &limits[..]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            ran.out.contains("score  +4 =0 -0: 4 of 4, 100.0 %"),
            "{}",
            ran.out
        );
        let line = format!("faults of {name}: {counted} 4\n");
        assert!(ran.out.contains(&line), "{}", ran.out);
        assert_eq!(ran.err.matches(message).count(), 4, "{}", ran.err);
    };
    check(
        "Liar",
        "echo bestmove e2e5",
        "illegal moves",
        "illegal move e2e5: ",
    );
    check(
        "Mute",
        "echo bestmove '(none)'",
        "illegal moves",
        "no move in \"bestmove (none)\"",
    );
    check(
        "Bomb",
        "echo boom >&2; exit 7",
        "crashes",
        "its last output: boom",
    );
    let late = "kill -STOP $$";
    let engine = script(&directory, "Late", late);
    // An engine that answers `stop` only loses on time; this one does not answer at all.
    let engine = format!("{engine};tc=0.1;name=Late");
    let ran = arbiter(&[
        "match",
        "-e",
        "arbiter;nodes=50",
        "-e",
        &engine,
        "--games",
        "2",
        "--move-timeout",
        "1",
    ]);
    assert!(
        ran.out.contains("faults of Late: stalls 2"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[cfg(unix)]
#[test]
fn an_engine_that_answers_too_late_loses_on_time() {
    let directory = directory("late");
    // It answers only to `stop`.
    let path = directory.join("slow.sh");
    let text = "while read -r command rest; do case $command in
        uci) echo uciok;; isready) echo readyok;; stop) echo bestmove e2e4;; quit) exit;;
        esac; done";
    fs::write(&path, text).unwrap();
    let slow = format!("sh {};name=Slow;tc=0.1", path.display());
    let ran = arbiter(&[
        "match",
        "-e",
        &slow,
        "-e",
        "arbiter;nodes=50",
        "--games",
        "2",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("faults of Slow: losses on time 2\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.err
            .contains("White loses on time (Slow): no move within 0.200 s"),
        "{}",
        ran.err
    );
}

/// Plays a match between two engines that move their knights back and forth and report
/// this score for White, and returns the log record of the first game.
#[cfg(unix)]
fn adjudicated(test: &str, score: &str, rule: &[&str]) -> Value {
    let directory = directory(test);
    let path = directory.join("knights.sh");
    let text = format!(
        r#"while read -r command rest; do case "$command" in
        uci) echo uciok;;
        isready) echo readyok;;
        position) set -- $rest; ply=$(($# > 2 ? $# - 2 : 0));;
        go) case $((ply % 4)) in
                0) move=g1f3; sign=;; 1) move=g8f6; sign=-;;
                2) move=f3g1; sign=;; 3) move=f6g8; sign=-;;
            esac
            echo "info depth 1 score cp ${{sign}}{score}"; echo "bestmove $move";;
        quit) exit 0;;
        esac; done"#
    );
    fs::write(&path, text).unwrap();
    let log = directory.join("log");
    let engine = format!("sh {}", path.display());
    let engines = ["match", "-e", &engine, "-e", &engine, "--games", "2"];
    let log_path = log.to_str().unwrap();
    let ran = arbiter(&[&engines[..], rule, &["--tc", "600", "--log", log_path]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = fs::read_to_string(log).unwrap();
    serde_json::from_str(text.lines().nth(1).unwrap()).unwrap()
}

#[cfg(unix)]
#[test]
fn games_are_adjudicated_when_both_engines_agree() {
    let check = |test, score, rule: &[&str], expected: (&str, &str, u64)| {
        let game = adjudicated(test, score, rule);
        let text = |name: &str| game[name].as_str().unwrap();
        let found = (
            text("result"),
            text("cause"),
            game["plies"].as_u64().unwrap(),
        );
        assert_eq!(found, expected, "{test}");
    };
    check(
        "level",
        "9",
        &["--draw", "2,2,10"],
        ("1/2-1/2", "agreed_draw", 4),
    );
    check(
        "unlevel",
        "11",
        &["--draw", "2,2,10"],
        ("1/2-1/2", "threefold", 8),
    );
    check(
        "won",
        "650",
        &["--resign", "2,600"],
        ("1-0", "agreed_win", 4),
    );
    check(
        "unclear",
        "550",
        &["--resign", "2,600"],
        ("1/2-1/2", "threefold", 8),
    );
}

#[cfg(unix)]
#[test]
fn a_decided_sprt_stops_the_match() {
    let directory = directory("sprt");
    let liar = script(&directory, "Liar", "echo bestmove a1a1");
    let engines = ["match", "-e", "arbiter;nodes=10", "-e", &liar];
    let rest = ["--games", "10000", "--sprt", "0,50", "--json"];
    let ran = arbiter(&[&engines[..], &rest[..]].concat());
    let summary = ran.json();
    assert_eq!(summary["finished"], true);
    assert!(summary["games"].as_u64().unwrap() < 500, "{}", ran.out);
    assert_eq!(summary["pairings"][0]["sprt"]["accepted"], "elo1");
}

/// Starts a match and waits for a line of progress.
fn begin(arguments: &[&str], after: &str) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with(after) {
        line.clear();
        assert!(
            lines.read_line(&mut line).unwrap() > 0,
            "the match ended too early"
        );
    }
    (child, lines)
}

#[test]
fn a_killed_match_is_resumed_and_no_game_counts_twice() {
    let directory = directory("resume");
    let (pgn, log) = (directory.join("games.pgn"), directory.join("games.match"));
    let mut arguments = vec!["match", "-e", "arbiter;name=A", "-e", "arbiter;name=B"];
    let nodes = "60";
    arguments.extend([
        "--nodes",
        nodes,
        "--games",
        "20",
        "-c",
        "2",
        "--max-moves",
        "40",
    ]);
    arguments.extend(["--pgn", pgn.to_str().unwrap()]);
    let (mut child, _) = begin(&arguments, "7 of 20");
    child.kill().unwrap();
    child.wait().unwrap();
    let before = logged(&log);
    assert!((7..20).contains(&before.len()), "{before:?}");
    // Simulates a kill in the middle of a write.
    let half = r#"{"game":19,"white":"A"#;
    fs::write(&log, fs::read_to_string(&log).unwrap() + half).unwrap();
    let torn = "[Event \"Engine match\"]\n[Round \"20\"]\n";
    fs::write(&pgn, fs::read_to_string(&pgn).unwrap() + torn).unwrap();

    let refused = arbiter(&arguments);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .err
            .contains("already exists: add --resume to continue"),
        "{}",
        refused.err
    );

    arguments.push("--resume");
    let ran = arbiter(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("20 games in "), "{}", ran.out);
    let mut after = logged(&log);
    assert_eq!(after[..before.len()], before);
    after.sort_unstable();
    assert_eq!(after, (0..20).collect::<Vec<_>>());
    let mut rounds = rounds(&pgn);
    rounds.sort_unstable();
    assert_eq!(rounds, (1..=20).collect::<Vec<_>>());

    // Nothing is left to be played, and the standings are the same.
    let again = arbiter(&arguments);
    let standing = |text: &str| text.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(standing(&again.out), standing(&ran.out));

    // A match with other terms is refused.
    let other = arguments.iter().position(|&word| word == nodes).unwrap();
    arguments[other] = "61";
    let ran = arbiter(&arguments);
    assert_eq!(ran.code, 2);
    let expected = r#"belongs to another match: limits was ["nodes=60","nodes=60"]"#;
    assert!(ran.err.contains(expected), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_and_prints_the_standings() {
    let directory = directory("interrupt");
    let log = directory.join("results");
    let arguments = ["match", "-e", "arbiter;name=A", "-e", "arbiter;name=B"];
    let limits = [
        "--nodes",
        "60",
        "--games",
        "1000",
        "--log",
        log.to_str().unwrap(),
    ];
    let (child, lines) = begin(&[&arguments[..], &limits[..]].concat(), "50 of 1000");
    let process_id = child.id().to_string();
    Command::new("kill")
        .args(["-INT", &process_id])
        .status()
        .unwrap();
    let errors: Vec<String> = lines.lines().map(Result::unwrap).collect();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(out.starts_with("A v B\n  score  +"), "{out}");
    let games = logged(&log).len();
    assert!(out.ends_with(", not finished\n"), "{out}");
    assert!(out.contains(&format!("\n{games} games in ")), "{out}");
    assert!(
        errors
            .last()
            .unwrap()
            .ends_with("repeat the command with --resume to continue"),
        "{errors:?}"
    );
}

#[test]
fn invalid_arguments_are_reported_before_anything_is_played() {
    let check = |arguments: &[&str], expected: &str| {
        let ran = arbiter(&[&["match"], arguments].concat());
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.out);
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    };
    let two = ["-e", "arbiter", "-e", "arbiter"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    check(&["-e", "arbiter"], "a match needs at least two engines");
    check(
        &with(&["--games", "3"]),
        "must be an even number greater than 0",
    );
    check(
        &with(&["--games", "0"]),
        "must be an even number greater than 0",
    );
    check(&with(&["--tc", "soon"]), "expected a time in seconds");
    check(&with(&["-o", "/no/such/book.epd"]), "/no/such/book.epd: ");
    check(&with(&["--option", "Hash"]), "expected NAME=VALUE");
    check(
        &with(&["--option", "Hush=1"]),
        "--option Hush: no engine has this option",
    );
    check(&with(&["--draw", "40"]), "expected three numbers");
    check(&with(&["--resign", "40"]), "expected two numbers");
    check(&with(&["--sprt", "5"]), "expected two or four numbers");
    check(&with(&["--resume"]), "--resume needs the log of the match");
    check(
        &with(&["-e", "arbiter", "--sprt", "0,5"]),
        "--sprt needs exactly two engines",
    );
    check(
        &["-e", "arbiter", "-e", "/no/such/engine"],
        "cannot start /no/such/engine",
    );
    check(
        &["-e", "arbiter", "-e", "arbiter;Hahs=1"],
        "Arbiter 0.1.0 has no option \"Hahs\"; did you mean Hash?",
    );
    check(
        &["-e", "arbiter", "-e", "arbiter;Hash=0"],
        "Hash must be a number from 1 to ",
    );
    check(
        &["-e", "arbiter", "-e", "arbiter;fast"],
        "\"fast\": expected key=value",
    );
}

#[test]
fn an_invalid_opening_is_reported_with_its_line() {
    let directory = directory("book");
    let check = |text: &str, expected: &str| {
        let path = directory.join("book.epd");
        fs::write(&path, text).unwrap();
        let ran = match_of_two(&["-o", path.to_str().unwrap()]);
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(expected), "{}", ran.err);
    };
    check("", "the file contains no openings");
    check("# nothing\n\n", "the file contains no openings");
    check(OPENINGS, "the game is already over in opening 1");
    check(
        "8/8/8/8/8/8/8/8 w - -\n",
        "line 1 is not a playable position",
    );
}

/// Runs a tournament of five engines whose games are all drawn after a few moves.
fn tournament_of_five(format: &str, log: &str, others: &[&str]) -> Ran {
    let mut all = vec!["match", "--format", format, "--log", log];
    for engine in ["A", "B", "C", "D", "E"].map(|it| ["arbiter;name=", it].concat()) {
        all.extend(["-e", engine.leak()]);
    }
    all.extend(["--nodes", "20", "--max-moves", "4"]);
    all.extend(others);
    arbiter(&all)
}

#[test]
fn a_knockout_between_engines_is_resumed_where_it_was() {
    let directory = directory("knockout");
    let log = directory.join("cup.match");
    let name = log.to_str().unwrap();
    let options = ["--playoffs", "1"];
    let ran = tournament_of_five("knockout", name, &options);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Two games, a tie-break of two, and then a draw is enough for Black.
    assert!(ran.out.contains("2.5 - 2.5"), "{}", ran.out);
    assert!(ran.out.contains("Armageddon"), "{}", ran.out);
    assert!(ran.out.contains("\n20 games in "), "{}", ran.out);
    let tables = |text: &str| text.split("faults").next().unwrap().to_owned();
    // A crash in the middle of a line.
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, &text[..text.len() * 2 / 3]).unwrap();
    let again = tournament_of_five("knockout", name, &["--playoffs", "1", "--resume"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(tables(&again.out), tables(&ran.out));
    let mut numbers = logged(&log);
    numbers.sort_unstable();
    assert_eq!(numbers, (0..20).collect::<Vec<u64>>());
    // Another number of games is another tournament.
    let other = tournament_of_five("knockout", name, &["--games", "4", "--resume"]);
    assert_eq!(other.code, 2, "{}", other.err);
}

#[test]
fn a_swiss_tournament_between_engines_has_standings() {
    let directory = directory("swiss");
    let log = directory.join("open.match");
    let ran = tournament_of_five("swiss", log.to_str().unwrap(), &["--rounds", "2", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["finished"], true);
    // Two pairings of two games in each of two rounds; a different engine has the bye each time.
    assert_eq!(json["games"], 8);
    let standings = json["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 5);
    assert_eq!(standings[0]["values"][0], "1.5");
    let other = tournament_of_five("swiss", log.to_str().unwrap(), &["--rounds", "9"]);
    assert_eq!(other.code, 2, "{}", other.err);
    assert!(
        other.err.contains("can play 1 to 5 rounds"),
        "{}",
        other.err
    );
}
