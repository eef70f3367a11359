use core::fmt;

use arbiter_engine::Score;
use arbiter_rules::{Epd, EpdMoveError, Move, ParseEpdError, Position, SetupErrors};

/// A position with what the engine is to find.
pub struct Exercise {
    /// The number of the line in the file, from 1.
    pub line: usize,
    pub id: Option<String>,
    pub position: Position,
    /// The moves of which one is to be played; any if empty.
    best: Vec<Move>,
    /// The moves that are to be avoided.
    avoid: Vec<Move>,
    /// The largest number of moves in which to mate.
    pub mate: Option<u32>,
    /// The operations as they are written: `bm Nf3; am e4`.
    pub expected: String,
}

/// The opcodes that say what to find.
const OPCODES: [&str; 3] = ["bm", "am", "dm"];
/// A longer mate could not be found by any search.
const MAX_MATE_MOVES: i64 = 100;

impl Exercise {
    /// Reports whether a move and its score are an answer.
    pub fn is_solved_by(&self, mv: Move, score: Score) -> bool {
        let is_best = self.best.is_empty() || self.best.contains(&mv);
        let mates_in_time = self.mate.is_none_or(|most| {
            let mate = score.mate();
            mate.is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= most)
        });
        is_best && !self.avoid.contains(&mv) && mates_in_time
    }

    fn read(line: usize, text: &str) -> Result<Exercise, Problem> {
        let epd: Epd = text.parse().map_err(Problem::Epd)?;
        let position = epd.position().map_err(Problem::Setup)?;
        if !position.has_legal_move() {
            return Err(Problem::Over);
        }
        let moves = |opcode| {
            let moves = epd.moves(opcode, &position);
            moves.map_err(|error| Problem::Move { opcode, error })
        };
        let mate = match epd.operands("dm") {
            None => None,
            Some(_) => {
                let moves = epd.number("dm");
                let moves = moves.filter(|moves| (1..=MAX_MATE_MOVES).contains(moves));
                Some(moves.ok_or(Problem::Mate)? as u32)
            }
        };
        let operations = epd.operations().iter();
        let expected: Vec<String> = operations
            .filter(|operation| OPCODES.contains(&operation.opcode()))
            .map(|operation| operation.to_string().trim_end_matches(';').to_owned())
            .collect();
        let exercise = Exercise {
            line,
            id: epd.id().map(str::to_owned),
            best: moves("bm")?,
            avoid: moves("am")?,
            mate,
            expected: expected.join("; "),
            position,
        };
        if exercise.best.is_empty() && exercise.avoid.is_empty() && mate.is_none() {
            return Err(Problem::NothingExpected);
        }
        Ok(exercise)
    }
}

/// Reads a file of exercises.
pub fn read_all(text: &str) -> Result<Vec<Exercise>, LineError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(|(line, text)| {
            Exercise::read(line, text).map_err(|problem| LineError { line, problem })
        })
        .collect()
}

/// A line that is not an exercise.
#[derive(Debug)]
pub struct LineError {
    line: usize,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Epd(ParseEpdError),
    Setup(SetupErrors),
    /// There is no legal move.
    Over,
    Move {
        opcode: &'static str,
        error: EpdMoveError,
    },
    Mate,
    NothingExpected,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            Problem::Epd(error) => error.fmt(f),
            Problem::Setup(errors) => errors.fmt(f),
            Problem::Over => f.write_str("there is no legal move"),
            Problem::Move { opcode, error } => write!(f, "{opcode}: {error}"),
            Problem::Mate => write!(f, "dm: expected a number from 1 to {MAX_MATE_MOVES}"),
            Problem::NothingExpected => f.write_str("there is no bm, am or dm"),
        }
    }
}

impl core::error::Error for LineError {}
