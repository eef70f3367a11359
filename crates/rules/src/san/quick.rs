//! The strict reader's fast path.
//!
//! It reads the common moves and leaves rare and incorrect ones to
//! `find_thoroughly`, which handles everything and explains errors. Both accept
//! the same texts. The one candidate piece is found by looking back from the target
//! square, and its legality and check mark are tested on the resulting board,
//! without generating any moves.
//!
//! The contents of a text are hard to predict for the processor, so there are few
//! branches here: the role of the piece and the kind of move are data.

use core::hint::select_unpredictable;

use crate::{Bitboard, CastlingSide, File, Move, MoveKind, Position, Rank, Role, Square, attacks};

impl Position {
    /// Finds the move for a text in strict notation, unless it is a rare form. The
    /// check mark is ignored unless `MARKED`.
    // Inlined next to `play` it is a third slower: the compiler then combines two
    // loads of sets that `play` has just stored separately, which stalls.
    #[inline(never)]
    pub(super) fn find_quickly<const MARKED: bool>(&self, text: &[u8]) -> Option<Move> {
        if self.is_saktris() {
            return None;
        }
        let last = *text.last()?;
        let is_marked = last == b'+' || last == b'#';
        let body = &text[..text.len() - usize::from(is_marked)];
        match *body {
            [file, rank] => {
                let mv = self.find_push(square(file, rank)?)?;
                self.finish::<MARKED>(mv, is_marked, last)
            }
            [first, .., file, rank] => match ROLES[usize::from(first)] {
                Some(Role::Pawn) => {
                    let Some(mv) = square(file, rank).and_then(|to| self.find_capture(body, to))
                    else {
                        return if MARKED {
                            None
                        } else {
                            self.find_rare_pawn_move(body)
                        };
                    };
                    self.finish::<MARKED>(mv, is_marked, last)
                }
                Some(role) => {
                    let mv = self.find_piece_move(body, role, square(file, rank)?)?;
                    self.finish::<MARKED>(mv, is_marked, last)
                }
                None => {
                    let mv = self.find_castling_quickly(body)?;
                    let is_right =
                        !MARKED || self.check_mark(mv).as_str().as_bytes() == &text[body.len()..];
                    is_right.then_some(mv)
                }
            },
            _ => None,
        }
    }

    /// Returns the move if it is legal and its check mark is correct.
    #[inline(always)]
    fn finish<const MARKED: bool>(&self, mv: Move, is_marked: bool, last: u8) -> Option<Move> {
        if !self.is_safe(mv.from(), mv.to()) {
            return None;
        }
        if MARKED {
            let gives_check = self.step_gives_check(mv.role(), mv.from(), mv.to());
            if gives_check != is_marked || is_marked && self.mates(mv) != (last == b'#') {
                return None;
            }
        }
        Some(mv)
    }

    #[inline(always)]
    fn find_push(&self, to: Square) -> Option<Move> {
        let us = self.turn;
        let empty = !self.board.occupied();
        let near = (to.bitboard() & empty).forward(!us);
        let third = Bitboard::rank(us.rank(Rank::Third));
        let far = (near & empty & third).forward(!us);
        let from = ((near | far) & self.board.pieces(us, Role::Pawn)).first()?;
        if Bitboard::BACK_RANKS.contains(to) {
            return None;
        }
        let kind = if far.contains(from) {
            MoveKind::DoubleStep
        } else {
            MoveKind::Normal
        };
        Some(Move::new(Role::Pawn, from, to, kind))
    }

    /// Finds a pawn capture that is neither en passant nor a promotion.
    #[inline(always)]
    fn find_capture(&self, body: &[u8], to: Square) -> Option<Move> {
        let [origin, b'x', _, _] = *body else {
            return None;
        };
        let us = self.turn;
        let barred = Bitboard::BACK_RANKS | self.board.pieces(!us, Role::King);
        if !(self.board.of(!us) - barred).contains(to) {
            return None;
        }
        let file = Bitboard::file(File::ALL[usize::from(origin - b'a') % 8]);
        let from = (attacks::pawn(!us, to) & self.board.pieces(us, Role::Pawn) & file).first()?;
        Some(Move::new(Role::Pawn, from, to, MoveKind::Normal))
    }

