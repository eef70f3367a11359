//! Writing a FEN.

use alloc::string::String;
use core::{fmt, str};

use crate::{Bitboard, Board, CastlingSide, Color, Piece, Rank, Role, Saktris, Setup, Square};

/// Writes a FEN, or Shredder-FEN with `{:#}`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::new();
        text.epd_parts(self, Letters::of(f));
        text.push(b' ');
        text.number(self.halfmoves);
        text.push(b' ');
        text.number(self.fullmoves);
        match &self.saktris {
            None => f.pad(text.as_str()),
            Some(saktris) => f.pad(&with_saktris(text.as_str(), saktris)),
        }
    }
}

impl Setup {
    /// Writes the four fields that FEN and EPD share.
    pub(crate) fn write_epd_parts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::new();
        text.epd_parts(self, Letters::of(f));
        match &self.saktris {
            None => f.write_str(text.as_str()),
            Some(saktris) => f.write_str(&with_orders(text.as_str(), saktris)),
        }
    }
}

/// Inserts the pieces to come after the board, and appends the rest of the Saktris
/// state.
#[cold]
fn with_saktris(fen: &str, saktris: &Saktris) -> String {
    let mut text = with_orders(fen, saktris);
    let counters = saktris.counters();
    if !counters.is_empty() {
        text.push(' ');
        text.push_str(&counters);
    }
    text
}

/// Inserts the pieces to come after the board.
fn with_orders(fen: &str, saktris: &Saktris) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut text = String::from(board);
    // Writing to a string does not fail.
    let _ = saktris.write_orders(&mut text);
    text.push(' ');
    text.push_str(rest);
    text
}

/// How the castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Letters {
    /// `KQkq`, or a file where that would name another rook (X-FEN).
    Outermost,
    /// Always the file of the rook (Shredder-FEN).
    Files,
}

impl Letters {
    fn of(f: &fmt::Formatter<'_>) -> Letters {
        if f.alternate() {
            Letters::Files
        } else {
            Letters::Outermost
        }
    }
}

/// A buffer for a FEN. Writing it to the formatter in one piece is three times as fast
/// as character by character.
struct Text {
    bytes: [u8; Text::MAX_BYTES],
    length: usize,
}

impl Text {
    /// The longest FEN has 105 bytes: 71 for the board, 16 castling rights, two numbers
    /// of five digits, and the rest.
    const MAX_BYTES: usize = 128;

    fn new() -> Text {
        Text {
            bytes: [0; Text::MAX_BYTES],
            length: 0,
        }
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        str::from_utf8(bytes).unwrap_or_default()
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes[self.length % Text::MAX_BYTES] = byte;
        self.length += 1;
    }

    fn epd_parts(&mut self, setup: &Setup, letters: Letters) {
        self.board(&setup.board);
        self.push(b' ');
        self.push(setup.turn.letter() as u8);
        self.push(b' ');
        self.castling(setup, letters);
        self.push(b' ');
        match setup.en_passant {
            // The reader accepts no other square.
            Some(square) if setup.may_pass_over(square.rank()) => {
                self.push(square.file().letter() as u8);
                self.push(square.rank().digit() as u8);
            }
            _ => self.push(b'-'),
        }
    }

    fn board(&mut self, board: &Board) {
        let pieces = PieceLetters::of(board);
        for rank in Rank::ALL.into_iter().rev() {
            let mut next_file = 0;
            for square in board.occupied() & Bitboard::rank(rank) {
                let file = square.file() as u8;
                self.gap(file - next_file);
                self.push(pieces.letter(square));
                next_file = file + 1;
            }
            self.gap(8 - next_file);
            if rank != Rank::First {
                self.push(b'/');
            }
        }
    }

    /// Writes the number of empty squares unless it is 0. The byte is always stored, and
    /// only the length depends on the number, which avoids an unpredictable branch.
    #[inline(always)]
    fn gap(&mut self, squares: u8) {
        self.bytes[self.length % Text::MAX_BYTES] = b'0' + squares;
        self.length += usize::from(squares > 0);
    }

    fn castling(&mut self, setup: &Setup, letters: Letters) {
        let rooks = setup.castling & Bitboard::BACK_RANKS;
        if rooks.is_empty() {
            self.push(b'-');
        }
        for color in Color::ALL {
            let mut rooks = rooks & Bitboard::rank(color.back_rank());
            while let Some(rook) = rooks.last() {
                let letter = castling_letter(setup, color, rook, letters);
                self.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
                rooks = rooks.without(rook);
            }
        }
    }

    fn number(&mut self, number: u16) {
        let mut unit = 10_000;
        while unit > 1 && number < unit {
            unit /= 10;
        }
        while unit > 0 {
            self.push(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }
}

impl Setup {
    /// Reports whether a double step can pass over this rank.
    fn may_pass_over(&self, rank: Rank) -> bool {
        match self.saktris {
            None => matches!(rank, Rank::Third | Rank::Sixth),
            Some(_) => matches!(rank, Rank::Second | Rank::Seventh),
        }
    }
}

fn castling_letter(setup: &Setup, color: Color, rook: Square, letters: Letters) -> u8 {
    let is_named = |side| letters == Letters::Outermost && setup.castling_rook(color, side) == rook;
    if is_named(CastlingSide::Short) {
        b'K'
    } else if is_named(CastlingSide::Long) {
        b'Q'
    } else {
        rook.file().letter().to_ascii_uppercase() as u8
    }
}

/// Looks up the letter of the piece on a square without testing each role: each set
/// contributes one bit of the index into [`LETTERS`].
struct PieceLetters {
    ones: u64,
    twos: u64,
    fours: u64,
    eights: u64,
}

impl PieceLetters {
    fn of(board: &Board) -> PieceLetters {
        let role = |role| board.by_role(role).0;
        PieceLetters {
            ones: role(Role::Knight) | role(Role::Rook) | role(Role::King),
            twos: role(Role::Bishop) | role(Role::Rook),
            fours: role(Role::Queen) | role(Role::King),
            eights: board.of(Color::Black).0,
        }
    }

    #[inline(always)]
    fn letter(&self, square: Square) -> u8 {
        let bit = |set: u64| (set >> square as u32 & 1) as usize;
        let index =
            bit(self.ones) | bit(self.twos) << 1 | bit(self.fours) << 2 | bit(self.eights) << 3;
        LETTERS[index]
    }
}

/// The letters of White's pieces in the order of the roles, then those of Black's.
const LETTERS: [u8; 16] = {
    let mut letters = [b' '; 16];
    let mut role = 0;
    while role < Role::ALL.len() {
        letters[role] = Piece::new(Color::White, Role::ALL[role]).letter() as u8;
        letters[role + 8] = Piece::new(Color::Black, Role::ALL[role]).letter() as u8;
        role += 1;
    }
    letters
};
