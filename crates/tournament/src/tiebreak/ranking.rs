use std::cmp::Reverse;

use super::{Breakdown, Format, TieBreak, TieBreakCode, TieBreaks, Value};
use crate::Report;

/// A player with their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedPlayer {
    /// The index of the player in the report.
    pub player: usize,
    /// The place, from 1; players equal in everything share one.
    pub rank: usize,
    /// The value of each tie-break. That of DE is the place among those who were
    /// tied, 0 if it did not split them.
    pub values: Vec<Breakdown>,
}

/// Ranks the players by a list of tie-breaks, which usually starts with `PTS`.
#[must_use]
pub fn rank(report: &Report, format: Format, list: &[TieBreak]) -> Vec<RankedPlayer> {
    let tie_breaks = TieBreaks::new(report, format);
    let everybody: Vec<usize> = (0..report.players.len()).collect();
    let mut values = vec![Vec::new(); everybody.len()];
    let mut groups = vec![everybody];
    for &tie_break in list {
        let mut finer = Vec::new();
        for group in groups {
            finer.extend(split(&tie_breaks, tie_break, &group, &mut values));
        }
        groups = finer;
    }
    let mut ranked = Vec::new();
    for group in groups {
        let rank = ranked.len() + 1;
        ranked.extend(group.into_iter().map(|player| RankedPlayer {
            player,
            rank,
            values: std::mem::take(&mut values[player]),
        }));
    }
    ranked
}

fn split(
    tie_breaks: &TieBreaks<'_>,
    tie_break: TieBreak,
    group: &[usize],
    values: &mut [Vec<Breakdown>],
) -> Vec<Vec<usize>> {
    if tie_break.code == TieBreakCode::DirectEncounter {
        let groups = tie_breaks.direct_encounter(group);
        let mut place = 1;
        for players in &groups {
            let shown = if groups.len() > 1 { place } else { 0 };
            for &player in players {
                values[player].push(Breakdown::count(shown));
            }
            place += players.len();
        }
        return groups;
    }
    let mut keyed: Vec<(Option<Value>, usize)> = group
        .iter()
        .map(|&player| {
            let breakdown = tie_breaks.compute(tie_break, player);
            let value = breakdown.value;
            values[player].push(breakdown);
            (value, player)
        })
        .collect();
    if tie_break.code == TieBreakCode::PairingNumber {
        keyed.sort_by_key(|&(value, _)| value);
    } else {
        keyed.sort_by_key(|&(value, _)| Reverse(value));
    }
    keyed
        .chunk_by(|left, right| left.0 == right.0)
        .map(|chunk| chunk.iter().map(|&(_, player)| player).collect())
        .collect()
}
