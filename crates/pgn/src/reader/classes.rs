//! What the bytes of the moves are.

/// What a byte of the moves may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Blank,
    /// A move as it is usually written.
    Move,
    Digit,
    /// Any other word.
    Word,
    Sign,
}

pub static CLASS: [Class; 256] = {
    let mut table = [Class::Sign; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        table[index] = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b'.' | b',' => Class::Blank,
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => Class::Move,
            b'0'..=b'9' => Class::Digit,
            b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => Class::Word,
            b'+' | b'-' | b'=' | b'~' | b'/' | b'#' | b'@' | b'_' | b':' => Class::Word,
            _ => Class::Sign,
        };
        index += 1;
    }
    table
};

/// What a move begins with as PGN writes it.
pub static BEGINS_MOVE: [bool; 256] = set(b"abcdefghKQRBNO");

/// What comes second in such a move: `Nf3`, `exd5`, `R1e2`, `O-O`.
pub static GOES_ON_MOVE: [bool; 256] = set(b"abcdefgh12345678x-");

/// Which bytes a word is made of.
static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 256 {
        table[index] = matches!(CLASS[index], Class::Move | Class::Digit | Class::Word);
        index += 1;
    }
    table
};

const fn set(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
}

#[inline]
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

#[inline(always)]
pub fn word_end(bytes: &[u8], from: usize) -> usize {
    let mut end = from;
    while end < bytes.len() && IN_WORD[usize::from(bytes[end])] {
        end += 1;
    }
    end
}
