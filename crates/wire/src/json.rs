//! Handwritten JSON for the parts that are sent with every move. Tests compare it
//! with what serde writes.

use arbiter_rules::{Bitboard, Square};
use serde::Serialize;

/// Writes a string with its quotation marks.
pub(crate) fn text(out: &mut Vec<u8>, text: &str) {
    let is_special = |byte: u8| (byte < b' ') | (byte == b'"') | (byte == b'\\');
    // A fold without early exit lets the compiler check many bytes at once.
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

/// Writes a square with its quotation marks.
pub(crate) fn square(out: &mut Vec<u8>, square: Square) {
    let [name @ .., _comma] = &ELEMENTS[square as usize];
    out.extend_from_slice(name);
}

/// Writes squares as an array.
pub(crate) fn squares(out: &mut Vec<u8>, squares: Bitboard) {
    out.push(b'[');
    for square in squares {
        out.extend_from_slice(&ELEMENTS[square as usize]);
    }
    if squares.any() {
        out.pop();
    }
    out.push(b']');
}

/// Writes any value with serde.
pub(crate) fn any<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("every message can be represented in JSON");
}

/// Each square as an array element with its comma: `"e4",`.
const ELEMENTS: [[u8; 5]; 64] = {
    let mut listed = [[0; 5]; 64];
    let mut index = 0;
    while index < listed.len() {
        let name = Square::ALL[index].name().as_bytes();
        listed[index] = [b'"', name[0], name[1], b'"', b','];
        index += 1;
    }
    listed
};

/// Reports whether a flag is not set, so that serde can omit it.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
