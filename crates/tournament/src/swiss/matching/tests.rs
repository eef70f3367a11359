//! Compares with all perfect matchings of small random graphs.

use arbiter_rules::SplitMix64;

use super::Matching;

/// The penalty of each edge; `None` where there is no edge.
type Graph = Vec<Vec<Option<[i64; 3]>>>;

fn random_graph(random: &mut SplitMix64, count: usize) -> Graph {
    let density = 40 + random.below(60);
    let range = 1 + random.below(4);
    let mut graph = vec![vec![None; count]; count];
    let pairs = (0..count).flat_map(|left| (left + 1..count).map(move |right| (left, right)));
    for (left, right) in pairs {
        if random.below(100) < density {
            let penalties = [(); 3].map(|()| random.below(range) as i64);
            graph[left][right] = Some(penalties);
            graph[right][left] = Some(penalties);
        }
    }
    graph
}

/// Lists all perfect matchings as partners by vertex.
fn perfect_matchings(graph: &Graph, mates: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let Some(first) = mates.iter().position(|&it| it == usize::MAX) else {
        found.push(mates.clone());
        return;
    };
    for other in first + 1..graph.len() {
        if mates[other] == usize::MAX && graph[first][other].is_some() {
            (mates[first], mates[other]) = (other, first);
            perfect_matchings(graph, mates, found);
            (mates[first], mates[other]) = (usize::MAX, usize::MAX);
        }
    }
}

fn cost(graph: &Graph, mates: &[usize], level: usize) -> i64 {
    let pairs = mates.iter().enumerate().filter(|&(it, &mate)| it < mate);
    pairs
        .filter_map(|(it, &mate)| graph[it][mate])
        .map(|penalties| penalties[level])
        .sum()
}

#[test]
fn criteria_and_choices_agree_with_all_perfect_matchings() {
    for seed in 0..3_000 {
        let mut random = SplitMix64::new(seed);
        let count = 2 * (1 + random.below(5));
        let graph = random_graph(&mut random, count);
        let mut all = Vec::new();
        perfect_matchings(&graph, &mut vec![usize::MAX; count], &mut all);
        let neighbors = graph
            .iter()
            .map(|row| {
                let edges = row.iter().enumerate().filter(|(_, it)| it.is_some());
                edges.map(|(to, _)| to as u32).collect()
            })
            .collect();
        let mut matching = Matching::new(neighbors, vec![None; count]);
        assert_eq!(matching.complete(), !all.is_empty(), "seed {seed}");
        if all.is_empty() {
            continue;
        }
        for level in 0..3 {
            let found = matching
                .refine(|left, right| graph[left][right].map_or(0, |penalties| penalties[level]));
            let least = all.iter().map(|it| cost(&graph, it, level)).min();
            assert_eq!(Some(found), least, "seed {seed}, level {level}");
            all.retain(|it| cost(&graph, it, level) == found);
        }
        matching.prepare_choices(count);
        let mut is_taken = vec![false; count];
        for vertex in 0..count {
            if !is_taken[vertex] {
                let partner = matching.choose(vertex, Some, count);
                let least = all.iter().map(|it| it[vertex]).min();
                assert_eq!(Some(partner), least, "seed {seed}, vertex {vertex}");
                all.retain(|it| it[vertex] == partner);
                is_taken[partner] = true;
            }
        }
    }
}
