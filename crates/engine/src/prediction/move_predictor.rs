use std::{fs::File, io::Read as _, path::Path, sync::LazyLock};

use arbiter_rules::{Move, Position, Role};

use super::{
    MoveChances,
    convolution::{Channels, Convolution, product},
    planes::{PLANES, planes, seen},
};
use crate::NetworkError;

/// Predicts the moves of people.
///
/// ```
/// use arbiter_engine::MovePredictor;
/// use arbiter_rules::Position;
///
/// let start = Position::start();
/// let chances = MovePredictor::included().predict(&start, None, 1500);
/// assert_eq!(start.san(chances.likeliest().unwrap()).to_string(), "e4");
/// ```
pub struct MovePredictor {
    input: Convolution,
    blocks: Vec<[Convolution; 2]>,
    origin: Convolution,
    target: Convolution,
    promotion: Convolution,
    /// For each knot and each block, the first one being the input, what is added to
    /// each channel.
    rating: Box<[i16]>,
    first_knot: u32,
    knot_step: u32,
    knots: usize,
}

/// An activation of 1.
const ONE: i16 = 128;
/// The largest activation.
const MAX_ACTIVATION: i32 = 4095;
/// From a product of two vectors to 1024ths of a logit.
const PRODUCT_SHIFT: u32 = 7;
/// From an output for promotions to 1024ths of a logit.
const PROMOTION_SHIFT: u32 = 3;
/// The pieces other than a queen that a pawn can become, in the order of the outputs.
const UNDERPROMOTIONS: [Role; 3] = [Role::Knight, Role::Bishop, Role::Rook];

const MAGIC: &[u8; 8] = b"ARBPOL1\0";
const MAX_CHANNELS: usize = 256;
const MAX_BLOCKS: usize = 40;
const MAX_KNOTS: usize = 100;
/// The largest file that is read.
const MAX_LENGTH: u64 = 64 << 20;

