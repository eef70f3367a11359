//! Direct encounter (C.07, article 6).

use super::{Format, TieBreaks};

/// Points of mutual games are counted in sixtieths of a tenth, so that means of up
/// to six games are exact.
const UNITS: i64 = 60;

/// A set of tied players, with the points of their mutual games.
struct Encounter {
    players: Vec<usize>,
    sums: Vec<i64>,
    /// The number of tied players each has not met.
    missing: Vec<i64>,
}

impl TieBreaks<'_> {
    /// Splits tied players: returns them in groups, best first. One group means
    /// that the tie stays.
    pub(super) fn direct_encounter(&self, tied: &[usize]) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        self.split(tied, &mut groups);
        groups
    }

    fn split(&self, tied: &[usize], groups: &mut Vec<Vec<usize>>) {
        if tied.len() < 2 {
            groups.extend((!tied.is_empty()).then(|| tied.to_vec()));
            return;
        }
        let encounter = self.encounter(tied);
        if encounter.missing.iter().all(|&it| it == 0) {
            self.split_complete(&encounter, groups);
        } else if self.format == Format::Swiss {
            self.split_certain(&encounter, groups);
        } else {
            groups.push(tied.to_vec());
        }
    }

    /// Everybody has met everybody: the sums decide, and those with equal sums
    /// start again among themselves.
    fn split_complete(&self, encounter: &Encounter, groups: &mut Vec<Vec<usize>>) {
        let mut order: Vec<usize> = (0..encounter.players.len()).collect();
        order.sort_by_key(|&it| std::cmp::Reverse(encounter.sums[it]));
        let subsets = order.chunk_by(|&left, &right| encounter.sums[left] == encounter.sums[right]);
        for subset in subsets {
            let players: Vec<usize> = subset.iter().map(|&it| encounter.players[it]).collect();
            match players.len() == encounter.players.len() {
                true => groups.push(players),
                false => self.split(&players, groups),
            }
        }
    }

    /// Splits the players if games between them are missing: a player is first if they would
    /// be first whatever the results of those games.
    fn split_certain(&self, encounter: &Encounter, groups: &mut Vec<Vec<usize>>) {
        let win = i64::from(self.report.scoring.win.tenths()) * UNITS;
        let mut rest: Vec<usize> = (0..encounter.players.len()).collect();
        while rest.len() > 1 {
            let is_first = |&it: &usize| {
                let is_ahead = |&other: &usize| {
                    let best = encounter.sums[other] + win * encounter.missing[other];
                    other == it || encounter.sums[it] > best
                };
                rest.iter().all(is_ahead)
            };
            let Some(first) = rest.iter().copied().find(is_first) else {
                break;
            };
            groups.push(vec![encounter.players[first]]);
            rest.retain(|&it| it != first);
        }
        let players: Vec<usize> = rest.iter().map(|&it| encounter.players[it]).collect();
        match players.len() == encounter.players.len() {
            true => groups.push(players),
            false => self.split(&players, groups),
        }
    }

    fn encounter(&self, tied: &[usize]) -> Encounter {
        let mut encounter = Encounter {
            players: tied.to_vec(),
            sums: Vec::new(),
            missing: Vec::new(),
        };
        for &player in tied {
            let (mut sum, mut missing) = (0, 0);
            for &other in tied.iter().filter(|&&it| it != player) {
                let games: Vec<i64> = (0..self.rounds)
                    .filter(|&round| {
                        let game = self.counts_as_game(self.entry(player, round));
                        game.is_some_and(|it| it.opponent == other)
                    })
                    .map(|round| i64::from(self.points_in(player, round).tenths()) * UNITS)
                    .collect();
                match games.len() as i64 {
                    0 => missing += 1,
                    count => sum += games.iter().sum::<i64>() / count,
                }
            }
            encounter.sums.push(sum);
            encounter.missing.push(missing);
        }
        encounter
    }
}
