use arbiter_rules::{ByColor, Clear, Color, Move, MoveKind, Position, Role, SplitMix64, Square};

/// Hash keys of groups of pieces, updated from move to move. The search uses them to
/// remember how far the evaluation was off in similar positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceKeys {
    pawns: u64,
    minors: u64,
    others: ByColor<u64>,
}

impl PieceKeys {
    /// Computes the keys of a position from scratch.
    pub(crate) fn of(position: &Position) -> PieceKeys {
        let mut keys = PieceKeys::default();
        for (square, piece) in position.board().iter() {
            keys.toggle(piece.color, piece.role, square);
        }
        keys
    }

    /// Returns the keys after a legal move. `before` must be the position of these keys.
    #[inline]
    pub(crate) fn after(&self, before: &Position, mv: Move) -> PieceKeys {
        if before.saktris_state().is_some() {
            return self.after_in_saktris(before, mv);
        }
        let mut keys = *self;
        keys.apply_move(before, mv);
        keys
    }

    /// Applies a move that is neither a placement nor a pass.
    #[inline(always)]
    fn apply_move(&mut self, before: &Position, mv: Move) {
        let us = before.turn();
        if let Some(side) = mv.castling() {
            if let Some(rook) = before.castling_rook(us, side) {
                self.toggle(us, Role::King, mv.from());
                self.toggle(us, Role::Rook, rook);
                self.toggle(us, Role::King, mv.to());
                self.toggle(us, Role::Rook, side.rook_target(us));
            }
            return;
        }
        if let Some((square, taken)) = before.captured(mv) {
            self.toggle(taken.color, taken.role, square);
        }
        self.toggle(us, mv.role(), mv.from());
        self.toggle(us, mv.promotion().unwrap_or(mv.role()), mv.to());
    }

    /// Returns the keys after a move of Saktris, which may place or clear pieces.
    #[cold]
    fn after_in_saktris(&self, before: &Position, mv: Move) -> PieceKeys {
        let mut keys = *self;
        match mv.kind() {
            MoveKind::Place => keys.toggle(before.turn(), mv.role(), mv.to()),
            MoveKind::Pass => {}
            _ => keys.apply_move(before, mv),
        }
        for it in before.clear(mv).iter().flat_map(Clear::pieces) {
            keys.toggle(it.piece.color, it.piece.role, it.square);
        }
        keys
    }

    /// Returns a hash of the pawns.
    #[inline]
    pub(crate) fn pawns(&self) -> u64 {
        self.pawns
    }

    /// Returns a hash of a side's pieces other than pawns.
    #[inline]
    pub(crate) fn non_pawns(&self, color: Color) -> u64 {
        self.others[color]
    }

    /// Returns a hash of the knights, bishops and kings.
    #[inline]
    pub(crate) fn minors(&self) -> u64 {
        self.minors
    }

    /// Adds or removes a piece.
    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        let number = NUMBERS[color as usize][role as usize][square as usize];
        if role == Role::Pawn {
            self.pawns ^= number;
            return;
        }
        self.others[color] ^= number;
        if !matches!(role, Role::Rook | Role::Queen) {
            self.minors ^= number;
        }
    }
}

/// A random number for each piece on each square.
static NUMBERS: [[[u64; 64]; 6]; 2] = {
    let mut numbers = [[[0; 64]; 6]; 2];
    let mut random = SplitMix64::new(0x6172_6269_7465_7221);
    let mut index = 0;
    while index < 2 * 6 * 64 {
        numbers[index / 384][index / 64 % 6][index % 64] = random.next_u64();
        index += 1;
    }
    numbers
};

#[cfg(test)]
mod tests;
