//! Ratings of players by the results of their games.

use std::collections::BTreeMap;

use arbiter_rules::SplitMix64;

use crate::rate::{ANCHORS, Player, Results};

/// For each pair the number of games and the points of the first player.
type Scores = Vec<([Player; 2], f64, f64)>;

const SAMPLES: usize = 200;
const SWEEPS: usize = 400;
/// Ratings stay within this distance of each other where one player wins all games.
const MAX_STEP: f64 = 100.0;

/// Prints the rating of each player, with the range that has 95 % of the ratings of
/// resampled results.
pub fn print(results: &Results) {
    let fitted = fit(&scores(results, |games, index| games[index]));
    let mut random = SplitMix64::new(1);
    let samples: Vec<_> = (0..SAMPLES)
        .map(|_| {
            fit(&scores(results, |games, _| {
                games[random.below(games.len())]
            }))
        })
        .collect();
    let mut players: Vec<_> = fitted.into_iter().collect();
    players.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (player, rating) in players {
        let squares = samples.iter().map(|sample| {
            let other = sample.get(&player).copied().unwrap_or(rating);
            (other - rating).powi(2)
        });
        let error = 1.96 * (squares.sum::<f64>() / SAMPLES as f64).sqrt();
        println!("{:<20} {rating:6.0} ± {error:3.0}", player.to_string());
    }
}

/// Sums up games. Both games of an opening are drawn together.
fn scores(results: &Results, mut draw: impl FnMut(&[u32], usize) -> u32) -> Scores {
    results
        .iter()
        .map(|(&pair, games)| {
            let mut openings: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
            for &(number, points) in games {
                let [games, sum] = openings.entry(number / 2).or_default();
                *games += 1;
                *sum += points;
            }
            // The number of games above, their points below.
            let packed: Vec<u32> = openings.values().map(|it| it[0] << 8 | it[1]).collect();
            let drawn: Vec<u32> = (0..packed.len())
                .map(|index| draw(&packed, index))
                .collect();
            let games = drawn.iter().map(|it| f64::from(it >> 8)).sum();
            let points = drawn.iter().map(|it| f64::from(it & 255) / 2.0).sum();
            (pair, games, points)
        })
        .collect()
}

/// Fits ratings (Bradley and Terry, a draw is half a win). Their zero is that of the
/// networks, on average.
fn fit(scores: &Scores) -> BTreeMap<Player, f64> {
    let mut ratings: BTreeMap<Player, f64> = BTreeMap::new();
    for (pair, _, _) in scores {
        for &player in pair {
            let start = match player {
                Player::Maia(index) => ANCHORS[index].1,
                Player::Elo(elo) => f64::from(elo),
                Player::Random => 0.0,
            };
            ratings.insert(player, start);
        }
    }
    let players: Vec<Player> = ratings.keys().copied().collect();
    for _ in 0..SWEEPS {
        for &player in &players {
            // A draw against an equal opponent keeps the solution finite.
            let (mut slope, mut curve) = (0.0, 0.25 * 0.1);
            for &([first, second], games, points) in scores {
                let lead = ratings[&first] - ratings[&second];
                let expected = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
                if player == first || player == second {
                    let sign = if player == first { 1.0 } else { -1.0 };
                    slope += sign * (points - games * expected);
                    curve += games * expected * (1.0 - expected);
                }
            }
            let step = slope / curve * 400.0 / core::f64::consts::LN_10;
            *ratings.entry(player).or_default() += step.clamp(-MAX_STEP, MAX_STEP);
        }
    }
    let offsets: Vec<f64> = ratings
        .iter()
        .filter_map(|(player, rating)| match player {
            Player::Maia(index) => Some(ANCHORS[*index].1 - rating),
            _ => None,
        })
        .collect();
    let offset = offsets.iter().sum::<f64>() / offsets.len().max(1) as f64;
    ratings
        .into_iter()
        .map(|(it, rating)| (it, rating + offset))
        .collect()
}
