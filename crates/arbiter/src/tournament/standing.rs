use std::collections::HashMap;

use arbiter_rules::Color;

use super::{
    elo::Pairs,
    schedule::{Fixture, Schedule},
    verdict::{Cause, Fault, Verdict},
};

/// What has been won, drawn and lost so far, and what went wrong.
#[derive(Clone, Debug)]
pub struct Standing {
    /// One for each pairing, as its first engine sees it.
    pub pairings: Vec<Tally>,
    /// How often each engine has done what it must not, in the order of
    /// [`Fault::ALL`].
    pub faults: Vec<[u64; 4]>,
    /// How many games are finished.
    pub games: usize,
    /// Half points of the first engine in pairs of which one game is missing.
    halves: HashMap<usize, usize>,
}

/// The games of two engines, as the first of them sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The pairs that are finished.
    pub pairs: Pairs,
}

impl Standing {
    pub fn new(schedule: &Schedule, engines: usize) -> Standing {
        Standing {
            pairings: vec![Tally::default(); schedule.pairings().len()],
            faults: vec![[0; 4]; engines],
            games: 0,
            halves: HashMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, fixture: &Fixture, verdict: Verdict) {
        // The first engine of a pairing is White in the first game of a pair.
        let first = match fixture.game % 2 {
            0 => Color::White,
            _ => Color::Black,
        };
        self.games += 1;
        let tally = &mut self.pairings[fixture.pairing];
        let half_points = verdict.half_points(first);
        match half_points {
            0 => tally.losses += 1,
            1 => tally.draws += 1,
            _ => tally.wins += 1,
        }
        match self.halves.remove(&fixture.pair) {
            Some(other) => tally.pairs.0[other + half_points] += 1,
            None => {
                self.halves.insert(fixture.pair, half_points);
            }
        }
        if let (Cause::Fault(fault), Some(winner)) = (verdict.cause, verdict.winner) {
            self.faults[fixture.players[!winner]][fault as usize] += 1;
        }
    }

    /// All games of one engine, as it sees them.
    pub fn of(&self, schedule: &Schedule, engine: usize) -> Tally {
        let mut all = Tally::default();
        for (players, tally) in schedule.pairings().iter().zip(&self.pairings) {
            if players[0] == engine {
                all = all.and(*tally);
            } else if players[1] == engine {
                all = all.and(tally.reversed());
            }
        }
        all
    }

    /// How often an engine did this.
    pub fn faults_of(&self, engine: usize, fault: Fault) -> u64 {
        self.faults[engine][fault as usize]
    }
}

impl Tally {
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of points; none without games.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The share of draws; none without games.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same as the other engine sees it.
    pub fn reversed(self) -> Tally {
        let mut pairs = self.pairs.0;
        pairs.reverse();
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: Pairs(pairs),
        }
    }

    fn and(self, other: Tally) -> Tally {
        let mut pairs = self.pairs.0;
        for (sum, more) in pairs.iter_mut().zip(other.pairs.0) {
            *sum += more;
        }
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: Pairs(pairs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::{Format, Order};

    /// Results of games in any order: `3:1-0`, with a cause if it is a fault.
    #[track_caller]
    fn check(engines: usize, games: &str, expected: &str) {
        let schedule = Schedule::new(Format::RoundRobin, engines, 100, 9, Order::Sequential);
        let mut standing = Standing::new(&schedule, engines);
        for game in games.split_whitespace() {
            let mut parts = game.split(':');
            let number = parts.next().unwrap().parse().unwrap();
            let winner = match parts.next() {
                Some("1-0") => Some(Color::White),
                Some("0-1") => Some(Color::Black),
                _ => None,
            };
            let cause = Cause::read(parts.next().unwrap_or("checkmate")).unwrap();
            standing.add(&schedule.fixture(number), Verdict { winner, cause });
        }
        let engine = |number| {
            let tally = standing.of(&schedule, number);
            let Tally {
                wins,
                draws,
                losses,
                pairs,
            } = tally;
            let faults = standing.faults[number];
            format!("+{wins}={draws}-{losses} {:?} {faults:?}", pairs.0)
        };
        let found: Vec<String> = (0..engines).map(engine).collect();
        assert_eq!(found.join("\n"), expected);
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there() {
        check(
            2,
            "0:1-0 3:1-0 2:draw 5:0-1 1:0-1",
            "+3=1-1 [0, 1, 0, 0, 1] [0, 0, 0, 0]\n\
             +1=1-3 [1, 0, 0, 1, 0] [0, 0, 0, 0]",
        );
    }

    #[test]
    fn faults_are_counted_for_the_loser() {
        check(
            2,
            "0:1-0:time 1:1-0:crash 2:0-1:illegal 3:0-1:stall",
            "+2=0-2 [0, 0, 2, 0, 0] [0, 1, 1, 0]\n\
             +2=0-2 [0, 0, 2, 0, 0] [1, 0, 0, 1]",
        );
    }

    #[test]
    fn an_engine_is_seen_against_all_others() {
        check(
            3,
            "0:1-0 1:0-1 2:draw 3:draw 4:1-0 5:draw",
            "+2=2-0 [0, 0, 1, 0, 1] [0, 0, 0, 0]\n\
             +1=1-2 [1, 0, 0, 1, 0] [0, 0, 0, 0]\n\
             +0=3-1 [0, 1, 1, 0, 0] [0, 0, 0, 0]",
        );
    }
}
