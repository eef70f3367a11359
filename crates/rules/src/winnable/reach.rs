use crate::{Bitboard, Board, Color, Position, Role, Square, attacks};

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
                    if !self.is_way_barred(confined, square, from, to) {
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

    fn update_capturable(&mut self) -> bool {
        let mut capturable = self.capturable;
        for (square, piece) in self.board.iter() {
            let is_pawn = piece.role == Role::Pawn && !self.promoting.contains(square);
            let takes = if is_pawn {
                self.from(square)
                    .iter()
                    .fold(Bitboard::EMPTY, |takes, from| {
                        takes | attacks::pawn(piece.color, from)
                    })
            } else {
                self.from(square)
            };
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

    fn update_fixed(&mut self) {
        self.fixed = (self.board.occupied() - self.capturable)
            .iter()
            .filter(|&square| self.from(square) == square.bitboard())
            .collect();
    }

    /// A square is attacked for good if a piece that cannot be taken attacks
    /// it from wherever it may be, past all that may ever stand in between.
    fn update_attacked(&mut self) {
        let occupied = self
            .board
            .occupied()
            .iter()
            .fold(Bitboard::EMPTY, |all, square| all | self.from(square));
        self.attacked = [Bitboard::EMPTY; 2];
        for square in self.board.occupied() - self.capturable - self.promoting {
            let Some(piece) = self.board.piece_at(square) else {
                continue;
            };
            let mut attacked = Bitboard::FULL;
            for from in self.from(square) {
                attacked &= attacks::by(piece.role, piece.color, from, occupied);
                if attacked.is_empty() {
                    break;
                }
            }
            self.attacked[piece.color as usize] |= attacked;
        }
    }
}

/// Whether a pawn of this color on `from` has `to` before it.
fn ahead(color: Color, from: Square, to: Square) -> bool {
    match color {
        Color::White => to as u8 > from as u8,
        Color::Black => (to as u8) < from as u8,
    }
}
