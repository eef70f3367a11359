use std::{fs, path::Path};

use anyhow::Context as _;
use arbiter_rules::{CastlingSide, Color, Move, PlayedLine, Position, Role};

/// A Maia network (<https://github.com/CSSLab/maia-chess>), which predicts the moves of
/// people of one rating. The levels are measured against it.
///
/// The files are those of Leela Chess Zero: 112 planes, residual blocks with squeeze and
/// excitation, and 80 planes for the moves.
pub struct Maia {
    input: Layer,
    blocks: Vec<Block>,
    policy: [Layer; 2],
}

/// A convolution of three by three squares.
struct Layer {
    inputs: usize,
    outputs: usize,
    /// By square of the kernel, input, and output.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

struct Block {
    first: Layer,
    second: Layer,
    /// Weights by output and input, and biases.
    squeeze: (Vec<f32>, Vec<f32>),
    excite: (Vec<f32>, Vec<f32>),
}

const PLANES: usize = 112;
/// The planes for one position: twelve kinds of pieces, and whether it is a repetition.
const PLANES_PER_POSITION: usize = 13;
const HISTORY: usize = 8;

impl Maia {
    /// Reads an unpacked weight file, such as `maia-1500.pb`.
    pub fn open(path: &Path) -> anyhow::Result<Maia> {
        let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        Maia::parse(&bytes).with_context(|| format!("{} is no network", path.display()))
    }

    fn parse(bytes: &[u8]) -> Option<Maia> {
        let weights = Message(bytes).message(10)?;
        let input = weights.message(1)?.convolution(PLANES)?;
        let channels = input.outputs;
        let blocks = weights
            .messages(2)
            .map(|block| {
                let excitation = block.message(3)?;
                Some(Block {
                    first: block.message(1)?.convolution(channels)?,
                    second: block.message(2)?.convolution(channels)?,
                    squeeze: (excitation.numbers(1)?, excitation.numbers(2)?),
                    excite: (excitation.numbers(3)?, excitation.numbers(4)?),
                })
            })
            .collect::<Option<Vec<Block>>>()?;
        let first = weights.message(11)?.convolution(channels)?;
        let second = weights.message(3)?.convolution(first.outputs)?;
        Some(Maia {
            input,
            blocks,
            policy: [first, second],
        })
    }

    /// Returns the chance of each legal move.
    pub fn predict(&self, line: &PlayedLine) -> Vec<(Move, f64)> {
        let mut x = self.input.apply(&planes(line));
        relu(&mut x);
        for block in &self.blocks {
            let mut y = block.first.apply(&x);
            relu(&mut y);
            let y = block.second.apply(&y);
            x = block.join(&x, &y);
        }
        let mut y = self.policy[0].apply(&x);
        relu(&mut y);
        let logits = self.policy[1].apply(&y);
        let position = line.position();
        let moves: Vec<(Move, f64)> = position
            .legal_moves()
            .map(|mv| {
                let (plane, from) = output(position, mv);
                (mv, f64::from(logits[from * self.policy[1].outputs + plane]))
            })
            .collect();
        let best = moves.iter().map(|it| it.1).fold(f64::MIN, f64::max);
        let total: f64 = moves.iter().map(|it| (it.1 - best).exp()).sum();
        let chance = |logit: f64| (logit - best).exp() / total;
        moves.iter().map(|&(mv, it)| (mv, chance(it))).collect()
    }

    /// Returns the likeliest move.
    pub fn likeliest(&self, line: &PlayedLine) -> Option<Move> {
        let chances = self.predict(line);
        let best = chances.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|&(mv, _)| mv)
    }
}

