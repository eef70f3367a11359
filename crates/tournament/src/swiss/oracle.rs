//! The pairing of a round by the letter: all candidates of each bracket are
//! generated in the order of articles 3 and 4, and the first of the best is taken.
//! It is compared with the fast way in small tournaments.

use std::{cmp::Reverse, collections::HashMap};

use arbiter_rules::{Color, SplitMix64};

use super::{
    Contender, Float, Strength, colors::color_of_first, contender::contenders, pair_round,
    present_players,
};
use crate::{
    Action, Bye, Points, Report, Settings, System, Tournament,
    generate::{GenerateOptions, play_round},
};

type Key = Vec<Vec<i64>>;
type Pairs = Vec<(usize, usize)>;

struct Oracle<'r> {
    list: &'r [Contender],
    is_legal: Vec<Vec<bool>>,
    bye_score: Option<Points>,
    initial: Color,
    completable: HashMap<u32, bool>,
}

/// A bracket while its candidates are generated.
struct Candidates<'a> {
    moved_down: &'a [usize],
    residents: &'a [usize],
    next: &'a [usize],
    below: u32,
    best: Option<(Key, Pairs)>,
    next_values: HashMap<u32, Vec<Vec<i64>>>,
}

fn mask(vertices: &[usize]) -> u32 {
    vertices.iter().fold(0, |mask, it| mask | 1 << it)
}

fn subsets(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut result = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        for mut rest in subsets(&items[index + 1..], size - 1) {
            rest.insert(0, first);
            result.push(rest);
        }
    }
    result
}

