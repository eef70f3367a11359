use std::path::PathBuf;

use crate::sample::{self, Sample};

/// The arguments of `chances`.
#[derive(clap::Args)]
pub struct Chances {
    /// Files with positions printed by `games`
    #[arg(required = true)]
    samples: Vec<PathBuf>,
}

/// Fits the two parameters of the engine's `Wdl`: the lead at which half of the games
/// are won, and the scale of the logistic curve.
pub fn run(chances: &Chances) -> anyhow::Result<()> {
    let samples = sample::read(&chances.samples)?;
    let (mut even_win_lead, mut logistic_scale) = (100.0, 60.0);
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
            .map(|(more, wider): (f64, f64)| {
                (even_win_lead + more, f64::max(logistic_scale + wider, 1.0))
            })
            .map(|(lead, scale)| (log_loss(&samples, lead, scale), lead, scale))
            .min_by(|a, b| a.0.total_cmp(&b.0));
            match best {
                Some((_, lead, scale)) if (lead, scale) != (even_win_lead, logistic_scale) => {
                    (even_win_lead, logistic_scale) = (lead, scale);
                }
                _ => break,
            }
        }
    }
    println!("even win lead {even_win_lead} cp, logistic scale {logistic_scale} cp");
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

/// Returns the negative log-likelihood of the results.
fn log_loss(samples: &[Sample], even_win_lead: f64, logistic_scale: f64) -> f64 {
    let share = |lead: f64| 1.0 / (1.0 + (-lead / logistic_scale).exp());
    samples
        .iter()
        .map(|sample| {
            let lead = f64::from(sample.score);
            let win = share(lead - even_win_lead);
            let loss = share(-lead - even_win_lead);
            let likelihood = match sample.result {
                2 => win,
                0 => loss,
                _ => 1.0 - win - loss,
            };
            -likelihood.max(1e-9).ln()
        })
        .sum()
}
