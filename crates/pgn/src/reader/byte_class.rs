//! Classifies the bytes of the movetext.

/// What a byte of the movetext can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ByteClass {
    Blank,
    /// A move in the notation PGN prescribes.
    Move,
    Digit,
    /// Any other word.
    Word,
    /// Punctuation that has a meaning of its own.
    Sign,
}

/// The class of each byte.
pub static BYTE_CLASS: [ByteClass; 256] = {
    let mut table = [ByteClass::Sign; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        table[index] = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b'.' | b',' => ByteClass::Blank,
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => ByteClass::Move,
            b'0'..=b'9' => ByteClass::Digit,
            b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => ByteClass::Word,
            b'+' | b'-' | b'=' | b'~' | b'/' | b'#' | b'@' | b'_' | b':' => ByteClass::Word,
            _ => ByteClass::Sign,
        };
        index += 1;
    }
    table
};

/// The bytes that can come first in a move in standard algebraic notation.
pub static IS_FIRST_OF_MOVE: [bool; 256] = set(b"abcdefghKQRBNO");

/// The bytes that can come second in such a move: `Nf3`, `exd5`, `R1e2`, `O-O`.
pub static IS_SECOND_OF_MOVE: [bool; 256] = set(b"abcdefgh12345678x-");

/// The bytes that words consist of.
static IS_IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 256 {
        table[index] = matches!(
            BYTE_CLASS[index],
            ByteClass::Move | ByteClass::Digit | ByteClass::Word
        );
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

/// Returns the end of the word that begins at `from`.
#[inline(always)]
pub fn word_end(bytes: &[u8], from: usize) -> usize {
    let mut end = from;
    while end < bytes.len() && IS_IN_WORD[usize::from(bytes[end])] {
        end += 1;
    }
    end
}
