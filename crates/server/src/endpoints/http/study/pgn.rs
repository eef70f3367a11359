use std::collections::BTreeMap;

use arbiter_game::Span;
use arbiter_openings::Opening;
use arbiter_pgn::{
    Annotation, Arrow, EvalScore, Flow, GameTree, Mark, NodeId, Problem as ReadProblem, Reader,
    Severity, Termination, TextLocation, TreeBuilder, Visitor,
};
use arbiter_rules::{Move, Position};
use arbiter_wire::{AnalysisScore, Cleared, PgnNode, PgnProblem, PgnTag, PgnView};

use crate::{
    base::ignore::Ignore,
    refusal::{MAX_PGN_MOVES, ServerRefusal},
};

/// The most games whose tags are returned.
const MAX_LISTED_GAMES: usize = 1_000;
/// The most problems that are returned.
const MAX_PROBLEMS: usize = 200;
/// The tags that tell one game from another.
const LISTED_TAGS: [&str; 6] = ["Event", "Date", "Round", "White", "Black", "Result"];

/// Reads the tags of all games of a text, and the game of this number whole.
///
/// # Errors
///
/// Returns a refusal if there is no such game, or it is too long.
pub fn read(text: &[u8], number: usize) -> Result<PgnView, ServerRefusal> {
    let mut reader = Reader::from_bytes(text);
    let mut collector = GameCollector::new(number);
    reader
        .read_all(&mut collector)
        .ignore("reading from memory succeeds");
    if collector.is_too_long {
        return Err(ServerRefusal::TooManyMoves);
    }
    if number > collector.count.max(1) {
        return Err(ServerRefusal::NoSuchGameNumber {
            number,
            count: collector.count,
        });
    }
    Ok(collector.view())
}

/// Collects the tags of all games, and one game whole.
struct GameCollector {
    wanted: usize,
    count: usize,
    moves: usize,
    is_too_long: bool,
    games: Vec<BTreeMap<String, String>>,
    tree: TreeBuilder,
}

impl GameCollector {
    fn new(wanted: usize) -> GameCollector {
        GameCollector {
            wanted,
            count: 0,
            moves: 0,
            is_too_long: false,
            games: Vec::new(),
            tree: TreeBuilder::new(),
        }
    }

    fn is_wanted(&self) -> bool {
        self.count == self.wanted && !self.is_too_long
    }

    fn add_move(&mut self) -> bool {
        self.moves += 1;
        self.is_too_long |= self.is_wanted() && self.moves > MAX_PGN_MOVES;
        self.is_wanted()
    }

    fn view(mut self) -> PgnView {
        let tree = self.tree.take();
        let tags = tree.tags().iter().map(|(name, value)| PgnTag {
            name: name.to_owned(),
            value: value.to_owned(),
        });
        PgnView {
            count: self.count,
            game: self.wanted.min(self.count),
            tags: tags.collect(),
            result: tree.termination().to_string(),
            nodes: nodes(&tree),
            problems: tree
                .problems()
                .iter()
                .take(MAX_PROBLEMS)
                .map(problem_view)
                .collect(),
            games: self.games,
        }
    }
}

impl Visitor for GameCollector {
    fn begin_game(&mut self, location: TextLocation) {
        self.count += 1;
        self.moves = 0;
        if self.count <= MAX_LISTED_GAMES {
            self.games.push(BTreeMap::new());
        }
        if self.is_wanted() {
            self.tree.begin_game(location);
        }
    }

    fn tag(&mut self, name: &str, value: &str) {
        if self.count <= MAX_LISTED_GAMES
            && LISTED_TAGS.contains(&name)
            && let Some(tags) = self.games.last_mut()
        {
            tags.insert(name.to_owned(), value.to_owned());
        }
        if self.is_wanted() {
            self.tree.tag(name, value);
        }
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        match self.is_wanted() {
            true => self.tree.begin_moves(start),
            false => Flow::Skip,
        }
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if self.add_move() {
            self.tree.played(before, mv);
        }
    }

    fn null_move(&mut self, before: &Position) {
        if self.add_move() {
            self.tree.null_move(before);
        }
    }

    fn nag(&mut self, nag: arbiter_pgn::Nag) {
        if self.is_wanted() {
            self.tree.nag(nag);
        }
    }

    fn comment(&mut self, text: &str) {
        if self.is_wanted() {
            self.tree.comment(text);
        }
    }

    fn begin_variation(&mut self) -> Flow {
        match self.is_wanted() {
            true => self.tree.begin_variation(),
            false => Flow::Skip,
        }
    }

    fn end_variation(&mut self) {
        if self.is_wanted() {
            self.tree.end_variation();
        }
    }

    fn problem(&mut self, problem: &ReadProblem) {
        // A problem before a game is reported with that game.
        if self.is_wanted() || self.count + 1 == self.wanted {
            self.tree.problem(problem);
        }
    }

    fn end_game(&mut self, termination: Termination) {
        if self.is_wanted() {
            self.tree.end_game(termination);
        }
    }
}

/// Returns the nodes of a tree, parents before children.
fn nodes(tree: &GameTree) -> Vec<PgnNode> {
    let mut nodes = vec![node(tree, tree.root(), None)];
    let mut next = vec![(tree.root(), 0)];
    while let Some((id, index)) = next.pop() {
        let first = next.len();
        for child in tree.children(id) {
            next.push((child, nodes.len()));
            nodes.push(node(tree, child, Some(index)));
        }
        // The last one pushed is visited first: the main line goes before its
        // variations.
        next[first..].reverse();
    }
    nodes
}

fn node(tree: &GameTree, id: NodeId, parent: Option<usize>) -> PgnNode {
    let before = parent.and_then(|_| tree.parent(id));
    let mv = before.and_then(|before| Some((tree.position(before), tree.mv(id)?)));
    let san = match tree.is_null_move(id) {
        true => Some("--".to_owned()),
        false => mv.map(|(before, mv)| before.san(mv).to_string()),
    };
    let eval = tree.eval(id).map(|eval| match eval.score {
        EvalScore::Centipawns(hundredths) => AnalysisScore::Cp(hundredths),
        EvalScore::Mate(moves) => AnalysisScore::Mate(moves),
    });
    let (mut squares, mut arrows) = (Vec::new(), Vec::new());
    let mut took = None;
    for annotation in tree.annotations(id) {
        match annotation {
            Annotation::Elapsed(span) => took = Some(span.as_millis()),
            Annotation::Squares(marks) => squares.extend(marks.iter().map(Mark::to_string)),
            Annotation::Arrows(drawn) => arrows.extend(drawn.iter().map(Arrow::to_string)),
            _ => {}
        }
    }
    PgnNode {
        parent,
        san,
        uci: mv.map(|(before, mv)| before.uci(mv).to_string()),
        fen: tree.position(id).to_string(),
        opening: Opening::at(tree.position(id)).map(Into::into),
        cleared: mv.and_then(|(before, mv)| Cleared::of(before, mv)),
        before: tree.comments_before(id).to_vec(),
        comments: tree.plain_comments(id).collect(),
        nags: tree.nags(id).iter().map(|nag| nag.0).collect(),
        clock: tree.clock(id).map(Span::as_millis),
        took,
        eval,
        squares,
        arrows,
    }
}

fn problem_view(problem: &ReadProblem) -> PgnProblem {
    PgnProblem {
        line: problem.location.line,
        column: problem.location.column,
        code: problem.code().to_owned(),
        message: problem.to_string(),
        is_damage: problem.severity() == Severity::Damage,
    }
}
