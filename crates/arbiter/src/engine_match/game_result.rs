use core::fmt;

use arbiter_rules::{BoardReason, Color, Outcome};

/// The result of a game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The winner; none in a draw.
    pub winner: Option<Color>,
    pub cause: Cause,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// By the laws of chess.
    Laws(BoardReason),
    /// Both engines have judged the position as equal for long enough.
    AdjudicatedDraw,
    /// Both engines have agreed on the winner for long enough.
    AdjudicatedWin,
    /// The game has reached the maximum length.
    TooLong,
    /// The loser forfeited the game.
    Fault(Fault),
}

/// A fault by which an engine loses the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// It exceeded its time.
    Time,
    /// Its answer was not a legal move.
    Illegal,
    /// Its process ended.
    Crash,
    /// It stopped answering.
    Stall,
}

impl Fault {
    pub const ALL: [Fault; 4] = [Fault::Time, Fault::Illegal, Fault::Crash, Fault::Stall];

    /// Returns the code used in logs and JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Fault::Time => "time",
            Fault::Illegal => "illegal",
            Fault::Crash => "crash",
            Fault::Stall => "stall",
        }
    }

    /// Returns the plural for the summary.
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
    /// Returns the code used in logs and JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Cause::Laws(reason) => reason.code(),
            Cause::AdjudicatedDraw => "agreed_draw",
            Cause::AdjudicatedWin => "agreed_win",
            Cause::TooLong => "too_long",
            Cause::Fault(fault) => fault.code(),
        }
    }

    /// Returns the cause with this code.
    pub fn from_code(code: &str) -> Option<Cause> {
        let laws = REASONS.into_iter().map(Cause::Laws);
        let faults = Fault::ALL.into_iter().map(Cause::Fault);
        laws.chain(faults)
            .chain([
                Cause::AdjudicatedDraw,
                Cause::AdjudicatedWin,
                Cause::TooLong,
            ])
            .find(|cause| cause.code() == code)
    }

    /// Returns the value of the PGN tag `Termination`.
    pub const fn termination(self) -> &'static str {
        match self {
            Cause::Laws(_) => "normal",
            Cause::AdjudicatedDraw | Cause::AdjudicatedWin | Cause::TooLong => "adjudication",
            Cause::Fault(Fault::Time) => "time forfeit",
            Cause::Fault(Fault::Illegal) => "rules infraction",
            Cause::Fault(Fault::Crash | Fault::Stall) => "abandoned",
        }
    }
}

impl GameResult {
    /// Returns the result of a forfeited game.
    pub const fn fault(loser: Color, fault: Fault) -> GameResult {
        let winner = match loser {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        GameResult {
            winner: Some(winner),
            cause: Cause::Fault(fault),
        }
    }

    /// Returns `"1-0"`, `"1/2-1/2"` or `"0-1"`.
    pub const fn as_str(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// Returns the half points of a side.
    pub fn half_points(self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        GameResult {
            winner: outcome.winner,
            cause: Cause::Laws(outcome.reason),
        }
    }
}

/// Writes the result as a remark in PGN.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or("nobody", Color::name);
        let loser = self.winner.map_or("nobody", |winner| (!winner).name());
        match self.cause {
            Cause::Laws(BoardReason::Checkmate) => write!(f, "{winner} wins by checkmate"),
            Cause::Laws(reason) => write!(f, "draw by {reason}"),
            Cause::AdjudicatedDraw => {
                f.write_str("draw by adjudication: both engines judge the position as equal")
            }
            Cause::AdjudicatedWin => write!(f, "{winner} wins by adjudication: both engines agree"),
            Cause::TooLong => f.write_str("draw by adjudication: maximum length reached"),
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
    fn every_cause_is_found_by_its_code() {
        for reason in REASONS {
            assert_eq!(Cause::from_code(reason.code()), Some(Cause::Laws(reason)));
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
            assert_eq!(Cause::from_code(code).unwrap().code(), code);
        }
        assert_eq!(Cause::from_code("boredom"), None);
    }

    #[test]
    fn a_fault_loses_the_game() {
        let result = GameResult::fault(Color::White, Fault::Time);
        assert_eq!(result.as_str(), "0-1");
        assert_eq!(result.to_string(), "White loses on time");
        assert_eq!(result.half_points(Color::Black), 2);
    }
}
