mod history;

use alloc::vec::Vec;

use crate::{
    BoardReason, Claim, Move, Outcome, Position, Refusal, Status, UciMove, outcome::FIFTY_MOVES,
};

/// A position together with the moves that led to it.
///
/// It knows what a single position cannot: how often a position has occurred (C4),
/// and on which move a king or rook first moved, which its refusals mention.
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
///      and a king cannot castle with a rook that has moved."
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayedLine {
    start: Position,
    moves: Vec<PlayedMove>,
}

/// A move and the position after it.
#[derive(Clone, Debug)]
struct PlayedMove {
    mv: Move,
    after: Position,
}

impl PlayedLine {
    /// Returns the position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.moves
            .last()
            .map_or(&self.start, |played| &played.after)
    }

    /// Returns the position after this many moves of either side; 0 is the start.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        match ply.checked_sub(1) {
            Some(last) => self.moves.get(last).map(|played| &played.after),
            None => Some(&self.start),
        }
    }

    /// Returns the moves, each with the position before it.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> + ExactSizeIterator {
        self.moves.iter().enumerate().map(|(ply, played)| {
            let before = self.position_at(ply).unwrap_or(&self.start);
            (before, played.mv)
        })
    }

    /// Plays a legal move of the current position.
    pub fn play(&mut self, mv: Move) {
        let after = self.position().after(mv);
        self.moves.push(PlayedMove { mv, after });
    }

    /// Undoes the last move and returns it.
    pub fn take_back(&mut self) -> Option<Move> {
        self.moves.pop().map(|played| played.mv)
    }

    /// Like [`Position::find`], but refusals mention past moves.
    ///
    /// # Errors
    ///
    /// Returns the first law the move breaks.
    pub fn find(&self, requested: UciMove) -> Result<Move, Refusal> {
        self.position()
            .find(requested)
            .map_err(|refusal| self.with_history(refusal))
    }

    /// Like [`Position::read`], but refusals mention past moves.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text, or the first law the move breaks.
    pub fn read(&self, text: &str) -> Result<Move, Refusal> {
        self.position()
            .read(text)
            .map_err(|refusal| self.with_history(refusal))
    }

    /// Returns how often the current position has occurred, including this time
    /// (C4). Positions are the same if the board, the side to move, the castling
    /// rights and the possible en-passant captures are.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.occurrences(self.position())
    }

    /// Returns how often a position has occurred (C4). It may be one that has not
    /// been reached yet.
    #[must_use]
    pub fn occurrences(&self, position: &Position) -> usize {
        // No position before the last pawn move or capture can recur.
        let reversible = usize::from(position.halfmoves()) + 1;
        self.moves
            .iter()
            .rev()
            .map(|played| &played.after)
            .chain([&self.start])
            .take(reversible)
            .filter(|&past| past == position)
            .count()
    }

    /// Returns the draws that the side to move can claim: threefold repetition, and
    /// fifty moves by each side without a pawn move or capture. There are none once
    /// the game is over.
    pub fn claims(&self) -> impl Iterator<Item = Claim> {
        let is_threefold = self.repetitions() >= 3;
        let is_fifty = self.position().halfmoves() >= FIFTY_MOVES;
        // Finding out whether the game is over takes longer, and is rarely needed.
        let is_open = (is_threefold || is_fifty) && self.outcome().is_none();
        let threefold = (is_open && is_threefold).then_some(Claim::Threefold);
        let fifty = (is_open && is_fifty).then_some(Claim::FiftyMoves);
        threefold.into_iter().chain(fifty)
    }

    /// Returns how the game has ended, if it has without a claim: like
    /// [`Position::outcome`], or by fivefold repetition (C4).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position()
            .outcome()
            .or_else(|| (self.repetitions() >= 5).then_some(Outcome::draw(BoardReason::Fivefold)))
    }

    /// Returns how the game ends with this legal move, as far as that can be told
    /// quickly: what [`PlayedLine::outcome`] would return after it, except for
    /// positions that are dead although there is mating material.
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

    /// Returns the status of the game (R16).
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
            moves: Vec::new(),
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

    #[test]
    fn c4_positions_with_the_same_key_are_compared_in_full() {
        let mut line = PlayedLine::default();
        for text in ["Nf3", "Nf6", "Ng1"] {
            let mv = line.read(text).unwrap();
            line.play(mv);
        }
        let key = line.position().key;
        // Black is to move here and after 1. Nf3, with the knights on other squares.
        line.moves[0].after.key = key;
        assert_eq!(line.repetitions(), 1);
        let mv = line.read("Ng8").unwrap();
        line.play(mv);
        assert_eq!(line.repetitions(), 2);
    }
}
