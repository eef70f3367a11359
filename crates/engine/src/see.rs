//! Static exchange: who wins material if both sides go on taking on one
//! square.

use arbiter_rules::{Bitboard, Move, Position, Role, Square, attacks};

use crate::saktris;

/// What pieces are worth when they are exchanged, from pawn to king.
pub(crate) const VALUE: [i32; 6] = [100, 330, 340, 520, 1000, 0];

/// Whether a move wins at least this much, if both sides then take on its
/// target as long as that pays.
pub(crate) fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.castling().is_some() || mv.is_pass() {
        return threshold <= 0;
    }
    if let Some(clear) = position.clear(mv) {
        return saktris::gain(position, mv, &clear) >= threshold;
    }
    let (from, to) = (mv.from(), mv.to());
    let board = position.board();
    let captured = if mv.is_en_passant() {
        VALUE[Role::Pawn as usize]
    } else {
        board.role_at(to).map_or(0, |role| VALUE[role as usize])
    };
    let lands_as = mv.promotion().unwrap_or(mv.role());
    let gained = if lands_as == mv.role() {
        0
    } else {
        VALUE[lands_as as usize] - VALUE[Role::Pawn as usize]
    };
    // What we have if the exchange ends here…
    let mut balance = captured + gained - threshold;
    if balance < 0 {
        return false;
    }
    // …and if they take back and we do not.
    balance -= VALUE[lands_as as usize];
    if balance >= 0 {
        return true;
    }

    let mut occupied = board.occupied().without(from).with(to);
    if mv.is_en_passant() {
        occupied = occupied.without(Square::new(to.file(), from.rank()));
    }
    let diagonal = board.by_role(Role::Bishop) | board.by_role(Role::Queen);
    let straight = board.by_role(Role::Rook) | board.by_role(Role::Queen);
    let mut attackers = (board.attackers(to, position.turn(), occupied)
        | board.attackers(to, !position.turn(), occupied))
        & occupied;
    let mut side = !position.turn();
    loop {
        let ours = attackers & board.of(side);
        let Some((role, piece)) = least(position, ours) else {
            break;
        };
        side = !side;
        // A king does not take what is guarded.
        if role == Role::King && (attackers & board.of(side)).any() {
            side = !side;
            break;
        }
        balance = -balance - 1 - VALUE[role as usize];
        if balance >= 0 {
            break;
        }
        occupied = occupied.without(piece);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        attackers &= occupied;
    }
    // He whose turn it is cannot go on, or need not.
    side != position.turn()
}

fn least(position: &Position, attackers: Bitboard) -> Option<(Role, Square)> {
    if attackers.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| {
        let square = (attackers & position.board().by_role(role)).first()?;
        Some((role, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, mv: &str, worth: i32) {
        let position: Position = fen.parse().expect("a legal position");
        let mv = position.read(mv).expect("a legal move");
        assert!(wins_at_least(&position, mv, worth), "{fen} {worth}");
        assert!(
            !wins_at_least(&position, mv, worth + 1),
            "{fen} {worth} + 1"
        );
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let [pawn, knight, bishop, rook, queen, _] = VALUE;
        // Free pawn, guarded pawn, pawn guarded by a pawn.
        check("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", pawn);
        check("3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", pawn - rook);
        check("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
        // A battery behind the capturer, and one behind the defender.
        check("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn);
        // The king takes only what is not guarded.
        check("8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", pawn - rook);
        check("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn);
        // Quiet moves into danger, promotion, en passant.
        check("4k3/2p5/8/8/8/8/3R4/4K3 w - - 0 1", "Rd6", -rook);
        check("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rd6", 0);
        check("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", queen - pawn);
        check(
            "1r5k/P7/8/8/8/8/8/4K3 w - - 0 1",
            "axb8=Q",
            rook + queen - pawn,
        );
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", pawn);
        check("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0);
        check(
            "4k3/8/5n2/3b4/8/2N5/8/4K3 w - - 0 1",
            "Nxd5",
            bishop - knight,
        );
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0);
    }
}
