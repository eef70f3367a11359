//! A move in words, for those who hear the screen.

use arbiter_rules::{CastlingSide, Color, Move, Position, Role};

/// `"Black plays knight f6, check"`.
pub(crate) fn words(before: &Position, mv: Move) -> String {
    let side = before.turn().name();
    let mut text = match mv.castling() {
        Some(CastlingSide::Short) => format!("{side} castles short"),
        Some(CastlingSide::Long) => format!("{side} castles long"),
        None if mv.is_pass() => format!("{side} passes: nothing can be done"),
        None if mv.is_placement() => format!("{side} places a {} on {}", mv.role(), mv.to()),
        None => plain(before, mv, side),
    };
    if let Some(role) = mv.promotion() {
        text.push_str(&format!(" and makes a {role}"));
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

/// What leaves the board with a move (Saktris): `"three knights on the fifth
/// rank leave"`.
pub(crate) fn cleared(before: &Position, mv: Move) -> Option<String> {
    Some(before.clear(mv)?.to_string())
}

/// Whether a king is neither on the board nor to come (Saktris).
fn is_king_lost(position: &Position, color: Color) -> bool {
    let is_there = position.board().king(color).is_some();
    let saktris = position.to_come();
    saktris.is_some_and(|it| !is_there && !it.to_come(color).contains(Role::King))
}

fn plain(before: &Position, mv: Move, side: &str) -> String {
    let (role, from, to) = (mv.role(), mv.from(), mv.to());
    // Another piece of the same kind could have gone there.
    let is_alone = before
        .legal_moves()
        .filter(|other| other.role() == role && other.to() == to && role != Role::Pawn)
        .all(|other| other.from() == from);
    let piece = if is_alone {
        role.to_string()
    } else {
        format!("{role} {from}")
    };
    match before.captured(mv) {
        None if is_alone => format!("{side} plays {piece} {to}"),
        None => format!("{side} plays {piece} to {to}"),
        Some((_, taken)) if mv.is_en_passant() => {
            format!("{side}'s {piece} takes {} on {to} in passing", taken.role)
        }
        Some((_, taken)) => format!("{side}'s {piece} takes {} on {to}", taken.role),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_said_in_words() {
        for (fen, mv, said) in [
            ("start", "e4", "White plays pawn e4"),
            (
                "rnbqkb1r/pppppppp/8/8/8/5n2/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
                "gxf3",
                "White's pawn takes knight on f3",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                "O-O",
                "White castles short",
            ),
            (
                "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
                "O-O-O",
                "White castles long, check",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                "exd6",
                "White's pawn takes pawn on d6 in passing",
            ),
            (
                "7k/P7/6K1/8/8/8/8/8 w - - 0 1",
                "a8=Q#",
                "White plays pawn a8 and makes a queen, checkmate",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
                "Rd1",
                "White plays rook d1",
            ),
            (
                "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
                "Rad1",
                "White plays rook a1 to d1",
            ),
            (
                "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
                "Kb1",
                "White plays king b1, stalemate",
            ),
        ] {
            let position = match fen {
                "start" => Position::start(),
                fen => fen.parse().unwrap(),
            };
            let mv = position.read(mv).unwrap();
            assert_eq!(words(&position, mv), said);
        }
    }
}
