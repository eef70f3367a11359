use std::path::PathBuf;

use crate::sample::{self, Sample};

/// Of which positions.
#[derive(clap::Args)]
pub struct Chances {
    /// Files with positions, as `games` prints them.
    #[arg(required = true)]
    samples: Vec<PathBuf>,
}

/// Finds the lead with which every second game is won, and how fast more of it
/// wins more: the two numbers of the engine's `Wdl`.
pub fn run(chances: &Chances) -> anyhow::Result<()> {
    let samples = sample::read(&chances.samples)?;
    let (mut margin, mut spread) = (100.0, 60.0);
    for step in [32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.5] {
        loop {
            let best = [
                (0.0, 0.0),
                (step, 0.0),
                (-step, 0.0),
                (0.0, step),
                (0.0, -step),
            ]
            .into_iter()
            .map(|(more, wider): (f64, f64)| (margin + more, f64::max(spread + wider, 1.0)))
            .map(|(margin, spread)| (surprise(&samples, margin, spread), margin, spread))
            .min_by(|a, b| a.0.total_cmp(&b.0));
            match best {
                Some((_, m, s)) if (m, s) != (margin, spread) => (margin, spread) = (m, s),
                _ => break,
            }
        }
    }
    println!("margin {margin}, spread {spread}");
    for lead in [0, 50, 100, 150, 200, 300, 400] {
        let near: Vec<&Sample> = samples
            .iter()
            .filter(|sample| (sample.score.abs() - lead).abs() <= 5)
            .collect();
        let share = |points: u8| {
            let count = near
                .iter()
                .filter(|sample| {
                    let for_leader = if sample.score < 0 {
                        2 - sample.result
                    } else {
                        sample.result
                    };
                    for_leader == points
                })
                .count();
            100.0 * count as f64 / near.len().max(1) as f64
        };
        println!(
            "{lead:4}: won {:5.1} %, drawn {:5.1} %, lost {:5.1} %, {} positions",
            share(2),
            share(1),
            share(0),
            near.len()
        );
    }
    Ok(())
}

/// How little the results were to be expected.
fn surprise(samples: &[Sample], margin: f64, spread: f64) -> f64 {
    let chance = |lead: f64| 1.0 / (1.0 + (-lead / spread).exp());
    samples
        .iter()
        .map(|sample| {
            let lead = f64::from(sample.score);
            let win = chance(lead - margin);
            let loss = chance(-lead - margin);
            let seen = match sample.result {
                2 => win,
                0 => loss,
                _ => 1.0 - win - loss,
            };
            -seen.max(1e-9).ln()
        })
        .sum()
}
