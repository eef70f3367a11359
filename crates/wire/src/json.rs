//! JSON that is written by hand, because it goes out with every move. What is
//! written here and what serde would write is the same, and tests compare it.

use arbiter_rules::{Bitboard, Square};
use serde::Serialize;

/// Writes a text with its quotation marks.
pub(crate) fn text(out: &mut Vec<u8>, text: &str) {
    let is_special = |byte: u8| (byte < b' ') | (byte == b'"') | (byte == b'\\');
    // All of it is looked at in any case: so it is looked at many bytes at once.
    if text.bytes().fold(false, |any, byte| any | is_special(byte)) {
        return any(out, text);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Writes a number.
pub(crate) fn number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Writes the name of a square with its quotation marks.
pub(crate) fn square(out: &mut Vec<u8>, square: Square) {
    let [name @ .., _comma] = &LISTED[square as usize];
    out.extend_from_slice(name);
}

/// Writes squares as a list.
pub(crate) fn squares(out: &mut Vec<u8>, squares: Bitboard) {
    out.push(b'[');
    for square in squares {
        out.extend_from_slice(&LISTED[square as usize]);
    }
    if squares.any() {
        out.pop();
    }
    out.push(b']');
}

/// Writes anything, if it is not needed often.
pub(crate) fn any<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("messages have nothing that JSON lacks");
}

/// Squares as they stand in a list: `"e4",`.
const LISTED: [[u8; 5]; 64] = {
    let mut listed = [[0; 5]; 64];
    let mut index = 0;
    while index < listed.len() {
        let name = Square::ALL[index].name().as_bytes();
        listed[index] = [b'"', name[0], name[1], b'"', b','];
        index += 1;
    }
    listed
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_as_serde_writes_them() {
        for it in ["", "e4", "a \"b\"", "\\", "a\nb", "\u{0}", "ä€𝄞", "\u{7f}"] {
            let mut out = Vec::new();
            text(&mut out, it);
            assert_eq!(
                String::from_utf8(out).unwrap(),
                serde_json::to_string(it).unwrap()
            );
        }
    }

    #[test]
    fn squares_are_as_serde_writes_them() {
        for it in [Bitboard::EMPTY, Bitboard::FULL, Bitboard::from(Square::E4)] {
            let mut out = Vec::new();
            squares(&mut out, it);
            let names: Vec<_> = it.iter().map(Square::name).collect();
            assert_eq!(out, serde_json::to_vec(&names).unwrap());
        }
    }
}