impl MovePredictor {
    /// Returns the predictor that is part of the program. The first call reads it.
    #[must_use]
    pub fn included() -> &'static MovePredictor {
        static INCLUDED: LazyLock<MovePredictor> = LazyLock::new(|| {
            MovePredictor::parse(include_bytes!("../../networks/policy.net"))
                .expect("the included file is a predictor")
        });
        &INCLUDED
    }

    /// Reads a predictor from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a predictor.
    pub fn open(path: impl AsRef<Path>) -> Result<MovePredictor, NetworkError> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_LENGTH).read_to_end(&mut bytes)?;
        MovePredictor::parse(&bytes)
    }

    /// Reads a predictor from the content of a file.
    ///
    /// # Errors
    ///
    /// If it is not a predictor.
    pub fn parse(bytes: &[u8]) -> Result<MovePredictor, NetworkError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Format)?;
        let mut numbers = Numbers { body, missing: 0 };
        let [channels, blocks, planes, first_knot, knot_step, knots] =
            [(); 6].map(|()| numbers.next_u32());
        let (channels, blocks, knots) = (channels as usize, blocks as usize, knots as usize);
        let is_supported = (1..=MAX_CHANNELS).contains(&channels)
            && blocks <= MAX_BLOCKS
            && planes as usize == PLANES
            && (2..=MAX_KNOTS).contains(&knots)
            && (1..=10_000).contains(&knot_step)
            && first_knot <= 10_000;
        if !is_supported {
            return Err(NetworkError::Shape);
        }
        let input = numbers.convolution(PLANES, channels, 3, false)?;
        let mut pairs = Vec::new();
        for _ in 0..blocks {
            let first = numbers.convolution(channels, channels, 3, false)?;
            let second = numbers.convolution(channels, channels, 3, true)?;
            pairs.push([first, second]);
        }
        let predictor = MovePredictor {
            input,
            blocks: pairs,
            origin: numbers.convolution(channels, channels, 1, false)?,
            target: numbers.convolution(channels, channels, 1, false)?,
            promotion: numbers.convolution(channels, UNDERPROMOTIONS.len(), 1, false)?,
            rating: numbers.integers(knots * (blocks + 1) * channels),
            first_knot,
            knot_step,
            knots,
        };
        if numbers.missing > 0 || !numbers.body.is_empty() {
            return Err(NetworkError::Length {
                expected: bytes.len() + numbers.missing - numbers.body.len(),
                found: bytes.len(),
            });
        }
        Ok(predictor)
    }

    /// Returns the number of multiplications of a prediction.
    #[must_use]
    pub fn multiplications(&self) -> usize {
        let layers = [&self.input, &self.origin, &self.target, &self.promotion];
        let all = layers.into_iter().chain(self.blocks.iter().flatten());
        let products = 64 * 64 * self.origin.outputs;
        all.map(Convolution::multiplications).sum::<usize>() + products
    }

    /// Predicts the move of a player with this rating, on the scale of lichess. The last
    /// move is the one that led to the position.
    #[must_use]
    pub fn predict(&self, position: &Position, last: Option<Move>, rating: u32) -> MoveChances {
        let x = self.squares(&planes(position, last, ONE), rating);
        let vector = |_: usize, sums: &[i32], out: &mut [i16]| {
            for (out, sum) in out.iter_mut().zip(sums) {
                *out = (*sum).clamp(-MAX_ACTIVATION, MAX_ACTIVATION) as i16;
            }
        };
        let origins = self.origin.apply(&x, vector);
        let targets = self.target.apply(&x, vector);
        let promotions = self.promotion.apply(&x, |_, sums, out| {
            for (out, sum) in out.iter_mut().zip(sums) {
                *out = (*sum).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        });
        let logit = |mv: Move| {
            let origin = seen(mv.from(), position.turn());
            let target = seen(mv.to(), position.turn());
            let product = product(origins.square(origin), targets.square(target));
            let role = UNDERPROMOTIONS
                .into_iter()
                .position(|role| mv.promotion() == Some(role));
            let promotion = role.map_or(0, |role| promotions.square(target)[role]);
            (product >> PRODUCT_SHIFT) + (i32::from(promotion) << PROMOTION_SHIFT)
        };
        MoveChances::new(position.legal_moves().map(|mv| (mv, logit(mv))).collect())
    }

    /// Computes the vectors of all squares.
    fn squares(&self, planes: &Channels, rating: u32) -> Channels {
        let added = self.rating_bias(rating);
        let mut added = added.chunks_exact(self.input.outputs);
        let mut next = || added.next().unwrap_or_default();
        let activation = |bias: &[i32], sums: &[i32], out: &mut [i16]| {
            for ((out, sum), bias) in out.iter_mut().zip(sums).zip(bias) {
                *out = sum.wrapping_add(*bias).clamp(0, MAX_ACTIVATION) as i16;
            }
        };
        let bias = next();
        let mut x = self
            .input
            .apply(planes, |_, sums, out| activation(bias, sums, out));
        for [first, second] in &self.blocks {
            let bias = next();
            let y = first.apply(&x, |_, sums, out| activation(bias, sums, out));
            x = second.apply(&y, |square, sums, out| {
                for ((out, sum), old) in out.iter_mut().zip(sums).zip(x.square(square)) {
                    *out = sum.wrapping_add(i32::from(*old)).clamp(0, MAX_ACTIVATION) as i16;
                }
            });
        }
        x
    }

    /// Returns what a rating adds to the channels of the input and of each block.
    fn rating_bias(&self, rating: u32) -> Vec<i32> {
        let last = self.knot_step * (self.knots as u32 - 1);
        let place = rating.saturating_sub(self.first_knot).min(last);
        let knot = (place / self.knot_step).min(self.knots as u32 - 2);
        let part = (place - knot * self.knot_step) as i32;
        let step = self.knot_step as i32;
        let width = (self.blocks.len() + 1) * self.input.outputs;
        let (low, high) = self.rating[knot as usize * width..][..2 * width].split_at(width);
        low.iter()
            .zip(high)
            .map(|(&low, &high)| {
                (i32::from(low) * (step - part) + i32::from(high) * part).div_euclid(step)
            })
            .collect()
    }
}

impl core::fmt::Debug for MovePredictor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (blocks, channels) = (self.blocks.len(), self.input.outputs);
        write!(f, "a predictor with {blocks} blocks of {channels} channels")
    }
}

/// Reads little-endian numbers.
struct Numbers<'b> {
    body: &'b [u8],
    /// The number of bytes that were not there.
    missing: usize,
}

impl Numbers<'_> {
    fn next_u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let Some((array, rest)) = self.body.split_first_chunk() else {
            self.missing += N - self.body.len();
            self.body = &[];
            return [0; N];
        };
        self.body = rest;
        *array
    }

    fn integers(&mut self, count: usize) -> Box<[i16]> {
        (0..count)
            .map(|_| i16::from_le_bytes(self.array()))
            .collect()
    }

    fn convolution(
        &mut self,
        inputs: usize,
        outputs: usize,
        side: usize,
        has_means: bool,
    ) -> Result<Convolution, NetworkError> {
        let shift = self.next_u32();
        if shift > 16 {
            return Err(NetworkError::Shape);
        }
        Ok(Convolution {
            inputs,
            outputs,
            side,
            weights: self.integers(outputs * side * side * inputs),
            bias: (0..outputs)
                .map(|_| i32::from_le_bytes(self.array()))
                .collect(),
            means: self.integers(if has_means { outputs * inputs } else { 0 }),
            shift,
        })
    }
}
