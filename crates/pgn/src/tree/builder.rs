use std::mem;

use arbiter_rules::{Move, Position};

use super::{GameTree, Node, NodeId, result, tidy};
use crate::{Flow, Nag, Problem, Termination, TextLocation, Visitor};

/// Builds a [`GameTree`] of what a reader tells, one for each game. What is
/// wrong with the text between two games is told of the second.
///
/// ```
/// use arbiter_pgn::{Reader, TreeBuilder};
///
/// let mut reader = Reader::from_bytes(b"1. e4 e5 (1... c5) 2. Nf3 1-0");
/// let mut builder = TreeBuilder::new();
/// while reader.read_game(&mut builder)? {
///     let tree = builder.take();
///     assert_eq!(tree.movetext(), "1. e4 e5 (1... c5) 2. Nf3 1-0");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// Nothing is lost but layout and order where PGN gives it no meaning: glyphs
/// come before comments, a variation of a variation's first move is one more
/// variation beside it, and a comment after the last move of a line comes
/// before the variations of that move.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    tree: GameTree,
    /// The line that is read, and around it those of which it is a variation.
    lines: Vec<OpenLine>,
    /// Moves with comments before them.
    commented: Vec<NodeId>,
    /// What is wrong with the text before the game to come.
    problems: Vec<Problem>,
}

/// A line of which the end has not been read.
#[derive(Debug)]
struct OpenLine {
    /// The node from which it goes on.
    at: NodeId,
    /// Whether one of its own moves has been read.
    has_begun: bool,
    /// Whether a comment is about the move to come.
    looks_ahead: bool,
    comments: Vec<String>,
    nags: Vec<Nag>,
}

impl TreeBuilder {
    /// One that has read nothing.
    #[must_use]
    pub fn new() -> TreeBuilder {
        TreeBuilder::default()
    }

    /// The game that was read last.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Gives away the game that was read last.
    #[must_use]
    pub fn take(&mut self) -> GameTree {
        mem::take(&mut self.tree)
    }

    fn add(&mut self, mv: Option<Move>, after: Position) {
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        let id = self.tree.push(line.at, mv, after);
        if !line.comments.is_empty() {
            let remarks = self.tree.node_mut(id).annotate();
            remarks.before.append(&mut line.comments);
            self.commented.push(id);
        }
        for nag in line.nags.drain(..) {
            self.tree.add_nag(id, nag);
        }
        line.at = id;
        line.has_begun = true;
        line.looks_ahead = false;
    }

    /// Nothing more is to come in this line: what was said about it is about
    /// what came last.
    fn close(&mut self, line: OpenLine) {
        let at = match self.lines.last() {
            Some(outer) if !line.has_begun => outer.at,
            _ => line.at,
        };
        if !line.comments.is_empty() {
            let remarks = self.tree.node_mut(at).annotate();
            remarks.after.extend(line.comments);
        }
    }
}

impl Visitor for TreeBuilder {
    fn begin_game(&mut self, _: TextLocation) {
        self.tree.nodes.clear();
        self.tree.nodes.push(Node::root(Position::start()));
        self.tree.tags.clear();
        self.tree.termination = Termination::Unknown;
        self.tree.problems = mem::take(&mut self.problems);
        self.commented.clear();
        self.lines.clear();
        self.lines.push(OpenLine::new(NodeId(0)));
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.tree.tags.set(name, value);
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        self.tree.nodes[0].position = start.clone();
        Flow::Read
    }

    fn played(&mut self, before: &Position, mv: Move) {
        self.add(Some(mv), before.after(mv));
    }

    fn null_move(&mut self, before: &Position) {
        if let Some(after) = before.pass() {
            self.add(None, after);
        }
    }

    fn nag(&mut self, nag: Nag) {
        match self.lines.last_mut() {
            Some(line) if line.looks_ahead && !line.has_begun => line.nags.push(nag),
            Some(line) => {
                let at = line.at;
                self.tree.add_nag(at, nag);
            }
            None => {}
        }
    }

    fn comment(&mut self, text: &str) {
        match self.lines.last_mut() {
            Some(line) if line.looks_ahead => {
                let text = tidy(text);
                if !text.is_empty() {
                    line.comments.push(text.into_owned());
                }
            }
            Some(line) => {
                let at = line.at;
                self.tree.add_comment(at, text);
            }
            None => {}
        }
    }

    fn begin_variation(&mut self) -> Flow {
        match self.lines.last() {
            Some(line) if line.has_begun => {
                let at = self.tree.node(line.at).parent;
                self.lines.push(OpenLine {
                    looks_ahead: true,
                    ..OpenLine::new(at)
                });
                Flow::Read
            }
            // There is no move to which it could be another.
            _ => Flow::Skip,
        }
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.close(line);
        }
        if let Some(line) = self.lines.last_mut() {
            line.looks_ahead = true;
        }
    }

    fn problem(&mut self, problem: &Problem) {
        let is_in_game = !self.lines.is_empty();
        let problems = if is_in_game {
            &mut self.tree.problems
        } else {
            &mut self.problems
        };
        problems.push(problem.clone());
    }

    fn end_game(&mut self, termination: Termination) {
        while let Some(line) = self.lines.pop() {
            self.close(line);
        }
        for id in mem::take(&mut self.commented) {
            self.tree.settle(id);
        }
        let start = self.tree.start().clone();
        self.tree.tags.set_start(&start);
        let stated = result(self.tree.tags.value("Result").unwrap_or("*"));
        self.tree.termination = match termination {
            Termination::Missing => stated,
            known => known,
        };
        // A tag that does not know how the game ended learns it here.
        let stated = match stated {
            Termination::Unknown => self.tree.termination,
            known => known,
        };
        self.tree.tags.set("Result", stated.as_str());
    }
}

impl OpenLine {
    fn new(at: NodeId) -> OpenLine {
        OpenLine {
            at,
            has_begun: false,
            looks_ahead: false,
            comments: Vec::new(),
            nags: Vec::new(),
        }
    }
}
