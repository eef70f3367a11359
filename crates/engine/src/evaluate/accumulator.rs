use arbiter_rules::{ByColor, Clear, Color, Move, MoveKind, Position, Role, Square};

use super::{
    keys::key,
    layout::{
        BISHOP_SQUARES, KING_SQUARES, KNIGHT_SQUARES, MATERIAL, PAWN_SQUARES, QUEEN_SQUARES,
        ROOK_SQUARES,
    },
    pair::Pair,
    weights::WEIGHTS,
};

/// The parts of the evaluation that are updated incrementally from move to move.
///
/// ```
/// use arbiter_engine::Accumulator;
/// use arbiter_rules::Position;
///
/// let start = Position::start();
/// let mv = start.read("e4")?;
/// assert_eq!(Accumulator::of(&start).after(&start, mv), Accumulator::of(&start.after(mv)));
/// # Ok::<(), arbiter_rules::Refusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// Material and piece-square values, White's minus Black's.
    pub(super) value: Pair,
    /// The game phase: [`FULL_PHASE`] at the start, 0 with only kings and pawns.
    pub(super) phase: i32,
    pawns: u64,
    minors: u64,
    majors: u64,
    others: ByColor<u64>,
}

/// The phase of the start position.
pub(super) const FULL_PHASE: i32 = 24;

impl Accumulator {
    /// Computes the accumulator of a position from scratch.
    #[must_use]
    pub fn of(position: &Position) -> Accumulator {
        let mut accumulator = Accumulator {
            value: Pair::ZERO,
            phase: 0,
            pawns: 0,
            minors: 0,
            majors: 0,
            others: ByColor { white: 0, black: 0 },
        };
        for (square, piece) in position.board().iter() {
            accumulator.add(piece.color, piece.role, square);
        }
        accumulator
    }

    /// Returns the accumulator after a legal move. `before` must be the position
    /// of this accumulator.
    #[inline]
    #[must_use]
    pub fn after(&self, before: &Position, mv: Move) -> Accumulator {
        let mut accumulator = *self;
        if before.to_come().is_some() {
            return self.after_in_saktris(before, mv);
        }
        accumulator.apply_move(before, mv);
        accumulator
    }

    /// Applies a move that is neither a placement nor a pass.
    #[inline(always)]
    fn apply_move(&mut self, before: &Position, mv: Move) {
        let us = before.turn();
        if let Some(side) = mv.castling() {
            if let Some(rook) = before.castling_rook(us, side) {
                self.remove(us, Role::King, mv.from());
                self.remove(us, Role::Rook, rook);
                self.add(us, Role::King, mv.to());
                self.add(us, Role::Rook, side.rook_target(us));
            }
            return;
        }
        if let Some((square, taken)) = before.captured(mv) {
            self.remove(taken.color, taken.role, square);
        }
        self.remove(us, mv.role(), mv.from());
        self.add(us, mv.promotion().unwrap_or(mv.role()), mv.to());
    }

    /// Returns the accumulator after a move of Saktris, which may place or clear pieces.
    #[cold]
    fn after_in_saktris(&self, before: &Position, mv: Move) -> Accumulator {
        let mut accumulator = *self;
        let us = before.turn();
        match mv.kind() {
            MoveKind::Place => accumulator.add(us, mv.role(), mv.to()),
            MoveKind::Pass => {}
            _ => accumulator.apply_move(before, mv),
        }
        for it in before.clear(mv).iter().flat_map(Clear::pieces) {
            accumulator.remove(it.piece.color, it.piece.role, it.square);
        }
        accumulator
    }

    /// Returns a hash of the pawns.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.pawns
    }

    /// Returns a hash of a side's pieces other than pawns.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.others[color]
    }

    /// Returns a hash of the knights, bishops and kings.
    #[inline]
    #[must_use]
    pub fn minor_key(&self) -> u64 {
        self.minors
    }

    /// Returns a hash of the rooks, queens and kings.
    #[inline]
    #[must_use]
    pub fn major_key(&self) -> u64 {
        self.majors
    }

    #[inline(always)]
    fn add(&mut self, color: Color, role: Role, square: Square) {
        self.value += piece_square_value(color, role, square);
        self.phase += PHASE[role as usize];
        self.toggle(color, role, square);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, role: Role, square: Square) {
        self.value -= piece_square_value(color, role, square);
        self.phase -= PHASE[role as usize];
        self.toggle(color, role, square);
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let key = key(color, role, square);
        if role == Role::Pawn {
            self.pawns ^= key;
            return;
        }
        self.others[color] ^= key;
        if !matches!(role, Role::Rook | Role::Queen) {
            self.minors ^= key;
        }
        if !matches!(role, Role::Knight | Role::Bishop) {
            self.majors ^= key;
        }
    }
}

const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Returns the value of a piece on a square, from White's point of view.
#[inline(always)]
fn piece_square_value(color: Color, role: Role, square: Square) -> Pair {
    PIECE_SQUARE_VALUES[color as usize][role as usize][square as usize]
}

/// The index of the first piece-square weight of each role.
pub(super) const SQUARES: [usize; 6] = [
    PAWN_SQUARES,
    KNIGHT_SQUARES,
    BISHOP_SQUARES,
    ROOK_SQUARES,
    QUEEN_SQUARES,
    KING_SQUARES,
];

static PIECE_SQUARE_VALUES: [[[Pair; 64]; 6]; 2] = {
    let mut values = [[[Pair::ZERO; 64]; 6]; 2];
    let mut role = 0;
    while role < 6 {
        let material = if role < 5 {
            WEIGHTS[MATERIAL + role]
        } else {
            Pair::ZERO
        };
        let mut square = 0;
        while square < 64 {
            let pair = WEIGHTS[SQUARES[role] + square].plus(material);
            values[0][role][square] = pair;
            values[1][role][square ^ 56] = Pair::new(-pair.middlegame(), -pair.endgame());
            square += 1;
        }
        role += 1;
    }
    values
};
