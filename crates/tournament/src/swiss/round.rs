//! The pairing of a round, bracket by bracket.

use core::fmt;

use arbiter_rules::{ByColor, Color};

use super::{ColorRule, Criterion, contender::contenders, round_graph::RoundGraph};
use crate::{Entry, Points, Report};

/// Two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The players, by their indexes in the report.
    pub players: ByColor<usize>,
    /// The rule that decided the colors.
    pub color_rule: ColorRule,
    /// The index of the bracket in which they were paired.
    pub bracket: usize,
}

/// How a bracket was paired.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketRecord {
    /// The players moved down from the brackets above.
    pub moved_down: Vec<usize>,
    /// The players of the score group.
    pub residents: Vec<usize>,
    /// The score of the residents.
    pub score: Points,
    /// The value of each criterion.
    pub values: Vec<(Criterion, i64)>,
    /// The players who float down.
    pub downfloaters: Vec<usize>,
}

/// The pairing of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundPairing {
    /// The pairs, in the order of their boards.
    pub pairs: Vec<Pair>,
    /// The player who gets the pairing-allocated bye.
    pub bye: Option<usize>,
    /// The brackets, from the highest score to the lowest.
    pub brackets: Vec<BracketRecord>,
}

/// There is no pairing in which everybody meets a new opponent under the
/// absolute criteria C1–C3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPairing {
    /// The round, from 1.
    pub round: usize,
}

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "round {} cannot be paired: whatever the pairing, two players would meet again, get \
             a color they must not get, or get a second bye (C.04.3, C1 to C3)",
            self.round
        )
    }
}

impl core::error::Error for NoPairing {}

/// Returns the players who are paired in a round (from 0): in a round that has
/// been paired those who were, in the next round all but those with a bye.
#[must_use]
pub fn present_players(report: &Report, round: usize) -> Vec<usize> {
    let players = 0..report.players.len();
    if round < report.played_rounds() {
        return players
            .filter(|&player| report.entry(player, round).is_paired())
            .collect();
    }
    let has_bye = |player: usize| report.next_byes.iter().any(|&(it, _)| it == player);
    players.filter(|&player| !has_bye(player)).collect()
}

/// Pairs a round (from 0) of a Swiss tournament from the rounds before it.
///
/// # Errors
///
/// Fails if no pairing satisfies the absolute criteria.
pub fn pair_round(
    report: &Report,
    round: usize,
    present: &[usize],
) -> Result<RoundPairing, NoPairing> {
    let contenders = contenders(report, round, present);
    let graph = RoundGraph::new(report, round, &contenders);
    graph.pair().ok_or(NoPairing { round: round + 1 })
}

/// Reports whether a stored round is the one that the rules give, compared as a
/// set of pairs with colors.
#[must_use]
pub fn is_same(report: &Report, round: usize, pairing: &RoundPairing) -> bool {
    let is_there = |pair: &Pair| match report.entry(pair.players.white, round) {
        Entry::Game(game) => game.opponent == pair.players.black && game.color == Color::White,
        _ => false,
    };
    let bye = (0..report.players.len())
        .find(|&it| report.entry(it, round) == Entry::Bye(crate::Bye::PairingAllocated));
    bye == pairing.bye && pairing.pairs.iter().all(is_there)
}
