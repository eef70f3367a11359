//! Engines that behave and engines that do not, as small shell scripts.
#![cfg(unix)]

use std::time::Duration;

use arbiter_engine::uci::client::{Client, ClientError, Go, Patience, Program};
use arbiter_rules::Line;

/// Long enough for a good engine on a busy machine; those that hang are given
/// less where they are tested.
const PATIENCE: Patience = Patience {
    start: Duration::from_secs(60),
    ready: Duration::from_secs(60),
    leave: Duration::from_secs(60),
};

/// An engine that answers each command by these cases of a shell script, and
/// the usual ones as engines do.
fn engine(cases: &str) -> Program {
    let script = format!(
        r#"while read -r command rest; do case "$command" in
        {cases}
        uci) echo "id name Script"; echo "id author Nobody"
             echo "option name Hash type spin default 16 min 1 max 128"; echo uciok;;
        isready) echo readyok;;
        go) echo "info depth 1 score cp 20 pv e2e4"; echo "bestmove e2e4 ponder e7e5";;
        quit) exit 0;;
        esac; done"#
    );
    Program::new("sh").with_argument("-c").with_argument(script)
}

fn start(cases: &str) -> Result<Client, ClientError> {
    Client::start(&engine(cases), PATIENCE)
}

const ANY: Duration = Duration::from_secs(60);

#[test]
fn a_good_engine_is_heard_and_its_move_is_proved() {
    let mut client = start("").unwrap();
    assert_eq!((client.name(), client.author()), ("Script", "Nobody"));
    client.new_game().unwrap();
    let line = Line::default();
    client.position(&line).unwrap();
    let mut depths = Vec::new();
    let best = client
        .think(&Go::depth(1), ANY, |info| depths.push(info.depth))
        .unwrap();
    assert_eq!(depths, [Some(1)]);
    assert_eq!(
        line.position().san(best.find(&line).unwrap()).to_string(),
        "e4"
    );
}
