use super::work_budget::WorkBudget;
use crate::{Bitboard, Board, Color, Position, Rank, Role, Square, attacks};

/// A piece that can reach at most this many squares is tried as a permanent
/// blocker.
const MAX_CONFINED_SQUARES: u32 = 8;

/// A king that can be on more squares than this is not tested for being without
/// moves.
const MAX_KING_STATIONS: u32 = 3;

/// The work units of applying the rules to one piece, without its squares.
const PIECE_UNITS: u64 = 3;

/// The squares that each piece can ever reach by any series of moves: an upper
/// bound, never too small.
///
/// Each set starts with the current square of its piece and grows until no rule
/// adds another square. No game can then leave the sets. The proof is by
/// induction: consider the first move that would leave them, and the position
/// before it, which is still within the sets; the rules say why the move is
/// impossible there. The idea is from Miguel Ambrona, "A practical algorithm for
/// chess unwinnability" (FUN 2022).
pub(super) struct ReachableSquares<'a> {
    pub(super) budget: &'a WorkBudget,
    pub(super) board: Board,
    /// The squares a piece can ever reach, by its current square.
    pub(super) squares: [Bitboard; 64],
    /// Pieces that may be captured at some point.
    pub(super) capturable: Bitboard,
    /// Pieces that can never move and never be captured.
    pub(super) fixed: Bitboard,
    /// Pawns that may promote.
    pub(super) promoting: Bitboard,
    /// By color: the squares its pieces other than the king can ever be on.
    visits: [Bitboard; 2],
    /// By color: the squares it attacks in every reachable position.
    attacked: [Bitboard; 2],
    /// By color: the squares its pawns and knights attack in every reachable
    /// position.
    guarded: [Bitboard; 2],
    /// The squares any piece can ever be on.
    occupiable: Bitboard,
    winner: Color,
}

