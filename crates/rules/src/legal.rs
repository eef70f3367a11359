//! Legal moves, as sets of targets.

use core::{iter::FusedIterator, ops::ControlFlow};

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, Position, Rank, Role, Square, TargetMoves,
    Targets, attacks, safety::Safety, saktris::SaktrisTurn,
};

impl Position {
    /// All legal moves, made one by one as they are asked for.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// assert_eq!(Position::start().legal_moves().count(), 20); // R23
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves {
        self.legal_moves_of(Bitboard::FULL)
    }

    /// The legal moves of the pieces on these squares. What is placed comes
    /// from no square: only all squares together have such moves, and a pass.
    #[must_use]
    pub fn legal_moves_of(&self, pieces: Bitboard) -> LegalMoves {
        LegalMoves::new(self, pieces)
    }

    /// Hands out the legal moves of each piece as a set of targets, until told
    /// to stop. A piece may come more than once: capturing in passing and
    /// castling are sets of their own.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use arbiter_rules::Position;
    ///
    /// let mut sets = Vec::new();
    /// let _ = Position::start().visit_targets(|targets| {
    ///     sets.push(format!("{} {}", targets.from(), targets.to()));
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(sets[0], "a2 a4 a3");
    /// assert_eq!(sets[8], "b1 a3 c3");
    /// assert_eq!(sets.len(), 10);
    /// ```
    #[inline]
    pub fn visit_targets<B>(&self, visit: impl FnMut(Targets) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_targets_within(Bitboard::FULL, visit)
    }

    /// As [`Position::visit_targets`], with those moves alone that land within
    /// the mask; a king that castles lands on his `g` or `c` square.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use arbiter_rules::Position;
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1".parse()?;
    /// let mut captures = Vec::new();
    /// let _ = position.visit_targets_within(position.board().of(!position.turn()), |targets| {
    ///     captures.extend(targets);
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(captures.len(), 1);
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[inline]
    pub fn visit_targets_within<B>(
        &self,
        mask: Bitboard,
        mut visit: impl FnMut(Targets) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_saktris() {
            return self.visit_saktris(mask, &mut visit);
        }
        match self.turn {
            Color::White => self.each_targets(Color::White, mask, &mut visit),
            Color::Black => self.each_targets(Color::Black, mask, &mut visit),
        }
    }

