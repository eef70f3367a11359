mod builder;
mod edit;
mod remarks;
mod tags;
mod walk;

use core::{fmt, iter};

use arbiter_rules::{Move, MoveText, PlayedLine, Position};

use crate::{Nag, Problem, Termination};

pub use builder::TreeBuilder;
pub(crate) use remarks::{has_either, tidy};
pub(crate) use tags::result;
pub use tags::{TagError, Tags};

use remarks::Remarks;

/// A game with everything that is said about it: tags, the moves played, other
/// moves that could have been played, comments and glyphs.
///
/// Each node is a move and knows the position after it; the root is the start,
/// before any move. The first child of a node is how the line goes on, the
/// others are variations. A move gets in only where it is legal, so whatever
/// the tree holds can be played and written.
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
/// Two trees are equal if they say the same: tags, start, moves in their
/// order, comments, glyphs and the result. Where they came from and what was
/// wrong with the text does not count.
#[derive(Clone)]
pub struct GameTree {
    pub(crate) tags: Tags,
    termination: Termination,
    /// The root is the first. Deleted nodes stay, but nothing leads to them.
    nodes: Vec<Node>,
    problems: Vec<Problem>,
}

/// A node of one [`GameTree`]: a move in it, or its root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

/// Nodes are linked by their numbers, and nothing here calls itself: a tree may
/// be as deep as memory is large.
#[derive(Clone, Debug)]
struct Node {
    /// After its move. To keep it costs 16 ns and 88 bytes a move when a game
    /// is read; to find it by playing through a game of 80 moves costs 400 ns
    /// each time somebody looks.
    position: Position,
    /// None at the root, and for a null move.
    mv: Option<Move>,
    /// Of the root: itself.
    parent: NodeId,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Most moves have nothing said about them.
    remarks: Option<Box<Remarks>>,
}

impl GameTree {
    /// A game that starts here, without moves.
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

    /// A game with these moves.
    #[must_use]
    pub fn from_line(line: &PlayedLine) -> GameTree {
        let mut tree = GameTree::new(line.start().clone());
        let mut at = tree.root();
        for (before, mv) in line.moves() {
            at = tree.push(at, Some(mv), before.after(mv));
        }
        tree
    }

    /// Where everything begins: no move has been played yet.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The position in which the game starts.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.nodes[0].position
    }

    /// The position after this move; at the root, the start.
    #[must_use]
    pub fn position(&self, id: NodeId) -> &Position {
        &self.node(id).position
    }

    /// The move of this node: none at the root, and none if a side passed.
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Whether the side to move passed here, which annotators write as `--`.
    #[must_use]
    pub fn is_null_move(&self, id: NodeId) -> bool {
        id != self.root() && self.mv(id).is_none()
    }

    /// The move of this node as PGN writes it; none as for [`GameTree::mv`].
    #[must_use]
    pub fn san(&self, id: NodeId) -> Option<MoveText> {
        let mv = self.mv(id)?;
        Some(self.position(self.node(id).parent).san(mv))
    }

    /// The move before this one; none before the root.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != self.root()).then(|| self.node(id).parent)
    }

    /// How the game goes on from here: the line itself first, then the
    /// variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(self.node(id).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// The next move of the line.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The moves played, from the first to the last.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_after(self.root())
    }

    /// How the line goes on after this node, to its end.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(self.next(id), |&last| self.next(last))
    }

    /// The nodes from the first move to this one.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// How many moves lie before the position of this node.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        iter::successors(self.parent(id), |&id| self.parent(id)).count()
    }

    /// Whether this move was played, and is not part of a variation.
    #[must_use]
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.variation_of(id).is_none()
    }

    /// The moves up to this node, with the positions between them. A line of
    /// chess has no null moves: it begins after the last one.
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

    /// Whether no move has been played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next(self.root()).is_none()
    }

    /// What a tag says. The seven of the roster always say something, if only
    /// `?`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.value(name)
    }

    /// All tags, the seven of the roster first.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Says something in a tag. `Result` also changes how the moves end, and
    /// says `*` unless it is one.
    ///
    /// # Errors
    ///
    /// If this is no name for a tag, or if the start position speaks through
    /// it: `FEN`, `SetUp` and `Variant`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        Tags::check(name)?;
        if name == "Result" {
            self.set_termination(result(value));
        } else {
            self.tags.set(name, value);
        }
        Ok(())
    }

    /// Takes a tag away; one of the roster says `?` again. The tags through
    /// which the start position speaks stay.
    pub fn remove_tag(&mut self, name: &str) {
        if !Tags::is_of_start(name) {
            self.tags.remove(name);
            if name == "Result" {
                self.termination = Termination::Unknown;
            }
        }
    }

    /// How the moves end. Never [`Termination::Missing`]: what does not stand
    /// there is not known.
    #[must_use]
    pub const fn termination(&self) -> Termination {
        self.termination
    }

    /// Says how the game ended, here and in the tag `Result`.
    pub fn set_termination(&mut self, termination: Termination) {
        self.tags.set("Result", termination.as_str());
        self.termination = tags::known(termination);
    }

    /// What was wrong with the text from which the tree was read.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The glyphs of this move; at the root, of the start position.
    #[must_use]
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        self.remarks(id).map_or(&[], |remarks| &remarks.nags)
    }

    /// The comments after this move; at the root, before the first.
    #[must_use]
    pub fn comments(&self, id: NodeId) -> &[String] {
        self.remarks(id).map_or(&[], |remarks| &remarks.after)
    }

    /// The comments before this move: at the beginning of a variation, or
    /// where a line goes on after variations. In any other place there is no
    /// telling them from comments after the move before.
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

    /// Whether this is how the line goes on, and no variation.
    fn is_first_child(&self, id: NodeId) -> bool {
        self.node(self.node(id).parent).first_child == Some(id)
    }

    /// The first move of the innermost variation in which this move lies.
    fn variation_of(&self, id: NodeId) -> Option<NodeId> {
        iter::successors(Some(id), |&id| self.parent(id))
            .take_while(|&id| id != self.root())
            .find(|&id| !self.is_first_child(id))
    }
}

/// An empty game from the usual start.
impl Default for GameTree {
    fn default() -> GameTree {
        GameTree::new(Position::start())
    }
}

/// The game as text: nodes and numbers tell people nothing.
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
            && self.says_the_same(other)
    }
}

impl Eq for GameTree {}

impl GameTree {
    /// Goes through both trees side by side.
    fn says_the_same(&self, other: &GameTree) -> bool {
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

    /// Children before siblings, siblings before the siblings of parents.
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