impl Oracle<'_> {
    /// Reports whether a set of players can be paired under C1–C3 and C5.
    fn can_complete(&mut self, set: u32) -> bool {
        if set == 0 {
            return true;
        }
        if let Some(&known) = self.completable.get(&set) {
            return known;
        }
        let first = set.trailing_zeros() as usize;
        let rest = set & !(1 << first);
        let player = &self.list[first];
        let gets_bye = set.count_ones() % 2 == 1
            && player.may_get_bye
            && self.bye_score == Some(player.score)
            && self.can_complete(rest);
        let answer = gets_bye
            || (first + 1..self.list.len()).any(|other| {
                rest >> other & 1 == 1
                    && self.is_legal[first][other]
                    && self.can_complete(rest & !(1 << other))
            });
        self.completable.insert(set, answer);
        answer
    }

    fn pair(&mut self) -> Option<(Pairs, Option<usize>)> {
        let count = self.list.len();
        let everybody = (1u32 << count) - 1;
        if count % 2 == 1 {
            let mut scores: Vec<Points> = self.list.iter().map(|it| it.score).collect();
            scores.sort_unstable();
            self.bye_score = scores.into_iter().find(|&score| {
                self.bye_score = Some(score);
                self.completable.clear();
                self.can_complete(everybody)
            });
        }
        self.completable.clear();
        if !self.can_complete(everybody) {
            return None;
        }
        let (mut all, mut moved_down) = (Vec::new(), Vec::new());
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for vertex in 0..count {
            match groups.last_mut() {
                Some(group) if self.list[group[0]].score == self.list[vertex].score => {
                    group.push(vertex);
                }
                _ => groups.push(vec![vertex]),
            }
        }
        for index in 0..groups.len() {
            let next = groups.get(index + 1).cloned().unwrap_or_default();
            let below = groups[index + 1..].concat();
            let mut candidates = Candidates {
                moved_down: &moved_down,
                residents: &groups[index],
                next: &next,
                below: mask(&below),
                best: None,
                next_values: HashMap::new(),
            };
            self.generate(&mut candidates);
            let pairs = candidates.best.expect("a complete pairing exists").1;
            let left: Vec<usize> = (moved_down.iter().chain(&groups[index]).copied())
                .filter(|it| !pairs.iter().any(|pair| pair.0 == *it || pair.1 == *it))
                .collect();
            all.extend(pairs);
            moved_down = left;
        }
        Some((all, moved_down.first().copied()))
    }

    /// Generates the candidates with the most pairs first.
    fn generate(&mut self, candidates: &mut Candidates<'_>) {
        let members = candidates.moved_down.len() + candidates.residents.len();
        for pairs in (0..=members / 2).rev() {
            for paired in (0..=pairs.min(candidates.moved_down.len())).rev() {
                for upper in subsets(candidates.moved_down, paired) {
                    self.match_moved_down(candidates, pairs, &upper, &mut Vec::new());
                }
            }
            if candidates.best.is_some() {
                return;
            }
        }
    }

    /// 4.2: the opponents of the moved-down players, in order.
    fn match_moved_down(
        &mut self,
        candidates: &mut Candidates<'_>,
        pairs: usize,
        upper: &[usize],
        chosen: &mut Pairs,
    ) {
        if chosen.len() == upper.len() {
            let residents = candidates.residents.iter().copied();
            let rest: Vec<usize> = residents
                .filter(|it| !chosen.iter().any(|pair| pair.1 == *it))
                .collect();
            let size = pairs - upper.len();
            if 2 * size <= rest.len() {
                self.exchange(candidates, chosen, &rest, size);
            }
            return;
        }
        let player = upper[chosen.len()];
        for &opponent in candidates.residents {
            let is_taken = chosen.iter().any(|pair| pair.1 == opponent);
            if !is_taken && self.is_legal[player][opponent] {
                chosen.push((player, opponent));
                self.match_moved_down(candidates, pairs, upper, chosen);
                chosen.pop();
            }
        }
    }

    /// 4.3: exchanges between S1 and S2, in order.
    fn exchange(
        &mut self,
        candidates: &mut Candidates<'_>,
        chosen: &mut Pairs,
        rest: &[usize],
        size: usize,
    ) {
        let numbers: Vec<usize> = (0..rest.len()).collect();
        let (first, second) = numbers.split_at(size);
        let mut exchanges = Vec::new();
        for count in 0..=size.min(second.len()) {
            for down in subsets(first, count) {
                for up in subsets(second, count) {
                    exchanges.push((down.clone(), up));
                }
            }
        }
        exchanges.sort_by_key(|(down, up)| {
            let difference = up.iter().sum::<usize>() - down.iter().sum::<usize>();
            let mut from_high = down.clone();
            from_high.reverse();
            (down.len(), difference, Reverse(from_high), up.clone())
        });
        for (down, up) in exchanges {
            let is_upper = |it: &usize| (*it < size && !down.contains(it)) || up.contains(it);
            let (upper, lower): (Vec<usize>, Vec<usize>) =
                numbers.iter().partition(|it| is_upper(it));
            let place = |list: Vec<usize>| list.into_iter().map(|it| rest[it]).collect::<Vec<_>>();
            let before = chosen.len();
            self.transpose(candidates, chosen, &place(upper), &place(lower), before);
        }
    }

    /// 4.2: transpositions of S2, in order.
    fn transpose(
        &mut self,
        candidates: &mut Candidates<'_>,
        chosen: &mut Pairs,
        upper: &[usize],
        lower: &[usize],
        before: usize,
    ) {
        let Some(&player) = upper.get(chosen.len() - before) else {
            return self.evaluate(candidates, chosen);
        };
        for &opponent in lower {
            let is_taken = chosen[before..].iter().any(|pair| pair.1 == opponent);
            if !is_taken && self.is_legal[player][opponent] {
                chosen.push((player, opponent));
                self.transpose(candidates, chosen, upper, lower, before);
                chosen.pop();
            }
        }
    }

    fn evaluate(&mut self, candidates: &mut Candidates<'_>, pairs: &Pairs) {
        let members = candidates.moved_down.iter().chain(candidates.residents);
        let left: Vec<usize> = members
            .copied()
            .filter(|it| !pairs.iter().any(|pair| pair.0 == *it || pair.1 == *it))
            .collect();
        if !self.can_complete(mask(&left) | candidates.below) {
            return;
        }
        let key = self.key(candidates, pairs, &left);
        if candidates.best.as_ref().is_none_or(|(best, _)| key < *best) {
            candidates.best = Some((key, pairs.clone()));
        }
    }

    fn scores(&self, players: &[usize]) -> Vec<i64> {
        let scores = players
            .iter()
            .map(|&it| i64::from(self.list[it].score.tenths()));
        let mut scores: Vec<i64> = scores.collect();
        scores.sort_unstable_by(|left, right| right.cmp(left));
        scores
    }

    /// Returns the values of C6–C21.
    fn key(&mut self, candidates: &mut Candidates<'_>, pairs: &Pairs, left: &[usize]) -> Key {
        let mut key = vec![vec![left.len() as i64], self.scores(left)];
        let next = match candidates.next_values.get(&mask(left)) {
            Some(known) => known.clone(),
            None => {
                let mut best = None;
                let rest = candidates.below & !mask(candidates.next);
                self.next_value(left, candidates.next, rest, &mut best);
                let found = best.unwrap_or_default();
                candidates.next_values.insert(mask(left), found.clone());
                found
            }
        };
        key.extend(next);
        let list = self.list;
        key.push(match left {
            [one] if self.bye_score == Some(list[*one].score) => vec![list[*one].unplayed as i64],
            _ => vec![0],
        });
        let count = |value: &dyn Fn(&Contender, &Contender) -> i64| {
            let values = pairs.iter().map(|&(left, right)| {
                let (first, second) = (left.min(right), left.max(right));
                value(&list[first], &list[second])
            });
            vec![values.sum::<i64>()]
        };
        key.push(count(&|first, second| {
            self.top(first, second, |it, color| {
                let change = if color == Color::White { 1 } else { -1 };
                (it.difference + change).abs() > 2
            })
        }));
        key.push(count(&|first, second| {
            self.top(first, second, |it, color| {
                it.colors.ends_with(&[color, color])
            })
        }));
        let same = |first: &Contender, second: &Contender| {
            let (Some(first), Some(second)) = (first.preference, second.preference) else {
                return None;
            };
            (first.color == second.color).then_some(first.strength.min(second.strength))
        };
        key.push(count(&|first, second| {
            i64::from(same(first, second).is_some())
        }));
        key.push(count(&|first, second| {
            i64::from(same(first, second) == Some(Strength::Strong))
        }));
        self.float_keys(candidates, pairs, left, &mut key);
        key
    }

    fn top(
        &self,
        first: &Contender,
        second: &Contender,
        is_counted: impl Fn(&Contender, Color) -> bool,
    ) -> i64 {
        if !first.is_topscorer && !second.is_topscorer {
            return 0;
        }
        let (color, _) = color_of_first(first, second, self.initial);
        i64::from(is_counted(first, color)) + i64::from(is_counted(second, !color))
    }

    /// C14–C21.
    fn float_keys(
        &self,
        candidates: &Candidates<'_>,
        pairs: &Pairs,
        left: &[usize],
        key: &mut Key,
    ) {
        let list = self.list;
        let resident = i64::from(list[candidates.residents[0]].score.tenths());
        let moved = |it: &usize| candidates.moved_down.contains(it);
        for ago in [0, 1] {
            let down = left.iter().filter(|it| !moved(it));
            let down = down.filter(|&&it| list[it].floats[ago] == Some(Float::Down));
            key.push(vec![down.count() as i64]);
            let up = pairs.iter().filter(|pair| moved(&pair.0));
            let up = up.filter(|pair| list[pair.1].floats[ago] == Some(Float::Up));
            key.push(vec![up.count() as i64]);
        }
        for ago in [0, 1] {
            let flagged = candidates.moved_down.iter().copied();
            let flagged = flagged.filter(|&it| list[it].floats[ago] == Some(Float::Down));
            let mut differences: Vec<i64> = flagged
                .map(|it| {
                    let again = if left.contains(&it) { 1_000 } else { 0 };
                    i64::from(list[it].score.tenths()) - resident + again
                })
                .collect();
            differences.sort_unstable_by(|left, right| right.cmp(left));
            key.push(differences);
            let up = pairs.iter().filter(|pair| moved(&pair.0));
            let mut differences: Vec<i64> = up
                .filter(|pair| list[pair.1].floats[ago] == Some(Float::Up))
                .map(|pair| i64::from(list[pair.0].score.tenths()) - resident)
                .collect();
            differences.sort_unstable_by(|left, right| right.cmp(left));
            key.push(differences);
        }
    }

    /// C8: the fewest downfloaters of the next bracket, then their scores.
    fn next_value(
        &mut self,
        moved: &[usize],
        residents: &[usize],
        rest: u32,
        best: &mut Option<Key>,
    ) {
        let unpaired: Vec<usize> = moved.iter().chain(residents).copied().collect();
        self.next_matchings(&unpaired, moved, &mut Vec::new(), rest, best);
    }

    fn next_matchings(
        &mut self,
        open: &[usize],
        moved: &[usize],
        left: &mut Vec<usize>,
        rest: u32,
        best: &mut Option<Key>,
    ) {
        let Some((&first, others)) = open.split_first() else {
            let value = vec![vec![left.len() as i64], self.scores(left)];
            let is_better = best.as_ref().is_none_or(|best| value < *best);
            if is_better && self.can_complete(mask(left) | rest) {
                *best = Some(value);
            }
            return;
        };
        for &other in others {
            let is_allowed = !(moved.contains(&first) && moved.contains(&other));
            if is_allowed && self.is_legal[first][other] {
                let open: Vec<usize> = others.iter().copied().filter(|&it| it != other).collect();
                self.next_matchings(&open, moved, left, rest, best);
            }
        }
        left.push(first);
        self.next_matchings(others, moved, left, rest, best);
        left.pop();
    }
}

