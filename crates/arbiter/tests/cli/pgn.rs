//! `arbiter pgn`: collections of games.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use crate::Ran;

/// Two undamaged games and, between them, one with an illegal move.
pub const GAMES: &str = "\
[Event \"London\"]
[Date \"1851.06.21\"]
[White \"Anderssen, Adolf\"]
[Black \"Kieseritzky, Lionel\"]
[Result \"1-0\"]
[WhiteElo \"2600\"]
[BlackElo \"2480\"]
[ECO \"C33\"]

1. e4 e5 2. f4 exf4 {the gambit} 3. Bc4 Qh4+ 4. Kf1 b5 (4... d6 5. Nf3) 5. Bxb5 1-0

[Event \"Paris, a \"\"friendly\"\" game\"]
[Date \"1858.??.??\"]
[White \"Morphy, Paul\"]
[Black \"Duke Karl / Count Isouard\"]
[Result \"1-0\"]
[ECO \"C41\"]

1. e4 e5 2. Nf3 d6 3. d4 Ke6 4. dxe5 1-0

[Event \"Hastings\"]
[Date \"1895.08.17\"]
[White \"Steinitz, William\"]
[Black \"von Bardeleben, Curt\"]
[Result \"1/2-1/2\"]
[ECO \"C54\"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1/2-1/2
";

/// An empty folder for one test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pgn-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Returns a folder that contains the games.
    pub fn with_games() -> Folder {
        let folder = Folder::new();
        folder.write("games.pgn", GAMES);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Reads a file of the folder.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.arg("pgn").current_dir(&self.0);
        for (index, part) in arguments.split('"').enumerate() {
            match index % 2 {
                0 => command.args(part.split_whitespace()),
                _ => command.arg(part),
            };
        }
        command
    }

    /// Runs `arbiter pgn` in the folder.
    pub fn run(&self, arguments: &str) -> Ran {
        self.run_reading(arguments, b"")
    }

    pub fn run_reading(&self, arguments: &str, input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn the_examples_of_the_help_work() {
    let folder = Folder::with_games();
    folder.write(
        "games.pgn.zst",
        zstd::encode_all(GAMES.as_bytes(), 0).unwrap(),
    );
    folder.write("games.pgn.bz2", bzip2(GAMES));
    for command in ["", "check", "stats", "classify", "convert", "filter"] {
        let help = folder.run(&format!("{command} --help"));
        assert_eq!(help.code, 0);
        assert!(
            help.out.lines().all(|line| line.chars().count() <= 180),
            "{}",
            help.out
        );
        let (_, examples) = help.out.split_once("Examples:\n").unwrap();
        let examples = examples
            .lines()
            .filter_map(|line| line.strip_prefix("  arbiter pgn "));
        let ran = examples.map(|example| {
            let ran = folder.run(example);
            assert!(ran.code < 2, "{example}: {}", ran.err);
        });
        assert_eq!(ran.count(), 3, "{command}");
    }
    assert!(folder.path("games.csv.zst").exists());
}

#[test]
fn the_examples_of_the_documents_print_what_is_shown() {
    let folder = Folder::with_games();
    let document = include_str!("../../../../docs/command-line.md");
    let (_, block) = document.split_once("```text\n$ arbiter pgn ").unwrap();
    let (block, _) = block.split_once("\n```").unwrap();
    let mut shown = 0;
    for example in block.split("\n$ arbiter pgn ") {
        let (arguments, expected) = example.split_once('\n').unwrap();
        assert_eq!(folder.run(arguments).out.trim(), expected, "{arguments}");
        shown += 1;
    }
    assert_eq!(shown, 3);
}

#[test]
fn compressed_files_are_recognized_by_their_first_bytes() {
    let folder = Folder::new();
    let (first, second) = GAMES.split_at(GAMES.find("[Event \"Hastings").unwrap());
    // In two parts each, as some tools write them.
    folder.write("a.gz", [gzip(first), gzip(second)].concat());
    folder.write("a.bz2", [bzip2(first), bzip2(second)].concat());
    let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 0).unwrap();
    folder.write("a.zst", [zstd(first), zstd(second)].concat());
    // The name may be wrong.
    folder.write("gzip.pgn", gzip(GAMES));
    folder.write("plain.zst", GAMES);
    let skipped = [b"\x50\x2a\x4d\x18\x04\0\0\0....", &zstd(GAMES)[..]].concat();
    folder.write("skipped", skipped);
    let expected = folder.run_reading("check --json -", GAMES.as_bytes());
    assert_eq!(expected.lines().len(), 3);
    for name in ["a.gz", "a.bz2", "a.zst", "gzip.pgn", "plain.zst", "skipped"] {
        let ran = folder.run(&format!("check --json {name}"));
        assert_eq!(
            (ran.code, &ran.out),
            (1, &expected.out),
            "{name}: {}",
            ran.err
        );
    }
    let ran = folder.run_reading("check --json -", &gzip(GAMES));
    assert_eq!(ran.out, expected.out);
}

#[test]
fn an_unreadable_file_is_reported_and_the_others_are_read() {
    let folder = Folder::with_games();
    let mut torn = gzip(&GAMES.repeat(1000));
    torn.truncate(torn.len() / 2);
    folder.write("torn.gz", torn);
    folder.write("games.zip", b"PK\x03\x04 and so on");
    folder.write("wide.pgn", b"\xff\xfe[\0E\0");
    folder.write("empty.pgn", b"");
    for (file, message) in [
        ("missing.pgn", "error: missing.pgn: No such file"),
        ("torn.gz", "error: torn.gz: "),
        ("games.zip", "error: games.zip: this is a zip archive"),
        ("wide.pgn", "error: wide.pgn: this is UTF-16 text"),
        (".", "error: .: Is a directory"),
    ] {
        let ran = folder.run(&format!("check --json {file} games.pgn"));
        assert_eq!(ran.code, 2, "{file}");
        assert!(ran.err.starts_with(message), "{file}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        let lines = ran.lines();
        let last = &lines[lines.len() - 3..];
        assert_eq!(last[0]["index"], 0);
        assert_eq!(last[2]["white"], "Steinitz, William");
    }
    // Games before the end of a truncated file are not lost.
    let lines = folder.run("check --json torn.gz").lines();
    assert!(lines.len() > 100, "{} games", lines.len());
    // Nothing is claimed about the rest.
    let ran = folder.run("check missing.pgn");
    assert_eq!((ran.out.as_str(), ran.code), ("", 2));
    let ran = folder.run("check empty.pgn");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "0 games with 0 half-moves, no damage\n")
    );
}

#[test]
fn any_number_of_threads_gives_the_same_output() {
    let folder = Folder::new();
    // Enough different games for many batches.
    let games: String = (0..6000)
        .map(|number| GAMES.replace("Steinitz", &format!("Steinitz {number}")))
        .collect();
    folder.write("games.pgn", games);
    for command in [
        "check",
        "check --json",
        "stats",
        "convert --to pgn",
        "convert --to json",
        "convert --to csv",
        "convert --to epd",
        "filter --sound",
    ] {
        let expected = folder.run(&format!("{command} --threads 1 games.pgn"));
        assert!(expected.out.len() > 100, "{command}: {}", expected.err);
        for threads in [2, 5] {
            let ran = folder.run(&format!("{command} --threads {threads} games.pgn"));
            assert!(ran.out == expected.out, "{command} on {threads} threads");
            assert_eq!(ran.code, expected.code);
        }
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_not_an_error() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES.repeat(10_000));
    let mut child = folder
        .command("convert --to json games.pgn")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn there_is_no_progress_bar_without_a_terminal() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES.repeat(10_000));
    assert_eq!(folder.run("stats games.pgn").err, "");
}

pub fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

pub fn bzip2(text: &str) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}
