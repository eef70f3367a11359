//! Perft.
use arbiter_rules::{Position, perft};

#[test]
fn kiwi() {
    for (fen, d, n) in [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            4,
            4085603,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            5,
            15833292,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            4,
            2103487,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            4,
            3894594,
        ),
    ] {
        let p: Position = fen.parse().unwrap();
        assert_eq!(p.to_string(), fen);
        assert_eq!(perft(&p, d), n, "{fen}");
    }
}

#[test]
fn corpora() {
    for file in ["tricky.perft", "chess960.perft"] {
        let text = std::fs::read_to_string(format!("/work/shared/data/perft/{file}")).unwrap();
        let mut p = None;
        for line in text.lines() {
            if let Some(epd) = line.strip_prefix("epd ") {
                p = Some(
                    epd.parse::<Position>()
                        .unwrap_or_else(|e| panic!("{epd} {e}")),
                );
            } else if let Some(rest) = line.strip_prefix("perft ") {
                let (d, n) = rest.split_once(' ').unwrap();
                let n: u64 = n.trim().parse().unwrap();
                if n < 3_000_000 {
                    let p = p.as_ref().unwrap();
                    assert_eq!(perft(p, d.parse().unwrap()), n, "{p} {d}");
                }
            }
        }
    }
}
