use std::sync::Arc;

use arbiter_rules::{Board, Color, File};

use super::{
    hidden_layer::HiddenLayer,
    kernel::{self, InstructionSet},
    network_weights::{BUCKETS, Network},
};
use crate::score::MAX_PLY;

/// Evaluates positions with a network. Each thread has its own.
///
/// The hidden layer of a position is computed from that of a similar one: from the
/// position one ply above in most cases. Nothing has to be told about moves, because
/// the pieces are compared, and nothing is computed for positions that are not
/// evaluated.
pub(crate) struct NetworkEvaluator {
    network: Arc<Network>,
    instructions: InstructionSet,
    views: [View; 2],
}

/// The hidden layers of one point of view.
struct View {
    /// The position last evaluated at each ply.
    plies: Vec<HiddenLayer>,
    /// The refresh cache: a position without and one with mirroring, for when the
    /// king changes sides.
    refresh: [HiddenLayer; 2],
}

impl NetworkEvaluator {
    pub(crate) fn new(network: Arc<Network>) -> NetworkEvaluator {
        let best = InstructionSet::available().last().copied();
        NetworkEvaluator::with_instructions(network, best.unwrap_or(InstructionSet::Portable))
    }

    /// Creates an evaluator that uses these instructions, which the processor must have.
    pub(super) fn with_instructions(
        network: Arc<Network>,
        instructions: InstructionSet,
    ) -> NetworkEvaluator {
        let empty = [false, true].map(|is_mirrored| HiddenLayer::empty(&network, is_mirrored));
        let views = Color::ALL.map(|_| View {
            plies: vec![empty[0].clone(); MAX_PLY + 1],
            refresh: empty.clone(),
        });
        NetworkEvaluator {
            network,
            instructions,
            views,
        }
    }

    /// Returns the value of a board for the side to move, in centipawns. The ply
    /// only affects the speed.
    pub(crate) fn evaluate(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        match self.instructions {
            InstructionSet::Portable => self.compute(board, turn, ply, kernel::sum_portable),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the processor has these instructions")]
            // SAFETY: the value was returned by `available`, which detects the features.
            InstructionSet::Avx2 => unsafe { self.evaluate_avx2(board, turn, ply) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the processor has these instructions")]
            // SAFETY: as above.
            InstructionSet::Avx512 => unsafe { self.evaluate_avx512(board, turn, ply) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn evaluate_avx2(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        self.compute(board, turn, ply, |hidden, weights| {
            kernel::sum_avx2(hidden, weights)
        })
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni,bmi1,popcnt")]
    fn evaluate_avx512(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        self.compute(board, turn, ply, |hidden, weights| {
            kernel::sum_avx512(hidden, weights)
        })
    }

    #[inline(always)]
    fn compute(
        &mut self,
        board: &Board,
        turn: Color,
        ply: usize,
        sum: impl Fn(&[i16], &[i16]) -> i32,
    ) -> i32 {
        let ply = ply.min(MAX_PLY);
        for color in Color::ALL {
            self.views[color as usize].update(&self.network, color, board, ply);
        }
        let pieces = board.occupied().count() as usize;
        let bucket = (pieces.saturating_sub(2) / 4).min(BUCKETS - 1);
        let (own, enemy) = self.network.outputs(bucket);
        let hidden = |color: Color| &self.views[color as usize].plies[ply].values;
        let total = sum(hidden(turn), own).wrapping_add(sum(hidden(!turn), enemy));
        self.network.centipawns(total, bucket)
    }
}

impl View {
    /// Makes the layer at this ply that of the board.
    #[inline(always)]
    fn update(&mut self, network: &Network, color: Color, board: &Board, ply: usize) {
        let is_mirrored = board.king(color).is_some_and(|king| king.file() > File::D);
        let mut nearest = (u32::MAX, ply);
        for above in [1, 0, 2] {
            let Some(candidate) = ply.checked_sub(above) else {
                continue;
            };
            let layer = &self.plies[candidate];
            if layer.is_mirrored == is_mirrored {
                nearest = nearest.min((layer.distance(board), candidate));
                if nearest.0 <= ONE_MOVE {
                    break;
                }
            }
        }
        let cached = &mut self.refresh[usize::from(is_mirrored)];
        if nearest.0 > FEW_MOVES && cached.distance(board) < nearest.0 {
            cached.update(network, color, board);
            self.plies[ply].copy(cached);
        } else if nearest.1 == ply {
            self.plies[ply].update(network, color, board);
        } else if let Ok([from, to]) = self.plies.get_disjoint_mut([nearest.1, ply]) {
            to.derive(from, network, color, board);
        }
    }
}

/// A capture changes three inputs, castling four.
const ONE_MOVE: u32 = 4;
/// With more changes it pays to look for a nearer position.
const FEW_MOVES: u32 = 8;
