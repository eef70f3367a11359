//! With all pieces on the board, nothing to clear and no pawn that could make a
//! double step, Saktris is chess, so published perft results apply.

use super::*;

/// Counts beyond this would take too long here.
const MAX_COUNTED_NODES: u64 = 30_000;

#[test]
fn positions_without_special_rules_have_the_moves_of_chess() {
    let mut counted = 0;
    for line in include_str!("../../../perft.txt").lines() {
        let mut fields = line.split(" ; ");
        let Some(fen) = fields.next().and_then(as_saktris) else {
            continue;
        };
        let plain = Plain::from_fen(&fen);
        for (depth, nodes) in (1..).zip(fields) {
            let nodes: u64 = nodes.parse().unwrap();
            if nodes > MAX_COUNTED_NODES {
                break;
            }
            assert_eq!(plain.perft(depth), nodes, "{fen}");
            counted += 1;
        }
    }
    assert!(counted > 50, "only {counted} counts are comparable");
}

/// Returns the equivalent position of Saktris, if there is one.
fn as_saktris(fen: &str) -> Option<String> {
    let parts: Vec<&str> = fen.split(' ').collect();
    let &[board, turn, castling, "-", halfmoves, fullmoves] = parts.as_slice() else {
        return None;
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks[1].contains('p') || ranks[6].contains('P') || !"-KQkq".contains(&castling[..1]) {
        return None;
    }
    // All pieces count as moved except kings and rooks that may castle.
    let home = |king: char, sides: [(char, &str); 2], rank: char| {
        let mut squares: Vec<String> = sides
            .iter()
            .filter(|(letter, _)| castling.contains(*letter))
            .map(|(_, file)| format!("{file}{rank}"))
            .collect();
        if !squares.is_empty() {
            squares.push(format!("{king}{rank}"));
        }
        squares
    };
    let unmoved = [
        home('e', [('K', "h"), ('Q', "a")], '1'),
        home('e', [('k', "h"), ('q', "a")], '8'),
    ]
    .concat();
    let mut moved = String::new();
    for (rank, row) in (1..=8).rev().zip(ranks) {
        let mut file = b'a';
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let square = format!("{}{rank}", file as char);
            if !unmoved.contains(&square) {
                moved += &square;
            }
            file += 1;
        }
    }
    let moved = if moved.is_empty() {
        moved
    } else {
        format!(",moved={moved}")
    };
    Some(format!(
        "{board}[/] {turn} {castling} - {halfmoves} {fullmoves} clear=none{moved}"
    ))
}
