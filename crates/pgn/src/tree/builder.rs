use std::mem;

use arbiter_rules::{Move, Position};

use super::{GameTree, Node, NodeId, normalize_comment, parse_result};
use crate::{Flow, Nag, Problem, Termination, TextLocation, Visitor};

/// Builds a [`GameTree`] for each game that is read. Problems in the text between
/// two games are attributed to the second.
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
/// Nothing is lost but the layout, and order where PGN gives it no meaning:
/// glyphs come before comments, a variation of a variation's first move becomes
/// another variation beside it, and a comment after the last move of a line comes
/// before the variations of that move.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    tree: GameTree,
    /// The lines being read, each a variation of the one before it.
    lines: Vec<OpenLine>,
    /// The moves with comments before them.
    commented: Vec<NodeId>,
    /// The problems before the next game.
    problems: Vec<Problem>,
}

/// A line of play that has not ended yet.
#[derive(Debug)]
struct OpenLine {
    /// The last node of the line.
    at: NodeId,
    /// Whether a move of its own has been read.
    has_begun: bool,
    /// Whether a comment belongs to the next move.
    comments_precede_move: bool,
    comments: Vec<String>,
    nags: Vec<Nag>,
}

impl TreeBuilder {
    /// Creates a builder.
    #[must_use]
    pub fn new() -> TreeBuilder {
        TreeBuilder::default()
    }

    /// Returns the game that was read last.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Takes the game that was read last.
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
            let remarks = self.tree.node_mut(id).remarks_mut();
            remarks.before.append(&mut line.comments);
            self.commented.push(id);
        }
        for nag in line.nags.drain(..) {
            self.tree.add_nag(id, nag);
        }
        line.at = id;
        line.has_begun = true;
        line.comments_precede_move = false;
    }

    /// Ends a line: its remaining comments belong to its last move.
    fn close(&mut self, line: OpenLine) {
        let at = match self.lines.last() {
            Some(outer) if !line.has_begun => outer.at,
            _ => line.at,
        };
        if !line.comments.is_empty() {
            let remarks = self.tree.node_mut(at).remarks_mut();
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
        if let Some(after) = before.after_null_move() {
            self.add(None, after);
        }
    }

    fn nag(&mut self, nag: Nag) {
        match self.lines.last_mut() {
            Some(line) if line.comments_precede_move && !line.has_begun => line.nags.push(nag),
            Some(line) => {
                let at = line.at;
                self.tree.add_nag(at, nag);
            }
            None => {}
        }
    }

    fn comment(&mut self, text: &str) {
        match self.lines.last_mut() {
            Some(line) if line.comments_precede_move => {
                let text = normalize_comment(text);
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
                    comments_precede_move: true,
                    ..OpenLine::new(at)
                });
                Flow::Read
            }
            // There is no move that it could replace.
            _ => Flow::Skip,
        }
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.close(line);
        }
        if let Some(line) = self.lines.last_mut() {
            line.comments_precede_move = true;
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
            self.tree.settle_comments(id);
        }
        let start = self.tree.start().clone();
        self.tree.tags.set_start(&start);
        let stated = parse_result(self.tree.tags.value("Result").unwrap_or("*"));
        self.tree.termination = match termination {
            Termination::Missing => stated,
            known => known,
        };
        // An unknown result in the tag is replaced by the one after the moves.
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
            comments_precede_move: false,
            comments: Vec::new(),
            nags: Vec::new(),
        }
    }
}
