use core::fmt;

use crate::{Color, Position};

/// The status of a game (R16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Status {
    /// The game is in progress.
    Active,
    /// The game is in progress, and the side to move is in check.
    Check,
    /// The side to move is checkmated (R65).
    Checkmate,
    /// The side to move has no legal move and is not in check (R66).
    Stalemate,
    /// The game is drawn for another reason.
    Draw,
}

impl Status {
    /// Returns its name in lowercase, as in R16.
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

/// How a game ended (C19), as far as the board and its history determine it. Results
/// that involve players and clocks are the subject of the game crate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BoardReason {
    /// Checkmate (FIDE 5.1.1).
    Checkmate,
    /// Stalemate (FIDE 5.2.1).
    Stalemate,
    /// Neither side can mate by any series of legal moves (FIDE 5.2.2).
    DeadPosition,
    /// A claimed draw after the same position occurred three times (FIDE 9.2).
    Threefold,
    /// The same position occurred five times (FIDE 9.6.1).
    Fivefold,
    /// A claimed draw after fifty moves by each side without a pawn move or capture
    /// (FIDE 9.3).
    FiftyMoves,
    /// Seventy-five such moves by each side (FIDE 9.6.2).
    SeventyFiveMoves,
    /// A king was cleared off the board (Saktris).
    KingLost,
}

impl BoardReason {
    /// Returns a stable name for programs.
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

    /// Returns the article of the FIDE Laws of Chess, or `None` for Saktris.
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
            // R16 has no closer word for a lost king.
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
            BoardReason::FiftyMoves => "fifty-move rule",
            BoardReason::SeventyFiveMoves => "seventy-five-move rule",
            BoardReason::KingLost => "king cleared off the board",
        })
    }
}

/// The result of a game and the reason for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won, or `None` for a draw.
    pub winner: Option<Color>,
    /// How the game ended.
    pub reason: BoardReason,
}

impl Outcome {
    pub(crate) const fn draw(reason: BoardReason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// Returns `"1-0"`, `"1/2-1/2"` or `"0-1"`, as in PGN (R74).
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns the result as it is printed, `"½–½"` (R74, C27).
    #[must_use]
    pub const fn typographic_result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1–0",
            Some(Color::Black) => "0–1",
            None => "½–½",
        }
    }

    /// Returns the status after this result (R16).
    #[must_use]
    pub const fn status(self) -> Status {
        self.reason.status()
    }
}

/// A draw that the side to move can claim (C4, C5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// The position has occurred at least three times (FIDE 9.2.2).
    Threefold,
    /// The last fifty moves by each side were without a pawn move or capture
    /// (FIDE 9.3.2).
    FiftyMoves,
}

impl Claim {
    /// Returns how the game ends with this claim.
    #[must_use]
    pub const fn reason(self) -> BoardReason {
        match self {
            Claim::Threefold => BoardReason::Threefold,
            Claim::FiftyMoves => BoardReason::FiftyMoves,
        }
    }
}

/// Fifty moves by each side, in plies.
pub(crate) const FIFTY_MOVES: u16 = 100;

/// Seventy-five moves by each side, in plies.
const SEVENTY_FIVE_MOVES: u16 = 150;

impl Position {
    /// Returns the status of a game in this position.
    ///
    /// A position has no history, so only a [`PlayedLine`](crate::PlayedLine) detects
    /// repetitions.
    ///
    /// [`Position::is_dead`] decides whether the position is dead. That takes
    /// microseconds in most games, and milliseconds in blocked positions composed to be
    /// hard. If it is not decided, the position does not count as dead.
    ///
    /// ```
    /// use arbiter_rules::{Position, Status};
    ///
    /// // Fool's mate.
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

    /// Returns how the game has ended, if this position ends it: by checkmate,
    /// stalemate, a dead position, a king cleared off the board (Saktris), or
    /// seventy-five moves by each side without a pawn move or capture. Checkmate on
    /// the last of those moves takes precedence (C5).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_if(|| self.is_dead() == Some(true))
    }

    /// Like [`Position::outcome`], but takes only microseconds: a dead position is
    /// recognized if [`Position::can_win_quick`] knows that neither side can win.
    #[must_use]
    pub fn outcome_quick(&self) -> Option<Outcome> {
        let cannot_win = |color| self.can_win_quick(color) == Some(false);
        self.outcome_if(|| Color::ALL.into_iter().all(cannot_win))
    }

    /// Like [`Position::outcome`], with another test for a dead position.
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
