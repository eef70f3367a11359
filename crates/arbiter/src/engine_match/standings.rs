use std::collections::HashMap;

use arbiter_rules::Color;

use super::{
    elo::Pairs,
    game_result::{Cause, Fault, GameResult},
    schedule::{Schedule, ScheduledGame},
};

/// The results and faults so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The results of each pairing from the point of view of its first engine.
    pub pairings: Vec<PairingResults>,
    /// The faults of each engine, in the order of [`Fault::ALL`].
    pub faults: Vec<[u64; 4]>,
    /// The number of finished games.
    pub games: usize,
    /// The first engine of each pairing.
    first_engines: Vec<usize>,
    /// The half points of the first engine in pairs with one finished game.
    open_pairs: HashMap<usize, usize>,
}

/// The results of a pairing from the point of view of its first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairingResults {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The finished pairs.
    pub pairs: Pairs,
}

impl Standings {
    pub fn new(schedule: &Schedule, engines: usize) -> Standings {
        Standings {
            pairings: vec![PairingResults::default(); schedule.pairings().len()],
            faults: vec![[0; 4]; engines],
            games: 0,
            first_engines: schedule.pairings().iter().map(|it| it[0]).collect(),
            open_pairs: HashMap::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, scheduled: &ScheduledGame, result: GameResult) {
        let first_engine = self.first_engines[scheduled.pairing];
        let first = match scheduled.participants.white == first_engine {
            true => Color::White,
            false => Color::Black,
        };
        self.games += 1;
        let results = &mut self.pairings[scheduled.pairing];
        let half_points = result.half_points(first);
        match half_points {
            0 => results.losses += 1,
            1 => results.draws += 1,
            _ => results.wins += 1,
        }
        match self.open_pairs.remove(&scheduled.pair) {
            Some(other) => results.pairs.0[other + half_points] += 1,
            None => {
                self.open_pairs.insert(scheduled.pair, half_points);
            }
        }
        if let (Cause::Fault(fault), Some(winner)) = (result.cause, result.winner) {
            self.faults[scheduled.participants[!winner]][fault as usize] += 1;
        }
    }

    /// Returns the results of one engine against all others.
    pub fn of(&self, schedule: &Schedule, engine: usize) -> PairingResults {
        let mut all = PairingResults::default();
        for (participants, results) in schedule.pairings().iter().zip(&self.pairings) {
            if participants[0] == engine {
                all = all.and(*results);
            } else if participants[1] == engine {
                all = all.and(results.reversed());
            }
        }
        all
    }

    /// Returns how often an engine committed a fault.
    pub fn faults_of(&self, engine: usize, fault: Fault) -> u64 {
        self.faults[engine][fault as usize]
    }
}

impl PairingResults {
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the score from 0 to 1; none without games.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the share of draws; none without games.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Returns the results from the point of view of the other engine.
    pub fn reversed(self) -> PairingResults {
        let mut pairs = self.pairs.0;
        pairs.reverse();
        PairingResults {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: Pairs(pairs),
        }
    }

    fn and(self, other: PairingResults) -> PairingResults {
        let mut pairs = self.pairs.0;
        for (sum, more) in pairs.iter_mut().zip(other.pairs.0) {
            *sum += more;
        }
        PairingResults {
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
    use crate::engine_match::schedule::{OpeningSequence, PairingPlan};

    /// Takes results in any order, such as `3:1-0`, with a cause for faults.
    #[track_caller]
    fn check(engines: usize, games: &str, expected: &str) {
        let sequence = OpeningSequence::Sequential;
        let schedule = Schedule::new(PairingPlan::RoundRobin, engines, 100, 9, sequence);
        let mut standings = Standings::new(&schedule, engines);
        for game in games.split_whitespace() {
            let mut parts = game.split(':');
            let number = parts.next().unwrap().parse().unwrap();
            let winner = match parts.next() {
                Some("1-0") => Some(Color::White),
                Some("0-1") => Some(Color::Black),
                _ => None,
            };
            let cause = Cause::from_code(parts.next().unwrap_or("checkmate")).unwrap();
            standings.add(&schedule.game(number), GameResult { winner, cause });
        }
        let engine = |number| {
            let results = standings.of(&schedule, number);
            let PairingResults {
                wins,
                draws,
                losses,
                pairs,
            } = results;
            let faults = standings.faults[number];
            format!("+{wins}={draws}-{losses} {:?} {faults:?}", pairs.0)
        };
        let found: Vec<String> = (0..engines).map(engine).collect();
        assert_eq!(found.join("\n"), expected);
    }

    #[test]
    fn a_pair_is_counted_when_both_games_are_finished() {
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
    fn results_of_an_engine_are_added_over_all_opponents() {
        check(
            3,
            "0:1-0 1:0-1 2:draw 3:draw 4:1-0 5:draw",
            "+2=2-0 [0, 0, 1, 0, 1] [0, 0, 0, 0]\n\
             +1=1-2 [1, 0, 0, 1, 0] [0, 0, 0, 0]\n\
             +0=3-1 [0, 1, 1, 0, 0] [0, 0, 0, 0]",
        );
    }
}
