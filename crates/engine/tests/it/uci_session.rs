//! UCI sessions as scripts: commands, expected output and the time.

mod harness;

use std::{
    fs,
    io::{self, Cursor, Write},
    sync::Arc,
    time::Duration,
};

use arbiter_engine::uci::serve;
use parking_lot::Mutex;

use harness::{MACHINE, check, check_at_once};

#[test]
fn the_engine_introduces_itself() {
    check(
        "
        > uci
        < id name Arbiter *
        < id author *
        < option name Hash type spin default 16 min 1 max 64
        < option name Threads type spin default 1 min 1 max 4
        < option name MultiPV type spin default 1 min 1 max 218
        < option name Ponder type check default false
        < option name UCI_Variant type combo default chess var chess var saktris
        < option name UCI_Chess960 type check default false
        < option name UCI_ShowWDL type check default false
        < option name UCI_LimitStrength type check default false
        < option name UCI_Elo type spin default 1500 min * max *
        < option name SyzygyPath type string default <empty>
        < option name EvalFile type string default embedded
        < option name Move Overhead type spin default 10 min 0 max 5000
        < option name Clear Hash type button
        < option name UCI_EngineAbout type string default Arbiter *
        < uciok
        > isready
        < readyok
        ",
    );
}

#[test]
fn a_search_reports_lines_and_a_best_move() {
    check(
        "
        > position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1
        > go depth 3
        < info depth 1 seldepth * multipv 1 score mate 1 nodes * hashfull * time 0 pv a1a8
        ~ bestmove a1a8
        ",
    );
    check(
        "
        > position startpos moves e2e4 e7e5
        > go nodes 2000
        ~ bestmove * ponder *
        > setoption name UCI_ShowWDL value true
        > go depth 1
        < info depth 1 * score cp * wdl * nodes *
        < bestmove *
        ",
    );
}

#[test]
fn multipv_and_searchmoves_are_respected() {
    check(
        "
        > setoption name MultiPV value 2
        > go depth 2 searchmoves a2a3 h2h3 e2e5
        < info string e2-e5 is not allowed: *
        < info depth 1 * multipv 1 * pv *2*3*
        < info depth 1 * multipv 2 * pv *2*3*
        < info depth 2 * multipv 1 * pv *2*3 *
        < info depth 2 * multipv 2 * pv *2*3 *
        < bestmove *2*3*
        ",
    );
}

#[test]
fn isready_is_answered_during_a_search() {
    check(
        "
        > go infinite
        ~ info depth 3 *
        > isready
        ~ readyok
        > isready
        ~ readyok
        > stop
        ~ bestmove *
        > isready
        < readyok
        ",
    );
}

#[test]
fn an_infinite_search_sends_no_move_before_stop() {
    check(
        "
        > go infinite depth 1
        ~ info depth 1 *
        > isready
        < readyok
        > isready
        < readyok
        > stop
        < bestmove *
        > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
        > go infinite
        < info depth 0 score cp 0
        < info string the game is over: stalemate
        > isready
        < readyok
        > stop
        < bestmove (none)
        ",
    );
}

#[test]
fn stop_may_arrive_before_the_search_begins() {
    let output =
        check_at_once("go infinite\nstop\nposition startpos moves f2f3 e7e5 g2g4\ngo\nstop\n");
    let played: Vec<_> = output.lines().filter(|it| it.starts_with("best")).collect();
    assert_eq!(played.len(), 2, "{output}");
    // Even so, it finds a mate.
    assert_eq!(played[1], "bestmove d8h4");
}

#[test]
fn every_go_is_answered_even_if_another_follows() {
    check(
        "
        > go infinite
        > position startpos moves e2e4
        > go depth 2
        ~ bestmove *
        ~ bestmove *7*
        > stop
        > ponderhit
        > isready
        < readyok
        ",
    );
    let output = check_at_once("go infinite\n".repeat(20));
    assert_eq!(output.matches("bestmove ").count(), 20, "{output}");
}

#[test]
fn the_clock_ends_a_search() {
    for go in [
        "go movetime 1000",
        "go wtime 60000 btime 1 winc 500",
        "go wtime 30000 movestogo 10",
        "go btime 1000",
        "go movetime 1000 wtime 100 btime 100",
    ] {
        check(&format!(
            "
            > {go}
            ~ info depth 3 *
            > isready
            ~ readyok
            @ 100000
            ~ bestmove *
            "
        ));
    }
}

