//! The engine as a process: its pipes and its exit code. The UCI commands are
//! tested in the engine crate.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

use crate::{arbiter, arbiter_reading, keys};

#[test]
fn the_engine_exits_on_quit_and_at_the_end_of_its_input() {
    for input in [
        "uci\nquit\n",
        "uci\n",
        "uci\ngo infinite\nquit\n",
        "uci\ngo infinite",
    ] {
        let ran = arbiter_reading(&["uci"], input.as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("\nuciok\n"), "{}", ran.out);
        assert_eq!(
            ran.out.contains("\nbestmove "),
            input.contains("go"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn a_search_can_be_stopped() {
    let mut child = start();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said_before = |word: &str| {
        let mut said = 0;
        while !lines.next().unwrap().unwrap().starts_with(word) {
            said += 1;
        }
        said
    };
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"go infinite\n").unwrap();
    said_before("info depth 4 ");
    input.write_all(b"isready\n").unwrap();
    said_before("readyok");
    input.write_all(b"stop\n").unwrap();
    said_before("bestmove ");
    input.write_all(b"go movetime 20\n").unwrap();
    said_before("bestmove ");
    input.write_all(b"\xff\xfe\n\nquit\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = start();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The engine may or may not read all of it.
    input.write_all(b"uci\nisready\n").ok();
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn bench_counts_the_same_nodes_each_time() {
    let counted = || {
        let ran = arbiter(&["bench", "3"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let last = ran.out.lines().next_back().unwrap().to_owned();
        let (nodes, speed) = last.split_once(" nodes ").unwrap();
        assert!(speed.ends_with(" nps"), "{last}");
        assert_eq!(ran.out.lines().count(), 44, "{}", ran.out);
        nodes.parse::<u64>().unwrap()
    };
    assert_eq!(counted(), counted());
    let ran = arbiter(&["bench", "3", "--json"]);
    assert_eq!(
        keys(ran.out.trim()),
        ["depth", "nodes", "seconds", "nps", "positions"]
    );
    let report = ran.json();
    assert_eq!(
        (&report["depth"], &report["nodes"]),
        (&3.into(), &counted().into())
    );
    let positions = report["positions"].as_array().unwrap();
    let nodes = positions.iter().filter_map(|it| it["nodes"].as_u64());
    assert_eq!((positions.len(), nodes.sum()), (43, counted()));
    assert_eq!(arbiter(&["bench", "0"]).code, 2);
    assert_eq!(arbiter(&["bench", "61"]).code, 2);
}

fn start() -> Child {
    Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}
