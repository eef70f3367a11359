//! Why a round is paired as it is: for each pair, the opponents that come first in
//! the order of article 4, and what each of them would have cost.

use core::fmt;

use super::{
    Criterion, RoundPairing,
    bracket::Ago,
    contender::contenders,
    round_graph::{Extent, RoundGraph},
};
use crate::{Points, Report};

/// Why a choice that comes earlier in the order was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// C1: the two have met in this round, from 1.
    Met(usize),
    /// C1: the two must not meet.
    Prohibited,
    /// C3: both must get the same color.
    SameColor,
    /// C4: the players left could not be paired.
    NotCompletable,
    /// C5: the bye would go to a player with more points.
    HigherBye,
    /// A criterion has a worse value.
    Worse {
        /// The criterion.
        criterion: Criterion,
        /// Its value in the pairing.
        value: i64,
        /// Its value with the other choice.
        instead: i64,
    },
    /// All criteria are equal, but the pairing of the other players comes later in
    /// the order.
    Later,
}

/// A choice that was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The player who was not chosen, by index in the report.
    pub player: usize,
    /// Why not.
    pub objection: Objection,
}

/// Why a player has this opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairExplanation {
    /// The higher ranked player of the pair.
    pub player: usize,
    /// The opponent.
    pub opponent: usize,
    /// The opponents that come first in the order; empty if this one is the first.
    pub alternatives: Vec<Alternative>,
}

/// Why a player leaves a bracket unpaired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloatExplanation {
    /// The player.
    pub player: usize,
    /// The score of the bracket.
    pub score: Points,
    /// Whether the number of players in the bracket is odd.
    pub is_odd: bool,
    /// The lowest ranked player of the bracket, if it is another one.
    pub alternative: Option<Alternative>,
    /// The first resident, as an opponent of a player who was moved down and floats
    /// again; or another resident who is left over.
    pub opponent: Option<Alternative>,
}

/// The explanation of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundExplanation {
    /// The pairs, in the order of their boards.
    pub pairs: Vec<PairExplanation>,
    /// The downfloaters of each bracket, the bye last.
    pub floats: Vec<FloatExplanation>,
}

/// So many alternatives are looked at for each pair.
const MAX_ALTERNATIVES: usize = 3;

/// Explains the pairing of a round (from 0).
#[must_use]
pub fn explain_round(
    report: &Report,
    round: usize,
    present: &[usize],
    pairing: &RoundPairing,
) -> RoundExplanation {
    let list = contenders(report, round, present);
    let graph = RoundGraph::new(report, round, &list);
    let mut vertex = vec![usize::MAX; report.players.len()];
    for (index, contender) in list.iter().enumerate() {
        vertex[contender.player] = index;
    }
    let explainer = Explainer {
        report,
        round,
        graph,
        vertex,
        pairing,
    };
    explainer.explain()
}

struct Explainer<'r> {
    report: &'r Report,
    round: usize,
    graph: RoundGraph<'r>,
    /// The vertex of each player.
    vertex: Vec<usize>,
    pairing: &'r RoundPairing,
}

