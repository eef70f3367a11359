//! The UCI client against well-behaved and misbehaving engines, which are small
//! shell scripts.
#![cfg(unix)]

use std::{
    path::Path,
    time::{Duration, Instant},
};

use arbiter_engine::uci::{
    Go,
    client::{Client, ClientError, EngineEvent, Program, Timeouts},
};
use arbiter_rules::{PlayedLine, Position};

/// For engines that answer: longer than any machine needs.
const REPLY_TIMEOUT: Duration = Duration::from_secs(120);
/// For engines that never answer.
const SHORT: Duration = Duration::from_millis(30);

const LONG_TIMEOUTS: Timeouts = Timeouts {
    startup: REPLY_TIMEOUT,
    response: REPLY_TIMEOUT,
    quit: REPLY_TIMEOUT,
};

/// Creates an engine that handles some commands with these cases of a shell script,
/// and the others as an ordinary engine does.
fn engine(cases: &str) -> Program {
    let script = format!(
        r#"while read -r command rest; do case "$command" in
        {cases}
        uci) echo "id name Script 1"; echo "id author Nobody"
             echo "option name Hash type spin default 16 min 1 max 128"
             echo "option name Clear Hash type button"
             echo "option name Style type combo default Solid var Solid var Very Wild"
             echo "option name Book type string default <empty>"
             echo "option name UCI_Chess960 type check default false"
             echo uciok;;
        isready) echo readyok;;
        setoption | position) echo "info string $command $rest";;
        go) echo "info depth 1 score cp 20 pv e2e4"; echo "bestmove e2e4 ponder e7e5";;
        quit) exit 0;;
        esac; done"#
    );
    shell(&script)
}

fn shell(script: &str) -> Program {
    Program::new("sh").with_argument("-c").with_argument(script)
}

fn start(cases: &str) -> Client {
    Client::start(&engine(cases), LONG_TIMEOUTS).unwrap()
}

fn think(client: &mut Client) -> Result<String, ClientError> {
    let line = PlayedLine::default();
    client.position(&line).unwrap();
    let best = client.think(Go::default(), REPLY_TIMEOUT, |_| {})?;
    Ok(match best.find(&line) {
        Ok(mv) => line.position().san(mv).to_string(),
        Err(error) => error.to_string(),
    })
}

/// Returns the next remark of the engine, which repeats its command.
fn remark(client: &mut Client) -> String {
    match client.next_event(Instant::now() + REPLY_TIMEOUT).unwrap() {
        Some(EngineEvent::Info(info)) => info.remark.unwrap(),
        event => panic!("{event:?}"),
    }
}

/// Reports whether the system still lists the process.
fn is_listed(process_id: u32) -> bool {
    Path::new("/proc/self").exists() && Path::new("/proc").join(process_id.to_string()).exists()
}

#[test]
fn a_well_behaved_engine_plays_a_legal_move() {
    let mut client = start("");
    assert_eq!((client.name(), client.author()), ("Script 1", "Nobody"));
    client.new_game().unwrap();
    let line = PlayedLine::default();
    client.position(&line).unwrap();
    let mut depths = Vec::new();
    let best = client.think(Go::default(), REPLY_TIMEOUT, |it| depths.push(it.depth));
    let best = best.unwrap();
    assert_eq!(depths, [None, Some(1)]);
    assert_eq!(best.find(&line).unwrap(), line.read("e4").unwrap());
    assert_eq!(best.ponder, "e7e5".parse().ok());
    assert!(!client.is_searching());
}

