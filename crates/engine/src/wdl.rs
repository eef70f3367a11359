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
