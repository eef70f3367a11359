//! How good a position looks without playing on.

mod accumulator;
mod breakdown;
mod chances;
mod endings;
mod keys;
mod king;
mod layout;
mod masks;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod saktris;
mod survey;
mod tally;
mod threats;
mod trace;
pub mod tuning;
mod weights;

use arbiter_rules::{Color, Position, Role};

pub use accumulator::Accumulator;
use accumulator::FULL_PHASE;
pub use breakdown::{Breakdown, Term};
use chances::FULL_SCALE;
use endings::Verdict;
use keys::key;
use layout::TEMPO;
use pawns::Structure;
use survey::Survey;
use tally::Tally;
use trace::Trace;

use crate::score::MAX_EVALUATION;

/// Judges positions, and remembers what it saw of them: one for each thread.
pub struct Evaluator {
    structures: Box<[Structure]>,
}

/// How many structures of pawns are remembered: 256 KiB of them.
const STRUCTURES: usize = 4096;

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator {
            structures: vec![Structure::default(); STRUCTURES].into(),
        }
    }
}

impl Evaluator {
    /// How good the position is for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> i32 {
        if let Some(to_come) = position.to_come() {
            return saktris::judge(position, to_come);
        }
        #[cfg(target_arch = "x86_64")]
        if has_bits() {
            #[expect(
                unsafe_code,
                reason = "a search in a plain build is a tenth slower without"
            )]
            // SAFETY: the processor has just been asked for every feature.
            return unsafe { self.evaluate_with_bits(position, accumulator) };
        }
        judge(position, accumulator, self, &mut ())
    }

    /// Compiled for processors that find and count bits in one instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn evaluate_with_bits(&mut self, position: &Position, accumulator: &Accumulator) -> i32 {
        judge(position, accumulator, self, &mut ())
    }
}

/// How good the position is for the side to move, in hundredths of a pawn,
/// counted from nothing.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    match position.to_come() {
        Some(to_come) => saktris::judge(position, to_come),
        None => judge(position, &Accumulator::of(position), &mut (), &mut ()),
    }
}

/// Makes what would else be made in the middle of a move.
pub(crate) fn prepare() {
    endings::prepare();
}

#[cfg(target_arch = "x86_64")]
fn has_bits() -> bool {
    std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

/// Who remembers structures of pawns.
trait Memory {
    /// The structure of this position, remembered or looked at.
    fn structure<T: Trace>(
        &mut self,
        survey: &Survey,
        accumulator: &Accumulator,
        trace: &mut T,
    ) -> Structure;
}

/// Nobody: every structure is looked at.
impl Memory for () {
    fn structure<T: Trace>(
        &mut self,
        survey: &Survey,
        _: &Accumulator,
        trace: &mut T,
    ) -> Structure {
        pawns::structure(0, survey.pawns, survey.kings, trace)
    }
}

impl Memory for Evaluator {
    #[inline(always)]
    fn structure<T: Trace>(
        &mut self,
        survey: &Survey,
        accumulator: &Accumulator,
        trace: &mut T,
    ) -> Structure {
        let kings = survey.kings;
        let key = accumulator.pawn_key()
            ^ key(Color::White, Role::King, kings.white)
            ^ key(Color::Black, Role::King, kings.black);
        let known = &mut self.structures[key as usize % STRUCTURES];
        if known.key != key {
            *known = pawns::structure(key, survey.pawns, kings, trace);
        }
        *known
    }
}

/// Every judgement comes from here: that of a search, which remembers pawns,
/// and that of a tuner, which wants to know why.
#[inline(always)]
fn judge<T: Trace>(
    position: &Position,
    accumulator: &Accumulator,
    memory: &mut impl Memory,
    trace: &mut T,
) -> i32 {
    let verdict = endings::verdict(position);
    if let Some(Verdict::Score(score)) = verdict {
        return score;
    }
    let mut survey = Survey::of(position);
    let structure = memory.structure(&survey, accumulator, trace);
    let mut tally = Tally::new(trace);
    tally.value = accumulator.value + structure.value;
    tally.danger = structure.danger;
    pieces::judge(Color::White, &mut survey, &structure.spans, &mut tally);
    pieces::judge(Color::Black, &mut survey, &structure.spans, &mut tally);
    king::judge(Color::White, &survey, &mut tally);
    king::judge(Color::Black, &survey, &mut tally);
    threats::judge(Color::White, &survey, &mut tally);
    threats::judge(Color::Black, &survey, &mut tally);
    passed::judge(Color::White, &survey, structure.passed, &mut tally);
    passed::judge(Color::Black, &survey, structure.passed, &mut tally);
    tally.add(position.turn(), TEMPO);

    let middlegame = tally.value.middlegame();
    let mut endgame = tally.value.endgame();
    endgame += chances::initiative(&survey, structure.passed, endgame, tally.trace);
    let scale = chances::scale(&survey, endgame);
    let phase = accumulator.phase.min(FULL_PHASE);
    tally.trace.finish(scale, phase);
    let endgame = endgame * scale / FULL_SCALE;
    let value = (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    let value = match position.turn() {
        Color::White => value,
        Color::Black => -value,
    };
    let value = match verdict {
        Some(verdict) => verdict.of(position.turn(), value),
        None => value,
    };
    // Towards the fiftieth move without progress a win slips away.
    let progress = 220 - i32::from(position.halfmoves()).min(100);
    (value * progress / 220).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}
