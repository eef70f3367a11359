//! Every example shown by the program, its help and the documents works when
//! pasted into a shell.

use std::process::{Command, Stdio};

use crate::arbiter;

const COMMANDS: [&str; 8] = [
    "moves", "why", "status", "replay", "perft", "show", "analyze", "levels",
];

/// Commands whose examples need files or a terminal; they are tested elsewhere.
const TESTED_ELSEWHERE: [&str; 13] = [
    "admin",
    "serve",
    "worker",
    "db",
    "health",
    "play",
    "pgn",
    "uci",
    "match",
    "tournament",
    "bench",
    "suite",
    "completions",
];

#[test]
fn the_examples_of_arbiter_help_work() {
    let ran = arbiter(&["help"]);
    assert_eq!(ran.code, 0);
    for command in COMMANDS.into_iter().chain(TESTED_ELSEWHERE) {
        assert!(
            ran.out.contains(&format!("arbiter {command} ")),
            "{}",
            ran.out
        );
    }
    let call = format!("  {} ", env!("CARGO_BIN_EXE_arbiter"));
    let examples = ran.out.lines().filter_map(|line| line.strip_prefix(&call));
    let (play, others): (Vec<_>, Vec<_>) = examples.partition(|it| it.starts_with("play "));
    assert_eq!(others.into_iter().map(works).count(), 6);
    // Without a terminal these only print that they need one.
    for example in play {
        let ran = arbiter(&example.split(' ').collect::<Vec<_>>());
        assert!(ran.err.contains("play needs a terminal"), "{}", ran.err);
    }
}

#[test]
fn every_command_is_tested() {
    let ran = arbiter(&["--help"]);
    let (_, commands) = ran.out.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands
        // The next lines of a long description are further to the right.
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    let mut known: Vec<&str> = COMMANDS
        .into_iter()
        .chain(TESTED_ELSEWHERE)
        .chain(["help"])
        .collect();
    known.sort_unstable();
    let mut found = names.clone();
    found.sort_unstable();
    assert_eq!(found, known, "{names:?}");
}

#[test]
fn the_examples_of_the_help_work() {
    for command in COMMANDS {
        let ran = arbiter(&["help", command]);
        assert_eq!(ran.code, 0);
        let (_, examples) = ran.out.split_once("Examples:\n").unwrap();
        let examples = examples
            .lines()
            .filter_map(|line| line.strip_prefix("  arbiter "));
        let count = examples.map(works).count();
        assert!((3..=5).contains(&count), "{command}");
    }
}

#[test]
fn the_examples_of_the_documents_print_what_is_shown() {
    let documents = [
        include_str!("../../../../README.md"),
        include_str!("../../../../docs/command-line.md"),
    ];
    let mut shown = 0;
    for block in documents
        .iter()
        .flat_map(|text| text.split("```console\n").skip(1))
    {
        let (block, _) = block.split_once("\n```").unwrap();
        for example in block.split("$ arbiter ").skip(1) {
            let (arguments, expected) = example.split_once('\n').unwrap_or((example, ""));
            let found = works(arguments);
            // The speed of perft differs from run to run.
            if !arguments.starts_with("perft") {
                assert_eq!(found.trim(), expected.trim(), "arbiter {arguments}");
            }
            shown += 1;
        }
    }
    assert!(shown >= 7, "only {shown} examples found");
}

/// Runs an example as a shell would. It may show a refusal, but must not be bad
/// input.
#[track_caller]
fn works(arguments: &str) -> String {
    // The shell would write the output into a file.
    let arguments = arguments.split(" > ").next().unwrap_or(arguments);
    let quoted = arguments.split('"').enumerate();
    let arguments: Vec<&str> = quoted
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect();
    let ran = arbiter(&arguments);
    assert!(ran.code < 2, "{arguments:?}: {}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn a_reader_that_closes_the_pipe_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["moves", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Closed before the first line is written.
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"start\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn unknown_commands_are_bad_input() {
    assert_eq!(arbiter(&["castle"]).code, 2);
    assert_eq!(arbiter(&["why"]).code, 2);
    assert_eq!(arbiter(&["--version"]).code, 0);
}