#[test]
fn options_are_checked_against_those_of_the_engine() {
    let mut client = start("");
    let mut check = |name: &str, value: &str, expected: &str| {
        let found = match client.set_option(name, value) {
            Ok(()) => remark(&mut client),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{name}={value}");
    };
    check("hash", "64", "setoption name Hash value 64");
    check(
        "Hash",
        "129",
        "Hash must be a number from 1 to 128, not \"129\"",
    );
    check(
        "Hash",
        "much",
        "Hash must be a number from 1 to 128, not \"much\"",
    );
    check("Clear Hash", "", "setoption name Clear Hash");
    check(
        "Clear Hash",
        "now",
        "Clear Hash is a button and takes no value",
    );
    check("Style", "very wild", "setoption name Style value Very Wild");
    check(
        "Style",
        "Dull",
        "Style must be one of Solid, Very Wild, not \"Dull\"",
    );
    check("Book", "", "setoption name Book value <empty>");
    check("Book", "/a b/c", "setoption name Book value /a b/c");
    check("Book", "a\nquit", "Book must be one line of text");
    check(
        "UCI_Chess960",
        "maybe",
        "UCI_Chess960 must be true or false, not \"maybe\"",
    );
    check(
        "Hsah",
        "64",
        "Script 1 has no option \"Hsah\"; did you mean Hash?",
    );
    check(
        "Chess960",
        "true",
        "Script 1 has no option \"Chess960\"; did you mean UCI_Chess960?",
    );
    check("Threads", "2", "Script 1 has no option \"Threads\"");
}

#[test]
fn positions_are_sent_with_the_moves_that_led_to_them() {
    let mut client = start("");
    let mut check = |line: &PlayedLine, expected: &str| {
        client.position(line).unwrap();
        assert_eq!(remark(&mut client), expected);
    };
    let mut line = PlayedLine::default();
    check(&line, "position startpos");
    for text in ["e4", "e5"] {
        line.play(line.read(text).unwrap());
    }
    check(&line, "position startpos moves e2e4 e7e5");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut line = PlayedLine::from(fen.parse::<Position>().unwrap());
    line.play(line.read("O-O").unwrap());
    check(&line, &format!("position fen {fen} moves e1g1"));
}

#[test]
fn the_chess960_option_is_set_when_needed() {
    let mut client = start("");
    let line = PlayedLine::from(Position::chess960(0).unwrap());
    client.position(&line).unwrap();
    assert_eq!(
        remark(&mut client),
        "setoption name UCI_Chess960 value true"
    );
    assert!(remark(&mut client).starts_with("position fen bbqnnrkr/"));
    client.position(&PlayedLine::default()).unwrap();
    assert_eq!(
        remark(&mut client),
        "setoption name UCI_Chess960 value false"
    );

    let mut client = start("uci) echo uciok;;");
    let error = client.position(&line).unwrap_err();
    assert!(
        error.to_string().contains("has no option \"UCI_Chess960\""),
        "{error}"
    );
    client.position(&PlayedLine::default()).unwrap();
}

#[test]
fn the_variant_option_is_set_for_saktris() {
    let option = "option name UCI_Variant type combo default chess var chess var saktris";
    let mut client = start(&format!(
        r#"uci) echo "{option}"; echo uciok;;
        go) echo "bestmove N@g1";;"#
    ));
    let fen = "8/8/8/8/8/8/8/8[N*K/nk] w - - 0 1";
    let line = PlayedLine::from(fen.parse::<Position>().unwrap());
    client.position(&line).unwrap();
    assert_eq!(
        remark(&mut client),
        "setoption name UCI_Variant value saktris"
    );
    let placement = remark(&mut client);
    assert!(placement.starts_with("position fen 8/8/8/8/8/8/8/8[N*K/nk] w - - 0 1"));
    let best = client.think(Go::default(), REPLY_TIMEOUT, |_| {}).unwrap();
    assert_eq!(best.find(&line).unwrap(), line.read("N@g1").unwrap());
    client.position(&PlayedLine::default()).unwrap();
    assert_eq!(
        remark(&mut client),
        "setoption name UCI_Variant value chess"
    );

    let error = start("").position(&line).unwrap_err();
    assert!(
        error.to_string().contains("has no option \"UCI_Variant\""),
        "{error}"
    );
}

