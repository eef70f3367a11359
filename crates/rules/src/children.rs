//! Visiting every legal move together with the resulting position.

use core::mem::ManuallyDrop;

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, Position, Rank, Role, Square, attacks,
    safety::Safety,
};

impl Position {
    /// Visits every legal move with the resulting position. This is the fastest
    /// way to play all legal moves.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let mut mates = Vec::new();
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// position.for_each_child(|mv, child| {
    ///     if child.is_check() && !child.has_legal_move() {
    ///         mates.push(mv.to().to_string());
    ///     }
    /// });
    /// assert_eq!(mates, ["a8"]);
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    pub fn for_each_child(&self, mut visit: impl FnMut(Move, &Position)) {
        if self.is_saktris() {
            for mv in self.legal_moves() {
                visit(mv, &self.after(mv));
            }
            return;
        }
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if has_bmi() {
            #[expect(unsafe_code, reason = "makes a build for any processor 10 % faster")]
            // SAFETY: the processor has all the features, as just detected.
            return unsafe { self.each_child_bmi(&mut visit) };
        }
        self.each_child_by_turn(&mut visit);
    }

    /// Visits every child, compiled for processors that find and count bits in one
    /// instruction.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn each_child_bmi(&self, visit: &mut impl FnMut(Move, &Position)) {
        self.each_child_by_turn(visit);
    }

    #[inline(always)]
    fn each_child_by_turn(&self, visit: &mut impl FnMut(Move, &Position)) {
        match self.turn {
            Color::White => self.each_child::<true>(Color::White, visit),
            Color::Black => self.each_child::<true>(Color::Black, visit),
        }
    }

    /// Visits every child. Color, role and kind of move are known at compile time, so
    /// that each call below is compiled to its own short piece of code. See
    /// [`Position::advance`] for `KEYED`.
    #[inline(always)]
    pub(crate) fn each_child<const KEYED: bool>(
        &self,
        us: Color,
        visit: &mut impl FnMut(Move, &Position),
    ) {
        let safety = Safety::of(self, us);
        let board = &self.board;
        let occupied = board.occupied();
        let Safety {
            landing,
            straight_pins,
            diagonal_pins,
            ..
        } = safety;
        let pins = straight_pins | diagonal_pins;

        if !safety.checkers.many() {
            self.each_pawn_child::<KEYED>(us, &safety, visit);
            for from in board.pieces(us, Role::Knight) - pins {
                let to = attacks::knight(from) & landing;
                self.each_to::<KEYED>(us, Role::Knight, from, to, visit);
            }
            for from in board.pieces(us, Role::Bishop) - straight_pins {
                let mut to = attacks::bishop(from, occupied) & landing;
                if diagonal_pins.contains(from) {
                    to &= diagonal_pins;
                }
                self.each_to::<KEYED>(us, Role::Bishop, from, to, visit);
            }
            for from in board.pieces(us, Role::Rook) - diagonal_pins {
                let mut to = attacks::rook(from, occupied) & landing;
                if straight_pins.contains(from) {
                    to &= straight_pins;
                }
                self.each_to::<KEYED>(us, Role::Rook, from, to, visit);
            }
            for from in board.pieces(us, Role::Queen) {
                let to = if pins.contains(from) {
                    self.targets_of(us, &safety, Role::Queen, from)
                } else {
                    attacks::queen(from, occupied) & landing
                };
                self.each_to::<KEYED>(us, Role::Queen, from, to, visit);
            }
        }
        self.each_king_child::<KEYED>(us, &safety, visit);
    }

    #[inline(always)]
    fn each_pawn_child<const KEYED: bool>(
        &self,
        us: Color,
        safety: &Safety,
        visit: &mut impl FnMut(Move, &Position),
    ) {
        let board = &self.board;
        let empty = !board.occupied();
        let pawns = board.pieces(us, Role::Pawn);
        let last = Bitboard::rank(us.rank(Rank::Eighth));
        let third = Bitboard::rank(us.rank(Rank::Third));

        // A pawn pinned on its file can advance; one pinned on a diagonal can
        // capture along it.
        let walkers = pawns - safety.diagonal_pins;
        let fighters = pawns - safety.straight_pins;
        let walk = |from: Bitboard| from.forward(us) & empty;
        let single = walk(walkers - safety.straight_pins) | (walk(walkers) & safety.straight_pins);
        let double = walk(single & third) & safety.landing;
        let single = single & safety.landing;
        let theirs = board.of(!us) & safety.landing;
        let free = fighters - safety.diagonal_pins;
        let lefts = free.forward(us).left() | (fighters.forward(us).left() & safety.diagonal_pins);
        let rights =
            free.forward(us).right() | (fighters.forward(us).right() & safety.diagonal_pins);
        let (lefts, rights) = (lefts & theirs, rights & theirs);

        let back = match us {
            Color::White => -8,
            Color::Black => 8,
        };
        let origin = |to: Square, back: i32| Square::wrapping((to as i32 + back) as u32);
        for to in single - last {
            self.child::<KEYED>(
                us,
                Role::Pawn,
                origin(to, back),
                to,
                MoveKind::Normal,
                visit,
            );
        }
        for to in double {
            let from = origin(to, 2 * back);
            self.child::<KEYED>(us, Role::Pawn, from, to, MoveKind::DoubleStep, visit);
        }
        for to in lefts - last {
            self.child::<KEYED>(
                us,
                Role::Pawn,
                origin(to, back + 1),
                to,
                MoveKind::Normal,
                visit,
            );
        }
        for to in rights - last {
            self.child::<KEYED>(
                us,
                Role::Pawn,
                origin(to, back - 1),
                to,
                MoveKind::Normal,
                visit,
            );
        }
        if (single | lefts | rights).meets(last) {
            for (targets, back) in [(single, back), (lefts, back + 1), (rights, back - 1)] {
                for to in targets & last {
                    for role in Role::PROMOTIONS {
                        if let Some(kind) = MoveKind::promote(role) {
                            self.child::<KEYED>(us, Role::Pawn, origin(to, back), to, kind, visit);
                        }
                    }
                }
            }
        }
        if let Some(to) = self.en_passant
            && self.beside_en_passant(to).any()
        {
            for from in self.capturers(to) {
                self.child::<KEYED>(us, Role::Pawn, from, to, MoveKind::EnPassant, visit);
            }
        }
    }

    #[inline(always)]
    fn each_king_child<const KEYED: bool>(
        &self,
        us: Color,
        safety: &Safety,
        visit: &mut impl FnMut(Move, &Position),
    ) {
        let board = &self.board;
        for from in board.pieces(us, Role::King) {
            if safety.king != Some(from) {
                let to = self.targets_of(us, safety, Role::King, from);
                self.each_to::<KEYED>(us, Role::King, from, to, visit);
                continue;
            }
            let to = (attacks::king(from) - board.of(us)) - board.pieces(!us, Role::King);
            let castling = self.castling.of(us).any() && safety.checkers.is_empty();
            if to.is_empty() && !castling {
                continue;
            }
            let danger = Safety::danger(self, us, from);
            self.each_to::<KEYED>(us, Role::King, from, to - danger, visit);
            if castling {
                for side in CastlingSide::ALL {
                    if self.may_castle(us, side, safety, from, danger) {
                        let to = side.king_target(us);
                        let kind = MoveKind::castle(side);
                        self.child::<KEYED>(us, Role::King, from, to, kind, visit);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn each_to<const KEYED: bool>(
        &self,
        us: Color,
        role: Role,
        from: Square,
        targets: Bitboard,
        visit: &mut impl FnMut(Move, &Position),
    ) {
        for to in targets {
            self.child::<KEYED>(us, role, from, to, MoveKind::Normal, visit);
        }
    }

    #[inline(always)]
    fn child<const KEYED: bool>(
        &self,
        us: Color,
        role: Role,
        from: Square,
        to: Square,
        kind: MoveKind,
        visit: &mut impl FnMut(Move, &Position),
    ) {
        let mv = Move::new(role, from, to, kind);
        if KEYED {
            // Without Saktris a position owns no memory: skip the drop check.
            let mut child = ManuallyDrop::new(self.copy_chess());
            child.advance::<true>(us, role, from, to, kind);
            visit(mv, &child);
        } else {
            visit(
                mv,
                &ManuallyDrop::new(self.advanced(us, role, from, to, kind)),
            );
        }
    }
}

/// Reports whether the processor has the features that
/// [`Position::each_child_bmi`] is compiled for.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn has_bmi() -> bool {
    std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}
