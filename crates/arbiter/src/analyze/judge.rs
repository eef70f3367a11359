//! Judges a move by how much it lowers the expected score of the player.
//!
//! The expected score is a share of points, from 0 to 1. A pawn therefore
//! matters much in an even position and little in a decided one.

use arbiter_engine::{Score, Wdl};
use serde::Serialize;

/// How bad a move was.
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
    /// Every judgment with the smallest loss, in percent, that it applies to, the
    /// worst first.
    pub const ALL: [(Judgement, f64); 3] = [
        (Judgement::Blunder, 30.0),
        (Judgement::Mistake, 20.0),
        (Judgement::Inaccuracy, 10.0),
    ];

    /// Returns the judgment of a move with this loss in percent.
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

/// The value of a position for the side to move, from a search or because the
/// game is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionValue {
    pub score: Score,
    /// The expected share of points, from 0 to 1.
    pub expectation: f64,
}

impl PositionValue {
    pub fn of(score: Score, wdl: Wdl) -> PositionValue {
        PositionValue {
            score,
            expectation: wdl.expectation(),
        }
    }

    /// Returns the value for a side that is checkmated.
    pub fn mated() -> PositionValue {
        PositionValue {
            score: -Score::mate_in(0),
            expectation: 0.0,
        }
    }

    pub fn drawn() -> PositionValue {
        PositionValue {
            score: Score::DRAW,
            expectation: 0.5,
        }
    }
}

/// What a move cost the player who made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The loss of expected score, in percent.
    pub loss: f64,
    /// The loss in centipawns, with scores capped at ten pawns.
    pub centipawns: i32,
}

/// Larger scores count as ten pawns.
const MAX_CENTIPAWNS: i32 = 1000;

impl Cost {
    pub const NONE: Cost = Cost {
        loss: 0.0,
        centipawns: 0,
    };

    pub fn of(before: PositionValue, after: PositionValue) -> Cost {
        let loss = 100.0 * (before.expectation - (1.0 - after.expectation));
        let bounded = |score: Score| score.in_centipawns().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
        Cost {
            loss: loss.max(0.0),
            centipawns: (bounded(before.score) + bounded(after.score)).max(0),
        }
    }

    /// Returns the accuracy: 100 for a move that loses nothing, falling toward 0.
    pub fn accuracy(self) -> f64 {
        100.0 * (-ACCURACY_DECAY * self.loss).exp()
    }
}

/// How fast accuracy falls: a loss of 10 % leaves two thirds of it, a loss of
/// 30 % less than one third.
const ACCURACY_DECAY: f64 = 0.04;

/// The sums over the moves of one side.
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

    /// Returns the mean accuracy of all moves, or `None` without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / f64::from(self.moves))
    }

    /// Returns the mean loss in centipawns, or `None` without moves.
    pub fn centipawn_loss(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.centipawns as f64 / f64::from(self.moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(hundredths: i32, expectation: f64) -> PositionValue {
        PositionValue {
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
        let cost = Cost::of(value(30, 0.55), value(250, 0.9));
        assert!((cost.loss - 45.0).abs() < 1e-9, "{cost:?}");
        assert_eq!(cost.centipawns, 280);
        // A move that is better than expected costs nothing.
        let cost = Cost::of(value(30, 0.55), value(-80, 0.4));
        assert_eq!(cost, Cost::NONE);
    }

    #[test]
    fn a_mate_counts_as_ten_pawns() {
        let won = PositionValue::of(Score::mate_in(3), Wdl::of(Score::mate_in(3)));
        let cost = Cost::of(won, PositionValue::drawn());
        assert_eq!(cost.centipawns, 1000);
        assert!((cost.loss - 50.0).abs() < 1e-9);
        // A slower mate is not a mistake.
        let later = Score::mate_in(9);
        let cost = Cost::of(won, PositionValue::of(-later, Wdl::of(-later)));
        assert_eq!(cost, Cost::NONE);
        assert_eq!(Cost::of(won, PositionValue::mated()), Cost::NONE);
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
    fn the_accuracy_of_a_side_is_the_mean_of_its_moves() {
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