#[test]
fn an_unplayable_answer_is_an_error() {
    let check = |answer: &str, expected: &str| {
        let mut client = start(&format!("go) echo '{answer}';;"));
        assert_eq!(think(&mut client).unwrap(), expected, "{answer}");
    };
    check("bestmove d2d4", "d4");
    check("bestmove D2D4", "d4");
    check("bestmove (none)", "no move in \"bestmove (none)\"");
    check("bestmove 0000", "no move in \"bestmove 0000\"");
    check("bestmove", "no move in \"bestmove\"");
    check("bestmove e9e5", "no move in \"bestmove e9e5\"");
    check(
        "bestmove e2e5",
        "illegal move e2e5: e2-e5 is not allowed: a pawn advances one square, or two on its first \
         move, but never more.",
    );
}

#[test]
fn nonsense_is_skipped() {
    let garbage = r"printf '\377\376\000 uci uciok? \n\n  \t\n'";
    let mut client = start(&format!(
        r#"go) {garbage}; echo "info depth x score cp pv"; echo "readyok"
               head -c 3000000 /dev/zero | tr '\0' 'x'; echo
               echo "info string bestmove a1a1"; echo "   bestmove e2e4  ";;"#
    ));
    assert_eq!(think(&mut client).unwrap(), "e4");
    client.ready().unwrap();
}

#[test]
fn an_engine_may_send_many_lines() {
    let flood = r#"seq -f "info depth %.0f score cp 1 nodes 1" 100000"#;
    let mut client = start(&format!("go) {flood}; echo bestmove e2e4;;"));
    let mut last = None;
    let best = client.think(Go::default(), REPLY_TIMEOUT, |it| last = it.depth);
    assert_eq!(best.unwrap().mv, "e2e4".parse().ok());
    assert_eq!(last, Some(100_000));
    // Unread lines do not keep the next command from being answered.
    client.go(Go::default());
    client.ready().unwrap();
}

#[test]
fn an_engine_may_write_much_to_stderr() {
    let flood = "seq 100000 >&2";
    let mut client = start(&format!("go) {flood}; echo bestmove e2e4;;"));
    assert_eq!(think(&mut client).unwrap(), "e4");
}

