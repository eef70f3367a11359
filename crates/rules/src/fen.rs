//! Positions as text: FEN, X-FEN and Shredder-FEN (R87).

use core::{fmt, str::FromStr};

use crate::{Bitboard, CastlingSide, Color, File, Piece, Position, Rank, Role, Setup, Square};

/// The FEN of the position before the first move.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// One of the six parts of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FenPart {
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
    End,
}

/// Why a text is not a FEN: which part, where, and what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseFenError {
    /// The part that cannot be read.
    pub part: FenPart,
    /// The byte where reading stopped.
    pub offset: usize,
    /// What stands against it.
    pub problem: FenProblem,
}

/// What can be wrong with a part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenProblem {
    /// The text ends before this part.
    Missing,
    /// A character that does not belong here.
    Unexpected(char),
    /// A rank with more than eight squares.
    RankTooLong(Rank),
    /// A rank with fewer than eight squares.
    RankTooShort(Rank, u8),
    /// Fewer than eight ranks.
    TooFewRanks(u8),
    /// More than eight ranks.
    TooManyRanks,
    /// The same castling right twice.
    Twice(char),
    /// Not a square of the third or sixth rank.
    NotAnEnPassantSquare,
    /// A number that is too large to count with.
    TooLarge,
    /// Something follows the last part.
    Trailing,
}

impl FenPart {
    const fn name(self) -> &'static str {
        match self {
            FenPart::Board => "board",
            FenPart::Turn => "side to move",
            FenPart::Castling => "castling rights",
            FenPart::EnPassant => "en-passant square",
            FenPart::Halfmoves => "half-move clock",
            FenPart::Fullmoves => "move number",
            FenPart::End => "end",
        }
    }

    const fn hint(self) -> &'static str {
        match self {
            FenPart::Board => "pieces are KQRBNP or kqrbnp, digits count empty squares",
            FenPart::Turn => "it is w or b",
            FenPart::Castling => "it is -, or some of KQkq, or the files of the rooks",
            FenPart::EnPassant => "it is - or a square like e3",
            FenPart::Halfmoves | FenPart::Fullmoves => "it is a number",
            FenPart::End => "a FEN has six parts",
        }
    }
}

impl ParseFenError {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.part {
            FenPart::Board => "fen_board",
            FenPart::Turn => "fen_turn",
            FenPart::Castling => "fen_castling",
            FenPart::EnPassant => "fen_en_passant",
            FenPart::Halfmoves => "fen_halfmoves",
            FenPart::Fullmoves => "fen_fullmoves",
            FenPart::End => "fen_end",
        }
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.part.name();
        match self.problem {
            FenProblem::Missing => write!(f, "the {part} is missing from the FEN")?,
            FenProblem::Unexpected(found) => {
                write!(f, "{found:?} does not belong in the {part} of the FEN")?;
            }
            FenProblem::RankTooLong(rank) => write!(f, "rank {rank} has more than 8 squares")?,
            FenProblem::RankTooShort(rank, squares) => {
                write!(f, "rank {rank} has only {squares} of 8 squares")?;
            }
            FenProblem::TooFewRanks(ranks) => write!(f, "the board has only {ranks} of 8 ranks")?,
            FenProblem::TooManyRanks => write!(f, "the board has more than 8 ranks")?,
            FenProblem::Twice(found) => write!(f, "{found:?} stands twice in the {part}")?,
            FenProblem::NotAnEnPassantSquare => {
                write!(f, "the en-passant square must be on rank 3 or 6")?;
            }
            FenProblem::TooLarge => write!(f, "the {part} is larger than {}", u16::MAX)?,
            FenProblem::Trailing => write!(f, "something follows the last part of the FEN")?,
        }
        write!(f, " (byte {}; {})", self.offset, self.part.hint())
    }
}

impl core::error::Error for ParseFenError {}

impl FromStr for Setup {
    type Err = ParseFenError;

    /// Reads a FEN, X-FEN or Shredder-FEN. Clock and move number may be left
    /// out; everything from the side to move on may be left out with them.
    fn from_str(text: &str) -> Result<Setup, ParseFenError> {
        let mut reader = Reader::new(text);
        let setup = reader.setup()?;
        reader.end()?;
        Ok(setup)
    }
}

/// Reads what stands before the operations of an EPD, four parts or six, and
/// says where they begin.
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

/// Reads the parts of a FEN one after the other.
struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

