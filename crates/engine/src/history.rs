//! History heuristics: which moves were good in other positions of the search,
//! and how far the static evaluation was off.

use arbiter_rules::{Bitboard, Color, Move, Position, Role};

use crate::piece_keys::PieceKeys;

/// What one search thread has learned about moves and about its evaluation.
pub(crate) struct Histories {
    /// Quiet moves by color, by whether their squares are attacked, and by their
    /// squares.
    quiet: Box<[[[FromTo; 2]; 2]; 2]>,
    /// Captures by piece, target square and captured role.
    capture: Box<[[[i16; 6]; 64]; 12]>,
    /// Moves by an earlier move and by their own piece and target.
    continuation: Box<[[Continuation; 64]; 12]>,
    /// Corrections of the evaluation by pawn structure…
    pawns: Box<Corrections>,
    /// …by the pieces of White, by those of Black, and by the minor pieces…
    pieces: [Box<Corrections>; 3],
    /// …and by the last two moves.
    sequence: Box<Corrections>,
}

type FromTo = [[i16; 64]; 64];
type Continuation = [[i16; 64]; 12];
type Corrections = [[i16; CORRECTION_ENTRIES]; 2];

/// A move reduced to its piece and target square.
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

/// The maximum of a history entry.
const MAX_HISTORY: i32 = 16_384;
/// The number of entries of each correction table.
const CORRECTION_ENTRIES: usize = 16_384;
/// The maximum of a correction entry.
const MAX_CORRECTION: i32 = 1_024;

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

    /// Returns a view of the histories of quiet moves in one position, after the
    /// moves played one, two and four half-moves earlier.
    pub(crate) fn quiet_history(
        &self,
        turn: Color,
        threats: Bitboard,
        steps: &[Option<Step>; 3],
    ) -> QuietHistory<'_> {
        let follow = |step: Step| &self.continuation[usize::from(step.piece)][usize::from(step.to)];
        QuietHistory {
            turn,
            threats,
            by_squares: &self.quiet[turn as usize],
            by_earlier_moves: steps.map(|step| step.map(follow)),
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
        let by_squares = &mut self.quiet[turn as usize][usize::from(threats.contains(mv.from()))]
            [usize::from(threats.contains(mv.to()))][mv.from() as usize][mv.to() as usize];
        learn(by_squares, bonus, MAX_HISTORY);
        for step in steps.iter().flatten() {
            let follow = &mut self.continuation[usize::from(step.piece)][usize::from(step.to)];
            learn(
                &mut follow[piece(turn, mv.role())][mv.to() as usize],
                bonus,
                MAX_HISTORY,
            );
        }
    }

    pub(crate) fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let victim = victim(position, mv) as usize;
        let entry = &mut self.capture[piece(position.turn(), mv.role())][mv.to() as usize][victim];
        learn(entry, bonus, MAX_HISTORY);
    }

    /// Returns the correction of the evaluation, learned in similar positions.
    pub(crate) fn correction(
        &self,
        turn: Color,
        piece_keys: &PieceKeys,
        steps: [Option<Step>; 2],
    ) -> i32 {
        let at = |table: &Corrections, key| i32::from(table[turn as usize][index(key)]);
        let mut sum = 2 * at(&self.pawns, piece_keys.pawns())
            + at(&self.pieces[0], piece_keys.non_pawns(Color::White))
            + at(&self.pieces[1], piece_keys.non_pawns(Color::Black))
            + at(&self.pieces[2], piece_keys.minors());
        if let [Some(last), Some(before)] = steps {
            sum += at(&self.sequence, sequence_key(last, before));
        }
        sum / 64
    }

    /// Learns that the evaluation differs from the search result by this error.
    pub(crate) fn learn_correction(
        &mut self,
        turn: Color,
        piece_keys: &PieceKeys,
        steps: [Option<Step>; 2],
        depth: i32,
        error: i32,
    ) {
        let bonus = (error * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        let at = |table: &mut Corrections, key| {
            learn(&mut table[turn as usize][index(key)], bonus, MAX_CORRECTION);
        };
        at(&mut self.pawns, piece_keys.pawns());
        at(&mut self.pieces[0], piece_keys.non_pawns(Color::White));
        at(&mut self.pieces[1], piece_keys.non_pawns(Color::Black));
        at(&mut self.pieces[2], piece_keys.minors());
        if let [Some(last), Some(before)] = steps {
            at(&mut self.sequence, sequence_key(last, before));
        }
    }
}

/// The histories of the quiet moves of one position.
pub(crate) struct QuietHistory<'h> {
    turn: Color,
    threats: Bitboard,
    by_squares: &'h [[FromTo; 2]; 2],
    by_earlier_moves: [Option<&'h Continuation>; 3],
}

impl QuietHistory<'_> {
    /// Returns the history score of a move.
    #[inline]
    pub(crate) fn of(&self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let by_squares = self.by_squares[usize::from(self.threats.contains(from))]
            [usize::from(self.threats.contains(to))][from as usize][to as usize];
        let piece = piece(self.turn, mv.role());
        let mut sum = i32::from(by_squares);
        for follow in self.by_earlier_moves.iter().flatten() {
            sum += i32::from(follow[piece][to as usize]);
        }
        sum
    }
}

/// Returns the role captured by a move. En passant captures and promotions
/// without a capture count as capturing a pawn.
pub(crate) fn victim(position: &Position, mv: Move) -> Role {
    position.board().role_at(mv.to()).unwrap_or(Role::Pawn)
}

fn piece(color: Color, role: Role) -> usize {
    6 * color as usize + role as usize
}

/// Combines two moves into a key. Collisions cost less than a complete table
/// would.
fn sequence_key(last: Step, before: Step) -> u64 {
    let number = |step: Step| u64::from(step.piece) * 64 + u64::from(step.to);
    number(last) ^ (number(before) * 21)
}

fn index(key: u64) -> usize {
    key as usize % CORRECTION_ENTRIES
}

/// Adds a bonus with gravity: the closer an entry is to its maximum, the less it
/// grows.
fn learn(entry: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / max) as i16;
}

/// Allocates a zeroed array on the heap, without a copy on the stack.
fn zeroed<T: Zero>() -> Box<T> {
    T::boxed()
}

/// An array that can be created zeroed on the heap.
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
