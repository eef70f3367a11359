use std::{fs, path::PathBuf, thread};

use anyhow::Context as _;

use crate::{
    chance::RandomSource,
    model::{self, Case, Weights},
    sample::{self, Sample},
    weights,
};

/// How to fit the weights.
#[derive(clap::Args)]
pub struct Fit {
    /// Files with positions, as `games` prints them.
    #[arg(required = true)]
    samples: Vec<PathBuf>,
    /// How often all positions are gone through.
    #[arg(long, default_value_t = 30)]
    rounds: usize,
    /// How far a weight goes in one step at first.
    #[arg(long, default_value_t = 1.0)]
    step: f64,
    /// How much the game's result counts beside the score of the search.
    #[arg(long, default_value_t = 0.7)]
    result: f64,
    /// How many threads count.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The lead with which three games of four are won, if it is not to be
    /// fitted.
    #[arg(long)]
    spread: Option<f64>,
    /// Where the weights are written.
    #[arg(long, default_value = weights::FILE)]
    output: PathBuf,
}

/// Fits the weights by Texel's method
/// (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the value of a
/// position, bent to between 0 and 1, is to foretell the result. The slope is
/// known, so that Adam (Kingma and Ba, <https://arxiv.org/abs/1412.6980>) finds
/// the way.
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
    // Whole games are kept apart to see whether more is learned than they say.
    let kept = cases.split_off(cases.len() - cases.len() / 20);
    let judge = |weights: &Weights| {
        (
            loss(&cases, weights, spread, fit.threads),
            loss(&kept, weights, spread, fit.threads),
        )
    };
    let (known, unknown) = judge(&weights);
    println!("spread {spread:.1}, loss {known:.6}, of those kept apart {unknown:.6}");

    let mut adam = Adam::new();
    let mut order: Vec<u32> = (0..cases.len() as u32).collect();
    let mut chance = RandomSource::new(1);
    for round in 0..fit.rounds {
        for index in (1..order.len()).rev() {
            order.swap(index, chance.below(index + 1));
        }
        let progress = round as f64 / fit.rounds as f64;
        let step = fit.step * (1.0 - progress).powi(2).max(0.01);
        for batch in order.chunks(BATCH) {
            let slope = slope(&cases, batch, &weights, spread, fit.threads);
            adam.step(&mut weights, &slope, step);
        }
        if round % 5 == 4 || round + 1 == fit.rounds {
            let (known, unknown) = judge(&weights);
            println!(
                "round {}: loss {known:.6}, of those kept apart {unknown:.6}",
                round + 1
            );
        }
    }
    fs::write(&fit.output, weights::file(&weights))
        .with_context(|| format!("cannot write {}", fit.output.display()))
}

/// So many positions decide about one step.
const BATCH: usize = 16_384;

/// The cases of the samples, with the points that they should foretell.
fn cases(samples: &[Sample], by_result: f64, spread: f64, threads: usize) -> Vec<Case> {
    let make = |sample: &Sample| {
        let result = f64::from(sample.result) / 2.0;
        let score = bent(f64::from(sample.score), spread);
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

/// Points to be expected of a value.
fn bent(value: f64, spread: f64) -> f64 {
    1.0 / (1.0 + (-value / spread).exp())
}

/// The spread that makes the most of the weights.
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

/// The mean square of what is foretold wrong.
fn loss(cases: &[Case], weights: &Weights, spread: f64, threads: usize) -> f64 {
    let accumulator = in_parts(cases, threads, |part| {
        part.iter()
            .map(|case| (bent(case.value(weights).value, spread) - f64::from(case.target)).powi(2))
            .sum::<f64>()
    });
    accumulator.into_iter().sum::<f64>() / cases.len().max(1) as f64
}

/// How the loss of a batch changes with each weight.
fn slope(cases: &[Case], batch: &[u32], weights: &Weights, spread: f64, threads: usize) -> Weights {
    let parts = in_parts(batch, threads, |part| {
        let mut slope = model::flat();
        for &index in part {
            let case = &cases[index as usize];
            let value = case.value(weights);
            let points = bent(value.value, spread);
            let factor = (points - f64::from(case.target)) * points * (1.0 - points);
            case.add_slope(&value, factor / batch.len() as f64, &mut slope);
        }
        slope
    });
    let mut sum = model::flat();
    for part in parts {
        for (sum, part) in sum.iter_mut().zip(part) {
            sum[0] += part[0];
            sum[1] += part[1];
        }
    }
    sum
}

/// Does the same with parts of a list at once.
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
            .map(|part| part.join().expect("counting does not panic"))
            .collect()
    })
}

/// Steps of a size that does not depend on how steep it is.
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
            mean: model::flat(),
            square: model::flat(),
            steps: 0,
        }
    }

    fn step(&mut self, weights: &mut Weights, slope: &Weights, step: f64) {
        self.steps += 1;
        let mean_share = 1.0 - Adam::MEAN.powi(self.steps);
        let square_share = 1.0 - Adam::SQUARE.powi(self.steps);
        for index in 0..weights.len() {
            for part in 0..2 {
                let slope = slope[index][part];
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
