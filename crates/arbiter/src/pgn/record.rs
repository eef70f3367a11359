use arbiter_pgn::{Batch, Flow, Problem, Severity, Termination, TextLocation, Visitor};
use arbiter_rules::{Move, Position};

use super::tags::Tags;

/// The facts about a game that every command may need.
pub struct Record {
    /// Where the game begins in the file.
    pub location: TextLocation,
    pub tags: Tags,
    /// The number of half-moves of the main line.
    pub plies: u32,
    pub termination: Termination,
    /// What is wrong with the game.
    pub problems: Vec<Problem>,
}

impl Record {
    /// Reports whether part of the game is lost or uncertain.
    pub fn is_damaged(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity() == Severity::Damage)
    }

    /// Returns the result after the moves or, if there is none, the one in the tags.
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

/// What a command does with the moves of the main line.
pub trait Moves {
    /// Called after the tags; returns whether to read the moves.
    fn begin(&mut self, tags: &Tags, start: &Position) -> Flow {
        let _ = (tags, start);
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        let _ = (before, mv);
    }

    fn null_move(&mut self, before: &Position) {
        let _ = before;
    }
}

/// For commands that ignore the moves.
impl Moves for () {}

/// Reads the games of a batch and calls `show` after each. Returns the problems
/// of a batch without games.
///
/// Text between two games counts as damage of the first of them, or of the
/// second if there is no first.
pub fn each_game<M: Moves>(
    batch: &mut Batch<'_>,
    moves: M,
    show: impl FnMut(&Record, &mut M),
) -> Vec<Problem> {
    let mut games = Games {
        record: Record {
            location: TextLocation::START,
            tags: Tags::default(),
            plies: 0,
            termination: Termination::Missing,
            problems: Vec::new(),
        },
        moves,
        show,
        depth: 0,
        has_game: false,
    };
    while batch.read(&mut games) {}
    games.show();
    games.record.problems
}

struct Games<M, F> {
    record: Record,
    moves: M,
    show: F,
    /// How deep variations are nested at this point.
    depth: u32,
    /// Whether a game was read that has not been shown.
    has_game: bool,
}

impl<M: Moves, F: FnMut(&Record, &mut M)> Games<M, F> {
    fn show(&mut self) {
        if self.has_game {
            (self.show)(&self.record, &mut self.moves);
            self.has_game = false;
            self.record.problems.clear();
        }
    }
}

impl<M: Moves, F: FnMut(&Record, &mut M)> Visitor for Games<M, F> {
    fn begin_game(&mut self, location: TextLocation) {
        self.show();
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
        self.moves.begin(&self.record.tags, start)
    }

    #[inline]
    fn played(&mut self, before: &Position, mv: Move) {
        if self.depth == 0 {
            self.record.plies += 1;
            self.moves.played(before, mv);
        }
    }

    fn null_move(&mut self, before: &Position) {
        if self.depth == 0 {
            self.record.plies += 1;
            self.moves.null_move(before);
        }
    }

    /// No command needs comments.
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
