//! Legal actions in Saktris. Moves on the board differ from chess in two ways:
//! pawns start on the back rank, and clears may expose one's own king.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Saktris;
use crate::{
    Bitboard, CastlingSide, Move, MoveKind, Position, Rank, Role, Square, Targets, attacks,
    safety::Safety,
};

/// What the side to move can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TurnKind {
    /// A waiting piece can be placed, so it must be.
    Places,
    /// It moves a piece on the board.
    Moves,
    /// It has no other action, and pieces remain, so it passes.
    Passes,
    /// It has no action, or a king was cleared: the game is over.
    Over,
}

impl Position {
    /// Implements [`Position::visit_targets_within`] for Saktris. Placements are
    /// sets of kind [`MoveKind::Place`]; the target of a pass is `a1`.
    #[cold]
    pub(crate) fn visit_saktris<B>(
        &self,
        saktris: &Saktris,
        mask: Bitboard,
        visit: &mut impl FnMut(Targets) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.turn_kind(saktris) {
            TurnKind::Over => ControlFlow::Continue(()),
            TurnKind::Places => self.visit_places(mask, visit),
            TurnKind::Moves => self.visit_board(&mut |targets| {
                let targets = targets.masked(mask);
                if targets.to.any() {
                    visit(targets)?;
                }
                ControlFlow::Continue(())
            }),
            TurnKind::Passes => {
                let targets = Targets::PASS.masked(mask);
                if targets.to.any() {
                    visit(targets)?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Returns the moves of the pieces on these squares. Placements and passes
    /// have no origin and are included only for [`Bitboard::FULL`].
    #[cold]
    pub(crate) fn saktris_targets_of(&self, saktris: &Saktris, pieces: Bitboard) -> Vec<Targets> {
        let mut all = Vec::new();
        let _ = self.visit_saktris(saktris, Bitboard::FULL, &mut |targets| {
            let is_on_board = !matches!(targets.kind, MoveKind::Place | MoveKind::Pass);
            if pieces == Bitboard::FULL || is_on_board && pieces.contains(targets.from) {
                all.push(targets);
            }
            ControlFlow::<()>::Continue(())
        });
        all
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

    /// Returns what the side to move can do: place if it can, else move, else
    /// pass if pieces remain and the opponent has not just passed.
    fn turn_kind(&self, saktris: &Saktris) -> TurnKind {
        if self.lost_king().is_some() {
            TurnKind::Over
        } else if self.has_place() {
            TurnKind::Places
        } else if self.has_board_move() {
            TurnKind::Moves
        } else if !saktris.to_come(self.turn).is_empty() && !saktris.passed && !self.is_check() {
            TurnKind::Passes
        } else {
            TurnKind::Over
        }
    }

    pub(super) fn has_board_move(&self) -> bool {
        self.visit_board(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Visits the moves on the board, as if no piece were waiting.
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

    /// Returns the legal targets of one of our pieces, except for castling and
    /// en passant captures.
    pub(crate) fn saktris_targets(&self, safety: &Safety, role: Role, from: Square) -> Bitboard {
        let us = self.turn;
        let to = match role {
            // Pawns start on the back rank, so a double step passes over the
            // second rank.
            Role::Pawn => self.pawn_targets(us, safety, from, Rank::Second) & safety.landing,
            Role::King => {
                let barred = self.board.of(us) | self.board.pieces(!us, Role::King);
                attacks::king(from) - barred - Safety::danger(self, us, from)
            }
            _ => self.targets_of(us, safety, role, from),
        };
        let is_safe = |&to: &Square| {
            // A promotion clears nothing.
            let is_promotion = role == Role::Pawn && Bitboard::BACK_RANKS.contains(to);
            let kind = match is_promotion {
                true => MoveKind::PromoteQueen,
                false => MoveKind::Normal,
            };
            self.is_clear_safe(Move::new(role, from, to, kind))
        };
        to.into_iter().filter(is_safe).collect()
    }

    /// Returns our pawns that can legally capture en passant on this square.
    pub(super) fn saktris_capturers(&self, square: Square) -> Bitboard {
        let is_safe = |&from: &Square| {
            self.is_clear_safe(Move::new(Role::Pawn, from, square, MoveKind::EnPassant))
        };
        self.capturers(square).into_iter().filter(is_safe).collect()
    }

    /// Reports whether our king is still on the board and not in check after the
    /// pieces that the move clears have left.
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
