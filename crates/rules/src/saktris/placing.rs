//! The squares where a waiting piece can be placed.

use crate::{Bitboard, Color, Move, MoveKind, Position, Role, Square, safety::Safety};

use super::Choice;

impl Position {
    /// Returns the squares where the side to move can place a piece of this role.
    pub(crate) fn places_for(&self, role: Role) -> Bitboard {
        if !self.is_due(role) {
            return Bitboard::EMPTY;
        }
        let us = self.turn;
        let mut places = Bitboard::rank(us.back_rank()) - self.board.occupied();
        match role {
            Role::King => places = places - self.attacked_places(us, places),
            Role::Bishop => places = places - self.bishop_colors(us),
            _ => {}
        }
        if role != Role::King {
            places &= Safety::of(self, us).landing;
        }
        let is_safe = |&to: &Square| self.is_clear_safe(Move::new(role, to, to, MoveKind::Place));
        places.into_iter().filter(is_safe).collect()
    }

    /// Reports whether a piece can be placed, and so must be.
    pub(super) fn has_place(&self) -> bool {
        Role::ALL
            .into_iter()
            .any(|role| self.places_for(role).any())
    }

    /// Reports whether a piece of this role is waiting or can be chosen.
    pub(super) fn is_due(&self, role: Role) -> bool {
        let us = self.turn;
        let Some(saktris) = self.saktris_state() else {
            return false;
        };
        saktris.waits(us)
            && match saktris.arrival.choice {
                Choice::Order => saktris.to_come(us).first() == Some(role),
                Choice::Player => saktris.to_come(us).contains(role),
            }
    }

    fn attacked_places(&self, us: Color, places: Bitboard) -> Bitboard {
        let occupied = self.board.occupied();
        places
            .into_iter()
            .filter(|&place| self.board.attackers(place, !us, occupied).any())
            .collect()
    }

    /// Returns all squares of the colors on which a side has bishops.
    pub(super) fn bishop_colors(&self, us: Color) -> Bitboard {
        let bishops = self.board.pieces(us, Role::Bishop);
        [LIGHT, !LIGHT]
            .into_iter()
            .filter(|&squares| bishops.meets(squares))
            .fold(Bitboard::EMPTY, |all, squares| all | squares)
    }
}

const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