#[test]
fn the_move_time_includes_the_overhead() {
    check(
        "
        > setoption name Move Overhead value 200
        > go movetime 1000
        ~ info depth 3 *
        @ 799
        > isready
        ~ readyok
        @ 800
        ~ bestmove *
        ",
    );
}

#[test]
fn ponderhit_starts_the_clock() {
    check(
        "
        > position startpos moves e2e4 e7e5
        > go ponder wtime 1000 btime 1000
        > isready
        ~ readyok
        @ 500000
        ~ info * time 500000 *
        > ponderhit
        > isready
        ~ readyok
        @ 1000000
        ~ bestmove *
        > isready
        < readyok
        ",
    );
}

#[test]
fn a_finished_ponder_search_waits_for_ponderhit() {
    check(
        "
        > go ponder depth 1 wtime 1000 btime 1000
        ~ info depth 1 *
        > isready
        < readyok
        > ponderhit
        < bestmove *
        > go ponder depth 1
        ~ info depth 1 *
        > stop
        < bestmove *
        > go ponder infinite depth 1
        ~ info depth 1 *
        > ponderhit
        > isready
        < readyok
        > stop
        < bestmove *
        ",
    );
}

#[test]
fn a_long_search_reports_the_current_move() {
    check(
        "
        > go infinite
        ~ info depth 2 *
        @ 3001
        ~ info depth * currmove * currmovenumber *
        > stop
        ~ bestmove *
        ",
    );
}

#[test]
fn an_illegal_move_is_explained_and_earlier_moves_are_played() {
    check(
        "
        > position startpos moves e2e4 e7e5 e1e3 a7a6
        < info string Ke1-e3 is not allowed: * The position is the one before this move.
        > d
        ~ fen   rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        < key   *
        < moves *
        > position startpos moves (none)
        < info string *
        > position fen 8/8/8/8/8/8/8/8 w - - 0 1
        < info string *; the position is unchanged
        > position fen
        < info string *; the position is unchanged
        > d
        ~ fen   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        ",
    );
}

#[test]
fn castling_is_understood_in_both_notations() {
    check(
        "
        > position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1
        > d
        ~ fen   4k3/8/8/8/8/8/8/5RK1 b - - 1 1
        > position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1
        > d
        ~ fen   4k3/8/8/8/8/8/8/5RK1 b - - 1 1
        > position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        > go depth 1 searchmoves e1g1
        ~ bestmove e1g1*
        > setoption name UCI_Chess960 value true
        > position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
        > go depth 1 searchmoves e1h1
        ~ bestmove e1h1*
        > position fen 4k3/8/8/8/8/8/8/1RK5 w B - 0 1 moves c1b1
        > d
        ~ fen   4k3/8/8/8/8/8/8/2KR4 b - - 1 1
        ",
    );
}

#[test]
fn saktris_placements_are_played() {
    check(
        "
        > setoption name UCI_Variant value saktris
        > position startpos moves P@e1
        > d
        ~ fen   8/8/8/8/8/8/8/4P3[PNPBPRPQPPNBRPK/p*pnpbprpqppnbrpk] b - - 0 1
        > go nodes 500
        ~ bestmove P@*
        > position fen 8/8/8/8/8/8/8/8[NK/nk] w - - 0 1 moves N@g1 N@b8
        > go nodes 500
        ~ bestmove g1*
        > position fen 8/8/8/8/8/8/8/8[NK/nk] w - - 0 1 moves g1f3
        < info string * The position is the one before this move.
        > position fen k7/8/8/8/8/6pp/6PP/6BK[B*/] w - - 0 60 moves=15/15
        > go nodes 500
        ~ bestmove B@*
        > position fen 4k3/8/8/8/8/1p4p1/1P4P1/B6B[BK/] w - - 0 60
        > go nodes 500
        ~ bestmove 0000*
        > setoption name UCI_Variant value checkers
        < info string UCI_Variant must be chess or saktris, not \"checkers\"
        > setoption name UCI_Variant value Chess
        > position startpos moves e2e4
        > d
        ~ fen   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
        ",
    );
}

#[test]
fn a_side_that_has_lost_its_king_has_no_move() {
    check(
        "
        > position fen 8/8/1N6/8/3nn2k/8/8/K7[/] w - - 0 40 moved=d4e4b6 moves b6c4
        > go depth 3
        < info depth 0 score mate 0
        < info string the game is over: the king has been lost
        < bestmove (none)
        ",
    );
}