#[test]
fn a_program_that_is_not_an_engine_is_named() {
    let start = |program: &Program, timeouts| Client::start(program, timeouts).unwrap_err();
    let error = start(&Program::new("/no/such/engine"), LONG_TIMEOUTS).to_string();
    assert!(
        error.starts_with("cannot start /no/such/engine: "),
        "{error}"
    );
    let error = start(&shell("echo 'Usage: fish FILE' >&2; exit 2"), LONG_TIMEOUTS).to_string();
    let expected =
        "exited (exit status: 2) before sending uciok; its last output: Usage: fish FILE";
    assert!(error.ends_with(expected), "{error}");
    let short_timeouts = Timeouts {
        startup: SHORT,
        ..LONG_TIMEOUTS
    };
    for script in ["exec cat", "exec yes", "kill -STOP $$"] {
        let error = start(&shell(script), short_timeouts).to_string();
        let expected = "did not answer with uciok within 0.03 s; is it a UCI engine?";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_last_output_before_a_crash_is_reported() {
    let mut client = start("go) echo 'assertion failed' >&2; exit 3;;");
    let error = think(&mut client).unwrap_err().to_string();
    let expected =
        "exited (exit status: 3) before sending bestmove; its last output: assertion failed";
    assert!(error.ends_with(expected), "{error}");

    let mut client = start("isready) echo 'info string no memory'; kill -9 $$;;");
    let error = client.new_game().unwrap_err().to_string();
    assert!(error.contains("signal: 9"), "{error}");
    assert!(
        error.ends_with("before sending readyok; its last output: info string no memory"),
        "{error}"
    );
    // All later commands fail.
    assert!(matches!(
        think(&mut client),
        Err(ClientError::Exited { .. })
    ));
    assert!(matches!(client.ready(), Err(ClientError::Exited { .. })));
}

#[test]
fn a_crashed_engine_can_be_restarted() {
    let mut client = start("go) exit 1;;");
    assert!(think(&mut client).is_err());
    client.restart().unwrap();
    client.ready().unwrap();
    assert_eq!(client.name(), "Script 1");
}

#[test]
fn an_engine_that_closes_its_output_counts_as_exited() {
    let short_timeouts = Timeouts {
        quit: SHORT,
        ..LONG_TIMEOUTS
    };
    let program = engine("go) exec >&-; kill -STOP $$;;");
    let mut client = Client::start(&program, short_timeouts).unwrap();
    let error = think(&mut client).unwrap_err().to_string();
    assert!(
        error.contains("closed its output before sending bestmove"),
        "{error}"
    );
}

#[test]
fn an_engine_that_hangs_is_killed() {
    let short_timeouts = Timeouts {
        response: SHORT,
        ..LONG_TIMEOUTS
    };
    for script in [
        "isready) kill -STOP $$;;",
        "isready) exec cat;;",
        "isready) exec yes;;",
    ] {
        let mut client = Client::start(&engine(script), short_timeouts).unwrap();
        let process_id = client.process_id();
        let error = client.ready().unwrap_err().to_string();
        assert!(
            error.contains("did not answer with readyok within 0.03 s"),
            "{error}"
        );
        assert!(!is_listed(process_id));
    }
    let mut client = Client::start(&engine("go) exec cat;;"), short_timeouts).unwrap();
    let error = client.think(Go::default(), SHORT, |_| {}).unwrap_err();
    assert!(
        error.to_string().contains("did not answer with bestmove"),
        "{error}"
    );
}

#[test]
fn an_engine_that_reads_nothing_does_not_block_the_client() {
    let short_timeouts = Timeouts {
        response: SHORT,
        ..LONG_TIMEOUTS
    };
    let script = "read -r uci; echo 'option name Hash type spin default 1 min 1 max 9'
                  echo uciok; kill -STOP $$";
    let mut client = Client::start(&shell(script), short_timeouts).unwrap();
    // More than fits into a pipe.
    for _ in 0..20_000 {
        client.set_option("Hash", "1").unwrap();
    }
    assert!(matches!(client.ready(), Err(ClientError::TimedOut { .. })));
}

#[test]
fn stop_and_ponderhit_are_sent() {
    let cases = r#"go) echo "info string $rest";; stop) echo "bestmove d2d4";;
                   ponderhit) echo "bestmove e2e4";;"#;
    let mut client = start(cases);
    client.go(Go {
        infinite: true,
        ..Go::default()
    });
    assert_eq!(remark(&mut client), "infinite");
    assert!(client.is_searching());
    assert_eq!(client.stop_and_wait().unwrap().mv, "d2d4".parse().ok());
    client.go(Go {
        ponder: true,
        depth: Some(9),
        ..Go::default()
    });
    assert_eq!(remark(&mut client), "ponder depth 9");
    client.ponder_hit();
    let Some(EngineEvent::BestMove(best)) =
        client.next_event(Instant::now() + REPLY_TIMEOUT).unwrap()
    else {
        panic!("a move is expected");
    };
    assert_eq!(best.mv, "e2e4".parse().ok());
    // A search that exceeds its time is stopped.
    let best = client.think(Go::default(), SHORT, |_| {}).unwrap();
    assert_eq!(best.mv, "d2d4".parse().ok());
}

#[test]
fn waiting_ends_at_the_deadline() {
    let mut client = start("");
    assert_eq!(client.next_event(Instant::now() + SHORT).unwrap(), None);
}

#[test]
fn no_process_is_left_behind() {
    let client = start("");
    let process_id = client.process_id();
    drop(client);
    assert!(!is_listed(process_id));

    // This engine ignores `quit` and the end of its input.
    let short_timeouts = Timeouts {
        quit: SHORT,
        ..LONG_TIMEOUTS
    };
    let program = engine("isready) echo readyok; kill -STOP $$;;");
    let mut client = Client::start(&program, short_timeouts).unwrap();
    client.ready().unwrap();
    let process_id = client.process_id();
    drop(client);
    assert!(!is_listed(process_id));
}

#[test]
fn a_program_works_in_its_folder() {
    let script = r#"read -r uci; echo "id name $PWD"; echo uciok; read -r quit"#;
    let client = Client::start(&shell(script).in_directory("/"), LONG_TIMEOUTS).unwrap();
    assert_eq!(client.name(), "/");
}
