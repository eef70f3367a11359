//! Tie-breaks from ratings (C.07, article 10).

use super::{Breakdown, Modifier, Term, TieBreaks, Value, opponents::mean};

/// The rating difference for a score of 50 to 100 percent (table 8.1a of the
/// rating regulations).
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The greatest rating difference for which the higher rated player is expected to
/// score 50, 51, … 99 percent (table 8.1b).
const GREATEST: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// Returns the expected score in percent for a rating difference.
fn expected_percent(difference: i64) -> i64 {
    let index = GREATEST.partition_point(|&it| it < difference.abs()) as i64;
    match difference < 0 {
        true => 50 - index,
        false => 50 + index,
    }
}

fn difference_for(percent: i64) -> i64 {
    match percent < 50 {
        true => -DIFFERENCES[(50 - percent) as usize],
        false => DIFFERENCES[(percent - 50).min(50) as usize],
    }
}

impl TieBreaks<'_> {
    fn is_everybody_rated(&self) -> bool {
        self.report.players.iter().all(|it| it.rating > 0)
    }

    fn rating(&self, player: usize) -> i64 {
        i64::from(self.report.players[player].rating)
    }

    fn terms(&self, player: usize, value: impl Fn(usize) -> Option<i64>) -> Vec<Term> {
        self.games(player)
            .filter_map(|(round, game)| {
                Some(Term {
                    round: round + 1,
                    opponent: Some(game.opponent),
                    value: Value::whole(value(game.opponent)?),
                    is_cut: false,
                })
            })
            .collect()
    }

    /// Returns a mean as a whole number, if everybody is rated.
    fn average(&self, terms: Vec<Term>) -> Breakdown {
        let kept = || terms.iter().filter(|it| !it.is_cut);
        let sum: i64 = kept().map(|it| it.value.hundredths() / 100).sum();
        let value = mean(sum, kept().count())
            .filter(|_| self.is_everybody_rated())
            .map(Value::whole);
        Breakdown { value, terms }
    }

    pub(super) fn average_rating(&self, player: usize, modifier: Modifier) -> Breakdown {
        let mut terms = self.terms(player, |it| Some(self.rating(it)));
        let (low, high) = match modifier {
            Modifier::None => (0, 0),
            Modifier::Cut(count) => (count, 0),
            Modifier::Median(count) => (count, count),
        };
        let mut order: Vec<usize> = (0..terms.len()).collect();
        order.sort_by_key(|&it| terms[it].value);
        for &index in order.iter().take(low) {
            terms[index].is_cut = true;
        }
        for &index in order.iter().rev().take(high) {
            terms[index].is_cut = true;
        }
        self.average(terms)
    }

    /// Returns the score over the board as a multiple of a win, in hundredths.
    fn board_score(&self, player: usize) -> (i64, usize) {
        let (mut score, mut games) = (0, 0);
        for (round, _) in self.games(player) {
            score += i64::from(self.points_in(player, round).tenths());
            games += 1;
        }
        let win = i64::from(self.report.scoring.win.tenths()).max(1);
        (score * 100 / win, games)
    }

    fn performance_of(&self, player: usize) -> Option<i64> {
        let (score, games) = self.board_score(player);
        let opponents = self.games(player).map(|(_, it)| it.opponent);
        let ratings: i64 = opponents.map(|it| self.rating(it)).sum();
        Some(mean(ratings, games)? + difference_for(mean(score, games)?))
    }

    pub(super) fn performance(&self, player: usize) -> Breakdown {
        self.whole(self.performance_of(player))
    }

    fn whole(&self, value: Option<i64>) -> Breakdown {
        let value = value.filter(|_| self.is_everybody_rated());
        Breakdown {
            value: value.map(Value::whole),
            terms: Vec::new(),
        }
    }

    fn perfect_performance_of(&self, player: usize) -> Option<i64> {
        let opponents: Vec<i64> = self
            .games(player)
            .map(|(_, game)| self.rating(game.opponent))
            .collect();
        let (lowest, highest) = (*opponents.iter().min()?, *opponents.iter().max()?);
        let (score, _) = self.board_score(player);
        if score == 0 {
            return Some(lowest - 800);
        }
        let expected = |rating: i64| -> i64 {
            let scores = opponents.iter().map(|it| expected_percent(rating - it));
            scores.sum()
        };
        (lowest - 800..=highest + 800).find(|&rating| expected(rating) >= score)
    }

    pub(super) fn perfect_performance(&self, player: usize) -> Breakdown {
        self.whole(self.perfect_performance_of(player))
    }

    pub(super) fn average_performance(&self, player: usize) -> Breakdown {
        self.average(self.terms(player, |it| self.performance_of(it)))
    }

    pub(super) fn average_perfect_performance(&self, player: usize) -> Breakdown {
        self.average(self.terms(player, |it| self.perfect_performance_of(it)))
    }

    pub(super) fn own_rating(&self, player: usize) -> Breakdown {
        self.whole(Some(self.rating(player)))
    }
}
