use arbiter_engine::uci::{Command, Message};

/// Parsing a line of the UCI protocol never panics, in either direction. A command
/// or message is written on one line and unchanged by writing and parsing it.
pub fn uci_line(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let line = text.lines().next().unwrap_or_default();
    match line.parse::<Command>() {
        Ok(command) => assert_eq!(command.to_string().parse(), Ok(command)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(message) = line.parse::<Message>() {
        let written = message.to_string();
        assert!(!written.contains('\n'), "{written:?}");
        assert_eq!(written.parse(), Ok(message));
    }
}

/// A line of each kind.
pub const SEEDS: [&str; 12] = [
    "position startpos moves e2e4 e7e5",
    "position fen 8/8/8/8/8/k7/7p/K7 b - - 0 1 moves h2h1q",
    "go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 searchmoves e2e4",
    "go depth 3 nodes 4 mate 5 movetime 6 infinite perft 7",
    "setoption name Clear Hash value on",
    "debug on",
    "id name Some Engine 1.0",
    "option name Style type combo default Normal var Solid var Normal",
    "option name Hash type spin default 16 min 1 max 1024",
    "info depth 9 seldepth 14 multipv 1 score cp -31 lowerbound wdl 1 2 997 nodes 5 pv e2e4",
    "info currmove e2e4 currmovenumber 1 refutation d1h5 g6h5 string words",
    "bestmove e2e4 ponder e7e5",
];