    /// Whether there is a legal move at all.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.visit_targets(|_| ControlFlow::Break(())).is_break()
    }

    /// How many legal moves there are, counted without listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        if self.is_saktris() {
            return self.legal_moves().count() as u32;
        }
        match self.turn {
            Color::White => self.count_targets(Color::White),
            Color::Black => self.count_targets(Color::Black),
        }
    }

    #[inline(always)]
    pub(crate) fn count_targets(&self, us: Color) -> u32 {
        let mut count = 0;
        let _ = self.each_targets(us, Bitboard::FULL, &mut |targets| {
            count += targets.count();
            ControlFlow::<()>::Continue(())
        });
        count
    }

    #[inline(always)]
    pub(crate) fn each_targets<B>(
        &self,
        us: Color,
        mask: Bitboard,
        visit: &mut impl FnMut(Targets) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let safety = Safety::of(self, us);
        if !safety.checkers.many() {
            for role in [
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ] {
                for from in self.board.pieces(us, role) {
                    let to = self.targets_of(us, &safety, role, from) & mask;
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
            if let Some(square) = self.en_passant
                && mask.contains(square)
            {
                for from in self.capturers(square) {
                    let to = square.bitboard();
                    visit(Targets {
                        role: Role::Pawn,
                        from,
                        to,
                        kind: MoveKind::EnPassant,
                    })?;
                }
            }
        }
        let kings = self.board.pieces(us, Role::King);
        if kings.is_empty() {
            return ControlFlow::Continue(());
        }
        self.each_king_targets(us, &safety, kings, mask, visit)
    }

    #[inline(always)]
    pub(crate) fn each_king_targets<B>(
        &self,
        us: Color,
        safety: &Safety,
        kings: Bitboard,
        mask: Bitboard,
        visit: &mut impl FnMut(Targets) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let free = !self.board.of(us) - self.board.pieces(!us, Role::King);
        for from in kings {
            // A second king, in a set-up that forgives one, is an ordinary piece.
            let mut to = attacks::king(from) & free & mask;
            if safety.king == Some(from) {
                let may_castle = self.castling.of(us).any()
                    && safety.checkers.is_empty()
                    && CastlingSide::ALL
                        .iter()
                        .any(|side| mask.contains(side.king_target(us)));
                if to.is_empty() && !may_castle {
                    continue;
                }
                if let (Some(step), false) = (to.single(), may_castle) {
                    // One step is looked at sooner than all that they attack.
                    let occupied = self.board.occupied().without(from);
                    if self.board.attackers(step, !us, occupied).any() {
                        continue;
                    }
                } else {
                    let danger = Safety::danger(self, us, from);
                    to = to - danger;
                    for side in CastlingSide::ALL {
                        let target = side.king_target(us);
                        if may_castle
                            && mask.contains(target)
                            && self.may_castle(us, side, safety, from, danger)
                        {
                            visit(Targets {
                                role: Role::King,
                                from,
                                to: target.bitboard(),
                                kind: MoveKind::castle(side),
                            })?;
                        }
                    }
                }
            } else {
                to = self.targets_of(us, safety, Role::King, from) & mask;
            }
            if to.any() {
                visit(Targets {
                    role: Role::King,
                    from,
                    to,
                    kind: MoveKind::Normal,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Where one of our pieces other than the king may go, but for capturing
    /// in passing.
    #[inline(always)]
    pub(crate) fn targets_of(
        &self,
        us: Color,
        safety: &Safety,
        role: Role,
        from: Square,
    ) -> Bitboard {
        let occupied = self.board.occupied();
        let on_straight_pin = safety.straight_pins.contains(from);
        let on_diagonal_pin = safety.diagonal_pins.contains(from);
        let is_pinned = on_straight_pin || on_diagonal_pin;
        let straight = || {
            let pin = if on_straight_pin {
                safety.straight_pins
            } else {
                Bitboard::FULL
            };
            attacks::rook(from, occupied) & pin
        };
        let diagonal = || {
            let pin = if on_diagonal_pin {
                safety.diagonal_pins
            } else {
                Bitboard::FULL
            };
            attacks::bishop(from, occupied) & pin
        };
        let targets = match role {
            Role::Pawn => self.pawn_targets(us, safety, from, Rank::Third),
            Role::Knight if is_pinned => Bitboard::EMPTY,
            Role::Knight => attacks::knight(from),
            Role::Bishop if on_straight_pin => Bitboard::EMPTY,
            Role::Bishop => diagonal(),
            Role::Rook if on_diagonal_pin => Bitboard::EMPTY,
            Role::Rook => straight(),
            Role::Queen if on_straight_pin => straight(),
            Role::Queen if on_diagonal_pin => diagonal(),
            Role::Queen => straight() | diagonal(),
            Role::King if is_pinned => Bitboard::EMPTY,
            Role::King => attacks::king(from),
        };
        targets & safety.landing
    }

    /// Where a pawn may go, but for capturing in passing: one step that leads
    /// to the rank that a double step passes over may become one.
    #[inline(always)]
    pub(crate) fn pawn_targets(
        &self,
        us: Color,
        safety: &Safety,
        from: Square,
        passed: Rank,
    ) -> Bitboard {
        let empty = !self.board.occupied();
        let mut pushes = from.bitboard().forward(us) & empty;
        // Both squares of a double step must be empty (R31, C18).
        pushes |= (pushes & Bitboard::rank(us.rank(passed))).forward(us) & empty;
        let mut captures = attacks::pawn(us, from) & self.board.of(!us);
        if safety.straight_pins.contains(from) {
            pushes &= safety.straight_pins;
            captures = Bitboard::EMPTY;
        }
        if safety.diagonal_pins.contains(from) {
            captures &= safety.diagonal_pins;
            pushes = Bitboard::EMPTY;
        }
        pushes | captures
    }

    /// Whether the king, not in check, may castle to this side (R41–R44).
    #[inline(always)]
    pub(crate) fn may_castle(
        &self,
        us: Color,
        side: CastlingSide,
        safety: &Safety,
        king: Square,
        danger: Bitboard,
    ) -> bool {
        let Some(rook) = self.castling.rook(us, side, king) else {
            return false;
        };
        let king_to = side.king_target(us);
        let rook_to = side.rook_target(us);
        let king_way = attacks::between(king, king_to).with(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook_to);
        let others = self.board.occupied().without(king).without(rook);
        // In Chess960 the rook may be what shields its king: pinned along the
        // rank, it may not castle away.
        !others.meets(king_way | rook_way)
            && !danger.meets(king_way)
            && !safety.straight_pins.contains(rook)
    }
}

/// The legal moves of a position, one after the other.
#[derive(Clone, Debug)]
pub struct LegalMoves {
    position: Position,
    safety: Safety,
    /// Pieces whose moves are still to be made.
    pieces: Bitboard,
    /// The role whose turn it is, as an index: pawns come first, the king
    /// last.
    role: usize,
    current: TargetMoves,
    extras: Extras,
}

/// What comes after the ordinary moves.
#[derive(Clone, Copy, Debug)]
struct Extras {
    en_passant: Bitboard,
    castling: [bool; 2],
    /// Of Saktris: pieces that may be placed, as indices, from this one on.
    placing: usize,
    /// Of Saktris: nothing can be done, so the turn goes over.
    passes: bool,
}

impl LegalMoves {
    fn new(position: &Position, pieces: Bitboard) -> LegalMoves {
        let us = position.turn;
        let safety = Safety::of(position, us);
        let mut extras = Extras {
            en_passant: Bitboard::EMPTY,
            castling: [false; 2],
            placing: Role::ALL.len(),
            passes: false,
        };
        if let Some(square) = position.legal_en_passant() {
            extras.en_passant = position.capturers(square) & pieces;
        }
        if let Some(king) = safety.king
            && position.castling.of(us).any()
            && safety.checkers.is_empty()
            && pieces.contains(king)
        {
            let danger = Safety::danger(position, us, king);
            extras.castling =
                CastlingSide::ALL.map(|side| position.may_castle(us, side, &safety, king, danger));
        }
        let mut movers = position.board.of(us) & pieces;
        if position.is_saktris() {
            let turn = position.turn_of_saktris();
            if turn != SaktrisTurn::Moves {
                movers = Bitboard::EMPTY;
                extras.en_passant = Bitboard::EMPTY;
                extras.castling = [false; 2];
            }
            let is_all = pieces == Bitboard::FULL;
            extras.passes = is_all && turn == SaktrisTurn::Passes;
            if is_all && turn == SaktrisTurn::Places {
                extras.placing = 0;
            }
        }
        LegalMoves {
            position: *position,
            safety,
            pieces: movers,
            role: 0,
            current: Targets {
                role: Role::King,
                from: Square::A1,
                to: Bitboard::EMPTY,
                kind: MoveKind::Normal,
            }
            .into_iter(),
            extras,
        }
    }

    /// Goes on to the moves of the next piece.
    fn advance(&mut self) -> Option<()> {
        let us = self.position.turn;
        let kind = MoveKind::Normal;
        while let Some(&role) = Role::ALL.get(self.role) {
            let Some(from) = (self.pieces & self.position.board.by_role(role)).first() else {
                self.role += 1;
                continue;
            };
            self.pieces = self.pieces.without(from);
            let to = if self.position.is_saktris() {
                self.position.saktris_targets(&self.safety, role, from)
            } else if self.safety.king == Some(from) {
                let free =
                    !self.position.board.of(us) - self.position.board.pieces(!us, Role::King);
                (attacks::king(from) & free) - Safety::danger(&self.position, us, from)
            } else {
                self.position.targets_of(us, &self.safety, role, from)
            };
            if to.any() {
                self.current = Targets {
                    role,
                    from,
                    to,
                    kind,
                }
                .into_iter();
                return Some(());
            }
        }
        if let Some(from) = self.extras.en_passant.first() {
            self.extras.en_passant = self.extras.en_passant.without(from);
            let to = self.position.en_passant?.bitboard();
            self.current = Targets {
                role: Role::Pawn,
                from,
                to,
                kind: MoveKind::EnPassant,
            }
            .into_iter();
            return Some(());
        }
        for side in CastlingSide::ALL {
            if core::mem::take(&mut self.extras.castling[side as usize]) {
                self.current = Targets {
                    role: Role::King,
                    from: self.safety.king?,
                    to: side.king_target(us).bitboard(),
                    kind: MoveKind::castle(side),
                }
                .into_iter();
                return Some(());
            }
        }
        self.advance_placing()
    }

    /// Goes on to the placing of the next piece, or to the pass.
    #[cold]
    fn advance_placing(&mut self) -> Option<()> {
        while let Some(&role) = Role::ALL.get(self.extras.placing) {
            self.extras.placing += 1;
            let to = self.position.places_for(role);
            if let Some(from) = to.first() {
                self.current = Targets {
                    role,
                    from,
                    to,
                    kind: MoveKind::Place,
                }
                .into_iter();
                return Some(());
            }
        }
        core::mem::take(&mut self.extras.passes).then(|| {
            self.current = Targets::PASS.into_iter();
        })
    }
}

impl Iterator for LegalMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(mv) = self.current.next() {
                return Some(mv);
            }
            self.advance()?;
        }
    }
}

impl FusedIterator for LegalMoves {}
