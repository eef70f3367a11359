use crate::{Bitboard, Color, File, Move, Position, Rank, Role, Square, attacks, safety::Safety};

/// Estimates which moves bring a helpmate closer. This affects only the order of
/// the search, not its result.
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

    /// Returns the cost of a move: 0 if it makes progress, more if it sets the
    /// winner back.
    pub(super) fn cost(&self, position: &Position, mv: Move) -> usize {
        let takes = position.captured(mv).is_some();
        let approaches = |role| {
            mv.role() == role && mv.to().distance(self.corner) < mv.from().distance(self.corner)
        };
        if position.turn() == self.winner {
            let is_progress = takes
                || mv.role() == Role::Pawn
                || approaches(Role::King)
                || approaches(Role::Knight);
            usize::from(!is_progress)
        } else if approaches(Role::King) {
            0
        } else if takes {
            4
        } else {
            1
        }
    }
}

/// Estimates the distance to mate in three ways: by how free the king is and how
/// close a check is; by how close the kings are to each other and to the edge;
/// and by how close the pieces are to a corner in which the loser's own pieces
/// block its king. The weights were tuned to settle hard positions quickly.
pub(super) fn distances(position: &Position, winner: Color) -> [usize; 3] {
    let board = position.board();
    let (Some(king), Some(our_king)) = (board.king(!winner), board.king(winner)) else {
        return [0; 3];
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
    let mut near = 0;
    if heavy.is_empty() {
        let far = |square: Square| (square.distance(king) as usize).saturating_sub(2);
        let knights = board.pieces(winner, Role::Knight);
        near = far(our_king) + knights.iter().map(far).sum::<usize>();
    }
    let net =
        flights * 2 + edge * 2 + promotion + near + 2 * check_distance(position, winner, king);
    let chase = flights + kings * 2 + edge * 2 + promotion * 2 + board.of(!winner).count() as usize;
    let corner = corner_distance(position, winner, king, our_king) + promotion + flights;
    [net, chase, corner]
}

/// Returns how far the kings, two blockers and a knight are from the corner that
/// suits them best. Bishops that are all on one color mate in corners of that
/// color, with the blockers on the other.
fn corner_distance(position: &Position, winner: Color, king: Square, our_king: Square) -> usize {
    let board = position.board();
    let bishops = board.pieces(winner, Role::Bishop);
    let theirs = board.of(!winner);
    let mut corners: Bitboard = [Square::A1, Square::H1, Square::A8, Square::H8].into();
    if board.straight_sliders(winner).is_empty() && board.pieces(winner, Role::Knight).is_empty() {
        if !bishops.meets(Bitboard::LIGHT) && bishops.any() {
            corners &= Bitboard::DARK;
        }
        if !bishops.meets(Bitboard::DARK) && bishops.any() {
            corners &= Bitboard::LIGHT;
        }
    }
    let mut best = usize::MAX;
    for corner in corners {
        let beside = if corner.is_light() {
            Bitboard::DARK
        } else {
            Bitboard::LIGHT
        };
        let mut blockers = theirs
            & (board.by_role(Role::Knight) | board.by_role(Role::Pawn) | board.by_role(Role::Rook));
        blockers |= theirs & board.by_role(Role::Bishop) & beside;
        let mut near = [6, 6];
        for blocker in blockers {
            let distance = blocker.distance(corner) as usize;
            if distance < near[0] {
                near = [distance, near[0]];
            } else if distance < near[1] {
                near[1] = distance;
            }
        }
        let knights = board
            .pieces(winner, Role::Knight)
            .iter()
            .map(|knight| knight.distance(corner) as usize)
            .min()
            .unwrap_or(0);
        let distance = 3 * king.distance(corner) as usize
            + 2 * (our_king.distance(corner) as usize).max(2)
            + near[0]
            + near[1]
            + knights;
        best = best.min(distance);
    }
    best
}

/// Returns the number of steps to the nearest edge of the board.
fn edge_distance(square: Square) -> usize {
    let file = square.file() as usize;
    let rank = square.rank() as usize;
    file.min(7 - file).min(rank).min(7 - rank)
}

/// Returns how many moves the winner needs to attack the king: 0 to 2, or 3 if it
/// has no piece for it.
fn check_distance(position: &Position, winner: Color, king: Square) -> usize {
    let board = position.board();
    let occupied = board.occupied();
    let mut distance = 3;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let pieces = board.pieces(winner, role);
        if pieces.is_empty() {
            continue;
        }
        let zone = attacks::by(role, winner, king, occupied);
        if zone.meets(pieces) {
            return 0;
        }
        let landing = !board.of(winner);
        let mut second = Bitboard::EMPTY;
        for square in zone & landing {
            second |= attacks::by(role, winner, square, occupied);
        }
        if second.meets(pieces) {
            distance = 1;
        } else {
            distance = distance.min(2);
        }
    }
    distance
}
