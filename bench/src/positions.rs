/// The six perft positions of the Chess Programming Wiki
/// (<https://www.chessprogramming.org/Perft_Results>), each with a depth in
/// half-moves. Together they have 42 million leaves.
pub const PERFT_POSITIONS: [(&str, u32); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
    ),
];

/// Parses these positions with the given function.
pub fn perft_positions<P>(read: impl Fn(&str) -> P) -> Vec<(P, u32)> {
    PERFT_POSITIONS
        .iter()
        .map(|&(fen, depth)| (read(fen), depth))
        .collect()
}
