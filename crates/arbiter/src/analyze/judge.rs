//! What a move was worth: pure numbers.
//!
//! The measure is the share of points to be expected, from 0 to 1: what a
//! position is worth to who moves, less what is left of it after the move. So
//! a pawn counts much in an even game and little in one that is decided.

use arbiter_engine::{Score, Wdl};
use serde::Serialize;

/// What is said of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All of them with the loss, in points of a hundred, from which on a move
    /// is called so; the worst first.
    pub const ALL: [(Judgement, f64); 3] = [
        (Judgement::Blunder, 30.0),
        (Judgement::Mistake, 20.0),
        (Judgement::Inaccuracy, 10.0),
    ];

    /// Of a move that lost so many points of a hundred.
    pub fn of(loss: f64) -> Option<Judgement> {
        Judgement::ALL
            .into_iter()
            .find(|&(_, from)| loss >= from)
            .map(|(judgement, _)| judgement)
    }

    pub fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "Inaccuracy",
            Judgement::Mistake => "Mistake",
            Judgement::Blunder => "Blunder",
        }
    }
}

/// What a position is worth to the side to move, as a search found it or as
/// the laws say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    pub score: Score,
    /// The share of points to be expected.
    pub expectation: f64,
}

impl Worth {
    pub fn of(score: Score, wdl: Wdl) -> Worth {
        Worth {
            score,
            expectation: wdl.expectation(),
        }
    }

    /// The side to move is mated.
    pub fn mated() -> Worth {
        Worth {
            score: -Score::mate_in(0),
            expectation: 0.0,
        }
    }

    pub fn drawn() -> Worth {
        Worth {
            score: Score::DRAW,
            expectation: 0.5,
        }
    }
}

/// What a move has cost, from what the position was worth to who moved and
/// what it is worth to the opponent then.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// Points of a hundred.
    pub loss: f64,
    /// Hundredths of a pawn, where more than ten pawns are as good as ten.
    pub centipawns: i32,
}

/// More than ten pawns are as good as ten.
const ENOUGH: i32 = 1000;

impl Cost {
    pub const NONE: Cost = Cost {
        loss: 0.0,
        centipawns: 0,
    };

    pub fn of(before: Worth, after: Worth) -> Cost {
        let loss = 100.0 * (before.expectation - (1.0 - after.expectation));
        let bounded = |score: Score| score.in_centipawns().clamp(-ENOUGH, ENOUGH);
        Cost {
            loss: loss.max(0.0),
            centipawns: (bounded(before.score) + bounded(after.score)).max(0),
        }
    }

    /// From 100 for a move that loses nothing towards 0.
    pub fn accuracy(self) -> f64 {
        100.0 * (-SEVERITY * self.loss).exp()
    }
}

/// A loss of ten points leaves two thirds of the accuracy of a move, a loss of
/// thirty less than a third.
const SEVERITY: f64 = 0.04;

/// The moves of one side, added up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    pub moves: u32,
    accuracy: f64,
    centipawns: i64,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
}

impl Tally {
    pub fn add(&mut self, cost: Cost) {
        self.moves += 1;
        self.accuracy += cost.accuracy();
        self.centipawns += i64::from(cost.centipawns);
        match Judgement::of(cost.loss) {
            Some(Judgement::Inaccuracy) => self.inaccuracies += 1,
            Some(Judgement::Mistake) => self.mistakes += 1,
            Some(Judgement::Blunder) => self.blunders += 1,
            None => {}
        }
    }

    /// The mean of the accuracy of all moves; none without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / f64::from(self.moves))
    }

    /// The mean loss in hundredths of a pawn.
    pub fn centipawn_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.centipawns as f64 / f64::from(self.moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(hundredths: i32, expectation: f64) -> Worth {
        Worth {
            score: Score::centipawns(hundredths),
            expectation,
        }
    }

    #[test]
    fn a_move_is_judged_by_what_it_costs() {
        for (loss, judgement) in [
            (0.0, None),
            (9.9, None),
            (10.0, Some(Judgement::Inaccuracy)),
            (19.9, Some(Judgement::Inaccuracy)),
            (20.0, Some(Judgement::Mistake)),
            (30.0, Some(Judgement::Blunder)),
            (100.0, Some(Judgement::Blunder)),
        ] {
            assert_eq!(Judgement::of(loss), judgement, "{loss}");
        }
    }

    #[test]
    fn a_loss_is_what_the_opponent_gains() {
        let cost = Cost::of(worth(30, 0.55), worth(250, 0.9));
        assert!((cost.loss - 45.0).abs() < 1e-9, "{cost:?}");
        assert_eq!(cost.centipawns, 280);
        // What is better than expected costs nothing.
        let cost = Cost::of(worth(30, 0.55), worth(-80, 0.4));
        assert_eq!(cost, Cost::NONE);
    }

    #[test]
    fn a_mate_counts_as_ten_pawns() {
        let won = Worth::of(Score::mate_in(3), Wdl::of(Score::mate_in(3)));
        let cost = Cost::of(won, Worth::drawn());
        assert_eq!(cost.centipawns, 1000);
        assert!((cost.loss - 50.0).abs() < 1e-9);
        // A slower mate is no mistake.
        let later = Score::mate_in(9);
        let cost = Cost::of(won, Worth::of(-later, Wdl::of(-later)));
        assert_eq!(cost, Cost::NONE);
        assert_eq!(Cost::of(won, Worth::mated()), Cost::NONE);
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        let accuracy = |loss| {
            let cost = Cost {
                loss,
                centipawns: 0,
            };
            cost.accuracy().round()
        };
        assert_eq!(
            [0.0, 10.0, 20.0, 30.0].map(accuracy),
            [100.0, 67.0, 45.0, 30.0]
        );
        assert_eq!(accuracy(100.0), 2.0);
    }

    #[test]
    fn a_side_is_as_accurate_as_its_moves_on_average() {
        let mut tally = Tally::default();
        assert_eq!(tally.accuracy(), None);
        assert_eq!(tally.centipawn_loss(), None);
        for (loss, centipawns) in [(0.0, 0), (0.0, 10), (12.0, 50), (25.0, 100), (50.0, 340)] {
            tally.add(Cost { loss, centipawns });
        }
        assert_eq!(tally.centipawn_loss(), Some(100.0));
        let found = (tally.inaccuracies, tally.mistakes, tally.blunders);
        assert_eq!(found, (1, 1, 1));
        let accuracy = tally.accuracy().unwrap();
        assert!((accuracy - 62.4).abs() < 0.1, "{accuracy}");
    }
}
