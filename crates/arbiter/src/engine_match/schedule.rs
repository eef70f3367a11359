use core::fmt;

use arbiter_rules::{ByColor, Color, SplitMix64};

/// The schedule of a match. Participants, colors and opening follow from the number of a
/// game, so a match can be resumed.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The numbers of the openings, in the order in which they are played.
    order: Vec<usize>,
    games: usize,
}

/// Which engines play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingPlan {
    /// The first engine against all others.
    Gauntlet,
    /// Every engine against every other.
    RoundRobin,
    /// Engines with about the same score play each other.
    Swiss { rounds: usize },
    /// The loser of a match is out.
    Knockout {
        /// The number of two-game tie-breaks before an Armageddon game, in which a draw is
        /// enough for Black.
        tie_breaks: usize,
    },
}

/// Writes the plan as it appears in the log of a match.
impl fmt::Display for PairingPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairingPlan::Gauntlet => f.write_str("Gauntlet"),
            PairingPlan::RoundRobin => f.write_str("RoundRobin"),
            PairingPlan::Swiss { rounds } => write!(f, "Swiss({rounds})"),
            PairingPlan::Knockout { tie_breaks } => write!(f, "Knockout({tie_breaks})"),
        }
    }
}

/// The order of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningSequence {
    /// The order of the file.
    Sequential,
    /// Shuffled with this seed.
    Random(u64),
}

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 0.
    pub game: usize,
    /// The pair of games it belongs to, which differ only in colors.
    pub pair: usize,
    /// The pairing, an index in [`Schedule::pairings`].
    pub pairing: usize,
    /// The indices of the engines.
    pub participants: ByColor<usize>,
    /// The index of the opening.
    pub opening: usize,
}

impl Schedule {
    /// Creates the schedule. `games` is the even number of games of each pairing.
    pub fn new(
        plan: PairingPlan,
        engines: usize,
        games: usize,
        openings: usize,
        sequence: OpeningSequence,
    ) -> Schedule {
        let pairings = match plan {
            PairingPlan::Gauntlet => (1..engines).map(|other| [0, other]).collect(),
            // Who plays whom in a tournament follows from its results.
            PairingPlan::RoundRobin | PairingPlan::Swiss { .. } | PairingPlan::Knockout { .. } => {
                (0..engines)
                    .flat_map(|one| (one + 1..engines).map(move |other| [one, other]))
                    .collect()
            }
        };
        let mut numbers: Vec<usize> = (0..openings).collect();
        if let OpeningSequence::Random(seed) = sequence {
            shuffle(&mut numbers, seed);
        }
        Schedule {
            pairings,
            order: numbers,
            games,
        }
    }

    /// Returns the pairings as indices of engines.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Returns the index of the pairing of two engines.
    pub fn pairing_of(&self, engines: [usize; 2]) -> usize {
        let is_theirs = |it: &[usize; 2]| it.iter().all(|engine| engines.contains(engine));
        self.pairings.iter().position(is_theirs).unwrap_or(0)
    }

    /// Returns the opening with this number, of those to be played one after the other.
    pub fn opening(&self, number: usize) -> usize {
        self.order[number % self.order.len()]
    }

    /// Returns the number of game pairs of each pairing.
    pub fn pairs_of_each(&self) -> usize {
        self.games / 2
    }

    /// Returns the total number of games.
    pub fn count(&self) -> usize {
        self.games * self.pairings.len()
    }

    /// Returns the game with this number. In each round every pairing plays one opening
    /// twice, so a longer match begins with the games of a shorter one.
    pub fn game(&self, game: usize) -> ScheduledGame {
        let pair = game / 2;
        let pairing = pair % self.pairings.len();
        let round = pair / self.pairings.len();
        let [first, second] = self.pairings[pairing];
        let participants = match game % 2 {
            0 => [first, second],
            _ => [second, first],
        };
        ScheduledGame {
            game,
            pair,
            pairing,
            participants: ByColor::new_with(|color| {
                participants[usize::from(color == Color::Black)]
            }),
            opening: self.opening(round),
        }
    }
}

/// Shuffles with the algorithm of Fisher and Yates.
fn shuffle(numbers: &mut [usize], seed: u64) {
    let mut random = SplitMix64::new(seed);
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, random.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn text(schedule: &Schedule) -> Vec<String> {
        let line = |game| {
            let scheduled = schedule.game(game);
            let ByColor { white, black } = scheduled.participants;
            format!("{white}-{black} from {}", scheduled.opening)
        };
        (0..schedule.count()).map(line).collect()
    }

    #[test]
    fn an_opening_is_played_with_both_colors() {
        let schedule = Schedule::new(PairingPlan::Gauntlet, 2, 6, 2, OpeningSequence::Sequential);
        let expected = ["0-1 from 0", "1-0 from 0", "0-1 from 1", "1-0 from 1"];
        assert_eq!(text(&schedule)[..4], expected);
        // Openings repeat when all have been played.
        assert_eq!(text(&schedule)[4..], ["0-1 from 0", "1-0 from 0"]);
    }

    #[test]
    fn in_a_gauntlet_the_first_engine_plays_all_others() {
        let schedule = Schedule::new(PairingPlan::Gauntlet, 3, 2, 9, OpeningSequence::Sequential);
        let expected = ["0-1 from 0", "1-0 from 0", "0-2 from 0", "2-0 from 0"];
        assert_eq!(text(&schedule), expected);
    }

    #[test]
    fn in_a_round_robin_every_engine_plays_every_other() {
        let schedule = Schedule::new(
            PairingPlan::RoundRobin,
            4,
            2,
            9,
            OpeningSequence::Sequential,
        );
        assert_eq!(schedule.pairings().len(), 6);
        let games = text(&schedule);
        assert_eq!(games.len(), 12);
        assert_eq!(games.iter().collect::<HashSet<_>>().len(), 12);
    }

    #[test]
    fn the_seed_decides_the_order_and_no_opening_is_left_out() {
        let order = |seed| {
            Schedule::new(
                PairingPlan::Gauntlet,
                2,
                2,
                500,
                OpeningSequence::Random(seed),
            )
            .order
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
        assert_eq!(order(7).iter().collect::<HashSet<_>>().len(), 500);
    }

    #[test]
    fn a_longer_match_begins_with_the_games_of_a_shorter_one() {
        let games = |count| {
            text(&Schedule::new(
                PairingPlan::RoundRobin,
                3,
                count,
                50,
                OpeningSequence::Random(1),
            ))
        };
        assert_eq!(games(10)[..12], games(4));
    }
}