/// Pairs a round by the letter: returns the pairs of players, lower index first,
/// and the bye.
fn pair_slowly(report: &Report, round: usize) -> Option<(Pairs, Option<usize>)> {
    let list = contenders(report, round, &present_players(report, round));
    let has_met = |left: &Contender, right: &Contender| {
        (0..round).any(|it| {
            let game = report.entry(left.player, it).played();
            game.is_some_and(|game| game.opponent == right.player)
        })
    };
    let may_meet = |left: &Contender, right: &Contender| {
        let clash = left.absolute().is_some() && left.absolute() == right.absolute();
        let is_exempt = left.is_topscorer || right.is_topscorer;
        left.player != right.player && !has_met(left, right) && (!clash || is_exempt)
    };
    let row = |left: &Contender| list.iter().map(|right| may_meet(left, right)).collect();
    let mut oracle = Oracle {
        is_legal: list.iter().map(row).collect(),
        list: &list,
        bye_score: None,
        initial: report.initial_color().unwrap_or(Color::White),
        completable: HashMap::new(),
    };
    let (pairs, bye) = oracle.pair()?;
    let player = |it: usize| list[it].player;
    let ordered = |&(left, right): &(usize, usize)| {
        let (left, right) = (player(left), player(right));
        (left.min(right), left.max(right))
    };
    let mut pairs: Pairs = pairs.iter().map(ordered).collect();
    pairs.sort_unstable();
    Some((pairs, bye.map(player)))
}

