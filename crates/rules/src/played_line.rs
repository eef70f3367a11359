mod history;

use alloc::vec::Vec;

use crate::{
    BoardReason, Claim, Move, Outcome, Position, Refusal, Status, UciMove, outcome::FIFTY_MOVES,
};

/// A position and the moves played from it: a position with a past.
///
/// It knows what no single position can: how often a position has occurred
/// (C4), and when a king or a rook first moved, so that its refusals say so.
///
/// ```
/// use arbiter_rules::{PlayedLine, Position};
///
/// let mut line = PlayedLine::from(Position::start());
/// for text in ["g1f3", "g8f6", "h1g1", "f6g8", "g1h1", "g8f6", "g2g3", "f6g8", "f1g2", "g8f6"] {
///     let mv = line.find(text.parse()?)?;
///     line.play(mv);
/// }
/// let refusal = line.find("e1g1".parse()?).unwrap_err();
/// assert_eq!(
///     refusal.to_string(),
///     "O-O is not allowed: the rook on h1 moved on move 2, \
///      and a king never castles with a rook that has moved."
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayedLine {
    start: Position,
    played: Vec<Played>,
}

/// A move and where it led.
#[derive(Clone, Copy, Debug)]
struct Played {
    mv: Move,
    after: Position,
}

impl PlayedLine {
    /// The position from which it began.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.played
            .last()
            .map_or(&self.start, |played| &played.after)
    }

    /// The position after so many moves; the start after none.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        match ply.checked_sub(1) {
            Some(last) => self.played.get(last).map(|played| &played.after),
            None => Some(&self.start),
        }
    }

    /// The moves played, each with the position it was played in.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> + ExactSizeIterator {
        self.played.iter().enumerate().map(|(ply, played)| {
            let before = self.position_at(ply).unwrap_or(&self.start);
            (before, played.mv)
        })
    }

    /// Plays a legal move of the present position.
    pub fn play(&mut self, mv: Move) {
        let after = self.position().after(mv);
        self.played.push(Played { mv, after });
    }

    /// Takes the last move back.
    pub fn take_back(&mut self) -> Option<Move> {
        self.played.pop().map(|played| played.mv)
    }

    /// As [`Position::find`], with refusals that know the past.
    ///
    /// # Errors
    ///
    /// The first law against the move.
    pub fn find(&self, wish: UciMove) -> Result<Move, Refusal> {
        self.position()
            .find(wish)
            .map_err(|refusal| self.recall(refusal))
    }

    /// As [`Position::read`], with refusals that know the past.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or the first law against the move.
    pub fn read(&self, text: &str) -> Result<Move, Refusal> {
        self.position()
            .read(text)
            .map_err(|refusal| self.recall(refusal))
    }

    /// How often the present position has occurred, now included (C4): board,
    /// side to move, castling rights and the right to capture in passing.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.occurrences(self.position())
    }

    /// How often this position has occurred (C4), be it the present one or one
    /// that a move would lead to.
    #[must_use]
    pub fn occurrences(&self, position: &Position) -> usize {
        // Nothing before the last pawn move or capture can come again.
        let reversible = usize::from(position.halfmoves()) + 1;
        self.played
            .iter()
            .rev()
            .map(|played| &played.after)
            .chain([&self.start])
            .take(reversible)
            .filter(|&past| past == position)
            .count()
    }

    /// The draws that the side to move may claim now: a third repetition, or
    /// fifty moves of each side without pawn move or capture. None once the
    /// game is over.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        let is_threefold = self.repetitions() >= 3;
        let is_fifty = self.position().halfmoves() >= FIFTY_MOVES;
        // Whether the game is over takes longer to tell, and is rarely asked.
        let is_open = (is_threefold || is_fifty) && self.outcome().is_none();
        let threefold = (is_open && is_threefold).then_some(Claim::Threefold);
        let fifty = (is_open && is_fifty).then_some(Claim::FiftyMoves);
        threefold.into_iter().chain(fifty)
    }

    /// How the game has ended, if nobody needs to claim it: as
    /// [`Position::outcome`], or by the fifth repetition (C4).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position()
            .outcome()
            .or_else(|| (self.repetitions() >= 5).then_some(Outcome::draw(BoardReason::Fivefold)))
    }

    /// How the game ends with this legal move, as far as that is told at once:
    /// all that [`PlayedLine::outcome`] would say after it, but for positions that
    /// are dead although there is material enough to mate.
    ///
    /// ```
    /// use arbiter_rules::{PlayedLine, BoardReason};
    ///
    /// let mut line = PlayedLine::default();
    /// for text in ["f3", "e5", "g4"] {
    ///     let mv = line.read(text)?;
    ///     line.play(mv);
    /// }
    /// let mate = line.read("Qh4")?;
    /// assert_eq!(line.outcome_after(mate).unwrap().reason, BoardReason::Checkmate);
    /// # Ok::<(), arbiter_rules::Refusal>(())
    /// ```
    #[must_use]
    pub fn outcome_after(&self, mv: Move) -> Option<Outcome> {
        let after = self.position().after(mv);
        let outcome = after.outcome_if(|| after.is_dead_by_material());
        outcome.or_else(|| {
            (self.occurrences(&after) >= 4).then_some(Outcome::draw(BoardReason::Fivefold))
        })
    }

    /// Where the game stands (R16).
    #[must_use]
    pub fn status(&self) -> Status {
        match self.outcome() {
            Some(outcome) => outcome.status(),
            None if self.position().is_check() => Status::Check,
            None => Status::Active,
        }
    }
}

impl From<Position> for PlayedLine {
    fn from(start: Position) -> PlayedLine {
        PlayedLine {
            start,
            played: Vec::new(),
        }
    }
}

impl Default for PlayedLine {
    fn default() -> PlayedLine {
        PlayedLine::from(Position::start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C4: two positions under one key are compared as a whole.
    #[test]
    fn c4_keys_are_not_trusted_alone() {
        let mut line = PlayedLine::default();
        for text in ["Nf3", "Nf6", "Ng1"] {
            let mv = line.read(text).unwrap();
            line.play(mv);
        }
        let key = line.position().key;
        // Black is to move after 1. Nf3 and now, with knights on other squares.
        line.played[0].after.key = key;
        assert_eq!(line.repetitions(), 1);
        let mv = line.read("Ng8").unwrap();
        line.play(mv);
        assert_eq!(line.repetitions(), 2);
    }
}
