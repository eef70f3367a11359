use std::sync::Arc;

use arbiter_rules::{Color, Position, Role};

use super::{
    accumulator::{Accumulator, FULL_PHASE},
    chances::{self, FULL_SCALE},
    endings::{self, EndingKnowledge},
    eval_context::EvalContext,
    keys::key,
    king,
    layout::TEMPO,
    passed,
    pawns::{self, Structure},
    pieces, saktris,
    tally::Tally,
    threats,
    trace::Trace,
};
use crate::{
    network::{Network, NetworkEvaluator},
    score::MAX_EVALUATION,
};

/// Evaluates positions and caches pawn structures. Each thread has its own.
pub struct Evaluator {
    structures: Box<[Structure]>,
    network: Option<NetworkEvaluator>,
}

/// The number of cached pawn structures: 256 KiB.
const CACHED_STRUCTURES: usize = 4096;

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator {
            structures: vec![Structure::default(); CACHED_STRUCTURES].into(),
            network: None,
        }
    }
}

impl Evaluator {
    /// Creates an evaluator that uses a network, if there is one.
    #[must_use]
    pub fn new(network: Option<Arc<Network>>) -> Evaluator {
        Evaluator {
            network: network.map(NetworkEvaluator::new),
            ..Evaluator::default()
        }
    }

    /// Returns the value of the position for the side to move, in centipawns.
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> i32 {
        self.evaluate_at(0, position, accumulator)
    }

    /// Does the same. If successive positions are neighbors in a search tree, the ply
    /// makes it faster.
    #[inline]
    pub(crate) fn evaluate_at(
        &mut self,
        ply: usize,
        position: &Position,
        accumulator: &Accumulator,
    ) -> i32 {
        if let Some(to_come) = position.to_come() {
            return saktris::evaluate(position, to_come);
        }
        if let Some(network) = &mut self.network {
            return evaluate_with_network(network, position, ply);
        }
        #[cfg(target_arch = "x86_64")]
        if has_bit_instructions() {
            #[expect(
                unsafe_code,
                reason = "a search in a portable build is a tenth slower without"
            )]
            // SAFETY: the processor supports every feature, as just checked.
            return unsafe { self.evaluate_with_bit_instructions(position, accumulator) };
        }
        evaluate_traced(position, accumulator, self, &mut ())
    }

    /// Evaluates a position, compiled for processors that find and count bits in one
    /// instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn evaluate_with_bit_instructions(
        &mut self,
        position: &Position,
        accumulator: &Accumulator,
    ) -> i32 {
        evaluate_traced(position, accumulator, self, &mut ())
    }
}

/// Evaluates a position with a network, and with what is known about endings.
fn evaluate_with_network(network: &mut NetworkEvaluator, position: &Position, ply: usize) -> i32 {
    let knowledge = endings::knowledge(position);
    if let Some(EndingKnowledge::Score(score)) = knowledge {
        return score;
    }
    let value = network.evaluate(position, ply);
    let value = match knowledge {
        Some(knowledge) => knowledge.apply(position.turn(), value),
        None => value,
    };
    near_fifty_moves(position, value)
}

/// Returns the value of the position for the side to move, in centipawns,
/// computed from scratch.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    match position.to_come() {
        Some(to_come) => saktris::evaluate(position, to_come),
        None => evaluate_traced(position, &Accumulator::of(position), &mut (), &mut ()),
    }
}

/// Initializes tables that would otherwise be computed during the first search.
pub(crate) fn prepare() {
    endings::prepare();
}

#[cfg(target_arch = "x86_64")]
fn has_bit_instructions() -> bool {
    std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

/// A cache of pawn structures.
pub(super) trait StructureCache {
    /// Returns the pawn structure of a position, cached or newly computed.
    fn structure<T: Trace>(
        &mut self,
        context: &EvalContext,
        accumulator: &Accumulator,
        trace: &mut T,
    ) -> Structure;
}

/// No cache: every structure is computed.
impl StructureCache for () {
    fn structure<T: Trace>(
        &mut self,
        context: &EvalContext,
        _: &Accumulator,
        trace: &mut T,
    ) -> Structure {
        pawns::structure(0, context.pawns, context.kings, trace)
    }
}

impl StructureCache for Evaluator {
    #[inline(always)]
    fn structure<T: Trace>(
        &mut self,
        context: &EvalContext,
        accumulator: &Accumulator,
        trace: &mut T,
    ) -> Structure {
        let kings = context.kings;
        let key = accumulator.pawn_key()
            ^ key(Color::White, Role::King, kings.white)
            ^ key(Color::Black, Role::King, kings.black);
        let cached = &mut self.structures[key as usize % CACHED_STRUCTURES];
        if cached.key != key {
            *cached = pawns::structure(key, context.pawns, kings, trace);
        }
        *cached
    }
}

/// Evaluates a position, for the search with a cache of pawn structures, or for
/// the tuner with a trace of all terms.
#[inline(always)]
pub(super) fn evaluate_traced<T: Trace>(
    position: &Position,
    accumulator: &Accumulator,
    cache: &mut impl StructureCache,
    trace: &mut T,
) -> i32 {
    let knowledge = endings::knowledge(position);
    if let Some(EndingKnowledge::Score(score)) = knowledge {
        return score;
    }
    let mut context = EvalContext::of(position);
    let structure = cache.structure(&context, accumulator, trace);
    let mut tally = Tally::new(trace);
    tally.value = accumulator.value + structure.value;
    tally.danger = structure.danger;
    pieces::evaluate(Color::White, &mut context, &structure.spans, &mut tally);
    pieces::evaluate(Color::Black, &mut context, &structure.spans, &mut tally);
    king::evaluate(Color::White, &context, &mut tally);
    king::evaluate(Color::Black, &context, &mut tally);
    threats::evaluate(Color::White, &context, &mut tally);
    threats::evaluate(Color::Black, &context, &mut tally);
    passed::evaluate(Color::White, &context, structure.passed, &mut tally);
    passed::evaluate(Color::Black, &context, structure.passed, &mut tally);
    tally.add(position.turn(), TEMPO);

    let middlegame = tally.value.middlegame();
    let mut endgame = tally.value.endgame();
    endgame += chances::initiative(&context, structure.passed, endgame, tally.trace);
    let scale = chances::scale(&context, endgame);
    let phase = accumulator.phase.min(FULL_PHASE);
    tally.trace.finish(scale, phase);
    let endgame = endgame * scale / FULL_SCALE;
    let value = (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    let value = match position.turn() {
        Color::White => value,
        Color::Black => -value,
    };
    let value = match knowledge {
        Some(knowledge) => knowledge.apply(position.turn(), value),
        None => value,
    };
    near_fifty_moves(position, value)
}

/// Returns the value, which shrinks as the fifty-move rule approaches.
#[inline(always)]
fn near_fifty_moves(position: &Position, value: i32) -> i32 {
    let progress = 220 - i32::from(position.halfmoves()).min(100);
    (value * progress / 220).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}
