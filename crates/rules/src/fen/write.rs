//! Writing a FEN.

use core::fmt;

use crate::{Bitboard, CastlingSide, Color, File, Rank, Setup, Square};

/// How the castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Letters {
    /// `KQkq`, or a file where that would name another rook (X-FEN).
    Outermost,
    /// Always the file of the rook (Shredder-FEN).
    Files,
}

/// Writes FEN; with `{:#}` Shredder-FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_epd_parts(f)?;
        write!(f, " {} {}", self.halfmoves, self.fullmoves)
    }
}

impl Setup {
    /// The four parts that FEN and EPD share.
    pub(crate) fn write_epd_parts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = if f.alternate() {
            Letters::Files
        } else {
            Letters::Outermost
        };
        self.write_board(f)?;
        write!(f, " {} ", self.turn.letter())?;
        self.write_castling(f, letters)?;
        match self.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0_u8;
            for file in File::ALL {
                match self.board.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            f.write_char(char::from(b'0' + empty))?;
                            empty = 0;
                        }
                        f.write_char(piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                f.write_char(char::from(b'0' + empty))?;
            }
            if rank != Rank::First {
                f.write_char('/')?;
            }
        }
        Ok(())
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>, letters: Letters) -> fmt::Result {
        use fmt::Write;
        if self.castling.is_empty() {
            return f.write_char('-');
        }
        for color in Color::ALL {
            let rooks = self.castling & Bitboard::rank(color.back_rank());
            for rook in File::ALL
                .into_iter()
                .rev()
                .map(|file| Square::new(file, color.back_rank()))
            {
                if !rooks.contains(rook) {
                    continue;
                }
                let side = CastlingSide::ALL
                    .into_iter()
                    .find(|&side| self.castling_rook(color, side) == rook)
                    .filter(|_| letters == Letters::Outermost);
                let letter = match side {
                    Some(CastlingSide::Short) => 'K',
                    Some(CastlingSide::Long) => 'Q',
                    None => rook.file().letter().to_ascii_uppercase(),
                };
                f.write_char(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                })?;
            }
        }
        Ok(())
    }
}
