use std::{
    io::{Read, Write},
    process::{Command, Stdio},
};

use serde_json::json;

use crate::{
    keys,
    pgn::{Folder, GAMES, gzip},
};

#[test]
fn the_export_format_keeps_comments_and_variations() {
    let folder = Folder::with_games();
    let ran = folder.run("convert games.pgn");
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .starts_with("[Event \"London\"]\n[Site \"?\"]\n[Date \"1851.06.21\"]\n")
    );
    assert!(ran.out.contains("{the gambit}"), "{}", ran.out);
    assert!(ran.out.contains("(4... d6 5. Nf3)"), "{}", ran.out);
    assert!(ran.err.contains("1 game is damaged"), "{}", ran.err);
    // The output is undamaged, and converting it again changes nothing.
    folder.write("once.pgn", &ran.out);
    assert_eq!(folder.run("check once.pgn").code, 0);
    assert_eq!(folder.run("convert once.pgn").out, ran.out);
}

#[test]
fn json_has_a_line_per_game() {
    let folder = Folder::with_games();
    let ran = folder.run("convert --to json games.pgn");
    for line in ran.out.lines() {
        assert_eq!(keys(line)[0], "tags");
    }
    let lines = ran.lines();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["tags"]["White"], "Anderssen, Adolf");
    assert_eq!(
        lines[2]["uci"],
        json!(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"])
    );
    assert_eq!(
        lines[2]["san"],
        json!(["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"])
    );
    assert_eq!(lines[2]["result"], "1/2-1/2");
    assert_eq!(
        [&lines[0], &lines[1]].map(|line| line["damaged"].clone()),
        [false, true]
    );
    // --json alone means the same.
    assert_eq!(folder.run("convert --json games.pgn").out, ran.out);
}

#[test]
fn a_game_from_another_start_has_a_fen() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let game = format!("[Event \"?\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 *\n");
    let ran = folder.run_reading("convert --to json -", game.as_bytes());
    assert_eq!(ran.json()["fen"], fen);
    let ran = folder.run_reading("convert --to csv -", game.as_bytes());
    assert!(
        ran.out.contains(&format!(",{fen},2,false,e4 Kd7\n")),
        "{}",
        ran.out
    );
    let ran = folder.run_reading("convert --to epd -", game.as_bytes());
    assert_eq!(
        ran.out,
        "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;\n\
         4k3/8/8/8/4P3/8/8/4K3 b - e3 sm Kd7;\n\
         8/3k4/8/8/4P3/8/8/4K3 w - - hmvc 1; fmvn 2;\n"
    );
    let ran = folder.run_reading("convert --to epd --positions final -", game.as_bytes());
    assert_eq!(ran.out, "8/3k4/8/8/4P3/8/8/4K3 w - - hmvc 1; fmvn 2;\n");
}

#[test]
fn rows_have_as_many_fields_as_the_header() {
    let folder = Folder::new();
    let game = "[Event \"a, \\\"b\\\"\"]\n[White \"A,B\"]\n[Black \"plain\"]\n\n1. e4 *\n";
    let ran = folder.run_reading("convert --to csv -", game.as_bytes());
    let (head, row) = ran.out.split_once('\n').unwrap();
    assert_eq!(head.split(',').count(), 17);
    assert_eq!(
        row,
        "\"a, \"\"b\"\"\",,,,\"A,B\",plain,*,,,,,,,,1,false,e4\n"
    );
}

#[test]
fn the_output_name_selects_the_format() {
    let folder = Folder::with_games();
    for (name, form) in [
        ("a.json", "json"),
        ("a.jsonl.gz", "json"),
        ("a.csv.bz2", "csv"),
        ("a.epd.zst", "epd"),
        ("a.pgn.zst", "pgn"),
        ("a", "pgn"),
    ] {
        let expected = folder.run(&format!("convert --to {form} games.pgn")).out;
        let ran = folder.run(&format!("convert games.pgn -o {name}"));
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{name}: {}", ran.err);
        assert_eq!(decompressed(&folder.read(name)), expected, "{name}");
    }
    assert!(folder.names().iter().all(|name| !name.starts_with('.')));
}

