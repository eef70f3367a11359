use super::{
    CheckMark,
    text::{MoveText, TextBuilder},
};
use crate::{Bitboard, Move, MoveKind, Position, Role, Square};

impl Position {
    /// Returns a move of this position in standard algebraic notation (R86), in PGN's
    /// export format.
    ///
    /// The square of departure is given only if another piece of the same role could
    /// *legally* move to the same square: its file if that is enough, else its rank,
    /// else both. `x`, `=Q`, `+` and `#` are always written.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// // The knight on d4 is pinned, so only the other one can move to f3.
    /// let position: Position = "3rk3/8/8/8/3N4/8/8/3K2N1 w - - 0 1".parse()?;
    /// let moves: Vec<_> = position.legal_moves().map(|mv| position.san(mv)).collect();
    /// assert!(moves.iter().any(|san| *san == "Nf3"));
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> MoveText {
        let mut text = TextBuilder::default();
        let (from, to) = (mv.from(), mv.to());
        if let Some(side) = mv.castling() {
            text.ascii(side.san());
        } else if mv.is_pass() {
            text.ascii("--");
        } else if mv.is_placement() {
            text.role(mv.role());
            text.byte(b'@');
            text.square(to);
        } else if mv.role() == Role::Pawn {
            if from.file() != to.file() {
                text.byte(from.file().letter() as u8);
                text.byte(b'x');
            }
            self.write_target(&mut text, mv);
        } else {
            text.role(mv.role());
            match self.origin_needed(mv.role(), from, to) {
                Origin::None => {}
                Origin::File => text.byte(from.file().letter() as u8),
                Origin::Rank => text.byte(from.rank().digit() as u8),
                Origin::Square => text.square(from),
            }
            if self.board.occupied().contains(to) {
                text.byte(b'x');
            }
            self.write_target(&mut text, mv);
        }
        text.ascii(self.check_mark(mv).as_str());
        text.finish()
    }

    /// Returns a move of this position in long algebraic notation, with both squares.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position = Position::start();
    /// let mv = position.find_san("e4")?;
    /// assert_eq!(position.long_algebraic(mv), "e2-e4");
    /// # Ok::<(), arbiter_rules::SanError>(())
    /// ```
    #[must_use]
    pub fn long_algebraic(&self, mv: Move) -> MoveText {
        let mut text = TextBuilder::default();
        if mv.is_pass() || mv.is_placement() {
            return self.san(mv);
        }
        if let Some(side) = mv.castling() {
            text.ascii(side.san());
        } else {
            if mv.role() != Role::Pawn {
                text.role(mv.role());
            }
            text.square(mv.from());
            let is_capture = self.captured(mv).is_some();
            text.byte(if is_capture { b'x' } else { b'-' });
            self.write_target(&mut text, mv);
        }
        text.ascii(self.check_mark(mv).as_str());
        text.finish()
    }

    fn write_target(&self, text: &mut TextBuilder, mv: Move) {
        text.square(mv.to());
        if let Some(role) = mv.promotion() {
            text.byte(b'=');
            text.role(role);
        }
    }

    /// Returns how much of the square of departure must be written.
    pub(super) fn origin_needed(&self, role: Role, from: Square, to: Square) -> Origin {
        let rivals = self.origins(role, to).without(from);
        if rivals.is_empty() {
            Origin::None
        } else if !rivals.meets(Bitboard::file(from.file())) {
            Origin::File
        } else if !rivals.meets(Bitboard::rank(from.rank())) {
            Origin::Rank
        } else {
            Origin::Square
        }
    }

    /// Returns the mark of a move of this position: whether it gives check or mates.
    #[must_use]
    pub fn check_mark(&self, mv: Move) -> CheckMark {
        if !self.gives_check(mv) {
            CheckMark::None
        } else if self.after(mv).has_legal_move() {
            CheckMark::Check
        } else {
            CheckMark::Mate
        }
    }

    /// Reports whether a move of this position gives check (R61), without playing it
    /// where possible.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep if !self.is_saktris() => {
                self.step_gives_check(mv.role(), mv.from(), mv.to())
            }
            _ => self.after(mv).is_check(),
        }
    }
}

/// How much of the square of departure a text gives, or must give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    None,
    File,
    Rank,
    Square,
}
