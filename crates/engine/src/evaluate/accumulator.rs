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

/// What the judgement of a position keeps up to date from move to move.
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
    /// Material and squares, White's less Black's.
    pub(super) value: Pair,
    /// How many pieces are left: [`FULL_PHASE`] at the start, 0 with kings
    /// and pawns alone.
    pub(super) phase: i32,
    pawns: u64,
    minors: u64,
    majors: u64,
    others: ByColor<u64>,
}

/// What all pieces but the pawns count together before the first move.
pub(super) const FULL_PHASE: i32 = 24;

impl Accumulator {
    /// Counted from nothing.
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

    /// After a legal move of the position these are the accumulator of.
    #[inline]
    #[must_use]
    pub fn after(&self, before: &Position, mv: Move) -> Accumulator {
        let mut accumulator = *self;
        if before.to_come().is_some() {
            return self.after_in_saktris(before, mv);
        }
        accumulator.step(before, mv);
        accumulator
    }

    /// Moves a piece of the position these are the accumulator of.
    #[inline(always)]
    fn step(&mut self, before: &Position, mv: Move) {
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

    /// The same in Saktris, where pieces arrive and leave.
    #[cold]
    fn after_in_saktris(&self, before: &Position, mv: Move) -> Accumulator {
        let mut accumulator = *self;
        let us = before.turn();
        match mv.kind() {
            MoveKind::Place => accumulator.add(us, mv.role(), mv.to()),
            MoveKind::Pass => {}
            _ => accumulator.step(before, mv),
        }
        for it in before.clear(mv).iter().flat_map(Clear::pieces) {
            accumulator.remove(it.piece.color, it.piece.role, it.square);
        }
        accumulator
    }

    /// A number that positions with the same pawns share.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.pawns
    }

    /// A number that positions share in which a side's pieces other than
    /// pawns stand the same.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.others[color]
    }

    /// A number that positions with the same knights, bishops and kings share.
    #[inline]
    #[must_use]
    pub fn minor_key(&self) -> u64 {
        self.minors
    }

    /// A number that positions with the same rooks, queens and kings share.
    #[inline]
    #[must_use]
    pub fn major_key(&self) -> u64 {
        self.majors
    }

    #[inline(always)]
    fn add(&mut self, color: Color, role: Role, square: Square) {
        self.value += worth(color, role, square);
        self.phase += PHASE[role as usize];
        self.toggle(color, role, square);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, role: Role, square: Square) {
        self.value -= worth(color, role, square);
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

/// What a piece on a square is worth to White.
#[inline(always)]
fn worth(color: Color, role: Role, square: Square) -> Pair {
    WORTH[color as usize][role as usize][square as usize]
}

/// Where the squares of each role begin among the weights.
pub(super) const SQUARES: [usize; 6] = [
    PAWN_SQUARES,
    KNIGHT_SQUARES,
    BISHOP_SQUARES,
    ROOK_SQUARES,
    QUEEN_SQUARES,
    KING_SQUARES,
];

static WORTH: [[[Pair; 64]; 6]; 2] = {
    let mut worth = [[[Pair::ZERO; 64]; 6]; 2];
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
            worth[0][role][square] = pair;
            worth[1][role][square ^ 56] = Pair::new(-pair.middlegame(), -pair.endgame());
            square += 1;
        }
        role += 1;
    }
    worth
};