impl Explainer<'_> {
    fn explain(&self) -> RoundExplanation {
        let mut explanation = RoundExplanation::default();
        for (index, record) in self.pairing.brackets.iter().enumerate() {
            let extent = self.extent(index);
            let pairs = self.ordered_pairs(index);
            for (place, &(player, opponent)) in pairs.iter().enumerate() {
                let alternatives = self.alternatives(index, &extent, &pairs, place);
                explanation.pairs.push(PairExplanation {
                    player,
                    opponent,
                    alternatives,
                });
            }
            for &player in &record.downfloaters {
                explanation.floats.push(FloatExplanation {
                    player,
                    score: record.score,
                    is_odd: (record.moved_down.len() + record.residents.len()) % 2 == 1,
                    alternative: self.other_float(index, &extent, player),
                    opponent: self.first_opponent(index, &extent, player),
                });
            }
        }
        let board_of = |it: &PairExplanation| {
            let is_there = |pair: &super::Pair| {
                pair.players.white == it.player || pair.players.black == it.player
            };
            self.pairing.pairs.iter().position(is_there)
        };
        explanation.pairs.sort_by_key(board_of);
        explanation
    }

    fn extent(&self, index: usize) -> Extent {
        let record = &self.pairing.brackets[index];
        let moved_down = record.moved_down.iter().map(|&it| self.vertex[it]);
        let start = record.residents.first().map_or(0, |&it| self.vertex[it]);
        self.graph
            .extent(moved_down.collect(), start, start + record.residents.len())
    }

    /// Returns the pairs of a bracket by rank, those of moved-down players first.
    fn ordered_pairs(&self, index: usize) -> Vec<(usize, usize)> {
        let here = self.pairing.pairs.iter().filter(|it| it.bracket == index);
        let mut pairs: Vec<(usize, usize)> = here
            .map(|pair| {
                let (white, black) = (pair.players.white, pair.players.black);
                match self.vertex[white] < self.vertex[black] {
                    true => (white, black),
                    false => (black, white),
                }
            })
            .collect();
        pairs.sort_by_key(|pair| self.vertex[pair.0]);
        pairs
    }

    /// Returns the opponents that come before the one a player has.
    fn alternatives(
        &self,
        index: usize,
        extent: &Extent,
        pairs: &[(usize, usize)],
        place: usize,
    ) -> Vec<Alternative> {
        let record = &self.pairing.brackets[index];
        let (player, opponent) = pairs[place];
        let is_moved = |it: &usize| record.moved_down.contains(it);
        let moved_pairs = pairs.iter().filter(|pair| is_moved(&pair.0));
        let mut order: Vec<usize> = record.residents.clone();
        if !is_moved(&player) {
            // The remainder: its first half is S1, the others are S2.
            let taken: Vec<usize> = moved_pairs.map(|pair| pair.1).collect();
            order.retain(|it| !taken.contains(it));
            let upper = pairs.len() - taken.len();
            order.drain(..upper.min(order.len()));
        }
        let earlier = &pairs[..place];
        let is_free = |it: &usize| {
            *it != player && !earlier.iter().any(|pair| pair.0 == *it || pair.1 == *it)
        };
        order
            .into_iter()
            .filter(is_free)
            .take_while(|&it| it != opponent)
            .take(MAX_ALTERNATIVES)
            .map(|other| Alternative {
                player: other,
                objection: self.objection(index, extent, earlier, (player, other)),
            })
            .collect()
    }

    fn objection(
        &self,
        index: usize,
        extent: &Extent,
        earlier: &[(usize, usize)],
        pair: (usize, usize),
    ) -> Objection {
        let vertices = |pair: &(usize, usize)| (self.vertex[pair.0], self.vertex[pair.1]);
        let (left, right) = vertices(&pair);
        if !self.graph.is_legal(left, right) {
            let met = (0..self.round).find(|&it| {
                let game = self.report.entry(pair.0, it).played();
                game.is_some_and(|game| game.opponent == pair.1)
            });
            return match met {
                Some(round) => Objection::Met(round + 1),
                None if self.graph.has_color_clash(left, right) => Objection::SameColor,
                None => Objection::Prohibited,
            };
        }
        let forced: Vec<(usize, usize)> = earlier
            .iter()
            .map(vertices)
            .chain([(left, right)])
            .collect();
        let is_allowed = |left: usize, right: usize| {
            let fits = |&(first, second): &(usize, usize)| {
                let is_one = left == first || right == first || left == second || right == second;
                !is_one
                    || (left.min(right), left.max(right)) == (first.min(second), first.max(second))
            };
            forced.iter().all(fits)
        };
        self.compare(index, extent, is_allowed)
    }

    /// Compares the values of a bracket with those under a restriction.
    fn compare(
        &self,
        index: usize,
        extent: &Extent,
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Objection {
        let bye_score = self.bye_score();
        let Some(instead) = self.graph.values_if(extent, bye_score, &is_allowed) else {
            let is_completable = |score| {
                let values = self.graph.values_if(extent, Some(score), &is_allowed);
                values.is_some()
            };
            return match self.scores_above(bye_score).into_iter().any(is_completable) {
                true => Objection::HigherBye,
                false => Objection::NotCompletable,
            };
        };
        let values = self.pairing.brackets[index].values.iter();
        let differing = values.zip(&instead).find(|(here, there)| here != there);
        match differing {
            Some((&(criterion, value), &(_, instead))) => Objection::Worse {
                criterion,
                value,
                instead,
            },
            None => Objection::Later,
        }
    }

    fn bye_score(&self) -> Option<Points> {
        let bye = self.pairing.bye?;
        Some(self.graph.score(self.vertex[bye]))
    }

    /// Returns the scores above that of the player with the bye, without repetition.
    fn scores_above(&self, bye_score: Option<Points>) -> Vec<Points> {
        let Some(bye_score) = bye_score else {
            return Vec::new();
        };
        let players = self.pairing.brackets.iter().flat_map(|it| &it.residents);
        let scores = players.map(|&player| self.graph.score(self.vertex[player]));
        let mut scores: Vec<Points> = scores.filter(|&score| score > bye_score).collect();
        scores.sort_unstable();
        scores.dedup();
        scores
    }

    /// Compares with a moved-down player meeting the first resident, or with a resident
    /// meeting another one who is left over.
    fn first_opponent(&self, index: usize, extent: &Extent, player: usize) -> Option<Alternative> {
        let record = &self.pairing.brackets[index];
        let first = if record.moved_down.contains(&player) {
            *record.residents.first()?
        } else {
            let is_resident = |it: &&usize| record.residents.contains(it);
            let mut left = record.downfloaters.iter().filter(is_resident);
            *left.find(|&&it| it != player)?
        };
        Some(Alternative {
            player: first,
            objection: self.objection(index, extent, &[], (player, first)),
        })
    }

    /// Compares with the lowest ranked resident floating down instead.
    fn other_float(&self, index: usize, extent: &Extent, player: usize) -> Option<Alternative> {
        let record = &self.pairing.brackets[index];
        let is_left = |it: &&usize| record.downfloaters.contains(it);
        let other = *record.residents.iter().rev().find(|it| !is_left(it))?;
        if record.moved_down.contains(&player) || self.vertex[other] < self.vertex[player] {
            return None;
        }
        let (stays, floats) = (self.vertex[player], self.vertex[other]);
        let is_inside = |left: usize, right: usize| left.max(right) < extent.end;
        let objection = self.compare(index, extent, |left, right| {
            let is_one = |vertex: usize| left == vertex || right == vertex;
            let is_wrong_stay = is_one(stays) && !is_inside(left, right);
            let is_wrong_float = is_one(floats) && is_inside(left, right);
            !is_wrong_stay && !is_wrong_float
        });
        Some(Alternative {
            player: other,
            objection,
        })
    }
}

