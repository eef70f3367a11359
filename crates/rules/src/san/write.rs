use super::{
    CheckMark,
    text::{MoveText, Pen},
};
use crate::{Bitboard, Move, MoveKind, Position, Role, Square};

impl Position {
    /// A move of this position in standard algebraic notation (R86), as PGN
    /// writes it: the origin only where another piece of the kind could
    /// *legally* go there too, its file if that is enough, else its rank,
    /// else both; `x`, `=Q`, `+` and `#` always.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// // The knight on d4 is pinned: nobody else can go to f3.
    /// let position: Position = "3rk3/8/8/8/3N4/8/8/3K2N1 w - - 0 1".parse()?;
    /// let moves: Vec<_> = position.legal_moves().map(|mv| position.san(mv)).collect();
    /// assert!(moves.iter().any(|san| *san == "Nf3"));
    /// # Ok::<(), arbiter_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> MoveText {
        let mut pen = Pen::default();
        let (from, to) = (mv.from(), mv.to());
        if let Some(side) = mv.castling() {
            pen.ascii(side.san());
        } else if mv.is_pass() {
            pen.ascii("--");
        } else if mv.is_placement() {
            pen.role(mv.role());
            pen.byte(b'@');
            pen.square(to);
        } else if mv.role() == Role::Pawn {
            if from.file() != to.file() {
                pen.byte(from.file().letter() as u8);
                pen.byte(b'x');
            }
            self.write_target(&mut pen, mv);
        } else {
            pen.role(mv.role());
            match self.origin_needed(mv.role(), from, to) {
                Origin::None => {}
                Origin::File => pen.byte(from.file().letter() as u8),
                Origin::Rank => pen.byte(from.rank().digit() as u8),
                Origin::Square => pen.square(from),
            }
            if self.board.occupied().contains(to) {
                pen.byte(b'x');
            }
            self.write_target(&mut pen, mv);
        }
        pen.ascii(self.check_mark(mv).as_str());
        pen.finish()
    }

    /// A move of this position in long algebraic notation: both squares,
    /// whether or not one would do.
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
        let mut pen = Pen::default();
        if mv.is_pass() || mv.is_placement() {
            return self.san(mv);
        }
        if let Some(side) = mv.castling() {
            pen.ascii(side.san());
        } else {
            if mv.role() != Role::Pawn {
                pen.role(mv.role());
            }
            pen.square(mv.from());
            let is_capture = self.captured(mv).is_some();
            pen.byte(if is_capture { b'x' } else { b'-' });
            self.write_target(&mut pen, mv);
        }
        pen.ascii(self.check_mark(mv).as_str());
        pen.finish()
    }

    fn write_target(&self, pen: &mut Pen, mv: Move) {
        pen.square(mv.to());
        if let Some(role) = mv.promotion() {
            pen.byte(b'=');
            pen.role(role);
        }
    }

    /// How much of the origin must be written.
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

    /// Whether a move of this position gives check, or mates.
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

    /// Whether a move of this position gives check (R61), found without
    /// playing it.
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

/// How much of the origin a text gives, or needs to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    None,
    File,
    Rank,
    Square,
}
