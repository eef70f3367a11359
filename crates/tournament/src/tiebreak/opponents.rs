//! Tie-breaks from the opponents' scores (C.07, articles 8, 9, 14 and 16).

use super::{Breakdown, Format, Modifier, RoundKind, Term, TieBreaks, Value};
use crate::{Entry, Mode, Outcome, Points, Report};

/// What a round adds, with what decides whether it is cut.
struct Contribution {
    term: Term,
    /// The score of the opponent, or of the dummy.
    score: Points,
    is_voluntary: bool,
}

impl TieBreaks<'_> {
    /// Returns the score of a player as it counts for the opponents (16.3).
    pub(super) fn adjusted_score(&self, player: usize) -> Points {
        if self.format == Format::RoundRobin {
            return self.earned(player);
        }
        let round = |it: usize| match self.kind(player, it) {
            RoundKind::Final => self.report.scoring.draw,
            _ => self.points_in(player, it),
        };
        (0..self.rounds).map(round).sum()
    }

    /// Returns the score of the opponent in a round; of a dummy if the round was
    /// not played (16.4).
    fn opponent_score(&self, player: usize, round: usize) -> (Option<usize>, Points) {
        let entry = self.entry(player, round);
        if let Some(game) = self.counts_as_game(entry) {
            return (Some(game.opponent), self.adjusted_score(game.opponent));
        }
        if self.format == Format::RoundRobin {
            return (None, Points::ZERO);
        }
        let limit = match entry {
            Entry::Game(game) => self.adjusted_score(game.opponent),
            _ => self.report.scoring.draw.times(self.rounds),
        };
        (None, self.earned(player).min(limit))
    }

    fn contributions(
        &self,
        player: usize,
        value: impl Fn(usize, Points) -> Value,
    ) -> Vec<Contribution> {
        let contribution = |round: usize| {
            let (opponent, score) = self.opponent_score(player, round);
            Contribution {
                term: Term {
                    round: round + 1,
                    opponent,
                    value: value(round, score),
                    is_cut: false,
                },
                score,
                is_voluntary: self.is_voluntary(player, round),
            }
        };
        (0..self.rounds).map(contribution).collect()
    }

    pub(super) fn buchholz(&self, player: usize, modifier: Modifier) -> Breakdown {
        let contributions = self.contributions(player, |_, score| score.into());
        // The least significant value is the lowest contribution (14.1).
        cut(contributions, modifier, |it| (it.term.value, it.term.value))
    }

    pub(super) fn sonneborn_berger(&self, player: usize, modifier: Modifier) -> Breakdown {
        let contributions = self.contributions(player, |round, score| {
            let points = i64::from(self.points_in(player, round).tenths());
            Value::from_hundredths(points * i64::from(score.tenths()))
        });
        // The least significant value is that of the opponent with the lowest
        // score.
        cut(contributions, modifier, |it| {
            (it.score.into(), it.term.value)
        })
    }

    pub(super) fn koya(&self, player: usize) -> Breakdown {
        // With an odd number of players everybody has the bye once in each cycle.
        let players = self.report.players.len().max(1);
        let rests = match self.format == Format::RoundRobin && players % 2 == 1 {
            true => self.rounds / players,
            false => 0,
        };
        let games = self.rounds - rests;
        let maximum = self.report.scoring.win.times(games).tenths();
        let terms = (0..self.rounds).filter_map(|round| {
            let game = self.counts_as_game(self.entry(player, round))?;
            (2 * self.earned(game.opponent).tenths() >= maximum).then(|| Term {
                round: round + 1,
                opponent: Some(game.opponent),
                value: self.points_in(player, round).into(),
                is_cut: false,
            })
        });
        Breakdown::sum(terms.collect())
    }

    pub(super) fn average_buchholz(&self, player: usize) -> Breakdown {
        let terms: Vec<Term> = self
            .games(player)
            .map(|(round, game)| Term {
                round: round + 1,
                opponent: Some(game.opponent),
                value: (self.buchholz(game.opponent, Modifier::None).value).unwrap_or_default(),
                is_cut: false,
            })
            .collect();
        let sum: i64 = terms.iter().map(|it| it.value.hundredths()).sum();
        Breakdown {
            value: mean(sum, terms.len()).map(Value::from_hundredths),
            terms,
        }
    }

    /// Returns the report as if all games of the last round had been drawn (8.3).
    pub(super) fn with_drawn_last_round(&self) -> Report {
        let mut report = self.report.clone();
        for row in &mut report.entries {
            if let Some(Entry::Game(game)) = row.get_mut(self.rounds.saturating_sub(1)) {
                game.outcome = Outcome::Draw;
                game.mode = Mode::Played;
            }
        }
        report
    }
}

/// Returns the mean, rounded to the nearest whole number, halves up; `None` of
/// nothing.
pub(super) fn mean(sum: i64, count: usize) -> Option<i64> {
    let count = count as i64;
    (2 * sum + count).checked_div_euclid(2 * count)
}

/// Leaves out the least significant contributions, then for a median the highest
/// ones (14).
fn cut(
    mut list: Vec<Contribution>,
    modifier: Modifier,
    significance: impl Fn(&Contribution) -> (Value, Value),
) -> Breakdown {
    let (low, high) = match modifier {
        Modifier::None => (0, 0),
        Modifier::Cut(count) => (count, 0),
        Modifier::Median(count) => (count, count),
    };
    for _ in 0..low {
        let kept = || (0..list.len()).filter(|&it| !list[it].term.is_cut);
        let Some(least) = kept().min_by_key(|&it| significance(&list[it])) else {
            break;
        };
        // 16.5: a voluntary unplayed round is cut first, unless it adds less.
        let voluntary = kept()
            .filter(|&it| list[it].is_voluntary)
            .min_by_key(|&it| list[it].term.value)
            .filter(|&it| list[it].term.value >= list[least].term.value);
        list[voluntary.unwrap_or(least)].term.is_cut = true;
    }
    for _ in 0..high {
        let kept = (0..list.len()).filter(|&it| !list[it].term.is_cut);
        let Some(most) = kept.max_by_key(|&it| list[it].term.value) else {
            break;
        };
        list[most].term.is_cut = true;
    }
    Breakdown::sum(list.into_iter().map(|it| it.term).collect())
}