/// Writes the reason as the end of a sentence: `they met in round 2 (C1)`.
impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Met(round) => write!(f, "they met in round {round} (C1)"),
            Objection::Prohibited => f.write_str("they must not meet (C1)"),
            Objection::SameColor => f.write_str("both must get the same color (C3)"),
            Objection::NotCompletable => f.write_str("the others could not be paired (C4)"),
            Objection::HigherBye => {
                f.write_str("the bye would go to a player with more points (C5)")
            }
            Objection::Later => f.write_str("the other pairs would come later in the order (3.8)"),
            &Objection::Worse {
                criterion,
                value,
                instead,
            } => {
                write_cost(f, criterion, value, instead)?;
                write!(f, " ({})", criterion.code())
            }
        }
    }
}

fn write_cost(
    f: &mut fmt::Formatter<'_>,
    criterion: Criterion,
    value: i64,
    instead: i64,
) -> fmt::Result {
    let when = |ago: Ago| match ago {
        Ago::One => "in the last round",
        Ago::Two => "two rounds ago",
    };
    let count = format!("{instead} instead of {value}");
    match criterion {
        Criterion::Downfloaters => write!(f, "{count} players would float down"),
        Criterion::DownfloatersWith(score) => {
            write!(f, "{count} players with {score} points would float down")
        }
        Criterion::NextDownfloaters => {
            write!(f, "{count} players would float down from the next bracket")
        }
        Criterion::NextDownfloatersWith(score) => write!(
            f,
            "{count} players with {score} points would float down from the next bracket"
        ),
        Criterion::ByeUnplayed => {
            write!(
                f,
                "the bye would go to a player with {count} unplayed rounds"
            )
        }
        Criterion::WideDifferences => write!(
            f,
            "{count} topscorers or their opponents would have a color difference above two"
        ),
        Criterion::ThirdColors => write!(
            f,
            "{count} topscorers or their opponents would get a color three times in a row"
        ),
        Criterion::Preferences => write!(f, "{count} players would get the wrong color"),
        Criterion::StrongPreferences => write!(
            f,
            "{count} players with a strong preference would get the wrong color"
        ),
        Criterion::RepeatedDownfloats(ago) => {
            let when = when(ago);
            write!(
                f,
                "{count} of the players who floated down {when} would do so again"
            )
        }
        Criterion::RepeatedUpfloats(ago) => {
            let when = when(ago);
            write!(
                f,
                "{count} of the players who floated up {when} would do so again"
            )
        }
        Criterion::DownfloatDifferences(ago, score) => write!(
            f,
            "{count} of the players with {score} points who floated down {} would do so again",
            when(ago)
        ),
        Criterion::UpfloatDifferences(ago, score) => write!(
            f,
            "{count} players who floated up {} would meet one with {score} points",
            when(ago)
        ),
    }
}

/// Explains the pair in sentences, with the numbers of the players.
impl fmt::Display for PairExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (player, opponent) = (self.player + 1, self.opponent + 1);
        write!(f, "No. {player} meets No. {opponent}")?;
        if self.alternatives.is_empty() {
            return f.write_str(", the first opponent in the order of article 4.");
        }
        for (index, it) in self.alternatives.iter().enumerate() {
            let start = if index == 0 { ", not" } else { "; not" };
            write!(f, "{start} No. {}: {}", it.player + 1, it.objection)?;
        }
        f.write_str(".")
    }
}

/// Explains the downfloat in a sentence.
impl fmt::Display for FloatExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.player + 1;
        write!(
            f,
            "No. {number} is left over in the bracket of {} points",
            self.score
        )?;
        if self.is_odd {
            f.write_str(", which has an odd number of players")?;
        }
        if let Some(it) = &self.alternative {
            write!(f, "; not No. {}: {}", it.player + 1, it.objection)?;
        }
        if let Some(it) = &self.opponent {
            write!(f, "; not against No. {}: {}", it.player + 1, it.objection)?;
        }
        f.write_str(".")
    }
}