impl Layer {
    /// Computes the outputs of all squares, the channels of a square side by side.
    fn apply(&self, input: &[f32]) -> Vec<f32> {
        let mut output = Vec::with_capacity(64 * self.outputs);
        let mut sums = vec![0.0; self.outputs];
        for square in 0..64_usize {
            sums.copy_from_slice(&self.bias);
            for place in 0..9_usize {
                let rank = (square / 8 + place / 3).checked_sub(1).filter(|&it| it < 8);
                let file = (square % 8 + place % 3).checked_sub(1).filter(|&it| it < 8);
                let Some((rank, file)) = rank.zip(file) else {
                    continue;
                };
                let values = &input[(8 * rank + file) * self.inputs..][..self.inputs];
                let rows =
                    self.weights[place * self.inputs * self.outputs..].chunks_exact(self.outputs);
                for (&value, row) in values.iter().zip(rows) {
                    if value != 0.0 {
                        for (sum, weight) in sums.iter_mut().zip(row) {
                            *sum += value * weight;
                        }
                    }
                }
            }
            output.extend_from_slice(&sums);
        }
        output
    }
}

impl Block {
    /// Adds the outputs of the block to its inputs.
    fn join(&self, x: &[f32], y: &[f32]) -> Vec<f32> {
        let channels = self.second.outputs;
        let mut means = vec![0.0; channels];
        for square in y.chunks_exact(channels) {
            for (mean, value) in means.iter_mut().zip(square) {
                *mean += value / 64.0;
            }
        }
        let mut squeezed = dense(&self.squeeze, &means);
        relu(&mut squeezed);
        let excited = dense(&self.excite, &squeezed);
        let (gates, added) = excited.split_at(channels);
        let gate = |value: f32| 1.0 / (1.0 + (-value).exp());
        let join = |(index, (&x, &y)): (usize, (&f32, &f32))| {
            let channel = index % channels;
            (gate(gates[channel]) * y + added[channel] + x).max(0.0)
        };
        x.iter().zip(y).enumerate().map(join).collect()
    }
}

fn dense((weights, bias): &(Vec<f32>, Vec<f32>), input: &[f32]) -> Vec<f32> {
    let rows = weights.chunks_exact(input.len());
    let product = |row: &[f32]| row.iter().zip(input).map(|(a, b)| a * b).sum::<f32>();
    rows.zip(bias)
        .map(|(row, bias)| product(row) + bias)
        .collect()
}

fn relu(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// Returns the planes: the last eight positions from the point of view of the side to
/// move, castling rights, the color, and the clock of the rule of fifty moves.
fn planes(line: &PlayedLine) -> Vec<f32> {
    let mut planes = vec![0.0; 64 * PLANES];
    let position = line.position();
    let us = position.turn();
    let seen = |square: usize| match us {
        Color::White => square,
        Color::Black => square ^ 56,
    };
    let mut past = line.clone();
    for age in 0..HISTORY {
        let first = age * PLANES_PER_POSITION;
        for (square, piece) in past.position().board().iter() {
            let plane = first + piece.role as usize + 6 * usize::from(piece.color != us);
            planes[seen(square as usize) * PLANES + plane] = 1.0;
        }
        if past.repetitions() > 1 {
            fill(&mut planes, first + 12, 1.0);
        }
        if past.moves().len() == 0 {
            break;
        }
        past.take_back();
    }
    let rights = [
        (us, CastlingSide::Long),
        (us, CastlingSide::Short),
        (!us, CastlingSide::Long),
        (!us, CastlingSide::Short),
    ];
    for (index, (color, side)) in rights.into_iter().enumerate() {
        if position.castling_rook(color, side).is_some() {
            fill(&mut planes, 104 + index, 1.0);
        }
    }
    if us == Color::Black {
        fill(&mut planes, 108, 1.0);
    }
    fill(&mut planes, 109, position.halfmoves() as f32);
    fill(&mut planes, 111, 1.0);
    planes
}

fn fill(planes: &mut [f32], plane: usize, value: f32) {
    for square in planes.chunks_exact_mut(PLANES) {
        square[plane] = value;
    }
}

const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Returns the plane and the square of the output for a move.
fn output(position: &Position, mv: Move) -> (usize, usize) {
    let flip = match position.turn() {
        Color::White => 0,
        Color::Black => 56,
    };
    let from = mv.from() as usize ^ flip;
    let mut to = mv.to() as usize ^ flip;
    // A king captures its own rook to castle.
    match mv.castling() {
        Some(CastlingSide::Short) => to = 7,
        Some(CastlingSide::Long) => to = 0,
        None => {}
    }
    let x = (to % 8) as i32 - (from % 8) as i32;
    let y = (to / 8) as i32 - (from / 8) as i32;
    let promotion = match mv.promotion() {
        Some(Role::Rook) => Some(0),
        Some(Role::Bishop) => Some(1),
        Some(Role::Queen) => Some(2),
        // A knight is the plain move.
        _ => None,
    };
    let plane = if let Some(promotion) = promotion {
        64 + 3 * (x + 1) as usize + promotion
    } else if let Some(index) = KNIGHT_STEPS.iter().position(|&it| it == (x, y)) {
        56 + index
    } else {
        let far = x.abs().max(y.abs()).max(1);
        let step = (x / far, y / far);
        let direction = DIRECTIONS.iter().position(|&it| it == step);
        7 * direction.unwrap_or(0) + far as usize - 1
    };
    (plane, from)
}

/// A message in the format of protocol buffers.
#[derive(Clone, Copy)]
struct Message<'b>(&'b [u8]);

