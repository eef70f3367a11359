//! Judges every move of a game's main line.

use arbiter_engine::{Engine, Limits, SearchReport, Wdl};
use arbiter_pgn::{GameTree, NodeId};
use arbiter_rules::{ByColor, Color, Move, PlayedLine};

use super::{
    effort::Effort,
    judge::{Cost, Judgement, PositionValue, Tally},
};

/// The analysis of a game.
pub struct Analysis {
    /// The moves of the main line, except those next to a null move.
    pub moves: Vec<JudgedMove>,
    pub tallies: ByColor<Tally>,
}

/// A move that was played, and what it cost.
pub struct JudgedMove {
    pub id: NodeId,
    pub mv: Move,
    pub color: Color,
    /// The position before the move.
    pub before: Evaluated,
    /// The position after the move.
    pub after: Evaluated,
    pub cost: Cost,
}

impl JudgedMove {
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of(self.cost.loss)
    }

    /// Returns the better line, if the move was bad.
    pub fn better(&self) -> Option<(Judgement, &[Move])> {
        let moves = self.before.moves.as_slice();
        self.judgement()
            .filter(|_| !moves.is_empty())
            .map(|it| (it, moves))
    }
}

/// A position and what the search found.
#[derive(Clone)]
pub struct Evaluated {
    pub value: PositionValue,
    pub wdl: Wdl,
    /// `None` if the game is over and nothing was searched.
    pub depth: Option<u32>,
    /// The best line.
    pub moves: Vec<Move>,
}

/// How many nodes are searched for each move by default.
pub const DEFAULT_NODES_PER_MOVE: u64 = 200_000;

/// Evaluates every position of the main line and calls `on_position` after each.
pub fn analyze(
    tree: &GameTree,
    effort: &Effort,
    engine: &mut Engine,
    mut on_position: impl FnMut(),
) -> Analysis {
    // The result must not depend on games analyzed before.
    engine.clear();
    let limits = effort.limits(DEFAULT_NODES_PER_MOVE);
    let mut evaluate = |line: &PlayedLine, engine: &mut Engine| {
        let evaluated = evaluate(line, &limits, effort, engine);
        on_position();
        evaluated
    };
    let mut analysis = Analysis {
        moves: Vec::new(),
        tallies: ByColor::new_with(|_| Tally::default()),
    };
    let mut line = PlayedLine::from(tree.start().clone());
    let mut before = None;
    for id in tree.main_line() {
        let Some(mv) = tree.mv(id) else {
            // After a null move a new line begins.
            line = tree.line(id);
            before = None;
            continue;
        };
        let mut here = before.take().unwrap_or_else(|| evaluate(&line, engine));
        let color = line.position().turn();
        let is_forced = line.position().legal_moves().nth(1).is_none();
        let line_before = line.clone();
        line.play(mv);
        let after = evaluate(&line, engine);
        let is_best = here.moves.first() == Some(&mv);
        let cost = match is_best || is_forced {
            true => Cost::NONE,
            false => Cost::of(here.value, after.value),
        };
        analysis.tallies[color].add(cost);
        if Judgement::of(cost.loss).is_some() {
            lengthen(&mut here.moves, line_before, engine);
        }
        before = Some(after.clone());
        analysis.moves.push(JudgedMove {
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

/// Extends a line that is too short to show why it is better.
fn lengthen(moves: &mut Vec<Move>, mut line: PlayedLine, engine: &mut Engine) {
    moves.iter().for_each(|&mv| line.play(mv));
    while moves.len() < MIN_BETTER_LINE_PLIES && line.outcome().is_none() {
        let answer = engine.search(&line, &Limits::nodes(EXTENSION_NODES), &());
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

/// A better line should have at least this many half-moves.
const MIN_BETTER_LINE_PLIES: usize = 6;
/// How many nodes are searched to extend a line by a move or more.
const EXTENSION_NODES: u64 = 10_000;

fn evaluate(line: &PlayedLine, limits: &Limits, effort: &Effort, engine: &mut Engine) -> Evaluated {
    if let Some(outcome) = line.outcome() {
        let value = match outcome.winner {
            Some(_) => PositionValue::mated(),
            None => PositionValue::drawn(),
        };
        return Evaluated {
            value,
            wdl: Wdl::of(value.score),
            depth: None,
            moves: Vec::new(),
        };
    }
    let answer = engine.search(line, limits, &effort.control(1, &|_: &SearchReport| {}));
    match answer.lines.into_iter().next() {
        Some(report) => Evaluated {
            value: PositionValue::of(report.score, report.wdl),
            wdl: report.wdl,
            depth: Some(report.depth),
            moves: report.moves,
        },
        None => Evaluated {
            value: PositionValue::drawn(),
            wdl: Wdl::of(PositionValue::drawn().score),
            depth: None,
            moves: Vec::new(),
        },
    }
}