fn decompressed(bytes: &[u8]) -> String {
    let mut text = String::new();
    let read = match bytes {
        [0x1f, ..] => flate2::read::GzDecoder::new(bytes).read_to_string(&mut text),
        [b'B', b'Z', b'h', ..] => bzip2::read::BzDecoder::new(bytes).read_to_string(&mut text),
        [0x28, 0xb5, ..] => zstd::stream::read::Decoder::new(bytes)
            .unwrap()
            .read_to_string(&mut text),
        mut bytes => bytes.read_to_string(&mut text),
    };
    read.unwrap();
    text
}

#[test]
fn a_file_that_exists_is_not_replaced_by_accident() {
    let folder = Folder::with_games();
    folder.write("a.json", "precious");
    let ran = folder.run("convert games.pgn -o a.json");
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err,
        "error: a.json: the file exists; use --force to replace it\n"
    );
    assert_eq!(folder.read("a.json"), b"precious");
    assert_eq!(folder.run("convert games.pgn -o a.json --force").code, 0);
    assert_eq!(folder.read("a.json")[0], b'{');
    // Even the input file can be replaced.
    let before = folder.run("convert games.pgn").out;
    assert_eq!(folder.run("convert games.pgn -o games.pgn --force").code, 0);
    assert_eq!(folder.read("games.pgn"), before.as_bytes());
    assert_eq!(folder.names(), ["a.json", "games.pgn"]);
}

#[test]
fn an_output_that_cannot_be_written_is_reported() {
    let folder = Folder::with_games();
    let ran = folder.run("convert games.pgn -o nowhere/a.pgn");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: nowhere/a.pgn: "), "{}", ran.err);
    assert_eq!(folder.names(), ["games.pgn"]);
}

#[test]
fn a_truncated_file_does_not_affect_the_output_of_the_others() {
    let folder = Folder::with_games();
    let mut torn = gzip(&GAMES.repeat(100));
    torn.truncate(torn.len() - 20);
    folder.write("torn.gz", torn);
    let ran = folder.run("convert torn.gz games.pgn -o a.json");
    assert_eq!(ran.code, 2);
    let text = String::from_utf8(folder.read("a.json")).unwrap();
    assert!(text.lines().count() > 3);
}

#[cfg(unix)]
/// Otherwise rewriting a file in place would lose the games that could not be
/// read.
#[test]
fn a_file_is_not_replaced_by_incomplete_output() {
    let folder = Folder::with_games();
    let ran = folder.run("convert games.pgn missing.pgn -o games.pgn --force");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("error: missing.pgn: "), "{}", ran.err);
    let kept = "error: games.pgn: the file was not replaced because some input could not be read\n";
    assert!(ran.err.ends_with(kept), "{}", ran.err);
    assert_eq!(folder.read("games.pgn"), GAMES.as_bytes());
    assert_eq!(folder.names(), ["games.pgn"]);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_can_be_replaced() {
    let folder = Folder::with_games();
    std::os::unix::fs::symlink("nowhere.pgn", folder.path("a.pgn")).unwrap();
    let ran = folder.run("convert games.pgn -o a.pgn");
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err.lines().last(),
        Some("error: a.pgn: the file exists; use --force to replace it")
    );
    assert_eq!(folder.run("convert games.pgn -o a.pgn --force").code, 0);
    assert_eq!(folder.run("check a.pgn").code, 0);
    assert_eq!(folder.names(), ["a.pgn", "games.pgn"]);
}

#[test]
fn a_null_move_passes_the_turn_on() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 -- *\n");
    let ran = folder.run("convert --to epd --positions final a.pgn");
    assert_eq!(
        ran.out,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 1; fmvn 2;\n"
    );
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let found = folder.run(&format!("filter --count --position \"{after}\" a.pgn"));
    assert_eq!(found.out, "1\n");
}

#[test]
fn an_interrupted_run_leaves_nothing_behind() {
    let folder = Folder::new();
    let mut child = folder
        .command("convert - -o a.pgn")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(GAMES.repeat(5000).as_bytes()).unwrap();
    // The games are being written under a temporary name.
    while folder.names().is_empty() {
        std::thread::yield_now();
    }
    assert_ne!(folder.names(), ["a.pgn"]);
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let status = child.wait().unwrap();
    assert!(!status.success());
    assert_eq!(folder.names(), [""; 0]);
    drop(input);
}
