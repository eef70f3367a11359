use core::fmt;
use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
    sync::{Arc, LazyLock},
};

/// The weights of a network, rounded to integers.
pub struct Network {
    /// The size of the hidden layer for one point of view.
    size: usize,
    /// One row of the hidden layer for each input.
    inputs: Box<[i16]>,
    bias: Box<[i16]>,
    /// For each bucket the weights of the side to move, then those of the other side.
    outputs: Box<[i16]>,
    output_bias: [i32; BUCKETS],
    /// An output weight of 1.
    output_one: i32,
}

/// The number of inputs: twelve kinds of pieces on 64 squares.
pub(super) const INPUTS: usize = 768;
/// The number of different outputs, by the number of pieces.
pub(super) const BUCKETS: usize = 8;
/// A hidden value of 1.
pub(super) const ONE: i16 = 255;
/// The centipawns in an output of 1.
const SCALE: i32 = 400;

/// The hidden layer is computed in blocks of this size.
pub(super) const BLOCK: usize = 32;
/// The network that is part of the program. It is read when it is first needed.
static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let file = include_bytes!("../../networks/768.net");
    Arc::new(Network::parse(file).expect("a test reads this file"))
});

/// The maximum size of the hidden layer for one point of view.
const MAX_HIDDEN_SIZE: usize = 4096;
/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"ARBNET1\0";
/// The length of the header: `MAGIC`, then as little-endian `u32` the size of the hidden
/// layer, the number of buckets, and an output weight of 1.
const HEADER_BYTES: usize = 20;

impl Network {
    /// Returns the network that is part of the program.
    #[must_use]
    pub fn embedded() -> Arc<Network> {
        Arc::clone(&EMBEDDED)
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a network.
    pub fn open(path: impl AsRef<Path>) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        let longest = length(MAX_HIDDEN_SIZE) as u64;
        File::open(path)?
            .take(longest + 1)
            .read_to_end(&mut bytes)?;
        Network::parse(&bytes)
    }

    /// Reads a network from the content of a file.
    ///
    /// # Errors
    ///
    /// If it is not a network.
    pub fn parse(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (header, body) = bytes
            .split_at_checked(HEADER_BYTES)
            .filter(|(header, _)| header.starts_with(MAGIC))
            .ok_or(NetworkError::Format)?;
        let number = |at: usize| {
            let four = [0, 1, 2, 3].map(|byte| header[at + byte]);
            u32::from_le_bytes(four) as usize
        };
        let size = number(8);
        let output_one = i32::try_from(number(16)).unwrap_or(0);
        if !(1..=1024).contains(&output_one) {
            return Err(NetworkError::Shape);
        }
        if size == 0
            || size > MAX_HIDDEN_SIZE
            || !size.is_multiple_of(BLOCK)
            || number(12) != BUCKETS
        {
            return Err(NetworkError::Shape);
        }
        if bytes.len() != length(size) {
            return Err(NetworkError::Length {
                expected: length(size),
                found: bytes.len(),
            });
        }
        let (inputs, body) = body.split_at(2 * INPUTS * size);
        let (bias, body) = body.split_at(2 * size);
        let (outputs, body) = body.split_at(2 * BUCKETS * 2 * size);
        let mut output_bias = [0; BUCKETS];
        for (bias, bytes) in output_bias.iter_mut().zip(body.as_chunks().0) {
            *bias = i32::from_le_bytes(*bytes);
        }
        Ok(Network {
            size,
            inputs: integers(inputs),
            bias: integers(bias),
            outputs: integers(outputs),
            output_bias,
            output_one,
        })
    }

    /// Returns the size of the hidden layer for one point of view.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    pub(super) fn bias(&self) -> &[i16] {
        &self.bias
    }

    /// Returns what an input adds to the hidden layer.
    #[inline(always)]
    pub(super) fn input(&self, index: usize) -> &[i16] {
        &self.inputs[index * self.size..][..self.size]
    }

    /// Returns the output weights for a number of pieces: those of the side to move,
    /// and those of the other side.
    #[inline(always)]
    pub(super) fn outputs(&self, bucket: usize) -> (&[i16], &[i16]) {
        self.outputs[bucket * 2 * self.size..][..2 * self.size].split_at(self.size)
    }

    /// Returns the value in centipawns of a weighted sum of squared hidden values.
    #[inline(always)]
    pub(super) fn centipawns(&self, sum: i32, bucket: usize) -> i32 {
        let output = sum / i32::from(ONE) + self.output_bias[bucket];
        let one = i64::from(ONE) * i64::from(self.output_one);
        (i64::from(output) * i64::from(SCALE) / one) as i32
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a network of size {}", self.size)
    }
}

/// Returns the length of the file of a network.
const fn length(size: usize) -> usize {
    HEADER_BYTES + 2 * size * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS
}

fn integers(bytes: &[u8]) -> Box<[i16]> {
    let pairs = bytes.as_chunks().0;
    pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
}

/// Why a network cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file cannot be read.
    Read(io::Error),
    /// The file does not begin like a network.
    Format,
    /// The network has a size that is not supported.
    Shape,
    /// The file is too short or too long for its size.
    Length {
        /// The length that belongs to the size.
        expected: usize,
        /// The length of the file, or more than any network has.
        found: usize,
    },
}

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> NetworkError {
        NetworkError::Read(error)
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Read(error) => error.fmt(f),
            NetworkError::Format => f.write_str("this is not a network of Arbiter"),
            NetworkError::Shape => f.write_str("this network has an unsupported size"),
            NetworkError::Length { expected, found } => {
                write!(f, "the network has {found} bytes instead of {expected}")
            }
        }
    }
}

impl core::error::Error for NetworkError {}