/// What a byte means on the board: a piece, a count, a border.
const NO_MEANING: u8 = 0xff;
const BORDER: u8 = 0x40;
const GAP: u8 = 0x20;
static MEANING: [u8; 256] = {
    let mut table = [NO_MEANING; 256];
    let mut index = 0;
    while index < 12 {
        let role = Role::ALL[index / 2];
        let color = Color::ALL[index % 2];
        table[Piece::new(color, role).letter() as usize] = (role as u8) << 1 | color as u8;
        index += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        table[b'0' as usize + digit] = GAP | digit as u8;
        digit += 1;
    }
    table[b'/' as usize] = BORDER;
    table
};

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
        }
    }

    fn fail<T>(&self, part: FenPart, problem: FenProblem) -> Result<T, ParseFenError> {
        Err(ParseFenError {
            part,
            offset: self.at,
            problem,
        })
    }

    /// The character at which reading stopped does not belong there.
    fn unexpected<T>(&self, part: FenPart) -> Result<T, ParseFenError> {
        let problem = match self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
        {
            Some(found) if !found.is_whitespace() => FenProblem::Unexpected(found),
            _ => FenProblem::Missing,
        };
        self.fail(part, problem)
    }

    /// The first four parts, which an EPD has too.
    fn epd_parts(&mut self) -> Result<Setup, ParseFenError> {
        self.skip_spaces();
        let mut setup = Setup::EMPTY;
        self.board(&mut setup)?;
        if self.next_part() {
            setup.turn = self.turn()?;
        }
        if self.next_part() {
            self.castling(&mut setup)?;
        }
        if self.next_part() {
            setup.en_passant = self.en_passant()?;
        }
        Ok(setup)
    }

    fn setup(&mut self) -> Result<Setup, ParseFenError> {
        let mut setup = self.epd_parts()?;
        if self.next_part() {
            setup.halfmoves = self.number(FenPart::Halfmoves)?;
        }
        if self.next_part() {
            // Some programs count from 0: the first move is still number 1.
            setup.fullmoves = self.number(FenPart::Fullmoves)?.max(1);
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
        let part = FenPart::Board;
        let (mut rank, mut file) = (7_u8, 0_u8);
        let mut sets = [[0_u64; 2]; 6];
        loop {
            let meaning = match self.bytes.get(self.at) {
                Some(&byte) => MEANING[usize::from(byte)],
                None => NO_MEANING,
            };
            if meaning < GAP {
                if file == 8 {
                    return self.fail(part, FenProblem::RankTooLong(Rank::ALL[usize::from(rank)]));
                }
                sets[usize::from(meaning >> 1) % 6][usize::from(meaning & 1)] |=
                    1 << (rank * 8 + file);
                file += 1;
            } else if meaning < BORDER {
                file += meaning - GAP;
                if file > 8 {
                    return self.fail(part, FenProblem::RankTooLong(Rank::ALL[usize::from(rank)]));
                }
            } else {
                let is_border = meaning == BORDER;
                if !is_border && !self.at_part_end() {
                    return self.unexpected(part);
                }
                if self.at == 0 && !is_border || rank == 7 && file == 0 {
                    return self.unexpected(part);
                }
                if file != 8 {
                    let rank = Rank::ALL[usize::from(rank)];
                    return self.fail(part, FenProblem::RankTooShort(rank, file));
                }
                if !is_border {
                    break;
                }
                if rank == 0 {
                    return self.fail(part, FenProblem::TooManyRanks);
                }
                (rank, file) = (rank - 1, 0);
            }
            self.at += 1;
        }
        if rank > 0 {
            return self.fail(part, FenProblem::TooFewRanks(8 - rank));
        }
        setup.board.fill(&sets);
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

    fn castling(&mut self, setup: &mut Setup) -> Result<(), ParseFenError> {
        let part = FenPart::Castling;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
            return if self.at_part_end() {
                Ok(())
            } else {
                self.unexpected(part)
            };
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

    fn en_passant(&mut self) -> Result<Option<Square>, ParseFenError> {
        let part = FenPart::EnPassant;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
            return if self.at_part_end() {
                Ok(None)
            } else {
                self.unexpected(part)
            };
        }
        let Some(&[file @ b'a'..=b'h', rank @ b'1'..=b'8']) = self.bytes.get(self.at..self.at + 2)
        else {
            return self.unexpected(part);
        };
        if !matches!(rank, b'3' | b'6') {
            return self.fail(part, FenProblem::NotAnEnPassantSquare);
        }
        self.at += 2;
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
                None => return self.fail(part, FenProblem::TooLarge),
            }
            self.at += 1;
        }
        if self.at == start || !self.at_part_end() {
            return self.unexpected(part);
        }
        Ok(number)
    }
}

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

/// Writes the FEN of the position, with an en-passant square only where a pawn
/// can be taken; with `{:#}` Shredder-FEN. [`Position::to_setup`] keeps the
/// square in any case.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = Setup {
            en_passant: self.legal_en_passant(),
            ..self.to_setup()
        };
        fmt::Display::fmt(&setup, f)
    }
}

/// Why a text is not a playable position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It is not a FEN.
    Parse(ParseFenError),
    /// It is one, but nobody can play from there.
    Setup(crate::SetupErrors),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Parse(error) => error.fmt(f),
            FenError::Setup(errors) => errors.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        text.parse::<Setup>()
            .map_err(FenError::Parse)?
            .position()
            .map_err(FenError::Setup)
    }
}
