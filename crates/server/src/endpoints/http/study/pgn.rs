use std::collections::BTreeMap;

use arbiter_game::Span;
use arbiter_pgn::{
    EvalScore, Flow, GameTree, NodeId, Problem as Trouble, Reader, Severity, Termination,
    TextLocation, TreeBuilder, Visitor,
};
use arbiter_rules::{Move, Position};
use arbiter_wire::{AnalysisScore, Cleared, PgnNode, PgnProblem, PgnTag, PgnView, Problem};

use crate::{base::ignore::Ignore, endpoints::error::Error};

/// Of so many games the tags are told.
const MOST_GAMES: usize = 1_000;
/// So many moves has a game that somebody wants to see, with its variations.
const MOST_MOVES: usize = 20_000;
/// Where so much is wrong, the rest tells nobody more.
const MOST_PROBLEMS: usize = 200;
/// What tells one game from another.
const TOLD: [&str; 6] = ["Event", "Date", "Round", "White", "Black", "Result"];

/// The games of a text, and the one of this number whole.
///
/// # Errors
///
/// That there is no such game, or that it is too long.
pub fn read(text: &[u8], number: usize) -> Result<PgnView, Error> {
    let mut reader = Reader::from_bytes(text);
    let mut shelf = Shelf::new(number);
    reader
        .read_all(&mut shelf)
        .ignore("what is in memory can be read");
    if shelf.is_too_long {
        let title = format!("the game has more than {MOST_MOVES} moves: leave some variations out");
        return Err(Problem::new(422, "too_many_moves", title).into());
    }
    if number > shelf.count.max(1) {
        let title = format!("there is no game {number}: the text has {}", shelf.count);
        let mut problem = Problem::new(422, "unknown_game", title);
        problem.field = Some("game".to_owned());
        return Err(problem.into());
    }
    Ok(shelf.view())
}

/// All games, each by its tags, and one of them opened.
struct Shelf {
    wanted: usize,
    count: usize,
    moves: usize,
    is_too_long: bool,
    games: Vec<BTreeMap<String, String>>,
    opened: TreeBuilder,
}

impl Shelf {
    fn new(wanted: usize) -> Shelf {
        Shelf {
            wanted,
            count: 0,
            moves: 0,
            is_too_long: false,
            games: Vec::new(),
            opened: TreeBuilder::new(),
        }
    }

    fn is_open(&self) -> bool {
        self.count == self.wanted && !self.is_too_long
    }

    fn add_move(&mut self) -> bool {
        self.moves += 1;
        self.is_too_long |= self.is_open() && self.moves > MOST_MOVES;
        self.is_open()
    }

    fn view(mut self) -> PgnView {
        let tree = self.opened.take();
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
                .take(MOST_PROBLEMS)
                .map(problem)
                .collect(),
            games: self.games,
        }
    }
}

impl Visitor for Shelf {
    fn begin_game(&mut self, location: TextLocation) {
        self.count += 1;
        self.moves = 0;
        if self.count <= MOST_GAMES {
            self.games.push(BTreeMap::new());
        }
        if self.is_open() {
            self.opened.begin_game(location);
        }
    }

    fn tag(&mut self, name: &str, value: &str) {
        if self.count <= MOST_GAMES
            && TOLD.contains(&name)
            && let Some(tags) = self.games.last_mut()
        {
            tags.insert(name.to_owned(), value.to_owned());
        }
        if self.is_open() {
            self.opened.tag(name, value);
        }
    }

    fn begin_moves(&mut self, start: &Position) -> Flow {
        match self.is_open() {
            true => self.opened.begin_moves(start),
            false => Flow::Skip,
        }
    }

    fn played(&mut self, before: &Position, mv: Move) {
        if self.add_move() {
            self.opened.played(before, mv);
        }
    }

    fn null_move(&mut self, before: &Position) {
        if self.add_move() {
            self.opened.null_move(before);
        }
    }

    fn nag(&mut self, nag: arbiter_pgn::Nag) {
        if self.is_open() {
            self.opened.nag(nag);
        }
    }

    fn comment(&mut self, text: &str) {
        if self.is_open() {
            self.opened.comment(text);
        }
    }

    fn begin_variation(&mut self) -> Flow {
        match self.is_open() {
            true => self.opened.begin_variation(),
            false => Flow::Skip,
        }
    }

    fn end_variation(&mut self) {
        if self.is_open() {
            self.opened.end_variation();
        }
    }

    fn problem(&mut self, problem: &Trouble) {
        // What stands before a game is told of that game.
        if self.is_open() || self.count + 1 == self.wanted {
            self.opened.problem(problem);
        }
    }

    fn end_game(&mut self, termination: Termination) {
        if self.is_open() {
            self.opened.end_game(termination);
        }
    }
}

/// The nodes of a tree in a list, parents before children.
fn nodes(tree: &GameTree) -> Vec<PgnNode> {
    let mut nodes = vec![node(tree, tree.root(), None)];
    let mut next = vec![(tree.root(), 0)];
    while let Some((id, place)) = next.pop() {
        let begin = next.len();
        for child in tree.children(id) {
            next.push((child, nodes.len()));
            nodes.push(node(tree, child, Some(place)));
        }
        // What is pushed last is looked at first: the line before its
        // variations.
        next[begin..].reverse();
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
    PgnNode {
        parent,
        san,
        uci: mv.map(|(before, mv)| before.uci(mv).to_string()),
        fen: tree.position(id).to_string(),
        cleared: mv.and_then(|(before, mv)| Cleared::of(before, mv)),
        before: tree.comments_before(id).to_vec(),
        comments: tree.plain_comments(id).collect(),
        nags: tree.nags(id).iter().map(|nag| nag.0).collect(),
        clock: tree.clock(id).map(Span::as_millis),
        eval,
    }
}

fn problem(trouble: &Trouble) -> PgnProblem {
    PgnProblem {
        line: trouble.location.line,
        column: trouble.location.column,
        code: trouble.code().to_owned(),
        message: trouble.to_string(),
        is_damage: trouble.severity() == Severity::Damage,
    }
}
