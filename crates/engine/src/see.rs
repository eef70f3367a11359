//! Static exchange evaluation: the material won or lost if both sides keep
//! capturing on one square.

use arbiter_rules::{Bitboard, Move, Position, Role, Square, attacks};

use crate::{piece_value::PIECE_VALUE, saktris};

/// Reports whether a move wins at least this much, in centipawns, if both sides
/// then capture on its target square as long as that pays.
#[must_use]
pub fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.castling().is_some() || mv.is_pass() {
        return threshold <= 0;
    }
    if let Some(clear) = position.clear(mv) {
        return saktris::gain(position, mv, &clear) >= threshold;
    }
    let (from, to) = (mv.from(), mv.to());
    let board = position.board();
    let captured = if mv.is_en_passant() {
        PIECE_VALUE[Role::Pawn as usize]
    } else {
        board
            .role_at(to)
            .map_or(0, |role| PIECE_VALUE[role as usize])
    };
    let role_after = mv.promotion().unwrap_or(mv.role());
    let promotion_gain = if role_after == mv.role() {
        0
    } else {
        PIECE_VALUE[role_after as usize] - PIECE_VALUE[Role::Pawn as usize]
    };
    // The balance if the exchange ends here…
    let mut balance = captured + promotion_gain - threshold;
    if balance < 0 {
        return false;
    }
    // …and if the opponent recaptures and the exchange ends there.
    balance -= PIECE_VALUE[role_after as usize];
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
        let Some((role, piece)) = least_valuable(position, ours) else {
            break;
        };
        side = !side;
        // A king cannot capture a defended piece.
        if role == Role::King && (attackers & board.of(side)).any() {
            side = !side;
            break;
        }
        balance = -balance - 1 - PIECE_VALUE[role as usize];
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
    // The side to capture cannot continue, or need not.
    side != position.turn()
}

fn least_valuable(position: &Position, attackers: Bitboard) -> Option<(Role, Square)> {
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
    fn check(fen: &str, mv: &str, gain: i32) {
        let position: Position = fen.parse().expect("a legal position");
        let mv = position.read(mv).expect("a legal move");
        assert!(wins_at_least(&position, mv, gain), "{fen} {gain}");
        assert!(!wins_at_least(&position, mv, gain + 1), "{fen} {gain} + 1");
    }

    #[test]
    fn exchanges_are_evaluated_to_their_end() {
        let [pawn, knight, bishop, rook, queen, _] = PIECE_VALUE;
        // An undefended pawn, a defended one, and one defended by a pawn.
        check("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", pawn);
        check("3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", pawn - rook);
        check("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
        // A battery behind the attacker, and one behind the defender.
        check("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn - rook);
        check("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", pawn);
        // The king captures only undefended pieces.
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
