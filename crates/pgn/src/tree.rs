mod builder;
mod edit;
mod opening;
mod remarks;
mod tags;
mod walk;

use core::{fmt, iter};

use arbiter_rules::{Move, MoveText, PlayedLine, Position};

use crate::{Nag, Problem, Severity, Termination};

pub use builder::TreeBuilder;
pub(crate) use remarks::{has_either, normalize_comment};
pub(crate) use tags::parse_result;
pub use tags::{TagError, Tags};

use remarks::Remarks;

/// A game with its tags, variations, comments and glyphs.
///
/// Each node is a move and knows the position after it; the root is the starting
/// position, before any move. The first child of a node continues the line, the
/// others are variations. Only legal moves can be added, so whatever the tree
/// contains can be played and written.
///
/// ```
/// use arbiter_pgn::GameTree;
///
/// let mut tree = GameTree::default();
/// let e4 = tree.read(tree.root(), "e4")?;
/// let e5 = tree.read(e4, "e5")?;
/// let c5 = tree.read(e4, "c5")?;
/// tree.read(e5, "Nf3")?;
/// tree.add_comment(c5, "The Sicilian.");
/// assert_eq!(tree.movetext(), "1. e4 e5 (1... c5 {The Sicilian.}) 2. Nf3 *");
///
/// tree.promote(c5);
/// assert_eq!(tree.movetext(), "1. e4 c5 {The Sicilian.} (1... e5 2. Nf3) *");
/// # Ok::<(), arbiter_rules::Refusal>(())
/// ```
///
/// # Equality
///
/// Two trees are equal if they have the same tags, starting position, moves in
/// the same order, comments, glyphs and result. Problems are not compared.
#[derive(Clone)]
pub struct GameTree {
    pub(crate) tags: Tags,
    termination: Termination,
    /// The root is the first. Deleted nodes remain, but are unreachable.
    nodes: Vec<Node>,
    problems: Vec<Problem>,
}

/// A node of one [`GameTree`]: a move in it, or its root.
///
/// An id has a meaning only in the tree that returned it. In another tree it refers to an
/// unrelated node, or the call panics; [`GameTree::contains`] checks an id from elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

/// Nodes are linked by index, and no algorithm here is recursive: the depth of a
/// tree is limited only by memory.
#[derive(Clone, Debug)]
struct Node {
    /// The position after the move. Keeping it costs about 16 ns a move when a
    /// game is read; finding it by replaying a game of 80 moves costs 400 ns each
    /// time.
    position: Position,
    /// `None` at the root and for a null move.
    mv: Option<Move>,
    /// The root is its own parent.
    parent: NodeId,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Most moves have none.
    remarks: Option<Box<Remarks>>,
}

impl GameTree {
    /// Creates a game without moves that starts at this position.
    #[must_use]
    pub fn new(start: Position) -> GameTree {
        let mut tags = Tags::default();
        tags.set_start(&start);
        GameTree {
            tags,
            termination: Termination::Unknown,
            nodes: vec![Node::root(start)],
            problems: Vec::new(),
        }
    }

    /// Creates a game with these moves.
    #[must_use]
    pub fn from_line(line: &PlayedLine) -> GameTree {
        let mut tree = GameTree::new(line.start().clone());
        let mut at = tree.root();
        for (before, mv) in line.moves() {
            at = tree.push(at, Some(mv), before.after(mv));
        }
        tree
    }

