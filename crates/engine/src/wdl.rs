use crate::Score;

/// How often a position is won, drawn and lost, in thousandths, for the side
/// to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Games won.
    pub win: u16,
    /// Games drawn.
    pub draw: u16,
    /// Games lost.
    pub loss: u16,
}

impl Wdl {
    /// What is to be expected of a score.
    #[must_use]
    pub fn of(score: Score) -> Wdl {
        if score.is_decisive() {
            let (win, loss) = if score > Score::DRAW {
                (1000, 0)
            } else {
                (0, 1000)
            };
            return Wdl { win, draw: 0, loss };
        }
        let chance = |lead: f64| 1000.0 / (1.0 + (-lead / SPREAD).exp());
        let lead = f64::from(score.in_centipawns());
        let win = chance(lead - MARGIN).round() as u16;
        let loss = chance(-lead - MARGIN).round() as u16;
        Wdl {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }

    /// The share of points to be expected, from 0 to 1.
    #[must_use]
    pub fn expectation(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

/// The lead with which every second game is won, as `tune chances` counts it.
const MARGIN: f64 = 106.0;
/// How fast more of a lead wins more games.
const SPREAD: f64 = 103.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut before = 0.0;
        for hundredths in -3000..=3000 {
            let wdl = Wdl::of(Score::centipawns(hundredths));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{hundredths}");
            let mirrored = Wdl::of(Score::centipawns(-hundredths));
            assert_eq!(
                (wdl.win, wdl.loss),
                (mirrored.loss, mirrored.win),
                "{hundredths}"
            );
            assert!(wdl.expectation() >= before, "{hundredths}");
            before = wdl.expectation();
        }
    }

    #[test]
    fn a_pawn_ahead_wins_every_second_game() {
        let win = Wdl::of(Score::centipawns(100)).win;
        assert!((470..=530).contains(&win), "{win}");
        assert_eq!(Wdl::of(Score::mate_in(3)).win, 1000);
        assert_eq!(Wdl::of(-Score::mate_in(3)).loss, 1000);
    }
}
