use core::fmt;

use arbiter_rules::{BoardReason, Color, Outcome, Status};

/// The end of a game: the winner and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The side that won. `None` for a draw and for an aborted game.
    pub winner: Option<Color>,
    /// The reason why the game ended.
    pub reason: Reason,
}

/// The reason why a game ended (C19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Checkmate (FIDE 5.1.1, R65).
    Checkmate,
    /// One side resigned (FIDE 5.1.2, R68).
    Resignation,
    /// One side ran out of time (FIDE 6.9, R69).
    Time,
    /// One side left the game and did not return.
    Abandonment,
    /// Stalemate (FIDE 5.2.1, R66).
    Stalemate,
    /// Neither side can checkmate by any series of legal moves (FIDE 5.2.2, R73).
    DeadPosition,
    /// The players agreed on a draw (FIDE 5.2.3, R70).
    Agreement,
    /// The same position occurred for the third time (FIDE 9.2, R71).
    Threefold,
    /// The same position occurred for the fifth time (FIDE 9.6.1).
    Fivefold,
    /// Each side made fifty moves without a pawn move or a capture (FIDE 9.3,
    /// R72).
    FiftyMoves,
    /// Each side made seventy-five such moves (FIDE 9.6.2).
    SeventyFiveMoves,
    /// One side ran out of time, but the other cannot checkmate by any series
    /// of legal moves (FIDE 6.9, C6).
    UnwinnableOnTime,
    /// One side resigned, but the other cannot checkmate by any series of legal
    /// moves (FIDE 5.1.2, C7).
    UnwinnableOnResignation,
    /// A king was cleared from the board (Saktris).
    KingLost,
    /// An arbiter ended the game and decided its result (FIDE 12.9).
    Adjudication,
    /// The game was aborted, before both sides had moved or by agreement (R80).
    Aborted,
}

/// What an arbiter decides about a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// This side wins.
    Win(Color),
    /// The game is a draw.
    Draw,
    /// The game has no result.
    NoResult,
}

impl Verdict {
    /// Returns the verdict with this result: `1-0`, `1/2-1/2`, `0-1` or `*`.
    #[must_use]
    pub fn from_result(result: &str) -> Option<Verdict> {
        Some(match result {
            "1-0" => Verdict::Win(Color::White),
            "0-1" => Verdict::Win(Color::Black),
            "1/2-1/2" => Verdict::Draw,
            "*" => Verdict::NoResult,
            _ => return None,
        })
    }
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 16] = [
        Reason::Checkmate,
        Reason::Resignation,
        Reason::Time,
        Reason::Abandonment,
        Reason::Stalemate,
        Reason::DeadPosition,
        Reason::Agreement,
        Reason::Threefold,
        Reason::Fivefold,
        Reason::FiftyMoves,
        Reason::SeventyFiveMoves,
        Reason::UnwinnableOnTime,
        Reason::UnwinnableOnResignation,
        Reason::KingLost,
        Reason::Adjudication,
        Reason::Aborted,
    ];

    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Abandonment => "abandonment",
            Reason::Stalemate => "stalemate",
            Reason::DeadPosition => "dead_position",
            Reason::Agreement => "agreement",
            Reason::Threefold => "threefold",
            Reason::Fivefold => "fivefold",
            Reason::FiftyMoves => "fifty_moves",
            Reason::SeventyFiveMoves => "seventy_five_moves",
            Reason::UnwinnableOnTime => "unwinnable_on_time",
            Reason::UnwinnableOnResignation => "unwinnable_on_resignation",
            Reason::KingLost => "king_lost",
            Reason::Adjudication => "adjudication",
            Reason::Aborted => "aborted",
        }
    }

    /// Returns the reason with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// Returns the article of the FIDE Laws of Chess, if there is one.
    #[must_use]
    pub const fn article(self) -> Option<&'static str> {
        match self {
            Reason::Checkmate => Some("5.1.1"),
            Reason::Resignation | Reason::UnwinnableOnResignation => Some("5.1.2"),
            Reason::Time | Reason::UnwinnableOnTime => Some("6.9"),
            Reason::Stalemate => Some("5.2.1"),
            Reason::DeadPosition => Some("5.2.2"),
            Reason::Agreement => Some("5.2.3"),
            Reason::Threefold => Some("9.2"),
            Reason::Fivefold => Some("9.6.1"),
            Reason::FiftyMoves => Some("9.3"),
            Reason::SeventyFiveMoves => Some("9.6.2"),
            Reason::Adjudication => Some("12.9"),
            Reason::Abandonment | Reason::Aborted | Reason::KingLost => None,
        }
    }

    /// Reports whether a game that ends for this reason has a winner. An arbiter
    /// decides either way.
    #[must_use]
    pub const fn has_winner(self) -> bool {
        matches!(
            self,
            Reason::Checkmate
                | Reason::Resignation
                | Reason::Time
                | Reason::Abandonment
                | Reason::KingLost
        )
    }
}

