use crate::{Cause, Move, Position, Refusal, UciMove, UciProblem};

impl Position {
    /// The legal move that a text means, or the reason why there is none: two
    /// squares (`e2e4`), long algebraic (`e2-e4`) or standard notation
    /// (`e4`).
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or the first law against the move.
    pub fn read(&self, text: &str) -> Result<Move, Refusal> {
        let text = text.trim();
        match text.parse::<UciMove>() {
            Ok(wish) => self.find(wish),
            Err(error) => {
                let offset = error.offset;
                let cause = match error.problem {
                    UciProblem::NullMove => Cause::Pass,
                    UciProblem::NoSuchPromotion(letter) => Cause::NoSuchPromotion { letter },
                    _ => Cause::NotAMove { offset },
                };
                Err(Refusal {
                    attempt: None,
                    cause,
                })
            }
        }
    }
}
