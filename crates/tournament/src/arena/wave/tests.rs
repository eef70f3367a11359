//! Compares with all pairings of small random groups.

use arbiter_rules::SplitMix64;

use super::{
    ColorHistory, MAX_GROUP, REPEAT_GAMES, Repeats, WaitingPlayer, match_waiting_players,
    may_repeat,
};

fn random_waiting_players(random: &mut SplitMix64, count: usize) -> Vec<WaitingPlayer> {
    let ids = count.max(2) + random.below(4);
    (0..count)
        .map(|index| WaitingPlayer {
            id: index + 1,
            place: 2 * index + random.below(2),
            waited_ms: 1_000 * random.below(10) as u64,
            last: [(); REPEAT_GAMES].map(|()| random.below(ids + 1)),
            colors: ColorHistory {
                balance: random.below(5) as i64 - 2,
                last: None,
            },
        })
        .collect()
}

/// Lists all ways to pair everybody, with one left over if their number is odd.
fn all_pairings(free: &[usize]) -> Vec<Vec<[usize; 2]>> {
    let Some((&first, others)) = free.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for index in 0..others.len() {
        let mut rest = others.to_vec();
        let partner = rest.remove(index);
        for mut pairs in all_pairings(&rest) {
            pairs.push([first, partner]);
            found.push(pairs);
        }
    }
    if free.len() % 2 == 1 {
        found.extend(all_pairings(others));
    }
    found
}

/// The criteria of a pairing in their order.
fn cost(waiting: &[WaitingPlayer], pairs: &[[usize; 2]], repeats: Repeats) -> [i64; 6] {
    let mut cost = [0; 6];
    let mut is_paired = vec![false; waiting.len()];
    for &[left, right] in pairs {
        is_paired[left] = true;
        is_paired[right] = true;
        let (left, right) = (&waiting[left], &waiting[right]);
        if let Some(ago) = left.met_ago(right) {
            let value = (MAX_GROUP * REPEAT_GAMES + REPEAT_GAMES - ago) as i64;
            cost[0] += if may_repeat(left, right, repeats) {
                0
            } else {
                value
            };
            cost[2] += value;
        }
        cost[5] += left.distance(right);
    }
    for (waiter, _) in waiting
        .iter()
        .zip(&is_paired)
        .filter(|(_, paired)| !**paired)
    {
        cost[1] += i64::from(waiter.has_waited_long());
        cost[3] += waiter.waited_ms as i64;
        cost[4] -= waiter.place as i64;
    }
    cost
}

#[test]
fn small_groups_are_paired_as_well_as_possible() {
    for seed in 0..2_000 {
        let mut random = SplitMix64::new(seed);
        let count = random.below(9);
        let waiting = random_waiting_players(&mut random, count);
        let repeats = [Repeats::AfterWaiting, Repeats::Allowed][random.below(2)];
        let pairs = match_waiting_players(&waiting, repeats);
        let all = all_pairings(&(0..count).collect::<Vec<_>>());
        let best = all.iter().min_by_key(|it| cost(&waiting, it, repeats));
        let best = best.expect("there is a pairing");
        let early = |&[left, right]: &[usize; 2]| {
            let (left, right) = (&waiting[left], &waiting[right]);
            left.met_ago(right).is_some() && !may_repeat(left, right, repeats)
        };
        // Pairs that have to wait are not made.
        let kept: Vec<[usize; 2]> = best.iter().copied().filter(|it| !early(it)).collect();
        assert_eq!(pairs.len(), kept.len(), "seed {seed}");
        if kept.len() == best.len() {
            let found = cost(&waiting, &pairs, repeats);
            assert_eq!(found, cost(&waiting, best, repeats), "seed {seed}");
        }
    }
}

#[test]
fn many_players_are_paired_without_avoidable_repeats() {
    for (seed, count) in [(1, 41), (2, 100), (3, 301), (4, 3_000)] {
        let mut random = SplitMix64::new(seed);
        let mut waiting = random_waiting_players(&mut random, count);
        // Neighbors have just met, as at the end of a round.
        for (index, waiter) in waiting.iter_mut().enumerate() {
            waiter.last[0] = (index ^ 1) + 1;
        }
        let pairs = match_waiting_players(&waiting, Repeats::AfterWaiting);
        assert_eq!(pairs.len(), count / 2);
        let has_met = |&[left, right]: &[usize; 2]| waiting[left].met_ago(&waiting[right]);
        assert!(pairs.iter().all(|it| has_met(it).is_none()), "{count}");
        let mut indexes: Vec<usize> = pairs.iter().flatten().copied().collect();
        indexes.sort_unstable();
        assert!(indexes.windows(2).all(|it| it[0] < it[1]), "{count}");
    }
}
