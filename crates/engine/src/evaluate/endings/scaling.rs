//! The factor by which a lead is scaled in drawish endings.

use arbiter_rules::{Bitboard, File, Rank, Role, Square};

use super::{
    Ending, FULL, NONE,
    geometry::{advance, edge_file, on_one_wing, promotion_square},
    kpk, lone_king,
};

/// The scale in 64ths of an ending that is almost always drawn.
const RARELY_WON: i32 = 4;
/// The same for an ending that is usually drawn.
const USUALLY_DRAWN: i32 = 14;
/// The same for an ending that is won about half of the time.
const OFTEN_WON: i32 = 36;

/// Returns the factor by which a lead of the strong side is scaled, in 64ths.
pub(super) fn scale(ending: &Ending<'_>) -> i32 {
    let Ending { strong, weak, .. } = ending;
    if strong.pawns == 0 {
        return without_pawns(ending);
    }
    if edge_file(ending.board.pieces(strong.color, Role::Pawn)).is_some()
        && lone_king::is_held_in_corner(ending)
    {
        return if strong.bishops > 0 { NONE } else { RARELY_WON };
    }
    let scale = match (strong.pawns, strong.pieces(), weak.pieces()) {
        (1, 0, 0) if weak.pawns == 1 => pawn_against_pawn(ending),
        (1, 1, 1) if weak.pawns == 0 && strong.is_rook_alone() && weak.is_rook_alone() => {
            rook_and_pawn_against_rook(ending)
        }
        (1, 1, 1) if strong.bishops == 1 && weak.minors() == 1 && is_stopped(ending) => RARELY_WON,
        _ => FULL,
    };
    scale
        .min(opposite_bishops(ending))
        .min(last_pawn(ending))
        .min(rooks_on_one_wing(ending))
}

/// Without pawns, a lead of a minor piece is not enough to win.
fn without_pawns(ending: &Ending<'_>) -> i32 {
    let Ending { strong, weak, .. } = ending;
    let value = strong.piece_value();
    if value <= 3 {
        return NONE;
    }
    if strong.has([2, 0, 0, 0]) {
        return if weak.pawns == 0 { NONE } else { RARELY_WON };
    }
    if value - weak.piece_value() > 3 {
        return FULL;
    }
    if weak.piece_value() <= 3 {
        RARELY_WON
    } else {
        USUALLY_DRAWN
    }
}

/// Pawn against pawn: if the pawn would not win against a lone king, it rarely wins
/// here.
fn pawn_against_pawn(ending: &Ending<'_>) -> i32 {
    let Ending {
        strong, weak, turn, ..
    } = ending;
    let Some(pawn) = ending.board.pieces(strong.color, Role::Pawn).first() else {
        return FULL;
    };
    if kpk::wins(strong.color, strong.king, pawn, weak.king, *turn) {
        FULL
    } else {
        USUALLY_DRAWN
    }
}

/// Rook and pawn against rook: usually drawn with the defending king in front of
/// the pawn, or if the strong side's rook blocks its pawn on the seventh rank.
fn rook_and_pawn_against_rook(ending: &Ending<'_>) -> i32 {
    let Ending { strong, weak, .. } = ending;
    let Some(pawn) = ending.board.pieces(strong.color, Role::Pawn).first() else {
        return FULL;
    };
    let goal = promotion_square(strong.color, pawn);
    let king_rank = strong.color.rank(strong.king.rank());
    if is_ahead(ending, pawn) && weak.king.distance(goal) <= 1 {
        return if king_rank < Rank::Sixth {
            USUALLY_DRAWN
        } else {
            2 * USUALLY_DRAWN
        };
    }
    let is_outer = matches!(pawn.file(), File::A | File::H);
    let rook = ending.board.pieces(strong.color, Role::Rook).first();
    if is_outer && advance(strong.color, pawn) == 6 && rook == Some(goal) {
        let home = Bitboard::rank(strong.color.rank(Rank::Seventh));
        let far = weak.king.distance(goal) >= 5;
        return if far && home.contains(weak.king) {
            RARELY_WON
        } else {
            OFTEN_WON
        };
    }
    if is_ahead(ending, pawn) {
        OFTEN_WON
    } else {
        52
    }
}

/// Reports whether the defending king is in front of the pawn or next to its path.
fn is_ahead(ending: &Ending<'_>, pawn: Square) -> bool {
    let king = ending.weak.king;
    let files = (king.file() as i32 - pawn.file() as i32).abs();
    files <= 1 && advance(ending.strong.color, king) > advance(ending.strong.color, pawn)
}

/// Reports whether the defending king blocks the pawn on a square that the bishop
/// cannot attack.
fn is_stopped(ending: &Ending<'_>) -> bool {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    let Some(pawn) = board.pieces(strong.color, Role::Pawn).first() else {
        return false;
    };
    let bishop = board.pieces(strong.color, Role::Bishop);
    weak.king.file() == pawn.file()
        && is_ahead(ending, pawn)
        && bishop.meets(Bitboard::LIGHT) != weak.king.is_light()
}

/// Opposite-colored bishops make a draw likely.
fn opposite_bishops(ending: &Ending<'_>) -> i32 {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    let bishops = board.by_role(Role::Bishop);
    let are_opposite = strong.bishops == 1
        && weak.bishops == 1
        && bishops.meets(Bitboard::LIGHT)
        && bishops.meets(Bitboard::DARK);
    if !are_opposite {
        return FULL;
    }
    let pawns = strong.pawns as i32;
    let are_alone = strong.pieces() == 1 && weak.pieces() == 1;
    let scale = if are_alone {
        12 + 4 * pawns
    } else {
        40 + 3 * pawns
    };
    scale.min(FULL)
}

/// The defender may sacrifice a minor piece for the last pawn if the remaining
/// pieces cannot win.
fn last_pawn(ending: &Ending<'_>) -> i32 {
    let Ending { strong, weak, .. } = ending;
    if strong.pawns != 1 || weak.minors() == 0 {
        return FULL;
    }
    let lead_then = strong.piece_value() - (weak.piece_value() - 3);
    if lead_then <= 3 { OFTEN_WON } else { FULL }
}

/// One extra pawn rarely wins a rook ending with all pawns on one wing.
fn rooks_on_one_wing(ending: &Ending<'_>) -> i32 {
    let Ending {
        board,
        strong,
        weak,
        ..
    } = ending;
    let is_rook_ending = strong.is_rook_alone() && weak.is_rook_alone();
    if is_rook_ending
        && weak.pawns > 0
        && strong.pawns <= weak.pawns + 1
        && on_one_wing(board.by_role(Role::Pawn))
    {
        OFTEN_WON
    } else {
        FULL
    }
}
