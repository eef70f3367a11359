//! A whole game: every move of the main line judged.

use arbiter_engine::{Engine, Limits, SearchReport, Wdl};
use arbiter_pgn::{GameTree, NodeId};
use arbiter_rules::{ByColor, Color, Move, PlayedLine};

use super::{
    effort::Effort,
    judge::{Cost, Judgement, Tally, Worth},
};

/// What was found about a game.
pub struct Analysis {
    /// The moves of the main line; those around a null move are left out.
    pub moves: Vec<Judged>,
    pub tallies: ByColor<Tally>,
}

/// One move that was played.
pub struct Judged {
    pub id: NodeId,
    pub mv: Move,
    pub color: Color,
    /// The position before it.
    pub before: Looked,
    /// The position after it.
    pub after: Looked,
    pub cost: Cost,
}

impl Judged {
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of(self.cost.loss)
    }

    /// The line that was better, where the move was bad.
    pub fn better(&self) -> Option<(Judgement, &[Move])> {
        let moves = self.before.moves.as_slice();
        self.judgement()
            .filter(|_| !moves.is_empty())
            .map(|it| (it, moves))
    }
}

/// A position that was looked at.
#[derive(Clone)]
pub struct Looked {
    pub worth: Worth,
    pub wdl: Wdl,
    /// None if the game is over, and nothing was searched.
    pub depth: Option<u32>,
    /// The best line.
    pub moves: Vec<Move>,
}

/// So many nodes for each move, if nobody says otherwise.
pub const NODES: u64 = 200_000;

/// Looks at every position of the main line; `tell` hears of each.
pub fn analyze(
    tree: &GameTree,
    effort: &Effort,
    engine: &mut Engine,
    mut tell: impl FnMut(),
) -> Analysis {
    // A game is judged the same whatever was analyzed before it.
    engine.clear();
    let limits = effort.limits(NODES);
    let mut look = |line: &PlayedLine, engine: &mut Engine| {
        let looked = look(line, &limits, effort, engine);
        tell();
        looked
    };
    let mut analysis = Analysis {
        moves: Vec::new(),
        tallies: ByColor::new_with(|_| Tally::default()),
    };
    let mut line = PlayedLine::from(tree.start().clone());
    let mut before = None;
    for id in tree.main_line() {
        let Some(mv) = tree.mv(id) else {
            // After a side has passed another line begins.
            line = tree.line(id);
            before = None;
            continue;
        };
        let mut here = before.take().unwrap_or_else(|| look(&line, engine));
        let color = line.position().turn();
        let is_forced = line.position().legal_moves().nth(1).is_none();
        let line_before = line.clone();
        line.play(mv);
        let after = look(&line, engine);
        let is_best = here.moves.first() == Some(&mv);
        let cost = match is_best || is_forced {
            true => Cost::NONE,
            false => Cost::of(here.worth, after.worth),
        };
        analysis.tallies[color].add(cost);
        if Judgement::of(cost.loss).is_some() {
            lengthen(&mut here.moves, line_before, engine);
        }
        before = Some(after.clone());
        analysis.moves.push(Judged {
            id,
            mv,
            color,
            before: here,
            after,
            cost,
        });
    }
    analysis
}

/// Goes on with a line that is too short to show why it is better.
fn lengthen(moves: &mut Vec<Move>, mut line: PlayedLine, engine: &mut Engine) {
    moves.iter().for_each(|&mv| line.play(mv));
    while moves.len() < ENOUGH && line.outcome().is_none() {
        let answer = engine.search(&line, &Limits::nodes(GLANCE), &());
        let Some(report) = answer
            .lines
            .first()
            .filter(|report| !report.moves.is_empty())
        else {
            return;
        };
        moves.extend(&report.moves);
        report.moves.iter().for_each(|&mv| line.play(mv));
    }
}

/// So many half-moves show why a line is better.
const ENOUGH: usize = 6;
/// To go on with one takes so many nodes.
const GLANCE: u64 = 10_000;

fn look(line: &PlayedLine, limits: &Limits, effort: &Effort, engine: &mut Engine) -> Looked {
    if let Some(outcome) = line.outcome() {
        let worth = match outcome.winner {
            Some(_) => Worth::mated(),
            None => Worth::drawn(),
        };
        return Looked {
            worth,
            wdl: Wdl::of(worth.score),
            depth: None,
            moves: Vec::new(),
        };
    }
    let answer = engine.search(line, limits, &effort.watch(1, &|_: &SearchReport| {}));
    match answer.lines.into_iter().next() {
        Some(report) => Looked {
            worth: Worth::of(report.score, report.wdl),
            wdl: report.wdl,
            depth: Some(report.depth),
            moves: report.moves,
        },
        None => Looked {
            worth: Worth::drawn(),
            wdl: Wdl::of(Worth::drawn().score),
            depth: None,
            moves: Vec::new(),
        },
    }
}
