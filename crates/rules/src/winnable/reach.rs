use crate::{Bitboard, Board, Color, Position, Rank, Role, Square, attacks};

/// Where each piece can ever get to, whoever moves and however often:
/// estimated too high, never too low.
///
/// The sets grow from where the pieces stand until no rule adds a square. Then
/// no game can leave them, by induction: look at the first move that would,
/// and at the position before it, which keeps within the sets; the rules say
/// why the move is not possible there. The idea is from Miguel Ambrona, "A
/// practical algorithm for chess unwinnability" (FUN 2022).
pub(super) struct Reach {
    pub(super) board: Board,
    /// By the square on which a piece stands now: where it can ever stand.
    pub(super) squares: [Bitboard; 64],
    /// Pieces that may be taken some day.
    pub(super) capturable: Bitboard,
    /// Pieces that will never move and never be taken.
    pub(super) fixed: Bitboard,
    /// Pawns that may promote.
    pub(super) promoting: Bitboard,
    /// By color: squares that its pieces other than the king can ever be on.
    visits: [Bitboard; 2],
    /// By color: squares that it attacks whatever happens.
    attacked: [Bitboard; 2],
    /// By color: squares that its pawns and knights attack whatever happens.
    guarded: [Bitboard; 2],
    /// Squares on which anything can ever stand.
    occupiable: Bitboard,
    winner: Color,
}

impl Reach {
    /// The sets, or `None` as soon as a pawn of `winner` may promote: then
    /// there is nothing to be proved in this way. The same holds where a
    /// capture in passing or castling is at hand: the rules here leave them
    /// out, and the search has only to make one move to get past them.
    pub(super) fn of(position: &Position, winner: Color) -> Option<Reach> {
        if position.legal_en_passant().is_some() || position.castling().rooks().any() {
            return None;
        }
        let board = *position.board();
        let mut reach = Reach {
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
            reach.squares[square as usize] = square.bitboard();
        }
        reach.update_attacked();
        while reach.grow() {
            if reach.promoting.meets(board.of(winner)) {
                return None;
            }
        }
        Some(reach)
    }

    /// Where the piece that stands on this square can ever get to.
    pub(super) fn from(&self, square: Square) -> Bitboard {
        self.squares[square as usize]
    }