    /// Finds a promotion or an en-passant capture.
    #[cold]
    #[inline(never)]
    fn find_rare_pawn_move(&self, body: &[u8]) -> Option<Move> {
        let us = self.turn;
        let pawns = self.board.pieces(us, Role::Pawn);
        let from_file = |origin: u8| Some(Bitboard::file(File::from_letter(char::from(origin))?));
        let (from, to, role) = match *body {
            [origin, b'x', file, rank] => {
                let to = square(file, rank).filter(|&to| self.en_passant == Some(to))?;
                let from = (self.capturers(to) & from_file(origin)?).first()?;
                return Some(Move::new(Role::Pawn, from, to, MoveKind::EnPassant));
            }
            [file, rank, b'=', role] => {
                let to = square(file, rank)?;
                let from = (to.bitboard() - self.board.occupied()).forward(!us) & pawns;
                (from, to, role)
            }
            [origin, b'x', file, rank, b'=', role] => {
                let to = square(file, rank)?;
                let targets = self.board.of(!us) - self.board.pieces(!us, Role::King);
                if !targets.contains(to) {
                    return None;
                }
                let from = attacks::pawn(!us, to) & pawns & from_file(origin)?;
                (from, to, role)
            }
            _ => return None,
        };
        let from = from.first()?;
        let role = ROLES[usize::from(role)]?;
        let is_last_rank = Bitboard::rank(us.rank(Rank::Eighth)).contains(to);
        let is_legal = is_last_rank && self.is_safe(from, to);
        let kind = MoveKind::promote(role).filter(|_| is_legal)?;
        Some(Move::new(Role::Pawn, from, to, kind))
    }

    #[inline(always)]
    fn find_piece_move(&self, body: &[u8], role: Role, to: Square) -> Option<Move> {
        let us = self.turn;
        let occupied = self.board.occupied();
        let captures = body[body.len() - 3] == b'x';
        let barred = self.board.of(us) | self.board.pieces(!us, Role::King);
        if barred.contains(to) || occupied.contains(to) != captures {
            return None;
        }
        let pieces = self.board.pieces(us, role) & reach(role, to);
        let from = if body.len() - usize::from(captures) != 3 {
            self.disambiguated(body, in_view(to, pieces, occupied), to)?
        } else if pieces.many() {
            in_view(to, pieces, occupied).single()?
        } else {
            // Only one piece is possible. The processor continues with it while the
            // check for a clear path completes.
            let from = pieces.first()?;
            if attacks::between(to, from).meets(occupied) {
                return None;
            }
            from
        };
        Some(Move::new(role, from, to, MoveKind::Normal))
    }

    /// Returns the piece on the given file or rank, if the other pieces that can
    /// legally move there require exactly this disambiguation.
    #[inline(never)]
    fn disambiguated(&self, body: &[u8], near: Bitboard, to: Square) -> Option<Square> {
        let ([_, origin, _, _] | [_, origin, b'x', _, _]) = *body else {
            return None;
        };
        let origin = char::from(origin);
        if let Some(file) = File::from_letter(origin) {
            let from = (near & Bitboard::file(file)).single()?;
            let rivals = near.without(from);
            return self.any_is_safe(rivals, to).then_some(from);
        }
        let rank = Rank::from_digit(origin)?;
        let from = (near & Bitboard::rank(rank)).single()?;
        let rivals = near.without(from) & Bitboard::file(from.file());
        self.any_is_safe(rivals, to).then_some(from)
    }

    fn any_is_safe(&self, pieces: Bitboard, to: Square) -> bool {
        pieces.iter().any(|from| self.is_safe(from, to))
    }

    /// Finds castling from the starting squares of standard chess, where king and rook
    /// cross only the squares between them and the rook shields nothing.
    #[inline(never)]
    fn find_castling_quickly(&self, body: &[u8]) -> Option<Move> {
        let side = match body {
            b"O-O" => CastlingSide::Short,
            b"O-O-O" => CastlingSide::Long,
            _ => return None,
        };
        let us = self.turn;
        let king = self.board.king(us)?;
        let rook = self.castling.rook(us, side, king)?;
        let to = side.king_target(us);
        let is_standard = king.file() == File::E && matches!(rook.file(), File::A | File::H);
        let is_free = !attacks::between(king, rook).meets(self.board.occupied());
        let king_path = attacks::between(king, to).with(king).with(to);
        if !is_standard || !is_free || king_path.iter().any(|square| !self.is_safe(king, square)) {
            return None;
        }
        Some(Move::new(Role::King, king, to, MoveKind::castle(side)))
    }

