//! The graph of a round: who may meet whom, and its brackets from the top.

use arbiter_rules::Color;

use super::{
    BracketRecord, Contender, Criterion, Pair, RoundPairing,
    bracket::{Bracket, Zone},
    colors::{by_color, color_of_first},
    matching::Matching,
    order::first_candidate,
};
use crate::{Points, Report};

/// Below this number of players under the next score group, everything is
/// looked at at once.
const MIN_PLAYERS_BELOW: usize = 10;

/// Everything that stays the same while a round is paired.
///
/// Vertices are contenders in order of rank. The bye, if the number of players is
/// odd, comes after them, then [sinks](RoundGraph::pair_locally).
pub(super) struct RoundGraph<'r> {
    report: &'r Report,
    round: usize,
    contenders: &'r [Contender],
    /// Whether two contenders may meet (C1, C3).
    is_legal: Vec<Vec<bool>>,
    initial_color: Color,
}

/// The score groups around a bracket, as ranges of vertices.
pub(super) struct Extent {
    /// The players moved down from above.
    moved_down: Vec<usize>,
    start: usize,
    pub(super) end: usize,
    next_end: usize,
}

/// A paired bracket.
struct Paired {
    pairs: Vec<(usize, usize)>,
    values: Vec<(Criterion, i64)>,
}

