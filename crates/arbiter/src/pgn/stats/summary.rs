use std::{cmp::Reverse, collections::BTreeMap};

use serde::Serialize;

use super::{Stats, census::GameCount};

/// The statistics of many games.
#[derive(Serialize)]
pub struct Summary<'s> {
    pub games: u64,
    pub plies: u64,
    pub results: Results,
    pub lengths: Option<Lengths>,
    pub ratings: Option<Ratings>,
    pub dates: Option<Dates>,
    pub openings: Vec<Opening<'s>>,
    pub players: Vec<Player<'s>>,
    /// `None` if there are too many to count exactly.
    pub different_players: Option<usize>,
    pub damaged: u64,
    pub problems: Vec<Problems>,
    #[serde(skip)]
    pub length_counts: &'s BTreeMap<u32, u64>,
    #[serde(skip)]
    pub rating_counts: &'s BTreeMap<u32, u64>,
}

#[derive(Serialize)]
pub struct Results {
    #[serde(rename = "1-0")]
    pub white: u64,
    #[serde(rename = "1/2-1/2")]
    pub drawn: u64,
    #[serde(rename = "0-1")]
    pub black: u64,
    #[serde(rename = "*")]
    pub unknown: u64,
}

/// Lengths in half-moves.
#[derive(Serialize)]
pub struct Lengths {
    pub shortest: u32,
    pub median: u32,
    pub average: f64,
    pub longest: u32,
}

#[derive(Serialize)]
pub struct Ratings {
    pub known: u64,
    pub lowest: u32,
    pub average: f64,
    pub highest: u32,
}

#[derive(Serialize)]
pub struct Dates {
    pub first: String,
    pub last: String,
}

#[derive(Serialize)]
pub struct Opening<'s> {
    pub name: &'s str,
    pub games: u64,
}

#[derive(Serialize)]
pub struct Player<'s> {
    pub name: &'s str,
    pub games: u64,
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

#[derive(Serialize)]
pub struct Problems {
    pub code: &'static str,
    pub count: u64,
}

impl Summary<'_> {
    pub fn of(stats: &Stats, top: usize) -> Summary<'_> {
        let result = |text| stats.results.get(text).copied().unwrap_or(0);
        let openings = stats.openings.top(top).into_iter();
        let players = stats.players.top(top).into_iter();
        let mut problems: Vec<Problems> = stats
            .problems
            .iter()
            .map(|(&code, &count)| Problems { code, count })
            .collect();
        problems.sort_by_key(|problem| Reverse(problem.count));
        Summary {
            games: stats.games,
            plies: stats.plies,
            results: Results {
                white: result("1-0"),
                drawn: result("1/2-1/2"),
                black: result("0-1"),
                unknown: result("*"),
            },
            lengths: Spread::of(&stats.lengths).map(|spread| Lengths {
                shortest: spread.least,
                median: spread.median,
                average: spread.average,
                longest: spread.most,
            }),
            ratings: Spread::of(&stats.ratings).map(|spread| Ratings {
                known: spread.count,
                lowest: spread.least,
                average: spread.average,
                highest: spread.most,
            }),
            dates: stats.dates.map(|(first, last)| Dates {
                first: first.to_string(),
                last: last.to_string(),
            }),
            openings: openings
                .map(|(name, games)| Opening { name, games })
                .collect(),
            players: players
                .map(|(name, score)| Player {
                    name,
                    games: score.games(),
                    won: score.won,
                    drawn: score.drawn,
                    lost: score.lost,
                })
                .collect(),
            different_players: stats.players.names(),
            damaged: stats.damaged,
            problems,
            length_counts: &stats.lengths,
            rating_counts: &stats.ratings,
        }
    }
}

/// The distribution of numbers.
struct Spread {
    count: u64,
    least: u32,
    median: u32,
    average: f64,
    most: u32,
}

impl Spread {
    fn of(counts: &BTreeMap<u32, u64>) -> Option<Spread> {
        let count = counts.values().sum();
        let sum: f64 = counts
            .iter()
            .map(|(&number, &count)| f64::from(number) * count as f64)
            .sum();
        let mut before = 0;
        let (&median, _) = counts.iter().find(|&(_, &here)| {
            before += here;
            2 * before >= count
        })?;
        Some(Spread {
            count,
            least: *counts.first_key_value()?.0,
            median,
            // One decimal place is enough.
            average: (sum / count as f64 * 10.0).round() / 10.0,
            most: *counts.last_key_value()?.0,
        })
    }
}