#[test]
fn a_checkmated_side_has_no_move() {
    check(
        "
        > position startpos moves f2f3 e7e5 g2g4 d8h4
        > go wtime 1000 btime 1000
        < info depth 0 score mate 0
        < info string the game is over: checkmate
        < bestmove (none)
        ",
    );
}

#[test]
fn a_drawn_game_can_be_continued() {
    check(
        "
        > position fen 4k3/8/8/8/8/8/8/4K1N1 w - - 0 1
        > go depth 3
        ~ bestmove *
        > position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8
        > go depth 3
        ~ bestmove *
        > position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 150 200
        > go depth 3
        ~ bestmove *
        ",
    );
}

#[test]
fn option_names_ignore_case_and_values_are_checked() {
    check(
        "
        > debug on
        > setoption name hash value 8
        < info string hash is 8
        > setoption name CLEAR HASH
        < info string CLEAR HASH is pressed
        > setoption name Hash value 0
        < info string Hash must be a number from 1 to 64, not \"0\"
        > setoption name Hash value 99999999999999999999999
        < info string Hash must be a number from 1 to 64, not \"99999999999999999999999\"
        > setoption name Threads value many
        < info string Threads must be a number from 1 to 4, not \"many\"
        > setoption name Ponder value perhaps
        < info string Ponder must be true or false, not \"perhaps\"
        > setoption name Ponder
        < info string Ponder must be true or false, not \"\"
        > setoption name Contempt value 3
        < info string unknown option \"Contempt\"; the uci command lists all options
        > isready
        < readyok
        ",
    );
}

#[test]
fn options_set_during_a_search_apply_to_the_next() {
    check(
        "
        > go infinite
        ~ info depth 2 *
        > setoption name Threads value 2
        > setoption name Hash value 1
        > setoption name Clear Hash
        > isready
        ~ readyok
        > stop
        ~ bestmove *
        > go depth 5
        ~ bestmove *
        > ucinewgame
        > isready
        < readyok
        ",
    );
}

#[test]
fn the_strength_can_be_limited() {
    check(
        "
        > setoption name UCI_LimitStrength value true
        > setoption name UCI_Elo value 1000
        > position startpos moves e2e4
        > go wtime 60000 btime 60000
        ~ bestmove *
        > position startpos moves f2f3 e7e5 g2g4
        > setoption name UCI_Elo value 2000
        > go movetime 100
        ~ bestmove d8h4
        > go infinite
        > isready
        ~ readyok
        > stop
        ~ bestmove d8h4
        ",
    );
}

#[test]
fn tablebases_are_opened_and_probed() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    check(&format!(
        "
        > setoption name SyzygyPath value {directory}
        < info string found * tablebases with up to * pieces
        > position fen 8/8/8/8/8/2k5/8/KR6 w - - 0 1
        > go depth 3
        ~ info depth 3 * tbhits *
        ~ bestmove *
        > setoption name SyzygyPath value <empty>
        > isready
        < readyok
        > setoption name SyzygyPath value {directory}/nowhere
        < info string cannot read the directory *nowhere: *
        > go depth 3
        ~ bestmove *
        "
    ));
}

#[test]
fn a_network_is_loaded_and_unloaded() {
    let mut bytes = b"ARBNET1\0".to_vec();
    for number in [32_u32, 8, 64] {
        bytes.extend(number.to_le_bytes());
    }
    // The weights of the hidden layer, its biases, the output weights and biases.
    bytes.resize(bytes.len() + 2 * 32 * (768 + 1 + 16) + 4 * 8, 1);
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/uci-session.net");
    fs::write(path, &bytes).expect("the directory is made by Cargo");
    check(&format!(
        "
        > setoption name EvalFile value {path}
        < info string using a network of size 32
        > go depth 3
        ~ info depth 3 *
        ~ bestmove *
        > setoption name EvalFile value {path}.missing
        < info string EvalFile: *
        > position startpos
        > eval
        ~ total * for White
        > setoption name EvalFile value embedded
        < info string using a network of size 768
        > eval
        ~ total * for White
        > setoption name EvalFile value <empty>
        < info string using a network of size 768
        > go depth 3
        ~ bestmove *
        "
    ));
}

