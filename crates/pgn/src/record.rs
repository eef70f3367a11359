//! The facts about each game that programs for collections need.

mod date;
mod move_texts;
mod tag_list;

pub use date::{Date, ParseDateError};
pub use move_texts::MoveTexts;
pub use tag_list::TagList;

use arbiter_rules::{Move, Position};

use crate::{Batch, Flow, Problem, Severity, Termination, TextLocation, Visitor};

/// The facts about a game, without its moves.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where the game begins in the text.
    pub location: TextLocation,
    /// The tags.
    pub tags: TagList,
    /// The number of half-moves of the main line.
    pub plies: u32,
    /// What ends the moves.
    pub termination: Termination,
    /// What is wrong with the game.
    pub problems: Vec<Problem>,
}

impl Record {
    /// Reports whether part of the game is lost or uncertain.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity() == Severity::Damage)
    }

    /// Returns the result after the moves or, if there is none, the one in the tags.
    #[must_use]
    pub fn result(&self) -> &'static str {
        let result = match self.termination {
            Termination::Missing => {
                let tag = self.tags.value("Result").unwrap_or_default();
                Termination::parse(tag.trim()).unwrap_or(Termination::Missing)
            }
            known => known,
        };
        result.as_str()
    }
}

/// What a program does with each game and the moves of its main line.
///
/// ```
/// use std::num::NonZero;
///
/// use arbiter_pgn::{ParallelReader, Record, RecordVisitor};
///
/// struct Winners(Vec<String>);
///
/// impl RecordVisitor for Winners {
///     fn end_game(&mut self, record: &Record) {
///         let name = match record.result() {
///             "1-0" => record.tags.known("White"),
///             "0-1" => record.tags.known("Black"),
///             _ => None,
///         };
///         self.0.extend(name.map(str::to_owned));
///     }
/// }
///
/// let text = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 1-0\n";
/// let mut winners = Vec::new();
/// ParallelReader::new(NonZero::<usize>::MIN).read(
///     text.as_bytes(),
///     |batch| {
///         let mut winners = Winners(Vec::new());
///         batch.read_records(&mut winners);
///         winners.0
///     },
///     |found| {
///         winners.extend(found);
///         Ok(())
///     },
/// )?;
/// assert_eq!(winners, ["Anderssen"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait RecordVisitor {
    /// Called after the tags; returns whether to read the moves.
    fn begin_moves(&mut self, tags: &TagList, start: &Position) -> Flow {
        let _ = (tags, start);
        Flow::Read
    }

    /// Called for each move of the main line, with the position before it.
    fn played(&mut self, before: &Position, mv: Move) {
        let _ = (before, mv);
    }

    /// Called for each null move of the main line.
    fn null_move(&mut self, before: &Position) {
        let _ = before;
    }

    /// Called at the end of each game.
    fn end_game(&mut self, record: &Record);
}

impl Batch<'_> {
    /// Reads all games of the batch. Returns the problems of a batch without games.
    ///
    /// Text between two games counts as damage of the first of them, or of the
    /// second if there is no first.
    pub fn read_records(&mut self, visitor: &mut dyn RecordVisitor) -> Vec<Problem> {
        let mut reader = RecordReader {
            record: Record {
                location: TextLocation::START,
                tags: TagList::default(),
                plies: 0,
                termination: Termination::Missing,
                problems: Vec::new(),
            },
            visitor,
            depth: 0,
            has_game: false,
        };
        while self.read(&mut reader) {}
        reader.end_record();
        reader.record.problems
    }
}

struct RecordReader<'v> {
    record: Record,
    visitor: &'v mut dyn RecordVisitor,
    /// How deep variations are nested at this point.
    depth: u32,
    /// Whether a game was read that the visitor has not seen.
    has_game: bool,
}

impl RecordReader<'_> {
    fn end_record(&mut self) {
        if self.has_game {
            self.visitor.end_game(&self.record);
            self.has_game = false;
            self.record.problems.clear();
        }
    }
}

impl Visitor for RecordReader<'_> {
    fn begin_game(&mut self, location: TextLocation) {
        self.end_record();
        self.has_game = true;
        self.record.location = location;
        self.record.tags.clear();
        self.record.plies = 0;
        self.depth = 0;
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.record.tags.push(name, value);
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.visitor.begin_moves(&self.record.tags, start)
    }

    #[inline]
    fn played(&mut self, before: &Position, mv: Move) {
        if self.depth == 0 {
            self.record.plies += 1;
            self.visitor.played(before, mv);
        }
    }

    fn null_move(&mut self, before: &Position) {
        if self.depth == 0 {
            self.record.plies += 1;
            self.visitor.null_move(before);
        }
    }

    /// A record has no comments.
    fn comments(&self) -> Flow {
        Flow::Skip
    }

    fn begin_variation(&mut self) -> Flow {
        self.depth += 1;
        Flow::Read
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn problem(&mut self, problem: &Problem) {
        if self.record.problems.len() < MAX_PROBLEMS_PER_GAME {
            self.record.problems.push(problem.clone());
        }
    }

    fn end_game(&mut self, termination: Termination) {
        self.record.termination = termination;
    }
}

/// How many problems of one game are kept, so that a file that is not PGN does
/// not fill the memory.
const MAX_PROBLEMS_PER_GAME: usize = 1000;
