use crate::Score;

/// The expected shares of wins, draws and losses for the side to move, in
/// thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// The share of games won.
    pub win: u16,
    /// The share of games drawn.
    pub draw: u16,
    /// The share of games lost.
    pub loss: u16,
}

impl Wdl {
    /// Estimates the results of games with this score.
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
        let share = |lead: f64| 1000.0 / (1.0 + (-lead / LOGISTIC_SCALE).exp());
        let lead = f64::from(score.in_centipawns());
        let win = share(lead - EVEN_WIN_LEAD).round() as u16;
        let loss = share(-lead - EVEN_WIN_LEAD).round() as u16;
        Wdl {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }

    /// Returns the expected score of a game, from 0 to 1.
    #[must_use]
    pub fn expectation(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

/// The lead in centipawns at which half of the games are won, fitted to games of the
/// engine with its network against itself.
const EVEN_WIN_LEAD: f64 = 132.0;
/// The scale in centipawns of the logistic curve: larger is flatter.
const LOGISTIC_SCALE: f64 = 110.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_grow_with_the_score() {
        let mut before = 0.0;
        for centipawns in -3000..=3000 {
            let wdl = Wdl::of(Score::centipawns(centipawns));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{centipawns}");
            let mirrored = Wdl::of(Score::centipawns(-centipawns));
            assert_eq!(
                (wdl.win, wdl.loss),
                (mirrored.loss, mirrored.win),
                "{centipawns}"
            );
            assert!(wdl.expectation() >= before, "{centipawns}");
            before = wdl.expectation();
        }
    }

    #[test]
    fn a_lead_of_a_pawn_and_a_third_wins_half_of_the_games() {
        let win = Wdl::of(Score::centipawns(132)).win;
        assert!((490..=510).contains(&win), "{win}");
        assert_eq!(Wdl::of(Score::mate_in(3)).win, 1000);
        assert_eq!(Wdl::of(-Score::mate_in(3)).loss, 1000);
    }
}
