use crate::{Bitboard, Color, File, Move, Position, Rank, Role, Square, attacks, safety::Safety};

/// Which moves bring a helpmate nearer. It only decides what is looked at
/// first.
pub(super) struct Progress {
    winner: Color,
    /// The corner in which the loser's king is easiest to mate.
    corner: Square,
}

impl Progress {
    pub(super) fn of(position: &Position, winner: Color) -> Progress {
        let board = position.board();
        let ours = board.pieces(winner, Role::Bishop);
        let theirs = board.pieces(!winner, Role::Bishop);
        let dark = ours.meets(Bitboard::DARK) || ours.is_empty() && theirs.meets(Bitboard::LIGHT);
        let rank = winner.rank(Rank::Eighth);
        // h8 is dark, a8 is light; for Black a1 is dark and h1 light.
        let on_right = dark == (winner == Color::White);
        let file = if on_right { File::H } else { File::A };
        Progress {
            winner,
            corner: Square::new(file, rank),
        }
    }

    /// What a move costs: nothing if it makes progress, more if it spoils.
    pub(super) fn cost(&self, position: &Position, mv: Move) -> usize {
        let takes = position.captured(mv).is_some();
        let nears = |role| {
            mv.role() == role && mv.to().distance(self.corner) < mv.from().distance(self.corner)
        };
        if position.turn() == self.winner {
            let is_progress =
                takes || mv.role() == Role::Pawn || nears(Role::King) || nears(Role::Knight);
            usize::from(!is_progress)
        } else if nears(Role::King) {
            0
        } else if takes || mv.role() == Role::Pawn {
            4
        } else {
            1
        }
    }
}

/// How far a position looks from mate.
pub(super) fn distances(position: &Position, winner: Color) -> [usize; 2] {
    let board = position.board();
    let (Some(king), Some(our_king)) = (board.king(!winner), board.king(winner)) else {
        return [0; 2];
    };
    let danger = Safety::danger(position, !winner, king);
    let flights = attacks::king(king) - board.of(!winner) - danger;
    let flights = flights.count() as usize;
    let heavy = board.straight_sliders(winner);
    let pawns = board.pieces(winner, Role::Pawn);
    let edge = edge_distance(king);
    let kings = king.distance(our_king) as usize;
    let mut promotion = 12;
    for pawn in pawns {
        let rank = winner.rank(pawn.rank()) as usize;
        let ahead = pawn.bitboard().forward(winner);
        let blocked = if board.occupied().meets(ahead) { 3 } else { 0 };
        promotion = promotion.min((7 - rank) * 2 + blocked);
    }
    if heavy.any() {
        promotion = 0;
    }
    let net = flights * 2 + edge * 2 + promotion;
    let chase = flights + kings * 2 + edge * 2 + promotion * 2 + board.of(!winner).count() as usize;
    [net, chase]
}

fn edge_distance(square: Square) -> usize {
    let file = square.file() as usize;
    let rank = square.rank() as usize;
    file.min(7 - file).min(rank).min(7 - rank)
}
