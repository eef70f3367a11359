//! Moves in words, also for screen readers.

use arbiter_rules::{CastlingSide, Color, Move, Position, Role};

/// Describes a move: "Black plays knight to f6, check".
pub(crate) fn describe_move(before: &Position, mv: Move) -> String {
    let side = before.turn().name();
    let mut text = match mv.castling() {
        Some(CastlingSide::Short) => format!("{side} castles kingside"),
        Some(CastlingSide::Long) => format!("{side} castles queenside"),
        None if mv.is_pass() => format!("{side} passes: no legal move"),
        None if mv.is_placement() => format!("{side} places a {} on {}", mv.role(), mv.to()),
        None => plain(before, mv, side),
    };
    if let Some(role) = mv.promotion() {
        text.push_str(&format!(" and promotes to a {role}"));
    }
    let after = before.after(mv);
    let lost = Color::ALL
        .into_iter()
        .find(|&color| is_king_lost(&after, color));
    if let Some(color) = lost {
        text.push_str(&format!(", and {}'s king is lost", color.name()));
        return text;
    }
    match (after.is_check(), after.legal_moves().next().is_some()) {
        (true, true) => text.push_str(", check"),
        (true, false) => text.push_str(", checkmate"),
        (false, false) => text.push_str(", stalemate"),
        (false, true) => {}
    }
    text
}

/// Describes the pieces that a move clears off the board (Saktris).
pub(crate) fn describe_clear(before: &Position, mv: Move) -> Option<String> {
    Some(before.clear(mv)?.to_string())
}

/// Reports whether a king is neither on the board nor to come (Saktris).
fn is_king_lost(position: &Position, color: Color) -> bool {
    let is_there = position.board().king(color).is_some();
    let saktris = position.saktris_state();
    saktris.is_some_and(|it| !is_there && !it.to_come(color).contains(Role::King))
}

fn plain(before: &Position, mv: Move, side: &str) -> String {
    let (role, from, to) = (mv.role(), mv.from(), mv.to());
    // The origin is named if another piece of the same kind could move there.
    let is_unique = before
        .legal_moves()
        .filter(|other| other.role() == role && other.to() == to && role != Role::Pawn)
        .all(|other| other.from() == from);
    let piece = if is_unique {
        role.to_string()
    } else {
        format!("{role} from {from}")
    };
    match before.captured(mv) {
        None => format!("{side} plays {piece} to {to}"),
        Some(_) if mv.is_en_passant() => {
            format!("{side}'s {piece} captures en passant on {to}")
        }
        Some((_, taken)) => {
            format!("{side}'s {piece} captures the {} on {to}", taken.role)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_described_in_words() {
        for (fen, mv, expected) in [
            ("start", "e4", "White plays pawn to e4"),
            (
                "rnbqkb1r/pppppppp/8/8/8/5n2/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
                "gxf3",
                "White's pawn captures the knight on f3",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                "O-O",
                "White castles kingside",
            ),
            (
                "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
                "O-O-O",
                "White castles queenside, check",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                "exd6",
                "White's pawn captures en passant on d6",
            ),
            (
                "7k/P7/6K1/8/8/8/8/8 w - - 0 1",
                "a8=Q#",
                "White plays pawn to a8 and promotes to a queen, checkmate",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
                "Rd1",
                "White plays rook to d1",
            ),
            (
                "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
                "Rad1",
                "White plays rook from a1 to d1",
            ),
            (
                "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
                "Kb1",
                "White plays king to b1, stalemate",
            ),
        ] {
            let position = match fen {
                "start" => Position::start(),
                fen => fen.parse().unwrap(),
            };
            let mv = position.read(mv).unwrap();
            assert_eq!(describe_move(&position, mv), expected);
        }
    }
}
