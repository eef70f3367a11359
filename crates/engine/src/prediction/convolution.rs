/// The activations of a layer: a number for each square and channel.
pub(super) struct Channels {
    count: usize,
    /// The channels of each square side by side.
    values: Vec<i16>,
}

impl Channels {
    pub(super) fn new(count: usize) -> Channels {
        Channels {
            count,
            values: vec![0; 64 * count],
        }
    }

    pub(super) fn square(&self, square: usize) -> &[i16] {
        &self.values[square * self.count..][..self.count]
    }

    pub(super) fn square_mut(&mut self, square: usize) -> &mut [i16] {
        &mut self.values[square * self.count..][..self.count]
    }

    /// Returns the mean of each channel.
    fn means(&self) -> Vec<i16> {
        let mut sums = vec![0_i32; self.count];
        for channels in self.values.chunks_exact(self.count) {
            for (sum, &value) in sums.iter_mut().zip(channels) {
                *sum += i32::from(value);
            }
        }
        // A mean is no larger than the largest activation.
        sums.iter().map(|sum| ((sum + 32) >> 6) as i16).collect()
    }
}

/// A convolution with a kernel of one square, or of three by three squares.
pub(super) struct Convolution {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// The length of a side of the kernel.
    pub(super) side: usize,
    /// By output, square of the kernel, and input.
    pub(super) weights: Box<[i16]>,
    pub(super) bias: Box<[i32]>,
    /// What each mean of an input channel adds to each output, by output; or nothing.
    pub(super) means: Box<[i16]>,
    /// A weight of 1 is 2 to this power.
    pub(super) shift: u32,
}

impl Convolution {
    /// Returns the number of multiplications.
    pub(super) fn multiplications(&self) -> usize {
        64 * self.weights.len() + self.means.len()
    }

    /// Computes the outputs, and passes the square, its outputs and the place for them
    /// to `finish`.
    pub(super) fn apply(
        &self,
        input: &Channels,
        mut finish: impl FnMut(usize, &[i32], &mut [i16]),
    ) -> Channels {
        let mut bias = self.bias.to_vec();
        if !self.means.is_empty() {
            let means = input.means();
            for (bias, weights) in bias.iter_mut().zip(self.means.chunks_exact(self.inputs)) {
                *bias = bias.wrapping_add(product(&means, weights));
            }
        }
        let length = self.side * self.side * self.inputs;
        let half = (1_i32 << self.shift) >> 1;
        let mut window = vec![0; length];
        let mut sums = vec![0; self.outputs];
        let mut output = Channels::new(self.outputs);
        for square in 0..64 {
            self.fill(&mut window, input, square);
            products(&window, &self.weights, &mut sums);
            for (sum, &bias) in sums.iter_mut().zip(&bias) {
                *sum = sum.wrapping_add(bias).wrapping_add(half) >> self.shift;
            }
            finish(square, &sums, output.square_mut(square));
        }
        output
    }

    /// Copies the inputs around a square. Beyond the edge of the board they are 0.
    fn fill(&self, window: &mut [i16], input: &Channels, square: usize) {
        if self.side == 1 {
            window.copy_from_slice(input.square(square));
            return;
        }
        for (place, values) in window.chunks_exact_mut(self.inputs).enumerate() {
            let rank = (square / 8 + place / 3).checked_sub(1).filter(|&it| it < 8);
            let file = (square % 8 + place % 3).checked_sub(1).filter(|&it| it < 8);
            match rank.zip(file) {
                Some((rank, file)) => values.copy_from_slice(input.square(8 * rank + file)),
                None => values.fill(0),
            }
        }
    }
}

/// Computes the products of a window and each row of weights, with AVX2 if the processor
/// has it.
fn products(window: &[i16], weights: &[i16], sums: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the processor has these instructions")]
        // SAFETY: the feature has just been detected.
        return unsafe { products_avx2(window, weights, sums) };
    }
    products_portable(window, weights, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn products_avx2(window: &[i16], weights: &[i16], sums: &mut [i32]) {
    products_portable(window, weights, sums);
}

#[inline(always)]
fn products_portable(window: &[i16], weights: &[i16], sums: &mut [i32]) {
    for (sum, row) in sums.iter_mut().zip(weights.chunks_exact(window.len())) {
        *sum = product(window, row);
    }
}

/// Returns the sum of the products. The trainer chooses weights for which it cannot
/// overflow.
#[inline(always)]
pub(super) fn product(left: &[i16], right: &[i16]) -> i32 {
    left.iter()
        .zip(right)
        .map(|(&left, &right)| i32::from(left) * i32::from(right))
        .fold(0, i32::wrapping_add)
}
