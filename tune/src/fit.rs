use std::{fs, path::PathBuf, thread};

use anyhow::Context as _;

use crate::{
    model::{self, Case, Weights},
    random::Random,
    sample::{self, Sample},
    weights,
};

/// The arguments of `fit`.
#[derive(clap::Args)]
pub struct Fit {
    /// Files with positions printed by `games`
    #[arg(required = true)]
    samples: Vec<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 30)]
    rounds: usize,
    /// Initial step size of the weights
    #[arg(long, default_value_t = 1.0)]
    step: f64,
    /// Share of the game result in the target, from 0 to 1; the rest is the search score
    #[arg(long, default_value_t = 0.7)]
    result: f64,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Scale in centipawns of the logistic curve; fitted if not given
    #[arg(long)]
    spread: Option<f64>,
    /// File to write the weights to
    #[arg(long, default_value = weights::FILE)]
    output: PathBuf,
}

/// Fits the weights with Texel's tuning method
/// (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the evaluation,
/// mapped to a number from 0 to 1, should predict the result. The gradient is known,
/// so the optimizer is Adam (Kingma and Ba, <https://arxiv.org/abs/1412.6980>).
pub fn run(fit: &Fit) -> anyhow::Result<()> {
    let samples = sample::read(&fit.samples)?;
    println!("{} positions", samples.len());
    let mut weights = model::current();
    let spread = match fit.spread {
        Some(spread) => spread,
        None => best_spread(
            &cases(&samples, 1.0, 1.0, fit.threads),
            &weights,
            fit.threads,
        ),
    };
    let mut cases = cases(&samples, fit.result, spread, fit.threads);
    drop(samples);
    // The last games form a validation set, to detect overfitting.
    let validation = cases.split_off(cases.len() - cases.len() / 20);
    let losses = |weights: &Weights| {
        (
            loss(&cases, weights, spread, fit.threads),
            loss(&validation, weights, spread, fit.threads),
        )
    };
    let (training_loss, validation_loss) = losses(&weights);
    println!(
        "spread {spread:.1}, training loss {training_loss:.6}, validation loss {validation_loss:.6}"
    );

    let mut adam = Adam::new();
    let mut order: Vec<u32> = (0..cases.len() as u32).collect();
    let mut random = Random::new(1);
    for round in 0..fit.rounds {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index + 1));
        }
        let progress = round as f64 / fit.rounds as f64;
        let step = fit.step * (1.0 - progress).powi(2).max(0.01);
        for batch in order.chunks(BATCH_SIZE) {
            let gradient = gradient(&cases, batch, &weights, spread, fit.threads);
            adam.step(&mut weights, &gradient, step);
        }
        if round % 5 == 4 || round + 1 == fit.rounds {
            let (training_loss, validation_loss) = losses(&weights);
            println!(
                "round {}: training loss {training_loss:.6}, validation loss {validation_loss:.6}",
                round + 1
            );
        }
    }
    fs::write(&fit.output, weights::source(&weights))
        .with_context(|| format!("cannot write {}", fit.output.display()))
}

/// The number of positions in one step.
const BATCH_SIZE: usize = 16_384;

/// Computes the cases of the samples, with their targets.
fn cases(samples: &[Sample], by_result: f64, spread: f64, threads: usize) -> Vec<Case> {
    let make = |sample: &Sample| {
        let result = f64::from(sample.result) / 2.0;
        let score = sigmoid(f64::from(sample.score), spread);
        let target = by_result * result + (1.0 - by_result) * score;
        Case::of(&sample.position, target as f32)
    };
    in_parts(samples, threads, |part| {
        part.iter().filter_map(make).collect::<Vec<Case>>()
    })
    .into_iter()
    .flatten()
    .collect()
}

/// Maps a value to an expected score from 0 to 1.
fn sigmoid(value: f64, spread: f64) -> f64 {
    1.0 / (1.0 + (-value / spread).exp())
}

/// Finds the spread with the lowest loss.
fn best_spread(cases: &[Case], weights: &Weights, threads: usize) -> f64 {
    let (mut low, mut high) = (50.0, 800.0);
    while high - low > 1.0 {
        let third = (high - low) / 3.0;
        let (lower, upper) = (low + third, high - third);
        if loss(cases, weights, lower, threads) < loss(cases, weights, upper, threads) {
            high = upper;
        } else {
            low = lower;
        }
    }
    f64::midpoint(low, high)
}

/// Returns the mean squared error of the prediction.
fn loss(cases: &[Case], weights: &Weights, spread: f64, threads: usize) -> f64 {
    let sums = in_parts(cases, threads, |part| {
        part.iter()
            .map(|case| {
                (sigmoid(case.value(weights).value, spread) - f64::from(case.target)).powi(2)
            })
            .sum::<f64>()
    });
    sums.into_iter().sum::<f64>() / cases.len().max(1) as f64
}

/// Returns the gradient of the loss of a batch.
fn gradient(
    cases: &[Case],
    batch: &[u32],
    weights: &Weights,
    spread: f64,
    threads: usize,
) -> Weights {
    let parts = in_parts(batch, threads, |part| {
        let mut gradient = model::zeros();
        for &index in part {
            let case = &cases[index as usize];
            let value = case.value(weights);
            let points = sigmoid(value.value, spread);
            let factor = (points - f64::from(case.target)) * points * (1.0 - points);
            case.add_gradient(&value, factor / batch.len() as f64, &mut gradient);
        }
        gradient
    });
    let mut sum = model::zeros();
    for part in parts {
        for (sum, part) in sum.iter_mut().zip(part) {
            sum[0] += part[0];
            sum[1] += part[1];
        }
    }
    sum
}

/// Processes parts of a list in parallel.
fn in_parts<I: Sync, O: Send>(
    items: &[I],
    threads: usize,
    work: impl Fn(&[I]) -> O + Sync,
) -> Vec<O> {
    let size = items.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = items
            .chunks(size)
            .map(|part| scope.spawn(|| work(part)))
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().expect("the work does not panic"))
            .collect()
    })
}

/// The Adam optimizer.
struct Adam {
    mean: Weights,
    square: Weights,
    steps: i32,
}

impl Adam {
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;

    fn new() -> Adam {
        Adam {
            mean: model::zeros(),
            square: model::zeros(),
            steps: 0,
        }
    }

    fn step(&mut self, weights: &mut Weights, gradient: &Weights, step: f64) {
        self.steps += 1;
        let mean_share = 1.0 - Adam::MEAN.powi(self.steps);
        let square_share = 1.0 - Adam::SQUARE.powi(self.steps);
        for index in 0..weights.len() {
            for part in 0..2 {
                let slope = gradient[index][part];
                let mean = &mut self.mean[index][part];
                let square = &mut self.square[index][part];
                *mean += (1.0 - Adam::MEAN) * (slope - *mean);
                *square += (1.0 - Adam::SQUARE) * (slope * slope - *square);
                let spread = (*square / square_share).sqrt() + 1e-9;
                weights[index][part] -= step * (*mean / mean_share) / spread;
            }
        }
    }
}