    /// One round of all rules for all pieces; whether anything changed.
    fn grow(&mut self) -> bool {
        let mut grown = false;
        for (square, piece) in self.board.iter() {
            let mut reached = self.from(square);
            let confined = self.confined() - square.bitboard();
            let own_fixed =
                self.fixed & (self.board.of(piece.color) | self.board.by_role(Role::King));
            for from in self.from(square) {
                let mut targets = match piece.role {
                    Role::Pawn => self.pawn_targets(piece.color, square, from),
                    role => attacks::by(role, piece.color, from, self.fixed),
                } - own_fixed
                    - reached;
                if piece.role == Role::King {
                    targets = targets - self.attacked[!piece.color as usize];
                }
                for to in targets {
                    let is_pointless = match piece.role {
                        Role::King => self.ends_game(piece.color, square, from, to),
                        _ => piece.color != self.winner && self.mates(square, to),
                    };
                    if !is_pointless && !self.is_way_barred(confined, square, from, to) {
                        reached = reached.with(to);
                    }
                }
            }
            if piece.role == Role::Pawn && reached.meets(Bitboard::BACK_RANKS) {
                // What it becomes may go anywhere it is not kept out of.
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

    /// Where a pawn that came from `origin` may go from `from`.
    fn pawn_targets(&self, color: Color, origin: Square, from: Square) -> Bitboard {
        let captures = attacks::pawn(color, from) & self.visits[!color as usize];
        let mut push = from.bitboard().forward(color) - self.fixed;
        // Two pawns that stay on their file do not pass each other.
        if let Some(to) = push.first() {
            let file = Bitboard::file(origin.file());
            let stays = |square: Square| !(self.from(square) - file).any();
            let rivals = self.board.pieces(!color, Role::Pawn) & (file - self.capturable);
            if stays(origin) && rivals.contains(to) && ahead(color, origin, to) && stays(to) {
                push = Bitboard::EMPTY;
            }
        }
        captures | push
    }

    /// Pieces that will never be taken and have few squares: what may stand
    /// in somebody's way for good.
    fn confined(&self) -> Bitboard {
        (self.board.occupied() - self.capturable)
            .iter()
            .filter(|&square| self.from(square).count() <= 8)
            .collect()
    }

    /// Whether some piece has no other place than in the way of this move:
    /// then it is in the way whenever the move is tried.
    fn is_way_barred(&self, confined: Bitboard, origin: Square, from: Square, to: Square) -> bool {
        let Some(piece) = self.board.piece_at(origin) else {
            return true;
        };
        let way = attacks::between(from, to).with(from);
        let is_push = piece.role == Role::Pawn && from.file() == to.file();
        let uncapturable = self.board.of(piece.color) | self.board.by_role(Role::King);
        confined.iter().any(|other| {
            let bars_landing = is_push || uncapturable.contains(other);
            let way = if bars_landing { way.with(to) } else { way };
            (self.from(other) - way).is_empty()
        })
    }

    /// Whether this step of a king leaves the other side without a move, and
    /// so ends the game without the mate that is asked for.
    ///
    /// The king that steps has left his set, so what he kept in place there is
    /// not relied on: the other king's squares are looked at one by one.
    fn ends_game(&self, color: Color, origin: Square, from: Square, to: Square) -> bool {
        let Some(other_king) = self.board.king(!color) else {
            return false;
        };
        let near = attacks::king(to).with(to);
        let stands = self.from(other_king) - near;
        if stands.count() > 3 {
            return false;
        }
        let fixed = self.fixed.without(origin);
        let theirs = self.board.of(!color);
        let are_others_stuck = theirs
            .without(other_king)
            .iter()
            .all(|square| self.from(square) == square.bitboard() && self.is_stuck(square, fixed));
        are_others_stuck
            && stands.iter().all(|stand| {
                let steps = attacks::king(stand) - near - self.guarded[color as usize];
                (steps - (fixed & theirs)).is_empty()
                    && !(color == self.winner && self.may_uncover(color, from, stand))
            })
    }

    /// Whether the loser's piece from `origin` mates if it lands on `to`, which
    /// is the end of the game and not the one that is asked for.
    ///
    /// The piece has left its set, so all that is said about it elsewhere is
    /// not relied on.
    fn mates(&self, origin: Square, to: Square) -> bool {
        let Some(king) = self.board.king(self.winner) else {
            return false;
        };
        let Some(piece) = self.board.piece_at(origin) else {
            return false;
        };
        // A pawn may step over the square, and what promotes attacks more.
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
        // Nobody can take the piece or step in between, not even through the
        // square it has left.
        let ours = self.board.of(self.winner).without(king);
        let way = attacks::between(to, king).with(to);
        let fixed = self.fixed.without(origin);
        let may_parry = |square: Square| {
            self.promoting.contains(square)
                || self
                    .from(square)
                    .iter()
                    .any(|from| self.moves(square, from, fixed).meets(way))
        };
        if ours.iter().any(may_parry) {
            return false;
        }
        // The king can neither take the piece nor step aside.
        let mut steps = attacks::king(king) - (self.fixed & ours) - attacked;
        let keepers = self.board.of(piece.color) - self.capturable - self.promoting;
        for keeper in keepers.without(origin) {
            steps = steps - self.attacks_for_good(keeper, occupied);
        }
        steps.is_empty()
    }

    /// Whether a piece other than a king has no move if only these fixed
    /// pieces are in its way.
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

    /// Whether a king that leaves `from` may uncover a check on `target`.
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
                self.from(slider).iter().any(|square| {
                    let way = attacks::between(square, target);
                    way.contains(from) && !way.without(from).meets(self.fixed)
                })
            })
    }

    fn update_capturable(&mut self) -> bool {
        let mut capturable = self.capturable;
        for (square, piece) in self.board.iter() {
            let takes = self.takes(square);
            let victims = self.board.of(!piece.color) - self.board.by_role(Role::King) - capturable;
            for victim in victims {
                if self.from(victim).meets(takes) {
                    capturable = capturable.with(victim);
                }
            }
        }
        let changed = capturable != self.capturable;
        self.capturable = capturable;
        changed
    }

    /// Where the piece that came from `origin` may go from `from`, past these
    /// fixed pieces, if there is anything to take.
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

    /// Where the piece from this square may ever take.
    fn takes(&self, origin: Square) -> Bitboard {
        match self.board.piece_at(origin) {
            Some(piece) if piece.role == Role::Pawn && !self.promoting.contains(origin) => self
                .from(origin)
                .iter()
                .fold(Bitboard::EMPTY, |takes, from| {
                    takes | attacks::pawn(piece.color, from)
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

    /// A square is attacked for good if a piece that cannot be taken attacks
    /// it from wherever it may be, past all that may ever stand in between.
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
            let attacked = self.attacks_for_good(square, self.occupiable);
            self.attacked[piece.color as usize] |= attacked;
            if matches!(piece.role, Role::Pawn | Role::Knight) {
                self.guarded[piece.color as usize] |= attacked;
            }
        }
    }

    /// What a piece attacks from wherever it may be.
    fn attacks_for_good(&self, origin: Square, occupied: Bitboard) -> Bitboard {
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

/// Whether a pawn of this color on `from` has `to` before it.
fn ahead(color: Color, from: Square, to: Square) -> bool {
    match color {
        Color::White => to as u8 > from as u8,
        Color::Black => (to as u8) < from as u8,
    }
}
