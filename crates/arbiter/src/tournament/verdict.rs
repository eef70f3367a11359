use core::fmt;

use arbiter_rules::{BoardReason, Color, Outcome};

/// How a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Nobody in a draw.
    pub winner: Option<Color>,
    pub cause: Cause,
}

/// Why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// By the laws of chess.
    Laws(BoardReason),
    /// Both engines have thought for long that it is a draw.
    AgreedDraw,
    /// Both engines have thought for long who wins.
    AgreedWin,
    /// It has lasted as long as a game may.
    TooLong,
    /// The loser did what an engine must not do.
    Fault(Fault),
}

/// What an engine must not do: it loses the game by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// It has used up its time.
    Time,
    /// Its move was not legal, or no move at all.
    Illegal,
    /// Its process has ended.
    Crash,
    /// It did not answer at all.
    Stall,
}

impl Fault {
    pub const ALL: [Fault; 4] = [Fault::Time, Fault::Illegal, Fault::Crash, Fault::Stall];

    /// Its name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Fault::Time => "time",
            Fault::Illegal => "illegal",
            Fault::Crash => "crash",
            Fault::Stall => "stall",
        }
    }

    /// Its name in a list.
    pub const fn plural(self) -> &'static str {
        match self {
            Fault::Time => "losses on time",
            Fault::Illegal => "illegal moves",
            Fault::Crash => "crashes",
            Fault::Stall => "stalls",
        }
    }
}

const REASONS: [BoardReason; 7] = [
    BoardReason::Checkmate,
    BoardReason::Stalemate,
    BoardReason::DeadPosition,
    BoardReason::Threefold,
    BoardReason::Fivefold,
    BoardReason::FiftyMoves,
    BoardReason::SeventyFiveMoves,
];

impl Cause {
    /// Its name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Cause::Laws(reason) => reason.code(),
            Cause::AgreedDraw => "agreed_draw",
            Cause::AgreedWin => "agreed_win",
            Cause::TooLong => "too_long",
            Cause::Fault(fault) => fault.code(),
        }
    }

    /// The cause of this name.
    pub fn read(code: &str) -> Option<Cause> {
        let laws = REASONS.into_iter().map(Cause::Laws);
        let faults = Fault::ALL.into_iter().map(Cause::Fault);
        laws.chain(faults)
            .chain([Cause::AgreedDraw, Cause::AgreedWin, Cause::TooLong])
            .find(|cause| cause.code() == code)
    }

    /// In the words that PGN has for it.
    pub const fn termination(self) -> &'static str {
        match self {
            Cause::Laws(_) => "normal",
            Cause::AgreedDraw | Cause::AgreedWin | Cause::TooLong => "adjudication",
            Cause::Fault(Fault::Time) => "time forfeit",
            Cause::Fault(Fault::Illegal) => "rules infraction",
            Cause::Fault(Fault::Crash | Fault::Stall) => "abandoned",
        }
    }
}

impl Verdict {
    /// The loser did what it must not do.
    pub const fn fault(loser: Color, fault: Fault) -> Verdict {
        let winner = match loser {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        Verdict {
            winner: Some(winner),
            cause: Cause::Fault(fault),
        }
    }

    /// `"1-0"`, `"1/2-1/2"` or `"0-1"`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Half points of this side.
    pub fn half_points(self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        }
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Verdict {
        Verdict {
            winner: outcome.winner,
            cause: Cause::Laws(outcome.reason),
        }
    }
}

/// A sentence for the score sheet.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or("nobody", Color::name);
        let loser = self.winner.map_or("nobody", |winner| (!winner).name());
        match self.cause {
            Cause::Laws(BoardReason::Checkmate) => write!(f, "{winner} mates"),
            Cause::Laws(reason) => write!(f, "draw by {reason}"),
            Cause::AgreedDraw => f.write_str("draw by adjudication: both engines see no winner"),
            Cause::AgreedWin => write!(f, "{winner} wins by adjudication: both engines say so"),
            Cause::TooLong => f.write_str("draw by adjudication: the game is too long"),
            Cause::Fault(Fault::Time) => write!(f, "{loser} loses on time"),
            Cause::Fault(Fault::Illegal) => write!(f, "{loser} makes an illegal move"),
            Cause::Fault(Fault::Crash) => write!(f, "{loser} crashes"),
            Cause::Fault(Fault::Stall) => write!(f, "{loser} does not answer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_is_found_by_its_name() {
        for reason in REASONS {
            assert_eq!(Cause::read(reason.code()), Some(Cause::Laws(reason)));
        }
        for code in [
            "agreed_draw",
            "agreed_win",
            "too_long",
            "time",
            "illegal",
            "crash",
            "stall",
        ] {
            assert_eq!(Cause::read(code).unwrap().code(), code);
        }
        assert_eq!(Cause::read("boredom"), None);
    }

    #[test]
    fn a_fault_costs_the_game() {
        let verdict = Verdict::fault(Color::White, Fault::Time);
        assert_eq!(verdict.result(), "0-1");
        assert_eq!(verdict.to_string(), "White loses on time");
        assert_eq!(verdict.half_points(Color::Black), 2);
    }
}
