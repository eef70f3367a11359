//! Tie-breaks from the player's own results (C.07, article 7).

use arbiter_rules::Color;

use super::{Breakdown, Modifier, Term, TieBreaks, Value};
use crate::{Bye, Entry, GameEntry, Mode, Outcome};

impl TieBreaks<'_> {
    fn count(&self, player: usize, is_counted: impl Fn(Entry) -> bool) -> Breakdown {
        let rounds = (0..self.rounds).filter(|&it| is_counted(self.entry(player, it)));
        Breakdown::count(rounds.count())
    }

    /// Counts games; a forfeit counts for the winner in a round robin (15.2).
    fn count_games(&self, player: usize, is_counted: impl Fn(GameEntry) -> bool) -> Breakdown {
        self.count(player, |entry| {
            self.counts_as_game(entry).is_some_and(|game| {
                (game.mode != Mode::Forfeit || game.outcome == Outcome::Win) && is_counted(game)
            })
        })
    }

    pub(super) fn wins(&self, player: usize) -> Breakdown {
        let scoring = &self.report.scoring;
        self.count(player, |entry| entry.points(scoring) >= scoring.win)
    }

    pub(super) fn games_won(&self, player: usize) -> Breakdown {
        self.count_games(player, |game| game.outcome == Outcome::Win)
    }

    pub(super) fn black_games(&self, player: usize) -> Breakdown {
        self.count_games(player, |game| game.color == Color::Black)
    }

    pub(super) fn black_wins(&self, player: usize) -> Breakdown {
        self.count_games(player, |game| {
            game.color == Color::Black && game.outcome == Outcome::Win
        })
    }

    pub(super) fn progressive(&self, player: usize, modifier: Modifier) -> Breakdown {
        let cut = match modifier {
            Modifier::Cut(count) => count,
            Modifier::None | Modifier::Median(_) => 0,
        };
        let term = |round: usize| Term {
            round: round + 1,
            opponent: None,
            value: Value::from(self.report.points_after(player, round + 1)),
            is_cut: round < cut,
        };
        Breakdown::sum((0..self.rounds).map(term).collect())
    }

    pub(super) fn rounds_elected(&self, player: usize) -> Breakdown {
        self.count(player, |entry| match entry {
            Entry::Absent | Entry::Bye(Bye::HalfPoint | Bye::ZeroPoint) => false,
            Entry::Bye(Bye::PairingAllocated | Bye::FullPoint) => true,
            Entry::Game(game) => game.mode != Mode::Forfeit || game.outcome == Outcome::Win,
        })
    }

    /// 7.7: a round counts 1 if it brought more points than the opponent got, or
    /// without opponent more than a draw is worth, and ½ if it brought as many.
    pub(super) fn standard_points(&self, player: usize) -> Breakdown {
        let term = |round: usize| {
            let own = self.points_in(player, round);
            let (opponent, other) = match self.entry(player, round) {
                Entry::Game(game) => (Some(game.opponent), self.points_in(game.opponent, round)),
                _ => (None, self.report.scoring.draw),
            };
            let hundredths = match own.cmp(&other) {
                std::cmp::Ordering::Greater => 100,
                std::cmp::Ordering::Equal => 50,
                std::cmp::Ordering::Less => 0,
            };
            Term {
                round: round + 1,
                opponent,
                value: Value::from_hundredths(hundredths),
                is_cut: false,
            }
        };
        Breakdown::sum((0..self.rounds).map(term).collect())
    }
}
