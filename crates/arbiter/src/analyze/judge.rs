//! Judges a move by how much it lowers the player's chance to win.
//!
//! The chance is that of people, not of engines: a pawn matters a lot in an even
//! position, and little in a decided one.

use arbiter_engine::Score;
use serde::Serialize;

use super::view::tenths;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgment {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgment {
    /// Every judgment with the smallest loss, in percent, that it applies to, the
    /// worst first.
    pub const ALL: [(Judgment, f64); 3] = [
        (Judgment::Blunder, 15.0),
        (Judgment::Mistake, 10.0),
        (Judgment::Inaccuracy, 5.0),
    ];

    /// Returns the judgment of a move with this loss in percent.
    pub fn of(loss: f64) -> Option<Judgment> {
        Judgment::ALL
            .into_iter()
            .find(|&(_, from)| loss >= from)
            .map(|(judgment, _)| judgment)
    }

    pub fn name(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "Inaccuracy",
            Judgment::Mistake => "Mistake",
            Judgment::Blunder => "Blunder",
        }
    }
}

/// The value of a position for the side to move, from a search or because the
/// game is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionValue {
    pub score: Score,
}

impl PositionValue {
    pub fn of(score: Score) -> PositionValue {
        PositionValue { score }
    }

    /// Returns the value for a side that is checkmated.
    pub fn mated() -> PositionValue {
        PositionValue::of(-Score::mate_in(0))
    }

    pub fn drawn() -> PositionValue {
        PositionValue::of(Score::DRAW)
    }

    /// Returns the chance of a person to win with this score, in percent, where a draw
    /// counts as half a win.
    fn win_chance(self) -> f64 {
        if self.score.is_decisive() {
            return if self.score > Score::DRAW { 100.0 } else { 0.0 };
        }
        let centipawns = f64::from(bounded(self.score));
        100.0 / (1.0 + (-WIN_CHANCE_SLOPE * centipawns).exp())
    }
}

/// The slope of the logistic curve, per centipawn, which lichess.org fitted to games of
/// people rated 2300.
const WIN_CHANCE_SLOPE: f64 = 0.003_682_08;

/// Returns the score in centipawns, at most ten pawns for either side.
fn bounded(score: Score) -> i32 {
    score.in_centipawns().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)
}

/// What a move cost the player who made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The loss of the chance to win, in percent, rounded to tenths. What is shown and
    /// what is judged is the same number.
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
        let loss = before.win_chance() - (100.0 - after.win_chance());
        Cost {
            loss: tenths(loss).max(0.0),
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
pub struct SideAccuracy {
    pub moves: u32,
    accuracy: f64,
    centipawns: i64,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
}

impl SideAccuracy {
    pub fn add(&mut self, cost: Cost) {
        self.moves += 1;
        self.accuracy += cost.accuracy();
        self.centipawns += i64::from(cost.centipawns);
        match Judgment::of(cost.loss) {
            Some(Judgment::Inaccuracy) => self.inaccuracies += 1,
            Some(Judgment::Mistake) => self.mistakes += 1,
            Some(Judgment::Blunder) => self.blunders += 1,
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

    fn value(hundredths: i32) -> PositionValue {
        PositionValue::of(Score::centipawns(hundredths))
    }

    #[test]
    fn a_move_is_judged_by_what_it_costs() {
        for (loss, judgment) in [
            (0.0, None),
            (4.9, None),
            (5.0, Some(Judgment::Inaccuracy)),
            (9.9, Some(Judgment::Inaccuracy)),
            (10.0, Some(Judgment::Mistake)),
            (15.0, Some(Judgment::Blunder)),
            (100.0, Some(Judgment::Blunder)),
        ] {
            assert_eq!(Judgment::of(loss), judgment, "{loss}");
        }
    }

    #[test]
    fn a_loss_is_what_the_opponent_gains() {
        let cost = Cost::of(value(30), value(250));
        assert!((cost.loss - 24.3).abs() < 1e-9, "{cost:?}");
        assert_eq!(cost.centipawns, 280);
        // A move that is better than expected costs nothing.
        let cost = Cost::of(value(30), value(-80));
        assert_eq!(cost, Cost::NONE);
    }

    #[test]
    fn the_judgment_is_that_of_the_number_shown() {
        for before in (-1200..1200).step_by(7) {
            for after in (-1200..1200).step_by(3) {
                let cost = Cost::of(value(before), value(after));
                let shown: f64 = format!("{:.1}", cost.loss).parse().unwrap();
                assert_eq!(Judgment::of(cost.loss), Judgment::of(shown));
                assert!(Judgment::of(shown).is_none() || shown >= 5.0);
            }
        }
    }

    #[test]
    fn a_mate_counts_as_ten_pawns() {
        let won = PositionValue::of(Score::mate_in(3));
        let cost = Cost::of(won, PositionValue::drawn());
        assert_eq!(cost.centipawns, 1000);
        assert!((cost.loss - 50.0).abs() < 1e-9);
        // A slower mate is not a mistake.
        let later = Score::mate_in(9);
        let cost = Cost::of(won, PositionValue::of(-later));
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
        let mut side = SideAccuracy::default();
        assert_eq!(side.accuracy(), None);
        assert_eq!(side.centipawn_loss(), None);
        for (loss, centipawns) in [(0.0, 0), (0.0, 10), (6.0, 50), (12.5, 100), (25.0, 340)] {
            side.add(Cost { loss, centipawns });
        }
        assert_eq!(side.centipawn_loss(), Some(100.0));
        let found = (side.inaccuracies, side.mistakes, side.blunders);
        assert_eq!(found, (1, 1, 1));
        let accuracy = side.accuracy().unwrap();
        assert!((accuracy - 75.2).abs() < 0.1, "{accuracy}");
    }
}
