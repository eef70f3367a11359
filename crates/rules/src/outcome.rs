use core::fmt;

use crate::{Color, Position};

/// Where a game stands (R16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Status {
    /// It goes on.
    Active,
    /// It goes on, and the side to move is in check.
    Check,
    /// The side to move is checkmated (R65).
    Checkmate,
    /// The side to move has no legal move and is not in check (R66).
    Stalemate,
    /// It is drawn for another reason.
    Draw,
}

impl Status {
    /// Its name in lower case, as in R16.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Check => "check",
            Status::Checkmate => "checkmate",
            Status::Stalemate => "stalemate",
            Status::Draw => "draw",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended (C19): the reasons that the board and its history can
/// give. Those that need players and clocks are none of this crate's business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BoardReason {
    /// Checkmate (FIDE 5.1.1).
    Checkmate,
    /// Stalemate (FIDE 5.2.1).
    Stalemate,
    /// Neither side can mate by any series of legal moves (FIDE 5.2.2).
    DeadPosition,
    /// The same position for the third time, and claimed (FIDE 9.2).
    Threefold,
    /// The same position for the fifth time (FIDE 9.6.1).
    Fivefold,
    /// Fifty moves of each side without pawn move or capture, and claimed
    /// (FIDE 9.3).
    FiftyMoves,
    /// Seventy-five such moves of each side (FIDE 9.6.2).
    SeventyFiveMoves,
    /// A king was cleared off the board (Saktris).
    KingLost,
}

impl BoardReason {
    /// A short name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            BoardReason::Checkmate => "checkmate",
            BoardReason::Stalemate => "stalemate",
            BoardReason::DeadPosition => "dead_position",
            BoardReason::Threefold => "threefold",
            BoardReason::Fivefold => "fivefold",
            BoardReason::FiftyMoves => "fifty_moves",
            BoardReason::SeventyFiveMoves => "seventy_five_moves",
            BoardReason::KingLost => "king_lost",
        }
    }

    /// The article of the FIDE Laws of Chess; they know nothing of Saktris.
    #[must_use]
    pub const fn article(self) -> Option<&'static str> {
        Some(match self {
            BoardReason::Checkmate => "5.1.1",
            BoardReason::Stalemate => "5.2.1",
            BoardReason::DeadPosition => "5.2.2",
            BoardReason::Threefold => "9.2",
            BoardReason::Fivefold => "9.6.1",
            BoardReason::FiftyMoves => "9.3",
            BoardReason::SeventyFiveMoves => "9.6.2",
            BoardReason::KingLost => return None,
        })
    }

    const fn status(self) -> Status {
        match self {
            // R16 has no nearer word for a king that is lost.
            BoardReason::Checkmate | BoardReason::KingLost => Status::Checkmate,
            BoardReason::Stalemate => Status::Stalemate,
            _ => Status::Draw,
        }
    }
}

impl fmt::Display for BoardReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoardReason::Checkmate => "checkmate",
            BoardReason::Stalemate => "stalemate",
            BoardReason::DeadPosition => "dead position",
            BoardReason::Threefold => "threefold repetition",
            BoardReason::Fivefold => "fivefold repetition",
            BoardReason::FiftyMoves => "fifty moves without pawn move or capture",
            BoardReason::SeventyFiveMoves => "seventy-five moves without pawn move or capture",
            BoardReason::KingLost => "king cleared off the board",
        })
    }
}

/// The end of a game: who won, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won; nobody in a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub reason: BoardReason,
}

impl Outcome {
    pub(crate) const fn draw(reason: BoardReason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// `"1-0"`, `"1/2-1/2"` or `"0-1"`, as in PGN (R74).
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The same as it is printed for people, `"½–½"` (R74, C27).
    #[must_use]
    pub const fn typographic_result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1–0",
            Some(Color::Black) => "0–1",
            None => "½–½",
        }
    }

    /// What R16 calls this end.
    #[must_use]
    pub const fn status(self) -> Status {
        self.reason.status()
    }
}

/// A draw that the side to move may claim now (C4, C5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// This position is here for the third time at least (FIDE 9.2.2).
    Threefold,
    /// The last fifty moves of each side had no pawn move and no capture
    /// (FIDE 9.3.2).
    FiftyMoves,
}

impl Claim {
    /// How the game ends if this is claimed.
    #[must_use]
    pub const fn reason(self) -> BoardReason {
        match self {
            Claim::Threefold => BoardReason::Threefold,
            Claim::FiftyMoves => BoardReason::FiftyMoves,
        }
    }
}

/// Counted in moves of either side.
pub(crate) const FIFTY_MOVES: u16 = 100;
const SEVENTY_FIVE_MOVES: u16 = 150;

impl Position {
    /// Where a game with this position stands.
    ///
    /// A position does not know its past: only a [`PlayedLine`](crate::PlayedLine) sees
    /// repetitions.
    ///
    /// Whether a position is dead is decided by [`Position::is_dead`]: that
    /// takes microseconds in most games, and in blocked positions made to be
    /// hard a second or more.
    ///
    /// ```
    /// use arbiter_rules::{Position, Status};
    ///
    /// // The fool's mate.
    /// let position: Position =
    ///     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
    /// assert_eq!(position.status(), Status::Checkmate);
    /// assert_eq!(position.outcome().unwrap().result(), "0-1");
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Status {
        match self.outcome() {
            Some(outcome) => outcome.status(),
            None if self.is_check() => Status::Check,
            None => Status::Active,
        }
    }

    /// How the game has ended, if this position ends it: by checkmate,
    /// stalemate, a dead position, or the seventy-fifth move of each side
    /// without pawn move or capture. A mating move on that count still mates
    /// (C5).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_if(|| self.is_dead() == Some(true))
    }

    /// The same with another way to tell whether the position is dead.
    pub(crate) fn outcome_if(&self, is_dead: impl FnOnce() -> bool) -> Option<Outcome> {
        if let Some(loser) = self.lost_king() {
            return Some(Outcome {
                winner: Some(!loser),
                reason: BoardReason::KingLost,
            });
        }
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome {
                    winner: Some(!self.turn),
                    reason: BoardReason::Checkmate,
                }
            } else {
                Outcome::draw(BoardReason::Stalemate)
            });
        }
        if is_dead() {
            return Some(Outcome::draw(BoardReason::DeadPosition));
        }
        (self.halfmoves >= SEVENTY_FIVE_MOVES)
            .then_some(Outcome::draw(BoardReason::SeventyFiveMoves))
    }
}
