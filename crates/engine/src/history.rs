//! Which moves were good before, in other positions of the same search.

use arbiter_rules::{Bitboard, Color, Move, Position, Role};

use crate::Sums;

/// What one thread has learned about moves and about its own judgement.
pub(crate) struct Histories {
    /// Quiet moves by color, squares, and whether an enemy attacks these.
    quiet: Box<[[[FromTo; 2]; 2]; 2]>,
    /// Captures by piece, target and what is taken.
    capture: Box<[[[i16; 6]; 64]; 12]>,
    /// Moves by what was played before them.
    continuation: Box<[[Continuation; 64]; 12]>,
    /// How far the judgement was off, by the pawns that stand…
    pawns: Box<Corrections>,
    /// …and by the pieces of White and of Black, and the minor pieces.
    pieces: [Box<Corrections>; 3],
    /// The same by the last two moves.
    sequence: Box<Corrections>,
}

type FromTo = [[i16; 64]; 64];
type Continuation = [[i16; 64]; 12];
type Corrections = [[i16; CORRECTIONS]; 2];

/// A move by which others are judged: which piece went where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    piece: u8,
    to: u8,
}

impl Step {
    pub(crate) fn new(turn: Color, mv: Move) -> Step {
        Step {
            piece: piece(turn, mv.role()) as u8,
            to: mv.to() as u8,
        }
    }
}

/// No history is larger.
const MOST: i32 = 16_384;
/// How many situations each correction tells apart.
const CORRECTIONS: usize = 16_384;
/// No correction is larger.
const MOST_CORRECTION: i32 = 1_024;

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: zeroed(),
            capture: zeroed(),
            continuation: zeroed(),
            pawns: zeroed(),
            pieces: [zeroed(), zeroed(), zeroed()],
            sequence: zeroed(),
        }
    }

    /// What quiet moves of this side promise after these steps, played one,
    /// two and four half-moves ago.
    pub(crate) fn past(
        &self,
        turn: Color,
        threats: Bitboard,
        steps: &[Option<Step>; 3],
    ) -> Past<'_> {
        let follow = |step: Step| &self.continuation[usize::from(step.piece)][usize::from(step.to)];
        Past {
            turn,
            threats,
            own: &self.quiet[turn as usize],
            follows: steps.map(|step| step.map(follow)),
        }
    }

    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let victim = victim(position, mv) as usize;
        i32::from(self.capture[piece(position.turn(), mv.role())][mv.to() as usize][victim])
    }

    pub(crate) fn learn_quiet(
        &mut self,
        turn: Color,
        mv: Move,
        threats: Bitboard,
        steps: &[Option<Step>; 3],
        bonus: i32,
    ) {
        let own = &mut self.quiet[turn as usize][usize::from(threats.contains(mv.from()))]
            [usize::from(threats.contains(mv.to()))][mv.from() as usize][mv.to() as usize];
        learn(own, bonus, MOST);
        for step in steps.iter().flatten() {
            let follow = &mut self.continuation[usize::from(step.piece)][usize::from(step.to)];
            learn(
                &mut follow[piece(turn, mv.role())][mv.to() as usize],
                bonus,
                MOST,
            );
        }
    }

    pub(crate) fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = victim(position, mv) as usize;
        let entry = &mut self.capture[piece(position.turn(), mv.role())][mv.to() as usize][victim];
        learn(entry, bonus, MOST);
    }

    /// By how much the judgement has been off in positions like this one.
    pub(crate) fn correction(&self, turn: Color, sums: &Sums, steps: [Option<Step>; 2]) -> i32 {
        let at = |table: &Corrections, key| i32::from(table[turn as usize][index(key)]);
        let mut sum = 2 * at(&self.pawns, sums.pawn_key())
            + at(&self.pieces[0], sums.non_pawn_key(Color::White))
            + at(&self.pieces[1], sums.non_pawn_key(Color::Black))
            + at(&self.pieces[2], sums.minor_key());
        if let [Some(last), Some(before)] = steps {
            sum += at(&self.sequence, sequence_key(last, before));
        }
        sum / 64
    }

    /// The search has found the judgement off by so much.
    pub(crate) fn learn_correction(
        &mut self,
        turn: Color,
        sums: &Sums,
        steps: [Option<Step>; 2],
        depth: i32,
        error: i32,
    ) {
        let bonus = (error * depth / 8).clamp(-MOST_CORRECTION / 4, MOST_CORRECTION / 4);
        let at = |table: &mut Corrections, key| {
            learn(
                &mut table[turn as usize][index(key)],
                bonus,
                MOST_CORRECTION,
            );
        };
        at(&mut self.pawns, sums.pawn_key());
        at(&mut self.pieces[0], sums.non_pawn_key(Color::White));
        at(&mut self.pieces[1], sums.non_pawn_key(Color::Black));
        at(&mut self.pieces[2], sums.minor_key());
        if let [Some(last), Some(before)] = steps {
            at(&mut self.sequence, sequence_key(last, before));
        }
    }
}

/// What is known about the quiet moves of one position.
pub(crate) struct Past<'h> {
    turn: Color,
    threats: Bitboard,
    own: &'h [[FromTo; 2]; 2],
    follows: [Option<&'h Continuation>; 3],
}

impl Past<'_> {
    /// What a move promises: by itself, and after what was played before it.
    #[inline]
    pub(crate) fn of(&self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let own = self.own[usize::from(self.threats.contains(from))]
            [usize::from(self.threats.contains(to))][from as usize][to as usize];
        let piece = piece(self.turn, mv.role());
        let mut sum = i32::from(own);
        for follow in self.follows.iter().flatten() {
            sum += i32::from(follow[piece][to as usize]);
        }
        sum
    }
}

/// What a capture takes; a promotion without one counts as taking a pawn.
pub(crate) fn victim(position: &Position, mv: Move) -> Role {
    position.board().role_at(mv.to()).unwrap_or(Role::Pawn)
}

fn piece(color: Color, role: Role) -> usize {
    6 * color as usize + role as usize
}

/// Two moves as one number: some share one, which costs less than a table for
/// all would.
fn sequence_key(last: Step, before: Step) -> u64 {
    let number = |step: Step| u64::from(step.piece) * 64 + u64::from(step.to);
    number(last) ^ (number(before) * 21)
}

fn index(key: u64) -> usize {
    key as usize % CORRECTIONS
}

/// Adds a bonus so that an entry moves less the nearer it is to the most, and
/// never beyond.
fn learn(entry: &mut i16, bonus: i32, most: i32) {
    let bonus = bonus.clamp(-most, most);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / most) as i16;
}

/// Zeros on the heap, without a stop on the stack where they might not fit.
fn zeroed<T: Zero>() -> Box<T> {
    T::boxed()
}

/// Nested arrays of numbers.
trait Zero: Sized {
    fn boxed() -> Box<Self>;
}

impl<T: Clone + ZeroValue, const N: usize> Zero for [T; N] {
    fn boxed() -> Box<[T; N]> {
        let zeros = vec![T::ZERO; N].into_boxed_slice();
        match zeros.try_into() {
            Ok(array) => array,
            Err(_) => unreachable!("the slice was made with this length"),
        }
    }
}

trait ZeroValue {
    const ZERO: Self;
}

impl ZeroValue for i16 {
    const ZERO: i16 = 0;
}

impl<T: ZeroValue, const N: usize> ZeroValue for [T; N] {
    const ZERO: [T; N] = [T::ZERO; N];
}