    /// Returns the root: the starting position, before any move.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the starting position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.nodes[0].position
    }

    /// Returns the position after this move, or the starting position at the
    /// root.
    #[must_use]
    pub fn position(&self, id: NodeId) -> &Position {
        &self.node(id).position
    }

    /// Returns the move of this node: `None` at the root and for a null move.
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Reports whether this is a null move, which annotators write as `--`.
    #[must_use]
    pub fn is_null_move(&self, id: NodeId) -> bool {
        id != self.root() && self.mv(id).is_none()
    }

    /// Returns the move of this node in standard algebraic notation: `None` at the
    /// root and for a null move.
    #[must_use]
    pub fn san(&self, id: NodeId) -> Option<MoveText> {
        let mv = self.mv(id)?;
        Some(self.position(self.node(id).parent).san(mv))
    }

    /// Returns the node before this one; `None` at the root.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != self.root()).then(|| self.node(id).parent)
    }

    /// Returns the continuations: the line itself first, then the variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(self.node(id).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// Returns the next move of the line.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// Returns the moves of the main line, from the first to the last.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_after(self.root())
    }

    /// Returns the rest of the line after this node.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(self.next(id), |&last| self.next(last))
    }

    /// Returns the nodes from the first move to this one.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// Returns the number of moves from the root to this node.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        iter::successors(self.parent(id), |&id| self.parent(id)).count()
    }

    /// Reports whether this move is in the main line.
    #[must_use]
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.variation_of(id).is_none()
    }

    /// Returns the moves up to this node. A played line contains no null moves:
    /// it begins after the last one.
    #[must_use]
    pub fn line(&self, id: NodeId) -> PlayedLine {
        let path = self.path(id);
        let begin = path
            .iter()
            .rposition(|&id| self.is_null_move(id))
            .map_or(0, |null| null + 1);
        let start = match begin.checked_sub(1) {
            Some(null) => self.position(path[null]).clone(),
            None => self.start().clone(),
        };
        let mut line = PlayedLine::from(start);
        for mv in path[begin..].iter().filter_map(|&id| self.mv(id)) {
            line.play(mv);
        }
        line
    }

    /// Reports whether the game has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next(self.root()).is_none()
    }

    /// Returns the value of a tag. The tags of the Seven Tag Roster always have
    /// one, `?` if it is unknown.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.value(name)
    }

    /// Returns all tags, the Seven Tag Roster first.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets a tag. `Result` also sets the result after the moves; a value that is
    /// not a result becomes `*`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is invalid, or if the tag is determined by the
    /// starting position: `FEN`, `SetUp` and `Variant`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        Tags::check(name)?;
        if name == "Result" {
            self.set_termination(parse_result(value));
        } else {
            self.tags.set(name, value);
        }
        Ok(())
    }

    /// Removes a tag. A tag of the Seven Tag Roster becomes `?` instead. Tags
    /// determined by the starting position are kept.
    pub fn remove_tag(&mut self, name: &str) {
        if !Tags::describes_start(name) {
            self.tags.remove(name);
            if name == "Result" {
                self.termination = Termination::Unknown;
            }
        }
    }

    /// Returns the result after the moves. A missing result is unknown, so this
    /// is never [`Termination::Missing`].
    #[must_use]
    pub const fn termination(&self) -> Termination {
        self.termination
    }

    /// Sets the result, after the moves and in the tag `Result`.
    pub fn set_termination(&mut self, termination: Termination) {
        self.tags.set("Result", termination.as_str());
        self.termination = tags::known(termination);
    }

    /// Returns the problems in the text from which the tree was read.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Reports whether part of the game is lost or uncertain.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        let mut problems = self.problems.iter();
        problems.any(|problem| problem.severity() == Severity::Damage)
    }

    /// Returns the glyphs of this move; at the root, of the starting position.
    #[must_use]
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        self.remarks(id).map_or(&[], |remarks| &remarks.nags)
    }

    /// Returns the comments after this move; at the root, those before the first
    /// move.
    #[must_use]
    pub fn comments(&self, id: NodeId) -> &[String] {
        self.remarks(id).map_or(&[], |remarks| &remarks.after)
    }

    /// Returns the comments before this move: at the beginning of a variation, or
    /// where a line continues after variations. Anywhere else they could not be
    /// distinguished from comments after the previous move.
    #[must_use]
    pub fn comments_before(&self, id: NodeId) -> &[String] {
        self.remarks(id).map_or(&[], |remarks| &remarks.before)
    }

    fn remarks(&self, id: NodeId) -> Option<&Remarks> {
        self.node(id).remarks.as_deref()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Reports whether this continues the line and is not a variation.
    fn is_first_child(&self, id: NodeId) -> bool {
        self.node(self.node(id).parent).first_child == Some(id)
    }

    /// Returns the first move of the innermost variation that contains this
    /// move.
    fn variation_of(&self, id: NodeId) -> Option<NodeId> {
        iter::successors(Some(id), |&id| self.parent(id))
            .take_while(|&id| id != self.root())
            .find(|&id| !self.is_first_child(id))
    }
}

/// Creates an empty game from the standard starting position.
impl Default for GameTree {
    fn default() -> GameTree {
        GameTree::new(Position::start())
    }
}

/// Shows the game as PGN, which is more readable than nodes and indexes.
impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTree")
            .field("pgn", &self.to_string())
            .field("problems", &self.problems)
            .finish()
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let start = |tree: &GameTree| {
            let start = tree.start();
            let counters = (start.halfmoves(), start.fullmoves());
            (start.clone(), counters, start.variant())
        };
        self.termination == other.termination
            && self.tags == other.tags
            && start(self) == start(other)
            && self.has_same_nodes(other)
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// Compares both trees node by node.
    fn has_same_nodes(&self, other: &GameTree) -> bool {
        let mut pair = (self.root(), other.root());
        loop {
            let (ours, theirs) = (self.node(pair.0), other.node(pair.1));
            let is_same = ours.mv == theirs.mv
                && ours.remarks == theirs.remarks
                && ours.first_child.is_some() == theirs.first_child.is_some()
                && ours.next_sibling.is_some() == theirs.next_sibling.is_some();
            if !is_same {
                return false;
            }
            match self
                .after_in_order(pair.0)
                .zip(other.after_in_order(pair.1))
            {
                Some(next) => pair = next,
                None => return true,
            }
        }
    }

    /// Returns the next node in preorder.
    fn after_in_order(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child.or_else(|| {
            iter::successors(Some(id), |&id| self.parent(id))
                .find_map(|id| self.node(id).next_sibling)
        })
    }
}

impl Node {
    fn root(start: Position) -> Node {
        Node {
            position: start,
            mv: None,
            parent: NodeId(0),
            first_child: None,
            last_child: None,
            next_sibling: None,
            remarks: None,
        }
    }
}