impl<'b> Message<'b> {
    /// Returns the fields: their numbers and contents. Numbers have no content.
    fn fields(self) -> impl Iterator<Item = (u64, &'b [u8])> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let key = varint(&mut left)?;
            let length = match key & 7 {
                0 => varint(&mut left).map(|_| 0)?,
                1 => 8,
                2 => varint(&mut left)? as usize,
                5 => 4,
                _ => return None,
            };
            let (content, rest) = left.split_at_checked(length)?;
            left = rest;
            Some((key >> 3, content))
        })
    }

    fn messages(self, number: u64) -> impl Iterator<Item = Message<'b>> {
        let wanted = move |(found, content)| (found == number).then_some(Message(content));
        self.fields().filter_map(wanted)
    }

    fn message(self, number: u64) -> Option<Message<'b>> {
        self.messages(number).next()
    }

    /// Returns the numbers of a field: the least, the greatest, and each in 65535ths
    /// between them.
    fn numbers(self, number: u64) -> Option<Vec<f32>> {
        let layer = self.message(number)?;
        let float = |number| {
            let Message(bytes) = layer.message(number)?;
            Some(f32::from_le_bytes(bytes.try_into().ok()?))
        };
        let (least, greatest) = (float(1)?, float(2)?);
        let Message(values) = layer.message(3)?;
        let values = values.as_chunks::<2>().0.iter().map(|&value| {
            let part = f32::from(u16::from_le_bytes(value)) / 65535.0;
            least * (1.0 - part) + greatest * part
        });
        Some(values.collect())
    }

    /// Returns a convolution with its batch normalization folded in.
    fn convolution(self, inputs: usize) -> Option<Layer> {
        let found = self.numbers(1)?;
        let outputs = found.len() / (9 * inputs);
        let bias = self.numbers(2).unwrap_or(vec![0.0; outputs]);
        let (mut factors, mut biases) = (vec![1.0; outputs], bias.clone());
        if let (Some(means), Some(variances)) = (self.numbers(3), self.numbers(4))
            && means.len() == outputs
        {
            let gammas = self.numbers(5).unwrap_or(vec![1.0; outputs]);
            let betas = self.numbers(6).unwrap_or(vec![0.0; outputs]);
            for output in 0..outputs {
                factors[output] = gammas[output] / (variances[output] + 1e-5).sqrt();
                biases[output] = betas[output] - factors[output] * (means[output] - bias[output]);
            }
        }
        let mut weights = vec![0.0; found.len()];
        for output in 0..outputs {
            for input in 0..inputs {
                for place in 0..9 {
                    weights[(place * inputs + input) * outputs + output] =
                        found[(output * inputs + input) * 9 + place] * factors[output];
                }
            }
        }
        Some(Layer {
            inputs,
            outputs,
            weights,
            bias: biases,
        })
    }
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}