impl From<BoardReason> for Reason {
    fn from(reason: BoardReason) -> Reason {
        match reason {
            BoardReason::Checkmate => Reason::Checkmate,
            BoardReason::Stalemate => Reason::Stalemate,
            BoardReason::DeadPosition => Reason::DeadPosition,
            BoardReason::Threefold => Reason::Threefold,
            BoardReason::Fivefold => Reason::Fivefold,
            BoardReason::FiftyMoves => Reason::FiftyMoves,
            BoardReason::SeventyFiveMoves => Reason::SeventyFiveMoves,
            BoardReason::KingLost => Reason::KingLost,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Resignation => "resignation",
            Reason::Time => "time ran out",
            Reason::Abandonment => "abandonment",
            Reason::Stalemate => "stalemate",
            Reason::DeadPosition => "dead position",
            Reason::Agreement => "agreement",
            Reason::Threefold => "threefold repetition",
            Reason::Fivefold => "fivefold repetition",
            Reason::FiftyMoves => "fifty-move rule",
            Reason::SeventyFiveMoves => "seventy-five-move rule",
            Reason::UnwinnableOnTime => "time ran out, but the opponent cannot checkmate",
            Reason::UnwinnableOnResignation => "resignation, but the opponent cannot checkmate",
            Reason::KingLost => "king cleared off the board",
            Reason::Adjudication => "decision of the arbiter",
            Reason::Aborted => "aborted",
        })
    }
}

impl Ending {
    /// Returns a draw, or the end of an aborted game.
    #[must_use]
    pub(crate) const fn without_winner(reason: Reason) -> Ending {
        Ending {
            winner: None,
            reason,
        }
    }

    /// Returns a win.
    #[must_use]
    pub(crate) const fn won(winner: Color, reason: Reason) -> Ending {
        Ending {
            winner: Some(winner),
            reason,
        }
    }

    /// Returns `"1-0"`, `"1/2-1/2"`, `"0-1"`, or `"*"` for an aborted game
    /// (R74).
    #[must_use]
    pub const fn result(self) -> &'static str {
        match (self.winner, self.reason) {
            (Some(Color::White), _) => "1-0",
            (Some(Color::Black), _) => "0-1",
            (None, Reason::Aborted) => "*",
            (None, _) => "1/2-1/2",
        }
    }

    /// Returns the result with typographic signs, such as `"½–½"` (R74, C27).
    #[must_use]
    pub const fn typographic_result(self) -> &'static str {
        match (self.winner, self.reason) {
            (Some(Color::White), _) => "1–0",
            (Some(Color::Black), _) => "0–1",
            (None, Reason::Aborted) => "–",
            (None, _) => "½–½",
        }
    }

    /// Returns the status that R16 has for this ending. `None` for a win by resignation,
    /// on time or by abandonment, for a decision of the arbiter, and for an aborted game.
    #[must_use]
    pub const fn status(self) -> Option<Status> {
        match self.reason {
            // R16 has no status of its own for a lost king.
            Reason::Checkmate | Reason::KingLost => Some(Status::Checkmate),
            Reason::Stalemate => Some(Status::Stalemate),
            Reason::Resignation
            | Reason::Time
            | Reason::Abandonment
            | Reason::Adjudication
            | Reason::Aborted => None,
            _ => Some(Status::Draw),
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending {
            winner: outcome.winner,
            reason: outcome.reason.into(),
        }
    }
}

/// Prints `"White wins: checkmate"`, `"draw: stalemate"`, `"no result: aborted"`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.reason;
        match self.winner {
            Some(winner) => write!(f, "{} wins: {reason}", winner.name()),
            None if reason == Reason::Aborted => write!(f, "no result: {reason}"),
            None => write!(f, "draw: {reason}"),
        }
    }
}
