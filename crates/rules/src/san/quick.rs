//! The strict reader's fast path.
//!
//! It takes the moves of which games consist and leaves the rare and the
//! wrong to `find_thoroughly`, which knows everything and says what is wrong.
//! What it takes is exactly what that would take: the one candidate is found
//! by looking back from the target, and its legality and its check mark are
//! tested on the board that results, without listing any moves.
//!
//! What a text holds is hard to foresee for the processor, so there are few
//! branches here: that a piece is a queen or takes something is data.

use core::hint::select_unpredictable;

use crate::{Bitboard, CastlingSide, File, Move, MoveKind, Position, Rank, Role, Square, attacks};

impl Position {
    /// The move of a strict text, unless it needs a closer look. Without
    /// `MARKED` its check mark is not looked at.
    // Inlined beside `play`, it is a third slower: the compiler then reads two
    // sets at once that `play` has just written one by one, and waits.
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

    /// The move, if it is legal and its check mark is right.
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

    /// A pawn that takes on a square; neither in passing nor to be promoted.
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

    /// A promotion, or a capture in passing.
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
            self.told_apart(body, in_view(to, pieces, occupied), to)?
        } else if pieces.many() {
            in_view(to, pieces, occupied).single()?
        } else {
            // The only piece that can be meant: whether its way is free is
            // looked up while the processor goes on with it.
            let from = pieces.first()?;
            if attacks::between(to, from).meets(occupied) {
                return None;
            }
            from
        };
        Some(Move::new(role, from, to, MoveKind::Normal))
    }

    /// The one piece on the file or rank given, if that is what the others
    /// that can legally go there ask for.
    #[inline(never)]
    fn told_apart(&self, body: &[u8], near: Bitboard, to: Square) -> Option<Square> {
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

    /// Castling from where standard chess begins: there the king and the rook
    /// cross only what is between them, and the rook shields nobody.
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
        let is_usual = king.file() == File::E && matches!(rook.file(), File::A | File::H);
        let is_free = !attacks::between(king, rook).meets(self.board.occupied());
        let way = attacks::between(king, to).with(king).with(to);
        if !is_usual || !is_free || way.iter().any(|square| !self.is_safe(king, square)) {
            return None;
        }
        Some(Move::new(Role::King, king, to, MoveKind::castle(side)))
    }

    /// Whether our king is safe after one of our pieces has gone to a square,
    /// taking what stands there (R63).
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

    /// Those of these sliders that would attack a square on an empty board.
    #[inline(always)]
    fn far_attackers(&self, square: Square, sliders: Bitboard) -> Bitboard {
        let board = &self.board;
        let queens = board.by_role(Role::Queen);
        let straight = reach(Role::Rook, square) & (board.by_role(Role::Rook) | queens);
        let diagonal = reach(Role::Bishop, square) & (board.by_role(Role::Bishop) | queens);
        (straight | diagonal) & sliders
    }

    /// Whether a piece that goes from one square to another, and changes
    /// nothing else, gives check.
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
        // A line can open only where the piece stood in view of the king.
        let is_blocked = attacks::between(king, from).meets(occupied);
        let lines = select_unpredictable(is_blocked, Bitboard::EMPTY, reach(Role::Queen, king));
        lines.contains(from) && self.opens_line(king, from, occupied)
    }

    #[inline(never)]
    fn opens_line(&self, king: Square, from: Square, occupied: Bitboard) -> bool {
        let sliders = self.board.of(self.turn).without(from);
        in_view(king, self.far_attackers(king, sliders), occupied).any()
    }

    /// Whether a move that gives check mates. Most kings can step aside, and
    /// that is found sooner than any other answer.
    #[inline(never)]
    fn mates(&self, mv: Move) -> bool {
        let (role, kind) = (mv.role(), mv.kind());
        let after = self.advanced(self.turn, role, mv.from(), mv.to(), kind);
        !after.has_flight_square() && !self.after(mv).has_legal_move()
    }

    /// Whether the king can step somewhere.
    fn has_flight_square(&self) -> bool {
        let us = self.turn;
        let Some(king) = self.board.king(us) else {
            return false;
        };
        let free = attacks::king(king) - self.board.of(us) - self.board.pieces(!us, Role::King);
        free.iter().any(|to| self.is_safe(king, to))
    }
}

/// Those of the pieces from which nothing stands in the way to a square.
#[inline(always)]
fn in_view(square: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    pieces
        .iter()
        .filter(|&from| !attacks::between(square, from).meets(occupied))
        .collect()
}

/// Where a piece other than a pawn goes on an empty board.
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

/// What a text begins with: a file is a pawn.
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
