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

use crate::{Bitboard, File, Move, MoveKind, Position, Rank, Role, Square, attacks};

impl Position {
    /// The move of a strict text, unless it needs a closer look.
    #[inline]
    pub(super) fn find_quickly(&self, text: &[u8]) -> Option<Move> {
        let last = *text.last()?;
        let is_marked = last == b'+' || last == b'#';
        let body = &text[..text.len() - usize::from(is_marked)];
        let [first, .., file, rank] = *body else {
            return self.find_push(body, is_marked, last);
        };
        let to = square(file, rank)?;
        let (role, from) = match ROLES[usize::from(first)] {
            Some(Role::Pawn) => (Role::Pawn, self.find_taker(body, to)?),
            Some(role) => (role, self.find_piece(body, role, to)?),
            None => return None,
        };
        self.finish(Move::new(role, from, to, MoveKind::Normal), is_marked, last)
    }

    #[inline(always)]
    fn find_push(&self, body: &[u8], is_marked: bool, last: u8) -> Option<Move> {
        let [file, rank] = *body else {
            return None;
        };
        let to = square(file, rank)?;
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
        self.finish(Move::new(Role::Pawn, from, to, kind), is_marked, last)
    }

    /// The pawn that takes on a square; in passing it is not seen here.
    #[inline(always)]
    fn find_taker(&self, body: &[u8], to: Square) -> Option<Square> {
        let [origin, b'x', _, _] = *body else {
            return None;
        };
        let us = self.turn;
        let barred = Bitboard::BACK_RANKS | self.board.pieces(!us, Role::King);
        if !(self.board.of(!us) - barred).contains(to) {
            return None;
        }
        let file = Bitboard::file(File::ALL[usize::from(origin - b'a') % 8]);
        (attacks::pawn(!us, to) & self.board.pieces(us, Role::Pawn) & file).first()
    }

    #[inline(always)]
    fn find_piece(&self, body: &[u8], role: Role, to: Square) -> Option<Square> {
        let us = self.turn;
        let occupied = self.board.occupied();
        let captures = body[body.len() - 3] == b'x';
        let barred = self.board.of(us) | self.board.pieces(!us, Role::King);
        if barred.contains(to) || occupied.contains(to) != captures {
            return None;
        }
        let pieces = self.board.pieces(us, role) & reach(role, to);
        if body.len() - usize::from(captures) != 3 {
            return self.told_apart(body, pieces, to);
        }
        if pieces.many() {
            return in_view(to, pieces, occupied).single();
        }
        // To look whether the way is free is left for later: the processor
        // goes on meanwhile with the only piece that can be meant.
        pieces
            .first()
            .filter(|&from| !attacks::between(to, from).meets(occupied))
    }

    /// The one piece on the file or rank given, if that is what the others
    /// that can legally go there ask for.
    #[inline(never)]
    fn told_apart(&self, body: &[u8], pieces: Bitboard, to: Square) -> Option<Square> {
        let near = in_view(to, pieces, self.board.occupied());
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

    /// The move, if it is legal and its check mark is right.
    #[inline(always)]
    fn finish(&self, mv: Move, is_marked: bool, last: u8) -> Option<Move> {
        if !self.is_safe(mv.from(), mv.to()) {
            return None;
        }
        let gives_check = self.step_gives_check(mv.role(), mv.from(), mv.to());
        if gives_check != is_marked {
            return None;
        }
        if is_marked && self.mates(mv) != (last == b'#') {
            return None;
        }
        Some(mv)
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
        in_view(king, self.far_attackers(king, them), occupied).is_empty()
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
        let is_direct = seen.contains(to) & !attacks::between(king, to).meets(occupied);
        if is_direct && role != Role::King {
            return true;
        }
        // A line can open only where the piece stood in view of the king.
        let was_in_view =
            reach(Role::Queen, king).contains(from) & !attacks::between(king, from).meets(occupied);
        was_in_view && self.opens_line(king, from, occupied)
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
        let after = self.after(mv);
        !after.has_flight_square() && !after.has_legal_move()
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
///
/// There are mostly one or two: these cost no branch.
#[inline(always)]
fn in_view(square: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut left = pieces;
    let mut seen = Bitboard::EMPTY;
    let mut look = |left: &mut Bitboard| {
        let piece = Bitboard(left.0 & left.0.wrapping_neg());
        let from = Square::wrapping(left.0.trailing_zeros());
        let is_blocked = attacks::between(square, from).meets(occupied);
        seen |= Bitboard(piece.0 & u64::from(is_blocked).wrapping_sub(1));
        *left ^= piece;
    };
    look(&mut left);
    look(&mut left);
    while left.any() {
        look(&mut left);
    }
    seen
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
