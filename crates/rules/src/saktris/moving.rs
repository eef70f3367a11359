//! Moves on the board, as far as they are not those of chess: pawns that
//! start on the back rank, and clears that may expose one's own king.

use core::ops::ControlFlow;

use crate::{
    Bitboard, CastlingSide, Move, MoveKind, Position, Rank, Role, Square, Targets, attacks,
    safety::Safety,
};

/// What a turn of Saktris consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SaktrisTurn {
    /// A piece waits and can be placed, so it must be.
    Places,
    /// A piece is moved.
    Moves,
    /// Nothing can be done, and something is still to come.
    Passes,
    /// Nothing can be done, or a king is lost: the game is over.
    Over,
}

impl Position {
    /// As [`Position::visit_targets_within`], for Saktris. Placing comes as
    /// sets of kind [`MoveKind::Place`]; a pass lands on `a1`.
    pub(crate) fn visit_saktris<B>(
        &self,
        mask: Bitboard,
        visit: &mut impl FnMut(Targets) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.turn_of_saktris() {
            SaktrisTurn::Over => ControlFlow::Continue(()),
            SaktrisTurn::Places => self.visit_places(mask, visit),
            SaktrisTurn::Moves => self.visit_board(&mut |targets| {
                let targets = targets.masked(mask);
                if targets.to.any() {
                    visit(targets)?;
                }
                ControlFlow::Continue(())
            }),
            SaktrisTurn::Passes => {
                let targets = Targets::PASS.masked(mask);
                if targets.to.any() {
                    visit(targets)?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    fn visit_places<B>(
        &self,
        mask: Bitboard,
        visit: &mut impl FnMut(Targets) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for role in Role::ALL {
            let to = self.places_for(role) & mask;
            if let Some(from) = to.first() {
                visit(Targets {
                    role,
                    from,
                    to,
                    kind: MoveKind::Place,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What the side to move may do: place if it can, else move, else pass if
    /// something is still to come and the other side has not passed just now.
    pub(crate) fn turn_of_saktris(&self) -> SaktrisTurn {
        if self.lost_king().is_some() {
            SaktrisTurn::Over
        } else if self.has_place() {
            SaktrisTurn::Places
        } else if self.has_board_move() {
            SaktrisTurn::Moves
        } else if !self.saktris.to_come(self.turn).is_empty()
            && !self.saktris.passed
            && !self.is_check()
        {
            SaktrisTurn::Passes
        } else {
            SaktrisTurn::Over
        }
    }

    pub(super) fn has_board_move(&self) -> bool {
        self.visit_board(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// The moves on the board, as if nothing waited to be placed.
    fn visit_board<B>(&self, visit: &mut impl FnMut(Targets) -> ControlFlow<B>) -> ControlFlow<B> {
        let us = self.turn;
        let safety = Safety::of(self, us);
        for role in Role::ALL {
            for from in self.board.pieces(us, role) {
                let to = self.saktris_targets(&safety, role, from);
                if to.any() {
                    visit(Targets {
                        role,
                        from,
                        to,
                        kind: MoveKind::Normal,
                    })?;
                }
            }
        }
        if let Some(square) = self.en_passant {
            for from in self.saktris_capturers(square) {
                visit(Targets {
                    role: Role::Pawn,
                    from,
                    to: square.bitboard(),
                    kind: MoveKind::EnPassant,
                })?;
            }
        }
        let Some(king) = safety.king else {
            return ControlFlow::Continue(());
        };
        for side in CastlingSide::ALL {
            if self.castling.of(us).any()
                && safety.checkers.is_empty()
                && self.may_castle(us, side, &safety, king, Safety::danger(self, us, king))
            {
                visit(Targets {
                    role: Role::King,
                    from: king,
                    to: side.king_target(us).bitboard(),
                    kind: MoveKind::castle(side),
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where one of our pieces may go, but for castling and capturing in
    /// passing.
    pub(crate) fn saktris_targets(&self, safety: &Safety, role: Role, from: Square) -> Bitboard {
        let us = self.turn;
        let to = match role {
            // A pawn on its back rank has never moved; one on the second has.
            Role::Pawn => self.pawn_targets(us, safety, from, Rank::Second) & safety.landing,
            Role::King => {
                let barred = self.board.of(us) | self.board.pieces(!us, Role::King);
                attacks::king(from) - barred - Safety::danger(self, us, from)
            }
            _ => self.targets_of(us, safety, role, from),
        };
        let is_safe = |&to: &Square| {
            // A pawn on the last rank is promoted, and clears nothing.
            let is_promotion = role == Role::Pawn && Bitboard::BACK_RANKS.contains(to);
            let kind = match is_promotion {
                true => MoveKind::PromoteQueen,
                false => MoveKind::Normal,
            };
            self.is_clear_safe(Move::new(role, from, to, kind))
        };
        to.into_iter().filter(is_safe).collect()
    }

    /// Our pawns that may legally take in passing on this square.
    pub(super) fn saktris_capturers(&self, square: Square) -> Bitboard {
        let is_safe = |&from: &Square| {
            self.is_clear_safe(Move::new(Role::Pawn, from, square, MoveKind::EnPassant))
        };
        self.capturers(square).into_iter().filter(is_safe).collect()
    }

    /// Whether our own king stays on the board and out of check when what the
    /// move clears has left.
    pub(super) fn is_clear_safe(&self, mv: Move) -> bool {
        let Some(clear) = self.clear(mv) else {
            return true;
        };
        let us = self.turn;
        let board = clear.board_left();
        match board.king(us) {
            Some(king) => board.attackers(king, !us, board.occupied()).is_empty(),
            None => self.board.king(us).is_none(),
        }
    }
}
