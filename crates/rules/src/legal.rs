//! Legal move generation, as sets of targets per piece.

mod moves;

use core::ops::ControlFlow;

use crate::{
    Bitboard, CastlingSide, Color, MoveKind, Position, Rank, Role, Square, Targets, attacks,
    safety::Safety,
};

pub use moves::LegalMoves;

impl Position {
    /// Returns an iterator over all legal moves.
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

    /// Returns an iterator over the legal moves of the pieces on these squares.
    /// In Saktris, placements and passes have no origin and are included only
    /// for [`Bitboard::FULL`].
    #[must_use]
    pub fn legal_moves_of(&self, pieces: Bitboard) -> LegalMoves {
        LegalMoves::new(self, pieces)
    }

    /// Visits the legal moves of each piece as a set of targets, until the
    /// visitor breaks. Castling and en passant captures are visited separately
    /// from the other moves of the same piece.
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

    /// Like [`Position::visit_targets`], restricted to moves whose target is in
    /// the mask. The target of castling is the king's.
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
        if let Some(saktris) = self.saktris_state() {
            return self.visit_saktris(saktris, mask, &mut visit);
        }
        match self.turn {
            Color::White => self.each_targets(Color::White, mask, &mut visit),
            Color::Black => self.each_targets(Color::Black, mask, &mut visit),
        }
    }

    /// Reports whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.visit_targets(|_| ControlFlow::Break(())).is_break()
    }

    /// Returns the number of legal moves, without generating them one by one.
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
            // A second king, if the setup ignored that error, moves like any
            // other piece.
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
                    // Checking one square is cheaper than computing all attacks.
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

    /// Returns the legal targets of one of our pieces other than the king,
    /// except for en passant captures.
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

    /// Returns the targets of a pawn, except for en passant captures. `passed`
    /// is the rank that a double step passes over, as seen by the pawn's side.
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

    /// Reports whether a king that is not in check can castle to this side
    /// (R41–R44). `danger` holds the attacked squares.
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
        // In Chess960 the rook may shield its king from an attack along the
        // rank; then castling is illegal.
        !others.meets(king_way | rook_way)
            && !danger.meets(king_way)
            && !safety.straight_pins.contains(rook)
    }
}
