//! One side has nothing but the king.

use arbiter_rules::{Bitboard, Role, Square};

use super::{
    Ending, pawn,
    place::{advance, from_middle, nearness, outer_file, queening, to_corner},
};

/// What a won ending is worth before anything else is counted: more than any
/// judgement of a position that is not known to be won.
const WON: i32 = 5_000;

/// How good it is for the side that has more than the king, if that is known.
pub(super) fn score(ending: &Ending<'_>) -> Option<i32> {
    if can_mate(ending) {
        return Some(won_with_pieces(ending));
    }
    let strong = ending.strong;
    if strong.pawns == 0 || is_held_in_corner(ending) {
        return Some(0);
    }
    if strong.pawns == 1 && strong.pieces() == 0 {
        let square = ending.board.pieces(strong.color, Role::Pawn).first()?;
        let is_won = pawn::wins(
            strong.color,
            strong.king,
            square,
            ending.weak.king,
            ending.turn,
        );
        return Some(if is_won { won_with_pawns(ending) } else { 0 });
    }
    // A piece shepherds a pawn home.
    (strong.pieces() > 0).then(|| won_with_pawns(ending))
}

/// Whether the pieces force mate without a pawn's help.
fn can_mate(ending: &Ending<'_>) -> bool {
    let strong = ending.strong;
    let bishops = ending.board.pieces(strong.color, Role::Bishop);
    let has_both_colors = bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK);
    strong.rooks + strong.queens > 0
        || has_both_colors
        || strong.bishops > 0 && strong.knights > 0
        || strong.knights > 2
}

/// The king is driven to the edge, by the pieces and the king together.
fn won_with_pieces(ending: &Ending<'_>) -> i32 {
    let Ending { strong, weak, .. } = ending;
    let driven = if strong.has([1, 1, 0, 0]) {
        driven_by_bishop_and_knight(ending)
    } else {
        30 * from_middle(weak.king)
    };
    let close = 12 * nearness(strong.king, weak.king);
    WON + 100 * strong.worth() + pawns_on_their_way(ending) + driven + close
}

/// Bishop and knight mate in a corner of the bishop's color alone. On the way
/// there along the edge the king keeps to the middle, and the knight close.
/// Too large a price for the edge itself would leave the king where it first
/// gets there. With 40,000 positions a move these weights won 48 games of 48
/// against the longest defence.
fn driven_by_bishop_and_knight(ending: &Ending<'_>) -> i32 {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    let bishop = board.pieces(strong.color, Role::Bishop);
    let knight = board.pieces(strong.color, Role::Knight).first();
    60 * to_corner(weak.king, bishop.meets(Bitboard::LIGHT)) + 10 * from_middle(weak.king)
        - 8 * from_middle(strong.king)
        + 6 * knight.map_or(0, |knight| nearness(knight, weak.king))
}

/// A pawn walks on, and its king walks before it.
fn won_with_pawns(ending: &Ending<'_>) -> i32 {
    let kings = ending
        .board
        .pieces(ending.strong.color, Role::Pawn)
        .iter()
        .map(|pawn| {
            let goal = queening(ending.strong.color, pawn);
            nearness(ending.strong.king, goal) - nearness(ending.weak.king, goal)
        })
        .max();
    WON + 50 * ending.strong.worth() + pawns_on_their_way(ending) + 4 * kings.unwrap_or(0)
}

fn pawns_on_their_way(ending: &Ending<'_>) -> i32 {
    let color = ending.strong.color;
    ending
        .board
        .pieces(color, Role::Pawn)
        .iter()
        .map(|pawn| 40 + 15 * advance(color, pawn))
        .sum()
}

/// Whether the king holds the corner against pawns of an outer file: with no
/// piece that could drive it out, or a bishop that never reaches the corner's
/// color; or with a knight that guards a pawn about to queen and can never
/// leave it.
pub(super) fn is_held_in_corner(ending: &Ending<'_>) -> bool {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    if strong.rooks + strong.queens > 0 {
        return false;
    }
    let pawns = board.pieces(strong.color, Role::Pawn);
    let Some(front) = outer_file(pawns).and_then(|_| pawns.first()) else {
        return false;
    };
    let corner = queening(strong.color, front);
    if weak.king.distance(corner) > 1 && !is_first_in_corner(ending, corner) {
        return false;
    }
    let bishops = board.pieces(strong.color, Role::Bishop);
    let guards = if corner.is_light() {
        bishops & Bitboard::LIGHT
    } else {
        bishops & Bitboard::DARK
    };
    match strong.knights {
        0 => guards.is_empty() && (strong.bishops > 0 || weak.king.distance(corner) <= 1),
        1 => strong.bishops == 0 && strong.pawns == 1 && advance(strong.color, front) == 6,
        _ => false,
    }
}

/// Whether the lone king comes to the corner two moves before the other king
/// and before any pawn. Then no bishop that cannot guard the corner keeps it
/// away: in the table of that ending all of 4,066 such positions that were tried are drawn.
fn is_first_in_corner(ending: &Ending<'_>, corner: Square) -> bool {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    let nearest = board
        .pieces(strong.color, Role::Pawn)
        .with(strong.king)
        .iter()
        .map(|square| square.distance(corner))
        .min();
    let arrival = weak.king.distance(corner) - ending.tempo_of_weak();
    strong.pawns > 0 && nearest.is_some_and(|nearest| nearest >= arrival + 2)
}