fn pair_fast(report: &Report, round: usize) -> Option<(Pairs, Option<usize>)> {
    let pairing = pair_round(report, round, &present_players(report, round)).ok()?;
    let ordered = |it: &super::Pair| {
        let (white, black) = (it.players.white, it.players.black);
        (white.min(black), white.max(black))
    };
    let mut pairs: Pairs = pairing.pairs.iter().map(ordered).collect();
    pairs.sort_unstable();
    Some((pairs, pairing.bye))
}

#[test]
fn the_fast_way_pairs_as_the_letter_of_the_rules_says() {
    let mut compared = 0;
    for seed in 0..150 {
        let mut random = SplitMix64::new(seed);
        let players = 4 + random.below(6);
        let rounds = 3 + random.below(5);
        let settings = Settings::new("Oracle", System::Swiss, rounds);
        let options = GenerateOptions {
            draw_rate: random.below(70),
            forfeit_rate: random.below(15),
            bye_rate: random.below(15),
            ..GenerateOptions::new(settings, players)
        };
        let mut tournament = Tournament::start(options.settings.clone());
        let act = |tournament: &mut Tournament, action: &Action| {
            let events = tournament.decide(action)?;
            events.iter().for_each(|it| tournament.apply(it));
            Ok::<(), crate::Refusal>(())
        };
        for id in 1..=players {
            let player = crate::Player {
                name: format!("Player {id}"),
                rating: 2_000 - id as u32,
                ..crate::Player::default()
            };
            act(&mut tournament, &Action::Add(player)).expect("a player may enter");
        }
        for round in 0..rounds {
            for id in 1..=players {
                if random.below(100) < options.bye_rate {
                    act(&mut tournament, &Action::GrantBye(id, Bye::HalfPoint)).expect("a bye");
                }
            }
            let report = tournament.report();
            if present_players(&report, round).len() < 2 {
                break;
            }
            let (slow, fast) = (pair_slowly(&report, round), pair_fast(&report, round));
            assert_eq!(slow, fast, "seed {seed}, round {}", round + 1);
            compared += 1;
            if act(&mut tournament, &Action::Pair).is_err() {
                break;
            }
            play_round(&mut tournament, &options, &mut random);
        }
    }
    assert!(compared > 500, "{compared} rounds");
}
