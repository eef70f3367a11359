use core::{cmp::Reverse, ops::ControlFlow};

use arbiter_rules::{Move, PlayedLine, Position, Role};

use super::{attention::Attention, chance::Chance, manner::Manner};
use crate::{
    Control, Evaluator, Sums,
    saktris::{self, has_lost_king, is_placing},
    score::{DRAW, INFINITE, MATE},
};

/// A small search with the eyes of a person: it looks a few half-moves ahead
/// and then at captures, and does not see everything.
pub(super) struct Sight<'c> {
    control: &'c dyn Control,
    /// Whether the control has had enough.
    is_over: bool,
    attention: Attention,
    game: Chance,
    blur: i32,
    evaluator: Evaluator,
    nodes: u64,
}

/// So that no position, however wild, keeps anybody waiting. Ordinary ones
/// need a tenth of it.
const MOST_NODES: u64 = 60_000;
/// After so many positions the control is asked again.
const ASK: u64 = 512;
/// Exchanges are followed for so many half-moves.
const LONGEST_EXCHANGE: u32 = 8;

/// A move, and how good it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Idea {
    pub mv: Move,
    pub score: i32,
}

impl Sight<'_> {
    /// Sight for one move: what is misjudged is so for the whole game, what
    /// is overlooked only this turn.
    pub(super) fn new<'c>(
        manner: &Manner,
        game: Chance,
        turn: Chance,
        line: &PlayedLine,
        control: &'c dyn Control,
    ) -> Sight<'c> {
        let focus = line.moves().next_back().map(|(_, mv)| mv.to());
        Sight {
            control,
            is_over: false,
            attention: Attention::new(turn, manner.overlooks, focus),
            game,
            blur: manner.blur,
            evaluator: Evaluator::default(),
            nodes: 0,
        }
    }

    /// The moves that come to mind, the best first. Those that are worse than
    /// the best by more than the margin may be missing.
    pub(super) fn ideas(&mut self, line: &PlayedLine, depth: u32, margin: i32) -> Vec<Idea> {
        let position = line.position();
        let before = line.moves().next_back().map(|(_, mv)| mv);
        let sums = Sums::of(position);
        let mut ideas: Vec<Idea> = Vec::new();
        let mut best = -INFINITE;
        for mv in in_order(position, thinkable(position)) {
            let after = position.after(mv);
            let is_seen = position.is_check()
                || mv.promotion().is_some()
                || !self
                    .attention
                    .overlooks_own(position, mv, before, after.is_check());
            if !is_seen {
                continue;
            }
            let alpha = best.saturating_sub(margin).max(-INFINITE);
            let frame = Frame {
                depth: depth.saturating_sub(1),
                ply: 1,
                before: mv,
            };
            let after_sums = sums.after(position, mv);
            let score = -self.search(&after, &after_sums, frame, -INFINITE, -alpha);
            if self.is_over {
                // What was seen so far has to do, or the first that comes.
                if ideas.is_empty() {
                    ideas.push(Idea { mv, score: DRAW });
                }
                break;
            }
            if score > alpha {
                ideas.push(Idea { mv, score });
            }
            best = best.max(score);
        }
        ideas.sort_by_key(|idea| Reverse(idea.score));
        ideas
    }

    fn search(
        &mut self,
        position: &Position,
        sums: &Sums,
        frame: Frame,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.is_over {
            return alpha;
        }
        if has_lost_king(position) {
            return frame.without_moves(true);
        }
        if frame.depth == 0 || self.nodes >= MOST_NODES {
            return self.settle(position, sums, frame, LONGEST_EXCHANGE, alpha, beta);
        }
        self.nodes += 1;
        let is_check = position.is_check();
        let moves = thinkable(position);
        if moves.is_empty() {
            return frame.without_moves(is_check);
        }
        // Nobody counts it as thinking ahead that a piece is put somewhere.
        if !is_check && let Some(mv) = self.usual_placement(position, sums) {
            let frame = Frame {
                depth: frame.depth,
                ..frame.next(mv)
            };
            let after_sums = sums.after(position, mv);
            return -self.search(&position.after(mv), &after_sums, frame, -beta, -alpha);
        }
        let mut best = -INFINITE;
        for mv in in_order(position, moves) {
            let after = position.after(mv);
            let is_hidden = !is_check
                && self
                    .attention
                    .overlooks(position, mv, Some(frame.before), after.is_check());
            if is_hidden {
                continue;
            }
            let after_sums = sums.after(position, mv);
            let score = -self.search(&after, &after_sums, frame.next(mv), -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        if best == -INFINITE {
            self.judge(position, sums)
        } else {
            best
        }
    }

    /// Follows the captures until none is worth it.
    fn settle(
        &mut self,
        position: &Position,
        sums: &Sums,
        frame: Frame,
        left: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK) {
            self.is_over = self.control.is_over();
        }
        if self.is_over {
            return alpha;
        }
        let is_mate = position.is_check() && !position.has_legal_move();
        if is_mate || has_lost_king(position) {
            return frame.without_moves(true);
        }
        if left > 0
            && let Some(mv) = self.usual_placement(position, sums)
        {
            let after_sums = sums.after(position, mv);
            let after = position.after(mv);
            return -self.settle(&after, &after_sums, frame.next(mv), left - 1, -beta, -alpha);
        }
        let mut best = self.judge(position, sums);
        alpha = alpha.max(best);
        if alpha >= beta || left == 0 {
            return best;
        }
        for mv in in_order(position, captures(position)) {
            let after = position.after(mv);
            let is_hidden =
                self.attention
                    .overlooks(position, mv, Some(frame.before), after.is_check());
            if is_hidden {
                continue;
            }
            let after_sums = sums.after(position, mv);
            let score = -self.settle(&after, &after_sums, frame.next(mv), left - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Where the piece that waits would be placed without much thought, if one
    /// has to be.
    fn usual_placement(&mut self, position: &Position, sums: &Sums) -> Option<Move> {
        if !is_placing(position) {
            return None;
        }
        position.legal_moves().min_by_key(|&mv| {
            let after_sums = sums.after(position, mv);
            self.judge(&position.after(mv), &after_sums)
        })
    }

    /// How good it looks, in the eyes of somebody who is never quite right and
    /// always wrong in the same way about the same position.
    fn judge(&mut self, position: &Position, sums: &Sums) -> i32 {
        let error = if self.blur > 0 {
            self.game.about(position.key()).error(self.blur)
        } else {
            0
        };
        self.evaluator.evaluate(position, sums) + error
    }
}

/// Where in the tree the search is.
#[derive(Clone, Copy)]
struct Frame {
    /// How many half-moves are still looked at.
    depth: u32,
    /// How many were played.
    ply: i32,
    /// The last of them.
    before: Move,
}

impl Frame {
    fn next(self, mv: Move) -> Frame {
        Frame {
            depth: self.depth.saturating_sub(1),
            ply: self.ply + 1,
            before: mv,
        }
    }

    fn without_moves(self, is_check: bool) -> i32 {
        if is_check { self.ply - MATE } else { DRAW }
    }
}

/// The legal moves, without those promotions that nobody thinks of: a pawn
/// becomes a queen, or a knight if that gives check.
fn thinkable(position: &Position) -> Vec<Move> {
    let is_thinkable = |mv: &Move| match mv.promotion() {
        Some(Role::Rook | Role::Bishop) => false,
        Some(Role::Knight) => position.after(*mv).is_check(),
        _ => true,
    };
    position.legal_moves().filter(is_thinkable).collect()
}

/// What takes something, or clears three of a kind to one's gain.
fn captures(position: &Position) -> Vec<Move> {
    let mut captures = Vec::new();
    if position.to_come().is_some() {
        let is_capture = |mv: &Move| match position.clear(*mv) {
            Some(clear) => saktris::gain(position, *mv, &clear) > 0,
            None => position.captured(*mv).is_some(),
        };
        return position.legal_moves().filter(is_capture).collect();
    }
    let mut mask = position.board().of(!position.turn());
    if let Some(square) = position.legal_en_passant() {
        mask = mask.with(square);
    }
    let _ = position.visit_targets_within(mask, |targets| {
        captures.extend(
            targets
                .into_iter()
                .filter(|&mv| position.captured(mv).is_some()),
        );
        ControlFlow::<()>::Continue(())
    });
    captures
}

/// Captures of the most by the least first.
fn in_order(position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_cached_key(|&mv| {
        let taken = position
            .captured(mv)
            .map_or(0, |(_, piece)| 16 * (1 + worth(piece.role)));
        let promoted = mv.promotion().map_or(0, |role| 8 * worth(role));
        Reverse((
            taken + promoted,
            if taken > 0 { -worth(mv.role()) } else { 0 },
        ))
    });
    moves
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 3,
        Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}
