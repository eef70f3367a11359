use arbiter_rules::{ByColor, Color, SplitMix64};

/// Who plays whom, in which game, from which opening: all of it follows from
/// the number of a game, so that a match can be gone on with.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The numbers of the openings, in the order in which they are played.
    order: Vec<usize>,
    games: usize,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The first against all others.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they stand in the file.
    Sequential,
    /// Shuffled by this number.
    Random(u64),
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Which game it is, the first being 0.
    pub game: usize,
    /// Which pair of games it belongs to: they differ in the colors only.
    pub pair: usize,
    /// Which two engines meet: a number in [`Schedule::pairings`].
    pub pairing: usize,
    /// The engines, by their number.
    pub players: ByColor<usize>,
    /// The opening, by its number.
    pub opening: usize,
}

impl Schedule {
    /// A match of so many engines, each pairing of so many games: an even
    /// number.
    pub fn new(
        format: Format,
        engines: usize,
        games: usize,
        openings: usize,
        order: Order,
    ) -> Schedule {
        let pairings = match format {
            Format::Gauntlet => (1..engines).map(|other| [0, other]).collect(),
            Format::RoundRobin => (0..engines)
                .flat_map(|one| (one + 1..engines).map(move |other| [one, other]))
                .collect(),
        };
        let mut numbers: Vec<usize> = (0..openings).collect();
        if let Order::Random(seed) = order {
            shuffle(&mut numbers, seed);
        }
        Schedule {
            pairings,
            order: numbers,
            games,
        }
    }

    /// The engines that meet, by their numbers.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many pairs of games each pairing plays.
    pub fn pairs_of_each(&self) -> usize {
        self.games / 2
    }

    /// How many games there are in all.
    pub fn count(&self) -> usize {
        self.games * self.pairings.len()
    }

    /// The game of this number. In each round every pairing plays one opening
    /// twice, so that a longer match begins with the games of a shorter one.
    pub fn fixture(&self, game: usize) -> Fixture {
        let pair = game / 2;
        let pairing = pair % self.pairings.len();
        let round = pair / self.pairings.len();
        let [first, second] = self.pairings[pairing];
        let players = match game % 2 {
            0 => [first, second],
            _ => [second, first],
        };
        Fixture {
            game,
            pair,
            pairing,
            players: ByColor::new_with(|color| players[usize::from(color == Color::Black)]),
            opening: self.order[round % self.order.len()],
        }
    }
}

/// Shuffles by the method of Fisher and Yates.
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
            let fixture = schedule.fixture(game);
            let ByColor { white, black } = fixture.players;
            format!("{white}-{black} from {}", fixture.opening)
        };
        (0..schedule.count()).map(line).collect()
    }

    #[test]
    fn an_opening_is_played_with_both_colors() {
        let schedule = Schedule::new(Format::Gauntlet, 2, 6, 2, Order::Sequential);
        let expected = ["0-1 from 0", "1-0 from 0", "0-1 from 1", "1-0 from 1"];
        assert_eq!(text(&schedule)[..4], expected);
        // The openings come again when there are no others.
        assert_eq!(text(&schedule)[4..], ["0-1 from 0", "1-0 from 0"]);
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_others() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 2, 9, Order::Sequential);
        let expected = ["0-1 from 0", "1-0 from 0", "0-2 from 0", "2-0 from 0"];
        assert_eq!(text(&schedule), expected);
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 2, 9, Order::Sequential);
        assert_eq!(schedule.pairings().len(), 6);
        let games = text(&schedule);
        assert_eq!(games.len(), 12);
        assert_eq!(games.iter().collect::<HashSet<_>>().len(), 12);
    }

    #[test]
    fn a_seed_decides_the_order_and_nothing_is_left_out() {
        let order = |seed| Schedule::new(Format::Gauntlet, 2, 2, 500, Order::Random(seed)).order;
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
        assert_eq!(order(7).iter().collect::<HashSet<_>>().len(), 500);
    }

    #[test]
    fn a_longer_match_begins_with_the_games_of_a_shorter_one() {
        let games = |count| {
            text(&Schedule::new(
                Format::RoundRobin,
                3,
                count,
                50,
                Order::Random(1),
            ))
        };
        assert_eq!(games(10)[..12], games(4));
    }
}
