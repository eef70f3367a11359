//! The order of candidates (C.04.3, articles 3.6–3.8 and 4): of the pairings that
//! are equal under all criteria, the one generated first.

use super::{
    bracket::{Bracket, Zone},
    matching::Matching,
};

/// Returns the pairs of the bracket: of all optimal matchings, the one that comes
/// first.
pub(super) fn first_candidate(
    bracket: &Bracket<'_>,
    matching: &mut Matching,
) -> Vec<(usize, usize)> {
    let limit = bracket.zones.len();
    let in_zone = |zone: Zone| (0..limit).filter(move |&it| bracket.zones[it] == zone);
    let moved_down: Vec<usize> = in_zone(Zone::MovedDown).collect();
    choose_moved_down(bracket, matching, &moved_down);
    let mut pairs = Vec::new();
    let mut is_taken = vec![false; limit];
    let paired: Vec<usize> = (moved_down.iter().copied())
        .filter(|&it| is_paired_inside(bracket, matching, it))
        .collect();
    if !paired.is_empty() {
        matching.prepare_choices(limit);
    }
    for player in paired {
        // 4.2: opponents in the order of their numbers.
        let rank = |it: usize| (bracket.zones[it] == Zone::Resident).then_some(it);
        let opponent = matching.choose(player, rank, limit);
        is_taken[opponent] = true;
        pairs.push((player, opponent));
    }
    let rest: Vec<usize> = in_zone(Zone::Resident)
        .filter(|&it| !is_taken[it])
        .collect();
    pairs.extend(pair_homogeneous(bracket, matching, &rest));
    pairs
}

fn is_paired_inside(bracket: &Bracket<'_>, matching: &Matching, vertex: usize) -> bool {
    let mate = matching.mate(vertex);
    mate.is_some_and(|mate| bracket.is_inside(vertex, mate))
}

/// 4.4: which of the moved-down players are paired.
fn choose_moved_down(bracket: &Bracket<'_>, matching: &mut Matching, moved_down: &[usize]) {
    let is_paired = |matching: &Matching, it: usize| is_paired_inside(bracket, matching, it);
    if moved_down.iter().all(|&it| is_paired(matching, it)) {
        return;
    }
    for &player in moved_down {
        matching.refine(|left, right| {
            let is_meant = left == player || right == player;
            i64::from(is_meant && !bracket.is_inside(left, right))
        });
    }
}

/// Pairs a homogeneous bracket, or the remainder of a heterogeneous one.
fn pair_homogeneous(
    bracket: &Bracket<'_>,
    matching: &mut Matching,
    members: &[usize],
) -> Vec<(usize, usize)> {
    let paired = members
        .iter()
        .filter(|&&it| is_paired_inside(bracket, matching, it));
    let pairs = paired.count() / 2;
    if pairs == 0 {
        return Vec::new();
    }
    let mut halves = Halves::new(bracket.zones.len(), members, pairs);
    let exchanges = matching.refine(|left, right| halves.exchanges(bracket, left, right));
    if exchanges > 0 {
        matching.refine(|left, right| halves.difference(bracket, left, right));
        let (down, up) = halves.exchanged(bracket, matching, exchanges as usize);
        for vertex in down {
            halves.is_upper[vertex] = false;
        }
        for vertex in up {
            halves.is_upper[vertex] = true;
        }
    }
    matching.prepare_choices(members.len());
    let upper: Vec<usize> = (members.iter().copied())
        .filter(|&it| halves.is_upper[it])
        .collect();
    let mut result = Vec::new();
    for player in upper {
        let rank = |it: usize| match halves.is_upper[it] {
            true => None,
            false => halves.number[it],
        };
        let opponent = matching.choose(player, rank, members.len());
        result.push((player, opponent));
    }
    result
}

/// S1 and S2 (3.2.2, 3.3.3).
struct Halves {
    /// The position of each vertex among the members.
    number: Vec<Option<usize>>,
    /// Whether a vertex is in S1.
    is_upper: Vec<bool>,
    members: Vec<usize>,
    pairs: usize,
}

impl Halves {
    fn new(count: usize, members: &[usize], pairs: usize) -> Halves {
        let mut number = vec![None; count];
        let mut is_upper = vec![false; count];
        for (index, &vertex) in members.iter().enumerate() {
            number[vertex] = Some(index);
            is_upper[vertex] = index < pairs;
        }
        Halves {
            number,
            is_upper,
            members: members.to_vec(),
            pairs,
        }
    }

    /// Counts the players who have to leave S2 for this pair (4.3.3.1).
    fn exchanges(&self, bracket: &Bracket<'_>, left: usize, right: usize) -> i64 {
        let is_lower = |it: usize| self.number[it].is_some_and(|it| it >= self.pairs);
        i64::from(is_lower(left) && is_lower(right) && bracket.is_inside(left, right))
    }

    /// Returns what the pair adds to the difference between the numbers moved
    /// from S2 to S1 and those moved from S1 to S2 (4.3.3.2), plus a constant
    /// for each player who leaves S1.
    fn difference(&self, bracket: &Bracket<'_>, left: usize, right: usize) -> i64 {
        let count = self.members.len();
        let leaves = |number: usize| (count - number) as i64;
        let numbers = (self.number[left], self.number[right]);
        if !bracket.is_inside(left, right) {
            let float = |it: Option<usize>| it.filter(|&it| it < self.pairs).map_or(0, leaves);
            return float(numbers.0) + float(numbers.1);
        }
        match numbers {
            (Some(left), Some(right)) if left.max(right) < self.pairs => leaves(left.max(right)),
            (Some(left), Some(right)) if left.min(right) >= self.pairs => left.min(right) as i64,
            _ => 0,
        }
    }

    /// Returns the players who leave S1 and those who enter it (4.3.3.3 and
    /// 4.3.3.4).
    fn exchanged(
        &self,
        bracket: &Bracket<'_>,
        matching: &mut Matching,
        exchanges: usize,
    ) -> (Vec<usize>, Vec<usize>) {
        let (upper, lower) = self.members.split_at(self.pairs);
        let mut down = Vec::new();
        for &player in upper.iter().rev() {
            if down.len() == exchanges {
                break;
            }
            // A player leaves S1 by floating, or against a higher one of S1.
            let cost = matching.refine(|left, right| {
                let Some(other) = other_of(player, left, right) else {
                    return 0;
                };
                let leaves = !bracket.is_inside(left, right) || other < player;
                i64::from(!leaves)
            });
            if cost == 0 {
                down.push(player);
            }
        }
        let mut up = Vec::new();
        for &player in lower {
            if up.len() == exchanges {
                break;
            }
            // A player enters S1 against a lower one of S2.
            let cost = matching.refine(|left, right| {
                let Some(other) = other_of(player, left, right) else {
                    return 0;
                };
                let enters = bracket.is_inside(left, right) && other > player;
                i64::from(!enters)
            });
            if cost == 0 {
                up.push(player);
            }
        }
        (down, up)
    }
}

fn other_of(player: usize, left: usize, right: usize) -> Option<usize> {
    match player {
        _ if player == left => Some(right),
        _ if player == right => Some(left),
        _ => None,
    }
}
