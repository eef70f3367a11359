use alloc::{vec, vec::Vec};

use super::{
    material,
    net::Net,
    packed::{Packed, PackedSet},
    progress::{self, Progress},
    reach::Reach,
};
use crate::{Color, Position, Role};

const LEVELS: usize = 256;
const QUEUES: usize = 4;

/// A search for any mate by one side, both helping (FIDE 5.2.2, 6.9).
///
/// Every position is looked at once, those first to which the most promising
/// moves lead. If a mate turns up, the side can win. If nothing is left to
/// look at, it cannot.
pub(super) struct Search {
    winner: Color,
    seen: PackedSet,
    looked: Vec<bool>,
    costs: Vec<(u8, u8)>,
    queues: [Queue; QUEUES],
    statics: usize,
    hits: usize,
}

struct Queue {
    levels: Vec<Vec<u32>>,
    lowest: usize,
}

impl Queue {
    fn push(&mut self, number: u32, cost: usize) {
        let cost = cost.min(LEVELS - 1);
        self.levels[cost].push(number);
        self.lowest = self.lowest.min(cost);
    }

    fn pop(&mut self) -> Option<u32> {
        while self.lowest < LEVELS {
            if let Some(number) = self.levels[self.lowest].pop() {
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }
}

impl Search {
    pub(super) fn new(winner: Color) -> Search {
        Search {
            winner,
            seen: PackedSet::new(),
            looked: Vec::new(),
            costs: Vec::new(),
            queues: core::array::from_fn(|_| Queue {
                levels: vec![Vec::new(); LEVELS],
                lowest: LEVELS,
            }),
            statics: 0,
            hits: 0,
        }
    }

    /// Whether the winner can win from here; `None` if more than `nodes`
    /// positions would have to be looked at.
    pub(super) fn run(&mut self, root: &Position, nodes: usize) -> Option<bool> {
        if !root.is_regular() {
            return None;
        }
        if let Some(answer) = self.visit(root, true, 0, 0) {
            return Some(answer);
        }
        let mut turn = 0;
        loop {
            turn = (turn + 1) % QUEUES;
            let Some(number) = self.queues[turn].pop() else {
                return Some(false);
            };
            if core::mem::replace(&mut self.looked[number as usize], true) {
                continue;
            }
            let (cost, depth) = self.costs[number as usize];
            let position = self.seen.at(number).unpack(root.variant());
            let progress = Progress::of(&position, self.winner);
            for mv in position.legal_moves() {
                let child = position.after(mv);
                let step = cost as usize + progress.cost(&position, mv);
                let is_irreversible = mv.role() == Role::Pawn
                    || child.board().occupied().count() != position.board().occupied().count();
                if self.visit(
                    &child,
                    is_irreversible,
                    step,
                    depth.saturating_add(1) as usize,
                ) == Some(true)
                {
                    return Some(true);
                }
            }
            if self.seen.len() > nodes {
                return None;
            }
        }
    }

    /// Adds a position to those to be looked at, unless it needs no look.
    fn visit(
        &mut self,
        position: &Position,
        is_irreversible: bool,
        cost: usize,
        depth: usize,
    ) -> Option<bool> {
        if material::cannot_mate(position.board(), self.winner) {
            return Some(false);
        }
        let number = self.seen.insert(Packed::of(position))?;
        self.looked.push(false);
        self.costs.push((cost.min(250) as u8, depth as u8));
        if !position.has_legal_move() {
            self.looked[number as usize] = true;
            return Some(position.turn() != self.winner && position.is_check());
        }
        if is_irreversible
            && (self.seen.len() == 1 || self.statics < 32 || self.hits * 8 > self.statics)
        {
            self.statics += 1;
            if is_blocked(position, self.winner) {
                self.hits += 1;
                self.looked[number as usize] = true;
                return Some(false);
            }
        }
        let [net, chase, corner] = progress::distances(position, self.winner);
        self.queues[0].push(number, cost);
        self.queues[1].push(number, depth / 2 + net * 2);
        self.queues[2].push(number, depth / 4 + chase * 2);
        self.queues[3].push(number, depth / 4 + corner * 2);
        None
    }
}

/// Whether the pieces can never get to where one of them would mate.
pub(super) fn is_blocked(position: &Position, winner: Color) -> bool {
    Reach::of(position, winner)
        .is_some_and(|reach| Net::of(&reach, winner).is_some_and(|net| !net.may_close()))
}
