//! Standard algebraic notation: writing and reading.

mod arbitrary;
mod forms;
mod strict;
mod written;

use arbiter_rules::Position;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(fen: &str) -> Position {
    match fen {
        "" => Position::start(),
        _ => fen.parse().unwrap(),
    }
}