    /// Reports whether the king of the side to move is safe after one of its pieces
    /// moves to a square and captures what is on it (R63).
    #[inline(always)]
    pub(super) fn is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let Some(mut king) = self.board.king(us) else {
            return true;
        };
        if king == from {
            king = to;
        }
        let board = &self.board;
        let occupied = board.occupied().without(from).with(to);
        let them = board.of(!us).without(to);
        let near = (reach(Role::Knight, king) & board.by_role(Role::Knight))
            | (reach(Role::King, king) & board.by_role(Role::King))
            | (attacks::pawn(us, king) & board.by_role(Role::Pawn));
        if near.meets(them) {
            return false;
        }
        self.far_attackers(king, them)
            .iter()
            .all(|slider| attacks::between(king, slider).meets(occupied))
    }

    /// Returns those of these sliders that would attack a square on an empty board.
    #[inline(always)]
    fn far_attackers(&self, square: Square, sliders: Bitboard) -> Bitboard {
        let board = &self.board;
        let queens = board.by_role(Role::Queen);
        let straight = reach(Role::Rook, square) & (board.by_role(Role::Rook) | queens);
        let diagonal = reach(Role::Bishop, square) & (board.by_role(Role::Bishop) | queens);
        (straight | diagonal) & sliders
    }

    /// Reports whether a piece gives check by moving from one square to another, if
    /// nothing else changes.
    #[inline(always)]
    pub(super) fn step_gives_check(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.turn;
        let Some(king) = self.board.king(!us) else {
            return false;
        };
        let occupied = self.board.occupied().without(from).with(to);
        let seen = if role == Role::Pawn {
            attacks::pawn(!us, king)
        } else {
            reach(role, king)
        };
        let is_blocked = attacks::between(king, to).meets(occupied);
        let seen = select_unpredictable(is_blocked, Bitboard::EMPTY, seen);
        if seen.contains(to) && role != Role::King {
            return true;
        }
        // The move can open a line only if the piece was in view of the king.
        let is_blocked = attacks::between(king, from).meets(occupied);
        let lines = select_unpredictable(is_blocked, Bitboard::EMPTY, reach(Role::Queen, king));
        lines.contains(from) && self.opens_line(king, from, occupied)
    }

    #[inline(never)]
    fn opens_line(&self, king: Square, from: Square, occupied: Bitboard) -> bool {
        let sliders = self.board.of(self.turn).without(from);
        in_view(king, self.far_attackers(king, sliders), occupied).any()
    }

    /// Reports whether a checking move mates. Most kings can step aside, which is the
    /// quickest test, so it comes first.
    #[inline(never)]
    fn mates(&self, mv: Move) -> bool {
        let (role, kind) = (mv.role(), mv.kind());
        let after = self.advanced(self.turn, role, mv.from(), mv.to(), kind);
        !after.has_flight_square() && !self.after(mv).has_legal_move()
    }

    /// Reports whether the king has a legal move.
    fn has_flight_square(&self) -> bool {
        let us = self.turn;
        let Some(king) = self.board.king(us) else {
            return false;
        };
        let free = attacks::king(king) - self.board.of(us) - self.board.pieces(!us, Role::King);
        free.iter().any(|to| self.is_safe(king, to))
    }
}

/// Returns those of these pieces that have a clear path to a square.
#[inline(always)]
fn in_view(square: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    pieces
        .iter()
        .filter(|&from| !attacks::between(square, from).meets(occupied))
        .collect()
}

/// Returns the squares to which a piece other than a pawn moves on an empty board.
#[inline(always)]
fn reach(role: Role, square: Square) -> Bitboard {
    REACH[role as usize][square as usize]
}

static REACH: [[Bitboard; 64]; 6] = {
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut index = 0;
    while index < 64 * 64 {
        let (from, to) = (Square::ALL[index / 64], Square::ALL[index % 64]);
        let files = (from as u8 % 8).abs_diff(to as u8 % 8);
        let ranks = (from as u8 / 8).abs_diff(to as u8 / 8);
        let is_straight = (files == 0) != (ranks == 0);
        let is_diagonal = files == ranks && files != 0;
        let reaches = [
            false,
            files * ranks == 2,
            is_diagonal,
            is_straight,
            is_straight || is_diagonal,
            from.distance(to) == 1,
        ];
        let mut role = 0;
        while role < 6 {
            if reaches[role] {
                table[role][index / 64] = table[role][index / 64].with(to);
            }
            role += 1;
        }
        index += 1;
    }
    table
};

/// The role for the first byte of a text. A file means a pawn.
static ROLES: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut index = 1;
    while index < 6 {
        table[Role::ALL[index].letter() as usize] = Some(Role::ALL[index]);
        index += 1;
    }
    let mut file = 0;
    while file < 8 {
        table[File::ALL[file].letter() as usize] = Some(Role::Pawn);
        file += 1;
    }
    table
};

#[inline(always)]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file > 7 || rank > 7 {
        return None;
    }
    Some(Square::wrapping(u32::from(rank) * 8 + u32::from(file)))
}
