use std::{io::Cursor, time::Duration};

use arbiter_engine::uci::{Command, Go, MachineLimits, serve};

/// Whatever the input, a session does not panic and ends with its input. Every
/// search is answered with `bestmove` and every `isready` with `readyok`.
pub fn uci_session(data: &[u8]) {
    let machine = MachineLimits {
        threads: 2,
        hash_mib: 1,
    };
    let mut output = Vec::new();
    serve(Cursor::new(data), &mut output, machine, &|| Duration::ZERO)
        .expect("reading and writing memory never fails");
    let said = String::from_utf8(output).expect("the output is text");
    let (mut searches, mut questions) = (0, 0);
    for line in data.split(|&byte| byte == b'\n') {
        match String::from_utf8_lossy(line).parse::<Command>() {
            Ok(Command::Go(Go { perft: None, .. })) => searches += 1,
            Ok(Command::IsReady) => questions += 1,
            Ok(Command::Quit) => break,
            _ => {}
        }
    }
    let count = |word: &str| said.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(count("bestmove "), searches, "{said}");
    assert_eq!(count("readyok"), questions, "{said}");
}

/// Example sessions.
pub const SEEDS: [&str; 9] = [
    "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 2\nquit\n",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\nisready\nstop\n",
    "setoption name Threads value 2\ngo ponder wtime 10 btime 10\nponderhit\nstop\n",
    "setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/1RK5 w B - 0 1\ngo\n",
    "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900\ngo nodes 9\n",
    "setoption name MultiPV value 3\nsetoption name Hash value 1\ngo mate 2\ngo movetime 5\n",
    "d\neval\nperft 2\nhelp\ndebug on\nregister later\nsetoption name Clear Hash\n",
    "bench 1\nstop\nposition startpos moves e2e5\ngo searchmoves a2a3 e2e5\n",
    "setoption name SyzygyPath value nowhere\nisready\nsetoption name SyzygyPath\ngo mate 1\n",
];