impl ReachableSquares<'_> {
    /// Computes the sets, or returns `None` if a pawn of `winner` may promote,
    /// because then nothing can be proved this way. It also returns `None` where an
    /// en-passant capture or a castling right is left, which the rules here do not
    /// cover. The search soon gets past such positions. Finally, it returns `None` if
    /// the budget is spent.
    pub(super) fn of<'a>(
        position: &Position,
        winner: Color,
        budget: &'a WorkBudget,
    ) -> Option<ReachableSquares<'a>> {
        if position.legal_en_passant().is_some() || position.castling().rooks().any() {
            return None;
        }
        let board = *position.board();
        let mut reachable = ReachableSquares {
            budget,
            board,
            squares: [Bitboard::EMPTY; 64],
            capturable: Bitboard::EMPTY,
            fixed: board.occupied(),
            promoting: Bitboard::EMPTY,
            visits: Color::ALL.map(|color| board.of(color) - board.by_role(Role::King)),
            attacked: [Bitboard::EMPTY; 2],
            guarded: [Bitboard::EMPTY; 2],
            occupiable: board.occupied(),
            winner,
        };
        for square in board.occupied() {
            reachable.squares[square as usize] = square.bitboard();
        }
        reachable.update_attacked();
        while reachable.grow() {
            if reachable.promoting.meets(board.of(winner)) {
                return None;
            }
        }
        (!budget.is_spent()).then_some(reachable)
    }

    /// Returns the squares that the piece on this square can ever reach.
    pub(super) fn from(&self, square: Square) -> Bitboard {
        self.squares[square as usize]
    }

    /// Applies all rules to all pieces once, and reports whether a set grew. Stops if
    /// the budget is spent.
    fn grow(&mut self) -> bool {
        let mut grown = false;
        // A piece that leaves this set during the loop bars no path.
        let all_confined = self.confined();
        for (square, piece) in self.board.iter() {
            self.budget.take(PIECE_UNITS);
            let mut reached = self.from(square);
            let confined = all_confined.without(square);
            let barred_units = 3 + u64::from(confined.count() / 4);
            let own_fixed =
                self.fixed & (self.board.of(piece.color) | self.board.by_role(Role::King));
            for from in self.from(square) {
                self.budget.take(1);
                let mut targets = match piece.role {
                    Role::Pawn => self.pawn_targets(piece.color, square, from),
                    role => attacks::by(role, piece.color, from, self.fixed),
                } - own_fixed
                    - reached;
                if piece.role == Role::King {
                    targets = targets - self.attacked[!piece.color as usize];
                }
                for to in targets {
                    if !self.budget.take(barred_units) {
                        return false;
                    }
                    let ends_game = match piece.role {
                        Role::King => self.king_step_ends_game(piece.color, square, from, to),
                        _ => piece.color != self.winner && self.loser_mates(square, to),
                    };
                    if !ends_game && !self.is_path_barred(confined, square, from, to) {
                        reached = reached.with(to);
                    }
                }
            }
            if piece.role == Role::Pawn && reached.meets(Bitboard::BACK_RANKS) {
                // The promoted piece may go anywhere except onto fixed pieces of its
                // own side and kings.
                self.promoting = self.promoting.with(square);
                reached |= !own_fixed;
            }
            if reached != self.from(square) {
                grown = true;
                self.squares[square as usize] = reached;
                if piece.role != Role::King {
                    self.visits[piece.color as usize] |= reached;
                }
            }
        }
        if self.update_capturable() {
            grown = true;
        }
        if grown {
            self.update_fixed();
            self.update_attacked();
        }
        grown
    }

    /// Returns the squares to which the pawn that is now on `origin` may move from
    /// `from`.
    fn pawn_targets(&self, color: Color, origin: Square, from: Square) -> Bitboard {
        let captures = attacks::pawn(color, from) & self.visits[!color as usize];
        let mut push = from.bitboard().forward(color) - self.fixed;
        // Two opposing pawns that never leave their file cannot pass each other.
        if let Some(to) = push.first() {
            let file = Bitboard::file(origin.file());
            let stays = |square: Square| !(self.from(square) - file).any();
            let rivals = self.board.pieces(!color, Role::Pawn) & (file - self.capturable);
            if stays(origin) && rivals.contains(to) && is_ahead(color, origin, to) && stays(to) {
                push = Bitboard::EMPTY;
            }
        }
        captures | push
    }

    /// Returns the pieces that are never captured and can reach only a few squares:
    /// those that may permanently block others.
    fn confined(&self) -> Bitboard {
        (self.board.occupied() - self.capturable)
            .iter()
            .filter(|&square| self.from(square).count() <= MAX_CONFINED_SQUARES)
            .collect()
    }

    /// Reports whether all squares that some confined piece can reach are in the
    /// way of this move, so that the piece always blocks it.
    fn is_path_barred(&self, confined: Bitboard, origin: Square, from: Square, to: Square) -> bool {
        let Some(piece) = self.board.piece_at(origin) else {
            return true;
        };
        let path = attacks::between(from, to).with(from);
        let is_push = piece.role == Role::Pawn && from.file() == to.file();
        let uncapturable = self.board.of(piece.color) | self.board.by_role(Role::King);
        confined.iter().any(|other| {
            let bars_landing = is_push || uncapturable.contains(other);
            let path = if bars_landing { path.with(to) } else { path };
            (self.from(other) - path).is_empty()
        })
    }

    /// Reports whether this king move leaves the other side without a legal move
    /// and so ends the game, but not with a mate by `winner`.
    ///
    /// The king has left its set with this move, so nothing may be concluded from
    /// that set. The squares of the other king are checked one by one.
    fn king_step_ends_game(&self, color: Color, origin: Square, from: Square, to: Square) -> bool {
        let Some(other_king) = self.board.king(!color) else {
            return false;
        };
        let near = attacks::king(to).with(to);
        let stations = self.from(other_king) - near;
        if stations.count() > MAX_KING_STATIONS {
            return false;
        }
        self.budget.take(2);
        let fixed = self.fixed.without(origin);
        let theirs = self.board.of(!color);
        let are_others_stuck = theirs
            .without(other_king)
            .iter()
            .all(|square| self.from(square) == square.bitboard() && self.is_stuck(square, fixed));
        are_others_stuck
            && stations.iter().all(|station| {
                let steps = attacks::king(station) - near - self.guarded[color as usize];
                (steps - (fixed & theirs)).is_empty()
                    && !(color == self.winner && self.may_uncover(color, from, station))
            })
    }

    /// Reports whether the loser's piece from `origin` mates on `to`, which ends the
    /// game, but not with a mate by `winner`.
    ///
    /// The piece has left its set with this move, so nothing may be concluded from
    /// that set.
    fn loser_mates(&self, origin: Square, to: Square) -> bool {
        let Some(king) = self.board.king(self.winner) else {
            return false;
        };
        let Some(piece) = self.board.piece_at(origin) else {
            return false;
        };
        // A double step may skip the square, and a promoted piece attacks more.
        let is_special = piece.role == Role::Pawn
            && (Bitboard::BACK_RANKS.contains(to)
                || origin.rank() == piece.color.rank(Rank::Second)
                || self.promoting.contains(origin));
        if self.from(king) != king.bitboard() || is_special {
            return false;
        }
        let occupied = self.occupiable.with(to);
        let attacked = attacks::by(piece.role, piece.color, to, occupied);
        if !attacked.contains(king) {
            return false;
        }
        // No piece can capture the checking piece or interpose, not even across the
        // square it left.
        let ours = self.board.of(self.winner).without(king);
        let path = attacks::between(to, king).with(to);
        let fixed = self.fixed.without(origin);
        self.budget.take(2);
        let may_parry = |square: Square| {
            self.budget.take(u64::from(self.from(square).count()));
            self.promoting.contains(square)
                || self
                    .from(square)
                    .iter()
                    .any(|from| self.moves(square, from, fixed).meets(path))
        };
        if ours.iter().any(may_parry) {
            return false;
        }
        // The king can neither capture the piece nor move away.
        let mut steps = attacks::king(king) - (self.fixed & ours) - attacked;
        let guards = self.board.of(piece.color) - self.capturable - self.promoting;
        for guard in guards.without(origin) {
            steps = steps - self.permanent_attacks(guard, occupied);
        }
        steps.is_empty()
    }

    /// Reports whether a piece other than a king has no move if only these fixed
    /// pieces can block it.
    fn is_stuck(&self, square: Square, fixed: Bitboard) -> bool {
        let Some(piece) = self.board.piece_at(square) else {
            return true;
        };
        let targets = if piece.role == Role::Pawn {
            let push = square.bitboard().forward(piece.color) - fixed;
            push | (attacks::pawn(piece.color, square) & self.visits[!piece.color as usize])
        } else {
            attacks::by(piece.role, piece.color, square, fixed)
                - (fixed & self.board.of(piece.color))
        };
        targets.is_empty()
    }

    /// Reports whether a king that leaves `from` may give a discovered check on
    /// `target`.
    fn may_uncover(&self, color: Color, from: Square, target: Square) -> bool {
        let is_straight = target.file() == from.file() || target.rank() == from.rank();
        let sliders = if is_straight {
            self.board.straight_sliders(color)
        } else {
            self.board.diagonal_sliders(color)
        };
        (sliders | (self.promoting & self.board.of(color)))
            .iter()
            .any(|slider| {
                self.budget.take(u64::from(self.from(slider).count()));
                self.from(slider).iter().any(|square| {
                    let path = attacks::between(square, target);
                    path.contains(from) && !path.without(from).meets(self.fixed)
                })
            })
    }

    /// Adds the pieces that can be captured, and reports whether there are new ones.
    fn update_capturable(&mut self) -> bool {
        let mut capturable = self.capturable;
        for (square, piece) in self.board.iter() {
            self.budget.take(2);
            let capture_squares = self.capture_squares(square);
            let victims = self.board.of(!piece.color) - self.board.by_role(Role::King) - capturable;
            for victim in victims {
                if self.from(victim).meets(capture_squares) {
                    capturable = capturable.with(victim);
                }
            }
        }
        let changed = capturable != self.capturable;
        self.capturable = capturable;
        changed
    }

    /// Returns the squares to which the piece that is now on `origin` may move from
    /// `from`, assuming that there is something to capture and only these fixed
    /// pieces can block it.
    fn moves(&self, origin: Square, from: Square, fixed: Bitboard) -> Bitboard {
        match self.board.piece_at(origin) {
            Some(piece) if piece.role == Role::Pawn => {
                let step = from.bitboard().forward(piece.color);
                attacks::pawn(piece.color, from) | step | step.forward(piece.color)
            }
            Some(piece) => attacks::by(piece.role, piece.color, from, fixed),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the squares on which the piece that is now on `origin` can ever
    /// capture.
    fn capture_squares(&self, origin: Square) -> Bitboard {
        match self.board.piece_at(origin) {
            Some(piece) if piece.role == Role::Pawn && !self.promoting.contains(origin) => self
                .from(origin)
                .iter()
                .fold(Bitboard::EMPTY, |squares, from| {
                    squares | attacks::pawn(piece.color, from)
                }),
            _ => self.from(origin),
        }
    }

    fn update_fixed(&mut self) {
        self.fixed = (self.board.occupied() - self.capturable)
            .iter()
            .filter(|&square| self.from(square) == square.bitboard())
            .collect();
    }

    /// Updates the squares that are attacked permanently: those that a piece that
    /// cannot be captured attacks from every square it can reach, whatever pieces
    /// may be in between.
    fn update_attacked(&mut self) {
        self.occupiable = self
            .board
            .occupied()
            .iter()
            .fold(Bitboard::EMPTY, |all, square| all | self.from(square));
        self.attacked = [Bitboard::EMPTY; 2];
        self.guarded = [Bitboard::EMPTY; 2];
        for square in self.board.occupied() - self.capturable - self.promoting {
            let Some(piece) = self.board.piece_at(square) else {
                continue;
            };
            self.budget.take(1);
            let attacked = self.permanent_attacks(square, self.occupiable);
            self.attacked[piece.color as usize] |= attacked;
            if matches!(piece.role, Role::Pawn | Role::Knight) {
                self.guarded[piece.color as usize] |= attacked;
            }
        }
    }

    /// Returns the squares that a piece attacks from every square it can reach.
    fn permanent_attacks(&self, origin: Square, occupied: Bitboard) -> Bitboard {
        let Some(piece) = self.board.piece_at(origin) else {
            return Bitboard::EMPTY;
        };
        let mut attacked = Bitboard::FULL;
        for from in self.from(origin) {
            attacked &= attacks::by(piece.role, piece.color, from, occupied);
            if attacked.is_empty() {
                break;
            }
        }
        attacked
    }
}

/// Reports whether `to` is in front of a pawn of this color on `from`.
fn is_ahead(color: Color, from: Square, to: Square) -> bool {
    match color {
        Color::White => to as u8 > from as u8,
        Color::Black => (to as u8) < from as u8,
    }
}
