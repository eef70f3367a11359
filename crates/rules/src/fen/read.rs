//! Reading a FEN field by field.

use super::{FenPart, FenProblem, ParseFenError, placement};
use crate::{CastlingSide, Color, File, Piece, Rank, Saktris, Setup, Square, saktris, zobrist};

/// Reads a whole FEN, and returns the setup with the Zobrist key of its board.
#[inline]
pub(super) fn read(text: &str) -> Result<(Setup, u64), ParseFenError> {
    let mut reader = Reader::new(text);
    let setup = reader.setup()?;
    reader.end()?;
    Ok((setup, reader.board_key))
}

/// Reads the four or six fields before the operations of an EPD, and returns the byte
/// offset at which the operations start.
pub(crate) fn read_before_operations(text: &str) -> Result<(Setup, usize), ParseFenError> {
    let mut reader = Reader::new(text);
    let mut setup = reader.epd_parts()?;
    if reader.next_is_digit() {
        setup.halfmoves = reader.number(FenPart::Halfmoves)?;
    }
    if reader.next_is_digit() {
        setup.fullmoves = reader.number(FenPart::Fullmoves)?.max(1);
    }
    Ok((setup, reader.at))
}

/// Reads the fields of a FEN one after the other.
struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    board_key: u64,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            board_key: 0,
        }
    }

    #[cold]
    fn fail<T>(&self, part: FenPart, problem: FenProblem) -> Result<T, ParseFenError> {
        Err(ParseFenError {
            part,
            offset: self.at,
            problem,
        })
    }

    /// Fails because the next character does not belong in this field, or because the
    /// field is missing.
    #[cold]
    fn unexpected<T>(&self, part: FenPart) -> Result<T, ParseFenError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let problem = match rest.chars().next() {
            Some(found) if !self.at_part_end() => FenProblem::Unexpected(found),
            _ => FenProblem::Missing,
        };
        self.fail(part, problem)
    }

    /// Reads the first four fields, which FEN and EPD share.
    fn epd_parts(&mut self) -> Result<Setup, ParseFenError> {
        self.skip_spaces();
        let mut setup = Setup::EMPTY;
        self.board(&mut setup)?;
        self.skip_spaces();
        setup.turn = self.turn()?;
        self.skip_spaces();
        self.castling(&mut setup)?;
        self.skip_spaces();
        setup.en_passant = match setup.saktris {
            None => self.en_passant(b"36")?,
            Some(_) => self.en_passant(b"27")?,
        };
        Ok(setup)
    }

    fn setup(&mut self) -> Result<Setup, ParseFenError> {
        let mut setup = self.epd_parts()?;
        if self.next_part() {
            setup.halfmoves = self.number(FenPart::Halfmoves)?;
        }
        if self.next_part() {
            // Some programs count moves from 0.
            setup.fullmoves = self.number(FenPart::Fullmoves)?.max(1);
        }
        if let Some(saktris) = &mut setup.saktris
            && self.next_part()
        {
            self.counters(saktris)?;
        }
        Ok(setup)
    }

    fn skip_spaces(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn next_part(&mut self) -> bool {
        self.skip_spaces();
        self.at < self.bytes.len()
    }

    fn next_is_digit(&mut self) -> bool {
        self.next_part() && self.bytes[self.at].is_ascii_digit()
    }

    fn at_part_end(&self) -> bool {
        matches!(
            self.bytes.get(self.at),
            None | Some(b' ' | b'\t' | b'\r' | b'\n')
        )
    }

    fn end(&mut self) -> Result<(), ParseFenError> {
        if self.next_part() {
            return self.fail(FenPart::End, FenProblem::Trailing);
        }
        Ok(())
    }

    fn board(&mut self, setup: &mut Setup) -> Result<(), ParseFenError> {
        if let Some(placement) = placement::read(&self.bytes[self.at..]) {
            let start = self.at;
            self.at += placement.length;
            if self.at_part_end() || self.bytes.get(self.at) == Some(&b'[') {
                setup.board = placement.board;
                self.board_key = placement.key;
                return self.orders(setup);
            }
            self.at = start;
        }
        self.board_with_care(setup)
    }

    /// Reads the board character by character, to find out what is wrong and where.
    #[cold]
    fn board_with_care(&mut self, setup: &mut Setup) -> Result<(), ParseFenError> {
        let part = FenPart::Board;
        if self.at_part_end() {
            return self.fail(part, FenProblem::Missing);
        }
        for (index, &rank) in Rank::ALL.iter().rev().enumerate() {
            if index > 0 {
                match self.bytes.get(self.at) {
                    Some(b'/') => self.at += 1,
                    _ => return self.fail(part, FenProblem::TooFewRanks(index as u8)),
                }
            }
            self.rank(rank, setup)?;
        }
        match self.bytes.get(self.at) {
            Some(b'/') => self.fail(part, FenProblem::TooManyRanks),
            _ => {
                self.board_key = zobrist::board(&setup.board);
                self.orders(setup)
            }
        }
    }

    /// Reads the order in which the pieces of Saktris arrive, if there is one.
    #[inline]
    fn orders(&mut self, setup: &mut Setup) -> Result<(), ParseFenError> {
        if self.bytes.get(self.at) != Some(&b'[') {
            return Ok(());
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let part = FenPart::Orders;
        match saktris::read_orders(rest) {
            Ok((saktris, length)) => {
                setup.saktris = Some(saktris);
                self.at += length;
            }
            Err((offset, problem)) => {
                self.at += offset;
                return self.fail(part, problem);
            }
        }
        if !self.at_part_end() {
            return self.unexpected(part);
        }
        Ok(())
    }

    /// Reads the seventh field, which holds the rest of the Saktris state.
    fn counters(&mut self, saktris: &mut Saktris) -> Result<(), ParseFenError> {
        let start = self.at;
        while !self.at_part_end() {
            self.at += 1;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        saktris::read_counters(text, saktris).or_else(|(offset, problem)| {
            self.at = start + offset;
            self.fail(FenPart::SaktrisState, problem)
        })
    }

    /// Reads one rank, up to the next `/` or the end of the field.
    fn rank(&mut self, rank: Rank, setup: &mut Setup) -> Result<(), ParseFenError> {
        let part = FenPart::Board;
        let mut file = 0;
        while !self.at_part_end() && !matches!(self.bytes[self.at], b'/' | b'[') {
            let letter = char::from(self.bytes[self.at]);
            let width = match letter {
                '1'..='8' => letter as usize - '0' as usize,
                _ => 1,
            };
            let piece = Piece::from_letter(letter);
            if piece.is_none() && !letter.is_ascii_digit() || matches!(letter, '0' | '9') {
                return self.unexpected(part);
            }
            if file + width > 8 {
                return self.fail(part, FenProblem::RankTooLong(rank));
            }
            if let Some(piece) = piece {
                setup.board.put(Square::new(File::ALL[file], rank), piece);
            }
            file += width;
            self.at += 1;
        }
        if file < 8 {
            return self.fail(part, FenProblem::RankTooShort(rank, file as u8));
        }
        Ok(())
    }

    fn turn(&mut self) -> Result<Color, ParseFenError> {
        let turn = match self.bytes.get(self.at) {
            Some(b'w') => Color::White,
            Some(b'b') => Color::Black,
            _ => return self.unexpected(FenPart::Turn),
        };
        self.at += 1;
        if !self.at_part_end() {
            return self.unexpected(FenPart::Turn);
        }
        Ok(turn)
    }

    /// Consumes a `-` if the field is one, and reports whether it was.
    fn is_dash(&mut self, part: FenPart) -> Result<bool, ParseFenError> {
        if self.bytes.get(self.at) != Some(&b'-') {
            return Ok(false);
        }
        self.at += 1;
        if !self.at_part_end() {
            return self.unexpected(part);
        }
        Ok(true)
    }

    fn castling(&mut self, setup: &mut Setup) -> Result<(), ParseFenError> {
        let part = FenPart::Castling;
        if self.is_dash(part)? {
            return Ok(());
        }
        if self.at_part_end() {
            return self.unexpected(part);
        }
        while !self.at_part_end() {
            let letter = self.bytes[self.at];
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let rook = match letter.to_ascii_uppercase() {
                b'K' => setup.castling_rook(color, CastlingSide::Short),
                b'Q' => setup.castling_rook(color, CastlingSide::Long),
                file @ b'A'..=b'H' => {
                    Square::new(File::ALL[usize::from(file - b'A')], color.back_rank())
                }
                _ => return self.unexpected(part),
            };
            if setup.castling.contains(rook) {
                return self.fail(part, FenProblem::Twice(letter as char));
            }
            setup.castling = setup.castling.with(rook);
            self.at += 1;
        }
        Ok(())
    }

    fn en_passant(&mut self, ranks: &[u8; 2]) -> Result<Option<Square>, ParseFenError> {
        let part = FenPart::EnPassant;
        if self.is_dash(part)? {
            return Ok(None);
        }
        let Some(file @ b'a'..=b'h') = self.bytes.get(self.at) else {
            return self.unexpected(part);
        };
        self.at += 1;
        let Some(rank @ b'1'..=b'8') = self.bytes.get(self.at) else {
            return self.unexpected(part);
        };
        if !ranks.contains(rank) {
            return match ranks {
                b"36" => self.fail(part, FenProblem::NotAnEnPassantSquare),
                _ => self.unexpected(part),
            };
        }
        self.at += 1;
        if !self.at_part_end() {
            return self.unexpected(part);
        }
        Ok(Some(Square::wrapping(
            u32::from(rank - b'1') * 8 + u32::from(file - b'a'),
        )))
    }

    fn number(&mut self, part: FenPart) -> Result<u16, ParseFenError> {
        let start = self.at;
        let mut number = 0_u16;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            let next = number
                .checked_mul(10)
                .and_then(|n| n.checked_add(u16::from(digit - b'0')));
            match next {
                Some(next) => number = next,
                None => {
                    self.at = start;
                    return self.fail(part, FenProblem::TooLarge);
                }
            }
            self.at += 1;
        }
        if self.at == start || !self.at_part_end() {
            return self.unexpected(part);
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_careful_reader_agrees_with_the_fast_one() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
            "QQQQQQQQ/kkkkkkkk/11111111/44/pNpNpNpN/q7/7R/1b1B2n1",
        ] {
            let quick = placement::read(text.as_bytes()).unwrap();
            let mut setup = Setup::EMPTY;
            let mut reader = Reader::new(text);
            reader.board_with_care(&mut setup).unwrap();
            assert_eq!(setup.board, quick.board, "{text}");
            assert_eq!(reader.board_key, quick.key, "{text}");
            assert_eq!(reader.at, quick.length, "{text}");
        }
    }
}
