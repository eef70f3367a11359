//! The table that the library is tested against.

use super::*;

/// Counts beyond this would take too long here.
const MAX_COUNTED_NODES: u64 = 6_000;

/// A line is a text and the counts from depth 1 on.
const TABLE: &str = include_str!("../../perft.txt");

#[test]
fn perft_results_match_the_table() {
    let mut counted = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ; ");
        let fen = fields.next().unwrap();
        let plain = Plain::from_fen(fen);
        assert_eq!(plain.to_fen(), fen);
        for (depth, nodes) in (1..).zip(fields) {
            let nodes: u64 = nodes.parse().unwrap();
            if nodes > MAX_COUNTED_NODES {
                break;
            }
            assert_eq!(plain.perft(depth), nodes, "{line}");
            counted += 1;
        }
    }
    assert_eq!(counted, 352, "the table has lost lines");
}
