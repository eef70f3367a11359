//! Judges every move of a game's main line.

use arbiter_engine::{Engine, Limits, SearchReport, Wdl};
use arbiter_pgn::{GameTree, NodeId};
use arbiter_rules::{ByColor, Color, Move, PlayedLine};

use super::{
    effort::Effort,
    judge::{Cost, Judgment, PositionValue, SideAccuracy},
};

/// The analysis of a game.
pub struct Analysis {
    /// The moves of the main line, except those next to a null move.
    pub moves: Vec<JudgedMove>,
    pub sides: ByColor<SideAccuracy>,
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
    pub fn judgment(&self) -> Option<Judgment> {
        Judgment::of(self.cost.loss)
    }

    /// Returns the better line, if the move was bad.
    pub fn better(&self) -> Option<(Judgment, &[Move])> {
        let moves = self.before.moves.as_slice();
        self.judgment()
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

/// A move that seems bad is judged after searching this many times as many nodes.
const RECHECK_FACTOR: u64 = 4;

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
    let mut positions: Vec<SearchedPosition> = Vec::new();
    let mut moves = Vec::new();
    let mut search = |line: &PlayedLine, engine: &mut Engine| {
        positions.push(SearchedPosition {
            evaluated: evaluate(line, &limits, effort, engine),
            line: line.clone(),
            is_rechecked: false,
        });
        on_position();
        positions.len() - 1
    };
    let mut line = PlayedLine::from(tree.start().clone());
    let mut last = None;
    for id in tree.main_line() {
        let Some(mv) = tree.mv(id) else {
            // After a null move a new line begins.
            line = tree.line(id);
            last = None;
            continue;
        };
        let before = last.unwrap_or_else(|| search(&line, engine));
        line.play(mv);
        let after = search(&line, engine);
        last = Some(after);
        moves.push(PlayedMove {
            id,
            mv,
            before,
            after,
        });
    }
    if let Some(nodes) = limits.nodes {
        let more = Limits {
            nodes: Some(nodes.saturating_mul(RECHECK_FACTOR)),
            ..limits
        };
        for played in &moves {
            if Judgment::of(played.cost(&positions).loss).is_none() {
                continue;
            }
            for index in [played.before, played.after] {
                let position = &mut positions[index];
                if !position.is_rechecked {
                    position.is_rechecked = true;
                    position.evaluated = evaluate(&position.line, &more, effort, engine);
                }
            }
        }
    }
    let mut analysis = Analysis {
        moves: Vec::new(),
        sides: ByColor::new_with(|_| SideAccuracy::default()),
    };
    for played in moves {
        let cost = played.cost(&positions);
        let SearchedPosition {
            line, evaluated, ..
        } = &positions[played.before];
        let color = line.position().turn();
        let mut before = evaluated.clone();
        if Judgment::of(cost.loss).is_some() {
            lengthen(&mut before.moves, line.clone(), engine);
        }
        analysis.sides[color].add(cost);
        analysis.moves.push(JudgedMove {
            id: played.id,
            mv: played.mv,
            color,
            before,
            after: positions[played.after].evaluated.clone(),
            cost,
        });
    }
    analysis
}

/// A position of the game and what the search found.
struct SearchedPosition {
    line: PlayedLine,
    evaluated: Evaluated,
    /// Whether it was searched again with more nodes.
    is_rechecked: bool,
}

/// A move of the main line, with the indexes of the positions before and after it.
struct PlayedMove {
    id: NodeId,
    mv: Move,
    before: usize,
    after: usize,
}

impl PlayedMove {
    fn cost(&self, positions: &[SearchedPosition]) -> Cost {
        let (before, after) = (&positions[self.before], &positions[self.after]);
        let is_best = before.evaluated.moves.first() == Some(&self.mv);
        let is_forced = before.line.position().legal_moves().nth(1).is_none();
        match is_best || is_forced {
            true => Cost::NONE,
            false => Cost::of(before.evaluated.value, after.evaluated.value),
        }
    }
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
    let best = answer.lines.into_iter().next();
    let report = best.expect("there is a legal move, because the game is not over");
    Evaluated {
        value: PositionValue::of(report.score),
        wdl: report.wdl,
        depth: Some(report.depth),
        moves: report.moves,
    }
}
