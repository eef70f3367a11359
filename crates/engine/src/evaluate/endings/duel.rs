//! Both sides have something, and yet it is known how it goes.

use arbiter_rules::{Bitboard, File, Role};

use super::{
    Ending,
    place::{advance, from_middle, nearness, queening},
};

/// How good it is for the side that tries to win, if that is known.
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
    let lead = strong.worth() - weak.worth();
    let driven = 10 * from_middle(weak.king);
    let close = 5 * nearness(strong.king, weak.king);
    if lead >= 5 && strong.rooks + strong.queens > 0 {
        return Some(1_000 + 100 * lead + driven + close);
    }
    if strong.has([0, 0, 0, 1]) && weak.is_rook_alone() {
        return Some(500 + driven + close + rook_astray(ending));
    }
    if strong.is_rook_alone() && weak.count() == 1 && weak.minors() == 1 {
        // A draw, but a knight far from its king gets lost.
        let minor = ending.board.of(weak.color).without(weak.king).first()?;
        let astray = match weak.knights {
            1 => 6 * (6 - nearness(weak.king, minor)),
            _ => 0,
        };
        return Some(10 + driven / 2 + astray);
    }
    (strong.pieces() <= 1
        && strong.minors() == strong.pieces()
        && weak.pieces() <= 1
        && weak.minors() == weak.pieces())
    .then_some(0)
}

/// A rook away from its king is lost to a fork sooner or later.
fn rook_astray(ending: &Ending<'_>) -> i32 {
    let rook = ending.board.pieces(ending.weak.color, Role::Rook).first();
    rook.map_or(0, |rook| 5 * (6 - nearness(ending.weak.king, rook)))
}

/// The queen wins, but against a pawn of the files a, c, f and h that is about
/// to queen beside its king: there the defender is stalemated.
fn queen_against_pawn(ending: &Ending<'_>) -> Option<i32> {
    let Ending { strong, weak, .. } = ending;
    let pawn = ending.board.pieces(weak.color, Role::Pawn).first()?;
    let goal = queening(weak.color, pawn);
    let draws_by_stalemate = [File::A, File::C, File::F, File::H]
        .into_iter()
        .any(|file| Bitboard::file(file).contains(pawn));
    let near = nearness(strong.king, pawn);
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

/// The rook wins if its king gets before the pawn, or the pawn's king comes
/// too late to help it.
fn rook_against_pawn(ending: &Ending<'_>) -> Option<i32> {
    let Ending { strong, weak, .. } = ending;
    let pawn = ending.board.pieces(weak.color, Role::Pawn).first()?;
    let rook = ending.board.pieces(strong.color, Role::Rook).first()?;
    let goal = queening(weak.color, pawn);
    let near = nearness(strong.king, goal);
    let tempo = ending.tempo_of_weak();
    let is_before =
        strong.king.file() == pawn.file() && strong.king.distance(goal) < pawn.distance(goal);
    let is_alone = weak.king.distance(pawn) >= 3 + tempo && weak.king.distance(rook) >= 3;
    if is_before || is_alone {
        return Some(400 + 5 * near);
    }
    let is_escorted = advance(weak.color, pawn) >= 5 && weak.king.distance(pawn) == 1;
    if is_escorted && strong.king.distance(goal) > 2 + tempo {
        return Some(40 + 5 * near);
    }
    // Which king is sooner where the pawn is going, and how soon it is there.
    let race = weak.king.distance(goal) as i32 - strong.king.distance(goal) as i32;
    Some(180 + 12 * race + 8 * pawn.distance(goal) as i32)
}
