use alloc::{vec, vec::Vec};

use super::{
    material,
    net::Net,
    packed::{Packed, PackedSet},
    progress::{self, Progress},
    reach::Reach,
};
use crate::{Color, Position, Role};

/// What is farther away than this counts as equally far.
const LEVELS: usize = 256;

/// How many orders of search take turns.
const ORDERS: usize = 4;

/// Looking for a blocked position costs as much as many moves: after so many
/// tries one in eight must have been worth it.
const TRIES: usize = 32;

/// A search for any mate by one side, both helping (FIDE 5.2.2, 6.9).
///
/// Every position is looked at once. Several orders take turns to say which is
/// next, each with its own idea of what is near to mate, so that no one of
/// them leads astray for long. If a mate turns up, the side can win. If nothing
/// is left to look at, it cannot.
pub(super) struct Search {
    winner: Color,
    seen: PackedSet,
    /// What is known about each position seen, by its number.
    notes: Vec<Note>,
    queues: [Queue; ORDERS],
    /// How often a blocked position was looked for, and how often found.
    tries: usize,
    finds: usize,
}

/// How a position was reached.
#[derive(Clone, Copy)]
struct Note {
    is_done: bool,
    /// What the moves to it cost (see [`Progress`]), and how many they are.
    cost: u8,
    depth: u8,
}

/// Positions to be looked at, the nearest to mate first, and of equals the
/// last that came.
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
            notes: Vec::new(),
            queues: core::array::from_fn(|_| Queue {
                levels: vec![Vec::new(); LEVELS],
                lowest: LEVELS,
            }),
            tries: 0,
            finds: 0,
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
        for order in (0..ORDERS).cycle() {
            // Every position is in every queue until it is done, so one that
            // is empty says that all are done.
            let Some(number) = self.queues[order].pop() else {
                return Some(false);
            };
            let note = &mut self.notes[number as usize];
            if core::mem::replace(&mut note.is_done, true) {
                continue;
            }
            let Note { cost, depth, .. } = *note;
            let position = self.seen.at(number).unpack(root.variant());
            let progress = Progress::of(&position, self.winner);
            for mv in position.legal_moves() {
                let next = position.after(mv);
                let cost = usize::from(cost) + progress.cost(&position, mv);
                let pieces = |position: &Position| position.board().occupied().count();
                let is_irreversible = mv.role() == Role::Pawn || pieces(&next) != pieces(&position);
                let depth = usize::from(depth) + 1;
                if self.visit(&next, is_irreversible, cost, depth) == Some(true) {
                    return Some(true);
                }
            }
            if self.seen.len() > nodes {
                return None;
            }
        }
        None
    }

    /// Adds a position to those to be looked at, unless its answer is clear.
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
        let most = usize::from(u8::MAX);
        self.notes.push(Note {
            is_done: false,
            cost: cost.min(most) as u8,
            depth: depth.min(most) as u8,
        });
        if !position.has_legal_move() {
            return Some(position.turn() != self.winner && position.is_check());
        }
        // Only what cannot be undone makes a position blocked that was not.
        if is_irreversible && (self.tries < TRIES || self.finds * 8 > self.tries) {
            self.tries += 1;
            if is_blocked(position, self.winner) {
                self.finds += 1;
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