impl<'r> RoundGraph<'r> {
    pub(super) fn new(
        report: &'r Report,
        round: usize,
        contenders: &'r [Contender],
    ) -> RoundGraph<'r> {
        let mut graph = RoundGraph {
            report,
            round,
            contenders,
            is_legal: vec![vec![true; contenders.len()]; contenders.len()],
            initial_color: report.initial_color().unwrap_or(Color::White),
        };
        graph.forbid_meetings();
        graph.forbid_colors();
        graph
    }

    /// C1, and prohibited pairs.
    fn forbid_meetings(&mut self) {
        let mut index = vec![None; self.report.players.len()];
        for (vertex, contender) in self.contenders.iter().enumerate() {
            index[contender.player] = Some(vertex);
        }
        for (vertex, contender) in self.contenders.iter().enumerate() {
            self.is_legal[vertex][vertex] = false;
            for round in 0..self.round {
                let game = self.report.entry(contender.player, round).played();
                if let Some(other) = game.and_then(|it| index[it.opponent]) {
                    self.is_legal[vertex][other] = false;
                    self.is_legal[other][vertex] = false;
                }
            }
        }
        for group in &self.report.prohibited {
            if (group.first_round..=group.last_round).contains(&(self.round + 1)) {
                let members: Vec<usize> =
                    group.players.iter().filter_map(|&it| index[it]).collect();
                for &left in &members {
                    for &right in &members {
                        self.is_legal[left][right] = false;
                    }
                }
            }
        }
    }

    /// C3.
    fn forbid_colors(&mut self) {
        for (left, first) in self.contenders.iter().enumerate() {
            let Some(color) = first.absolute() else {
                continue;
            };
            for (right, second) in self.contenders.iter().enumerate() {
                let is_exempt = first.is_topscorer || second.is_topscorer;
                if second.absolute() == Some(color) && !is_exempt {
                    self.is_legal[left][right] = false;
                }
            }
        }
    }

    fn count(&self) -> usize {
        self.contenders.len()
    }

    fn bye(&self) -> Option<usize> {
        (self.count() % 2 == 1).then_some(self.count())
    }

    /// Returns the vertex after those with the score of this one.
    fn group_end(&self, start: usize) -> usize {
        let score = self.contenders.get(start).map(|it| it.score);
        let others = self.contenders[start..].iter();
        start + others.take_while(|it| Some(it.score) == score).count()
    }

    pub(super) fn extent(&self, moved_down: Vec<usize>, start: usize, end: usize) -> Extent {
        Extent {
            moved_down,
            start,
            end,
            next_end: self.group_end(end),
        }
    }

    pub(super) fn is_legal(&self, left: usize, right: usize) -> bool {
        self.is_legal[left][right]
    }

    /// Reports whether C3 keeps two players apart.
    pub(super) fn has_color_clash(&self, left: usize, right: usize) -> bool {
        let (left, right) = (&self.contenders[left], &self.contenders[right]);
        let is_exempt = left.is_topscorer || right.is_topscorer;
        left.absolute().is_some() && left.absolute() == right.absolute() && !is_exempt
    }

    pub(super) fn score(&self, vertex: usize) -> Points {
        self.contenders[vertex].score
    }

    /// Returns the values of the criteria of a bracket if only some pairs are
    /// allowed, or `None` if nothing can be paired then.
    pub(super) fn values_if(
        &self,
        extent: &Extent,
        bye_score: Option<Points>,
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<(Criterion, i64)>> {
        let vertices = self.vertices_from(extent);
        let mut matching = self.restricted(&vertices, &[], bye_score, is_allowed);
        if !matching.complete() {
            return None;
        }
        let bracket = self.bracket(extent, &vertices, bye_score);
        Some(minimize(&bracket, &mut matching))
    }

    /// Returns a bracket and everything below it.
    fn vertices_from(&self, extent: &Extent) -> Vec<usize> {
        let mut vertices = extent.moved_down.clone();
        vertices.extend(extent.start..self.count());
        vertices.extend(self.bye());
        vertices
    }

    /// Pairs the round, or returns `None` if that is impossible.
    pub(super) fn pair(&self) -> Option<RoundPairing> {
        let (mut mates, bye_score) = self.complete_pairing()?;
        let mut pairing = RoundPairing::default();
        let mut moved_down: Vec<usize> = Vec::new();
        let mut start = 0;
        while start < self.count() {
            let end = self.group_end(start);
            let extent = self.extent(moved_down, start, end);
            let paired = self
                .pair_locally(&extent, &mut mates, bye_score)
                .unwrap_or_else(|| self.pair_exactly(&extent, &mut mates, bye_score));
            let index = pairing.brackets.len();
            for &(first, second) in &paired.pairs {
                pairing.pairs.push(self.pair_of(first, second, index));
            }
            let is_left = |it: &usize| {
                let is_in = |pair: &(usize, usize)| pair.0 == *it || pair.1 == *it;
                !paired.pairs.iter().any(is_in)
            };
            let members = extent.moved_down.iter().copied().chain(start..end);
            let left: Vec<usize> = members.filter(is_left).collect();
            let players = |list: &[usize]| {
                let player_of = |&it: &usize| self.contenders[it].player;
                list.iter().map(player_of).collect()
            };
            let residents: Vec<usize> = (start..end).collect();
            pairing.brackets.push(BracketRecord {
                moved_down: players(&extent.moved_down),
                residents: players(&residents),
                score: self.contenders[start].score,
                values: paired.values,
                downfloaters: players(&left),
            });
            moved_down = left;
            start = end;
        }
        pairing.bye = moved_down.first().map(|&it| self.contenders[it].player);
        self.sort_boards(&mut pairing.pairs);
        Some(pairing)
    }

    /// Returns a complete pairing and the score of the player who gets the bye,
    /// which is as low as possible (C4, C5).
    fn complete_pairing(&self) -> Option<(Vec<Option<usize>>, Option<Points>)> {
        let vertices: Vec<usize> = (0..self.count()).chain(self.bye()).collect();
        let mates = self.likely_mates(vertices.len());
        let mut matching = self.matching(&vertices, &mates, None);
        if !matching.complete() {
            return None;
        }
        let mut bye_score = None;
        if let Some(bye) = self.bye() {
            let mut scores: Vec<Points> = self.contenders.iter().map(|it| it.score).collect();
            scores.dedup();
            scores.reverse();
            let rank = |it: usize| {
                let score = self.contenders[it].score;
                scores.iter().position(|&it| it == score).unwrap_or(0) as i64
            };
            let least = matching.refine(|left, right| match left.max(right) == bye {
                true => rank(left.min(right)),
                false => 0,
            });
            bye_score = scores.get(least as usize).copied();
        }
        let mates = vertices.iter().map(|&it| matching.mate(it)).collect();
        Some((mates, bye_score))
    }

    /// Returns a first matching: in each score group the upper half against the
    /// lower half, where that is allowed.
    fn likely_mates(&self, length: usize) -> Vec<Option<usize>> {
        let mut mates = vec![None; length];
        let mut start = 0;
        while start < self.count() {
            let end = self.group_end(start);
            let half = (end - start) / 2;
            for left in start..start + half {
                let is_free = |&right: &usize| mates[right].is_none() && self.is_legal[left][right];
                let lower = (start + half..end).find(is_free);
                if let Some(right) = lower {
                    (mates[left], mates[right]) = (Some(right), Some(left));
                }
            }
            start = end;
        }
        mates
    }

    /// Reports whether two vertices may be matched.
    fn may_meet(&self, left: usize, right: usize, bye_score: Option<Points>) -> bool {
        let (left, right) = (left.min(right), left.max(right));
        if right < self.count() {
            return self.is_legal[left][right];
        }
        if right > self.count() {
            return left != right && left != self.count();
        }
        let is_low = |it: &Contender| bye_score.is_none_or(|score| it.score == score);
        left != right && {
            let player = &self.contenders[left];
            player.may_get_bye && is_low(player)
        }
    }

    /// Returns the graph of some vertices.
    fn matching(
        &self,
        vertices: &[usize],
        mates: &[Option<usize>],
        bye_score: Option<Points>,
    ) -> Matching {
        self.restricted(vertices, mates, bye_score, |_, _| true)
    }

    /// Returns the graph of some vertices with only some of the edges.
    fn restricted(
        &self,
        vertices: &[usize],
        mates: &[Option<usize>],
        bye_score: Option<Points>,
        is_allowed: impl Fn(usize, usize) -> bool,
    ) -> Matching {
        let mut index = vec![None; vertices.iter().max().map_or(0, |it| it + 1)];
        for (place, &vertex) in vertices.iter().enumerate() {
            index[vertex] = Some(place);
        }
        let neighbors_of = |&left: &usize| {
            (vertices.iter().enumerate())
                .filter(|&(_, &right)| self.may_meet(left, right, bye_score))
                .filter(|&(_, &right)| is_allowed(left, right))
                .map(|(place, _)| place as u32)
                .collect()
        };
        let mate_of = |&vertex: &usize| {
            let mate = mates.get(vertex).copied().flatten()?;
            index.get(mate).copied().flatten()
        };
        let neighbors = vertices.iter().map(neighbors_of).collect();
        Matching::new(neighbors, vertices.iter().map(mate_of).collect())
    }

    /// Pairs a bracket with everything below it in the graph.
    fn pair_exactly(
        &self,
        extent: &Extent,
        mates: &mut [Option<usize>],
        bye_score: Option<Points>,
    ) -> Paired {
        let vertices = self.vertices_from(extent);
        let mut matching = self.matching(&vertices, mates, bye_score);
        let paired = self.pair_bracket(extent, &vertices, &mut matching, bye_score);
        for (index, &vertex) in vertices.iter().enumerate() {
            mates[vertex] = matching.mate(index).map(|it| vertices[it]);
        }
        paired
    }

    /// Pairs a bracket with only the next score group in the graph. Whoever is
    /// paired below that is matched with a sink, a vertex that may meet everybody.
    ///
    /// That asks for less than C4 and C8 do. If the best pairing can be completed
    /// nevertheless, it is the best of those that can; otherwise this returns
    /// `None`. Few sinks are enough if one of them is left over, because what is
    /// gained by one more pair never grows with the number of pairs.
    fn pair_locally(
        &self,
        extent: &Extent,
        mates: &mut Vec<Option<usize>>,
        bye_score: Option<Points>,
    ) -> Option<Paired> {
        let lowest = self.contenders.get(extent.next_end - 1)?.score;
        let is_bye_near = bye_score.is_some_and(|score| score >= lowest);
        if is_bye_near || self.count() - extent.next_end < MIN_PLAYERS_BELOW {
            return None;
        }
        let mut vertices = extent.moved_down.clone();
        vertices.extend(extent.start..extent.next_end);
        let near = vertices.len();
        let sinks = 4 + near % 2;
        vertices.extend((1..=sinks).map(|it| self.count() + it));
        let mut matching = self.matching(&vertices, mates, bye_score);
        if !matching.complete() {
            return None;
        }
        let paired = self.pair_bracket(extent, &vertices, &mut matching, bye_score);
        let is_spare = |it: usize| matching.mate(it).is_some_and(|mate| mate >= near);
        if !(near..vertices.len()).any(is_spare) {
            return None;
        }
        let mut completed = mates.clone();
        for &vertex in &vertices[..near] {
            if let Some(mate) = completed[vertex].take() {
                completed[mate] = None;
            }
        }
        let mut region: Vec<usize> = Vec::new();
        for (index, &vertex) in vertices[..near].iter().enumerate() {
            match matching.mate(index) {
                Some(mate) if mate < near => completed[vertex] = Some(vertices[mate]),
                Some(_) => region.push(vertex),
                None => {}
            }
        }
        region.extend(extent.next_end..self.count());
        region.extend(self.bye());
        self.complete(&region, &mut completed, bye_score)
            .then(|| *mates = completed)?;
        Some(paired)
    }

    /// Completes a matching of some vertices, if that is possible.
    fn complete(
        &self,
        region: &[usize],
        mates: &mut [Option<usize>],
        bye_score: Option<Points>,
    ) -> bool {
        let is_alone = |mates: &[Option<usize>], it: usize| mates[it].is_none();
        for &left in region {
            if !is_alone(mates, left) {
                continue;
            }
            let may_meet =
                |right: usize| mates[right].is_none() && self.may_meet(left, right, bye_score);
            if let Some(&right) = region.iter().find(|&&it| may_meet(it)) {
                (mates[left], mates[right]) = (Some(right), Some(left));
            }
        }
        if region.iter().all(|&it| !is_alone(mates, it)) {
            return true;
        }
        let mut matching = self.matching(region, mates, bye_score);
        if !matching.complete() {
            return false;
        }
        for (index, &vertex) in region.iter().enumerate() {
            mates[vertex] = matching.mate(index).map(|it| region[it]);
        }
        true
    }

    fn bracket(
        &self,
        extent: &Extent,
        vertices: &[usize],
        bye_score: Option<Points>,
    ) -> Bracket<'r> {
        let zone = |&vertex: &usize| match vertex {
            _ if vertex < extent.start => Zone::MovedDown,
            _ if vertex < extent.end => Zone::Resident,
            _ if vertex < extent.next_end => Zone::Next,
            _ => Zone::Below,
        };
        Bracket {
            contenders: vertices.iter().map(|&it| self.contenders.get(it)).collect(),
            zones: vertices.iter().map(zone).collect(),
            initial_color: self.initial_color,
            bye_score,
        }
    }

    /// Finds the pairs of a bracket in a graph.
    fn pair_bracket(
        &self,
        extent: &Extent,
        vertices: &[usize],
        matching: &mut Matching,
        bye_score: Option<Points>,
    ) -> Paired {
        let bracket = self.bracket(extent, vertices, bye_score);
        let values = minimize(&bracket, matching);
        let ranked = |(left, right): (usize, usize)| (left.min(right), left.max(right));
        let pairs = first_candidate(&bracket, matching)
            .into_iter()
            .map(ranked)
            .map(|(first, second)| (vertices[first], vertices[second]))
            .collect();
        Paired { pairs, values }
    }

    fn pair_of(&self, first: usize, second: usize, bracket: usize) -> Pair {
        let (first, second) = (&self.contenders[first], &self.contenders[second]);
        let (color, color_rule) = color_of_first(first, second, self.initial_color);
        Pair {
            players: by_color(first.player, second.player, color),
            color_rule,
            bracket,
        }
    }

    /// Sorts the boards (C.04.2): by the score of the higher ranked player, then
    /// by the sum of both, then by the rank of the higher ranked.
    fn sort_boards(&self, pairs: &mut [Pair]) {
        let key = |pair: &Pair| {
            let score = |it: usize| self.report.points_after(it, self.round);
            let (white, black) = (pair.players.white, pair.players.black);
            let mut ranks = [white, black].map(|it| (std::cmp::Reverse(score(it)), it));
            ranks.sort_unstable();
            let sum = std::cmp::Reverse(score(white) + score(black));
            (ranks[0].0, sum, ranks[0].1)
        };
        pairs.sort_by_key(key);
    }
}

/// Minimizes the criteria one after the other and returns their values.
fn minimize(bracket: &Bracket<'_>, matching: &mut Matching) -> Vec<(Criterion, i64)> {
    let mut values = Vec::new();
    let mut refine = |criterion: Criterion| {
        let value = matching.refine(|left, right| bracket.penalty(criterion, left, right));
        values.push((criterion, value));
        value
    };
    let mut downfloaters = 0;
    for criterion in bracket.float_criteria() {
        let value = refine(criterion);
        if criterion == Criterion::Downfloaters {
            downfloaters = value;
        }
    }
    for criterion in bracket.other_criteria(downfloaters) {
        refine(criterion);
    }
    values
}
