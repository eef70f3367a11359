//! Known endings in which both sides have more than a king.

use arbiter_rules::{Bitboard, File, Role};

use super::{
    Ending,
    geometry::{advance, center_distance, closeness, promotion_square},
};

/// Returns the value for the side that tries to win, if the ending is known.
pub(super) fn score(ending: &Ending<'_>) -> Option<i32> {
    let Ending { strong, weak, .. } = ending;
    if strong.pawns > 0 {
        return None;
    }
    if weak.pawns == 1 && weak.pieces() == 0 {
        return if strong.has([0, 0, 0, 1]) {
            queen_against_pawn(ending)
        } else if strong.is_rook_alone() {
            rook_against_pawn(ending)
        } else {
            None
        };
    }
    if weak.pawns > 0 {
        return None;
    }
    let lead = strong.piece_value() - weak.piece_value();
    let driven = 10 * center_distance(weak.king);
    let close = 5 * closeness(strong.king, weak.king);
    if lead >= 5 && strong.rooks + strong.queens > 0 {
        return Some(1_000 + 100 * lead + driven + close);
    }
    if strong.has([0, 0, 0, 1]) && weak.is_rook_alone() {
        return Some(500 + driven + close + distant_rook(ending));
    }
    if strong.is_rook_alone() && weak.count() == 1 && weak.minors() == 1 {
        // Drawn, but a knight far from its king may be lost.
        let minor = ending.board.of(weak.color).without(weak.king).first()?;
        let distance_bonus = match weak.knights {
            1 => 6 * (6 - closeness(weak.king, minor)),
            _ => 0,
        };
        return Some(10 + driven / 2 + distance_bonus);
    }
    (strong.pieces() <= 1
        && strong.minors() == strong.pieces()
        && weak.pieces() <= 1
        && weak.minors() == weak.pieces())
    .then_some(0)
}

/// Returns the bonus for a defending rook far from its king, which is easily lost
/// to a fork.
fn distant_rook(ending: &Ending<'_>) -> i32 {
    let rook = ending.board.pieces(ending.weak.color, Role::Rook).first();
    rook.map_or(0, |rook| 5 * (6 - closeness(ending.weak.king, rook)))
}

/// Queen against pawn: won, except against a pawn on the a, c, f or h file that is
/// about to promote next to its king, where the defense is stalemate.
fn queen_against_pawn(ending: &Ending<'_>) -> Option<i32> {
    let Ending { strong, weak, .. } = ending;
    let pawn = ending.board.pieces(weak.color, Role::Pawn).first()?;
    let goal = promotion_square(weak.color, pawn);
    let draws_by_stalemate = [File::A, File::C, File::F, File::H]
        .into_iter()
        .any(|file| Bitboard::file(file).contains(pawn));
    let near = closeness(strong.king, pawn);
    let is_held = advance(weak.color, pawn) == 6
        && draws_by_stalemate
        && weak.king.distance(goal) <= 1
        && strong.king.distance(goal) > 4;
    Some(if is_held {
        8 * near
    } else {
        750 + 12 * near - 8 * advance(weak.color, pawn)
    })
}

/// Rook against pawn: won if the attacking king gets in front of the pawn, or if
/// the defending king is too far away to help.
fn rook_against_pawn(ending: &Ending<'_>) -> Option<i32> {
    let Ending { strong, weak, .. } = ending;
    let pawn = ending.board.pieces(weak.color, Role::Pawn).first()?;
    let rook = ending.board.pieces(strong.color, Role::Rook).first()?;
    let goal = promotion_square(weak.color, pawn);
    let near = closeness(strong.king, goal);
    let tempo = ending.tempo_of_weak();
    let is_in_front =
        strong.king.file() == pawn.file() && strong.king.distance(goal) < pawn.distance(goal);
    let is_alone = weak.king.distance(pawn) >= 3 + tempo && weak.king.distance(rook) >= 3;
    if is_in_front || is_alone {
        return Some(400 + 5 * near);
    }
    let is_escorted = advance(weak.color, pawn) >= 5 && weak.king.distance(pawn) == 1;
    if is_escorted && strong.king.distance(goal) > 2 + tempo {
        return Some(40 + 5 * near);
    }
    // Compares the distances of the kings to the promotion square.
    let race = weak.king.distance(goal) as i32 - strong.king.distance(goal) as i32;
    Some(180 + 12 * race + 8 * pawn.distance(goal) as i32)
}