#[test]
fn options_take_effect_before_the_clock_starts() {
    /// Collects the output, so that the clock can look at it.
    struct SharedOutput(Arc<Mutex<String>>);
    impl Write for SharedOutput {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            *self.0.lock() += str::from_utf8(bytes).expect("the output is text");
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let output = Arc::new(Mutex::new(String::new()));
    let first_look = Mutex::new(None);
    let clock = || {
        let look = || output.lock().clone();
        first_look.lock().get_or_insert_with(look);
        Duration::ZERO
    };
    let input = "debug on\nsetoption name Hash value 64\ngo depth 1\n";
    let writer = SharedOutput(Arc::clone(&output));
    serve(Cursor::new(input), writer, MACHINE, &clock).expect("the streams do not fail");
    let seen = first_look.lock().take().expect("the clock is read");
    assert!(seen.contains("Hash is 64"), "{seen:?}");
}

#[test]
fn scores_outside_the_window_are_reported_as_bounds() {
    check(
        "
        > position fen r3N1k1/2p4n/pp2pp2/7p/2pn3q/Q4P2/PP4P1/R1BK1B2 w - - 0 1
        > go infinite
        ~ info depth 1 *
        @ 2000
        ~ info depth * score cp * *erbound nodes *
        > stop
        ~ bestmove *
        ",
    );
}

#[test]
fn the_extensions_work() {
    check(
        "
        > position fen 8/8/8/8/8/k7/7p/K7 b - - 0 1
        > perft 1
        < h2h1*: 1
        ~ a3a4: 1
        ~ Nodes searched: 7
        > go perft 0
        ~ Nodes searched: 1
        > eval
        ~ *
        > isready
        ~ readyok
        > help
        < info string UCI commands: uci, *
        > register later
        < info string registration is not required
        > position startpos moves e2e4 f7f6 d1h5
        > eval
        < info string a position in check has no static evaluation
        > bench 1
        <  1/43 * rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        ~ * nodes * nps
        ",
    );
}

#[test]
fn perft_and_bench_can_be_stopped() {
    check(
        "
        > perft 4294967295
        > isready
        < readyok
        > stop
        < info string perft was stopped
        ~ Nodes searched: 0
        > bench 60
        > stop
        ~ info string the benchmark was stopped
        ",
    );
}

#[test]
fn garbage_is_skipped() {
    check(
        "
        > hello, engine
        < info string unknown command \"hello,\"; type help for a list of commands
        > joho isready
        < readyok
        > go depth banana nodes 100
        ~ bestmove *
        > go depth -3
        ~ bestmove *
        > go nodes 0
        ~ bestmove *
        > go wtime -100 btime -100 movestogo 0
        ~ bestmove *
        > go movetime 0
        ~ bestmove *
        > go wtime 99999999999999999999 winc 99999999999999999999 depth 1
        ~ bestmove *
        > go searchmoves e9e4 depth 1
        < info string *
        ~ bestmove *
        ",
    );
    let output =
        check_at_once(b"\xff\xfe\x00\nposition startpos moves \xc3\x28\nisready\r\n \n\n".to_vec());
    let lines: Vec<_> = output.lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    assert!(
        lines[0].starts_with("info string unknown command"),
        "{output}"
    );
    assert_eq!(lines[2], "readyok");
}

#[test]
fn an_overlong_line_is_ignored() {
    let mut input = "x".repeat(10_000_000);
    input.push_str("\nisready\n");
    input.push_str(&"stop ".repeat(1_000_000));
    let output = check_at_once(input);
    let mut lines: Vec<_> = output.lines().collect();
    lines.sort_unstable();
    let too_long = "info string a line was too long and is ignored";
    assert_eq!(lines, [too_long, too_long, "readyok"]);
}

#[test]
fn quit_or_the_end_of_input_stops_the_search() {
    for last in ["> quit", "> quit\n> go infinite", ""] {
        let rest = check(&format!("> go infinite\n~ info depth 2 *\n{last}"));
        let played = rest.iter().filter(|it| it.starts_with("bestmove ")).count();
        assert_eq!(played, 1, "{rest:?}");
    }
}

#[test]
fn a_closed_output_ends_the_session() {
    struct ClosedOutput;
    impl Write for ClosedOutput {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let input = Cursor::new("isready\n".repeat(1000));
    let error = serve(input, ClosedOutput, MACHINE, &|| Duration::ZERO).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
