//! Endings against a lone king.

use arbiter_rules::{Bitboard, Role, Square};

use super::{
    Ending,
    geometry::{
        advance, center_distance, closeness, corner_closeness, edge_file, promotion_square,
    },
    kpk,
};

/// The base value of a won ending: higher than any evaluation of a position that is
/// not known to be won.
const WON: i32 = 5_000;

/// Returns the value for the side with material, if the ending is known.
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
        let is_won = kpk::wins(
            strong.color,
            strong.king,
            square,
            ending.weak.king,
            ending.turn,
        );
        return Some(if is_won { won_with_pawns(ending) } else { 0 });
    }
    // With a piece, a pawn promotes.
    (strong.pieces() > 0).then(|| won_with_pawns(ending))
}

/// Reports whether the pieces can force mate without a pawn.
fn can_mate(ending: &Ending<'_>) -> bool {
    let strong = ending.strong;
    let bishops = ending.board.pieces(strong.color, Role::Bishop);
    let has_both_colors = bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK);
    strong.rooks + strong.queens > 0
        || has_both_colors
        || strong.bishops > 0 && strong.knights > 0
        || strong.knights > 2
}

/// Returns the value of driving the lone king to the edge and approaching it.
fn won_with_pieces(ending: &Ending<'_>) -> i32 {
    let Ending { strong, weak, .. } = ending;
    let driven = if strong.has([1, 1, 0, 0]) {
        driven_by_bishop_and_knight(ending)
    } else {
        30 * center_distance(weak.king)
    };
    let close = 12 * closeness(strong.king, weak.king);
    WON + 100 * strong.piece_value() + pawn_progress(ending) + driven + close
}

/// Bishop and knight can force mate only in a corner of the bishop's color. On the
/// way there, the attacking king stays central and the knight close. A larger bonus
/// for the edge would leave the lone king where it first reaches it. With 40,000
/// nodes per move these weights won 48 of 48 games against the longest defense.
fn driven_by_bishop_and_knight(ending: &Ending<'_>) -> i32 {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    let bishop = board.pieces(strong.color, Role::Bishop);
    let knight = board.pieces(strong.color, Role::Knight).first();
    60 * corner_closeness(weak.king, bishop.meets(Bitboard::LIGHT))
        + 10 * center_distance(weak.king)
        - 8 * center_distance(strong.king)
        + 6 * knight.map_or(0, |knight| closeness(knight, weak.king))
}

/// Returns the value of advancing a pawn with the king in front of it.
fn won_with_pawns(ending: &Ending<'_>) -> i32 {
    let kings = ending
        .board
        .pieces(ending.strong.color, Role::Pawn)
        .iter()
        .map(|pawn| {
            let goal = promotion_square(ending.strong.color, pawn);
            closeness(ending.strong.king, goal) - closeness(ending.weak.king, goal)
        })
        .max();
    WON + 50 * ending.strong.piece_value() + pawn_progress(ending) + 4 * kings.unwrap_or(0)
}

fn pawn_progress(ending: &Ending<'_>) -> i32 {
    let color = ending.strong.color;
    ending
        .board
        .pieces(color, Role::Pawn)
        .iter()
        .map(|pawn| 40 + 15 * advance(color, pawn))
        .sum()
}

/// Reports whether the lone king holds the corner against rook pawns: the attacker
/// has no piece to drive it out, or only a bishop of the wrong color, or a knight
/// tied to the defense of a pawn on the seventh rank.
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
    let Some(front) = edge_file(pawns).and_then(|_| pawns.first()) else {
        return false;
    };
    let corner = promotion_square(strong.color, front);
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

/// Reports whether the lone king reaches the corner two moves before the other king
/// and any pawn. A wrong-colored bishop cannot prevent that: all 4,066 such
/// positions tested against the tablebase are drawn.
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
