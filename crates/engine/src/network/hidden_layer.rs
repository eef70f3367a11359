use arbiter_rules::{Bitboard, Board, Color, Role};

use super::network_weights::Network;

/// The hidden layer of one point of view, with the pieces it belongs to.
#[derive(Clone)]
pub(super) struct HiddenLayer {
    pieces: [[Bitboard; 6]; 2],
    pub(super) is_mirrored: bool,
    pub(super) values: Box<[i16]>,
}

impl HiddenLayer {
    /// Returns the hidden layer of an empty board.
    pub(super) fn empty(network: &Network, is_mirrored: bool) -> HiddenLayer {
        HiddenLayer {
            pieces: [[Bitboard::EMPTY; 6]; 2],
            is_mirrored,
            values: network.bias().into(),
        }
    }

    /// Returns the number of inputs that differ from those of a board.
    #[inline(always)]
    pub(super) fn distance(&self, board: &Board) -> u32 {
        let mut distance = 0;
        for color in Color::ALL {
            for role in Role::ALL {
                let before = self.pieces[color as usize][role as usize];
                distance += (before ^ board.pieces(color, role)).count();
            }
        }
        distance
    }

    /// Updates the layer to a board.
    #[inline(always)]
    pub(super) fn update(&mut self, network: &Network, view: Color, board: &Board) {
        let changes = self.changes(view, board);
        changes.apply(network, &mut self.values);
        self.pieces = pieces(board);
    }

    /// Sets the layer to that of a board, computed from another layer with the same
    /// mirroring.
    #[inline(always)]
    pub(super) fn derive(
        &mut self,
        from: &HiddenLayer,
        network: &Network,
        view: Color,
        board: &Board,
    ) {
        from.changes(view, board)
            .apply_to_copy(network, &from.values, &mut self.values);
        self.pieces = pieces(board);
        self.is_mirrored = from.is_mirrored;
    }

    pub(super) fn copy(&mut self, from: &HiddenLayer) {
        self.pieces = from.pieces;
        self.is_mirrored = from.is_mirrored;
        self.values.copy_from_slice(&from.values);
    }

    #[inline(always)]
    fn changes(&self, view: Color, board: &Board) -> Changes {
        let mut changes = Changes {
            added: [0; MAX_CHANGES],
            added_count: 0,
            removed: [0; MAX_CHANGES],
            removed_count: 0,
        };
        let flip = if view == Color::Black { 56 } else { 0 } ^ if self.is_mirrored { 7 } else { 0 };
        for color in Color::ALL {
            for role in Role::ALL {
                let before = self.pieces[color as usize][role as usize];
                let after = board.pieces(color, role);
                if before == after {
                    continue;
                }
                let first = 64 * (role as usize + if color == view { 0 } else { 6 });
                for square in before - after {
                    changes.removed[changes.removed_count % MAX_CHANGES] =
                        (first + (square as usize ^ flip)) as u16;
                    changes.removed_count += 1;
                }
                for square in after - before {
                    changes.added[changes.added_count % MAX_CHANGES] =
                        (first + (square as usize ^ flip)) as u16;
                    changes.added_count += 1;
                }
            }
        }
        changes
    }
}

fn pieces(board: &Board) -> [[Bitboard; 6]; 2] {
    Color::ALL.map(|color| Role::ALL.map(|role| board.pieces(color, role)))
}

/// Inputs that change from one board to another.
struct Changes {
    added: [u16; MAX_CHANGES],
    added_count: usize,
    removed: [u16; MAX_CHANGES],
    removed_count: usize,
}

/// A board has 64 squares, so no more pieces can be added or removed.
const MAX_CHANGES: usize = 64;

impl Changes {
    /// Sets `to` to `from` with the changes.
    #[inline(always)]
    fn apply_to_copy(&self, network: &Network, from: &[i16], to: &mut [i16]) {
        match (self.added(), self.removed()) {
            // A quiet move.
            (&[a], &[r]) => {
                let (a, r) = (network.input(a.into()), network.input(r.into()));
                for (((to, from), a), r) in to.iter_mut().zip(from).zip(a).zip(r) {
                    *to = from.wrapping_add(*a).wrapping_sub(*r);
                }
            }
            // A capture.
            (&[a], &[r, s]) => {
                let a = network.input(a.into());
                let (r, s) = (network.input(r.into()), network.input(s.into()));
                let rows = a.iter().zip(r).zip(s);
                for ((to, from), ((a, r), s)) in to.iter_mut().zip(from).zip(rows) {
                    *to = from.wrapping_add(*a).wrapping_sub(*r).wrapping_sub(*s);
                }
            }
            _ => {
                to.copy_from_slice(from);
                self.apply(network, to);
            }
        }
    }

    #[inline(always)]
    fn apply(&self, network: &Network, values: &mut [i16]) {
        let (added, removed) = (self.added(), self.removed());
        let both = added.len().min(removed.len());
        for (&a, &r) in added.iter().zip(removed) {
            let (a, r) = (network.input(a.into()), network.input(r.into()));
            for ((value, a), r) in values.iter_mut().zip(a).zip(r) {
                *value = value.wrapping_add(*a).wrapping_sub(*r);
            }
        }
        for &a in &added[both..] {
            for (value, a) in values.iter_mut().zip(network.input(a.into())) {
                *value = value.wrapping_add(*a);
            }
        }
        for &r in &removed[both..] {
            for (value, r) in values.iter_mut().zip(network.input(r.into())) {
                *value = value.wrapping_sub(*r);
            }
        }
    }

    #[inline(always)]
    fn added(&self) -> &[u16] {
        &self.added[..self.added_count.min(MAX_CHANGES)]
    }

    #[inline(always)]
    fn removed(&self) -> &[u16] {
        &self.removed[..self.removed_count.min(MAX_CHANGES)]
    }
}
