//! Text for terminals that cannot show Unicode.

use std::io::{self, Write};

/// Writes our own signs in ASCII. Everything else, such as the name of a player in
/// a PGN file, stays as it is.
pub struct AsciiOutput<W> {
    out: W,
    /// The first bytes of a character whose other bytes have not been written yet.
    partial: Vec<u8>,
}

/// Characters that are not ASCII, and their replacements.
const SIGNS: [(char, &str); 40] = [
    ('…', "..."),
    ('½', "1/2"),
    ('–', "-"),
    ('—', "-"),
    ('−', "-"),
    ('±', "+/-"),
    ('×', "x"),
    ('∞', "inf"),
    ('·', "-"),
    ('‘', "'"),
    ('’', "'"),
    ('“', "\""),
    ('”', "\""),
    ('♔', "K"),
    ('♕', "Q"),
    ('♖', "R"),
    ('♗', "B"),
    ('♘', "N"),
    ('♙', "P"),
    ('♚', "k"),
    ('♛', "q"),
    ('♜', "r"),
    ('♝', "b"),
    ('♞', "n"),
    ('♟', "p"),
    // Variation selector 15, which requests text instead of an emoji.
    ('\u{fe0e}', ""),
    ('─', "-"),
    ('│', "|"),
    ('┌', "+"),
    ('┐', "+"),
    ('└', "+"),
    ('┘', "+"),
    ('█', "#"),
    ('▉', "#"),
    ('▊', "#"),
    ('▋', "#"),
    ('▌', "#"),
    ('▍', "-"),
    ('▎', "-"),
    ('▏', "-"),
];

impl<W: Write> AsciiOutput<W> {
    /// Creates a writer that converts what is written and passes it on to `out`.
    pub fn new(out: W) -> AsciiOutput<W> {
        AsciiOutput {
            out,
            partial: Vec::new(),
        }
    }
}

impl<W: Write> Write for AsciiOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend_from_slice(bytes);
        let pending = std::mem::take(&mut self.partial);
        let mut text = String::new();
        let mut chunks = pending.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            for c in chunk.valid().chars() {
                match SIGNS.iter().find(|(sign, _)| *sign == c) {
                    Some((_, ascii)) => text.push_str(ascii),
                    None => text.push(c),
                }
            }
            self.out.write_all(text.as_bytes())?;
            text.clear();
            let invalid = chunk.invalid();
            if chunks.peek().is_none() && is_incomplete(invalid) {
                invalid.clone_into(&mut self.partial);
            } else {
                self.out.write_all(invalid)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Reports whether these are the first bytes of a character.
fn is_incomplete(bytes: &[u8]) -> bool {
    !bytes.is_empty() && std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_signs_are_written_in_ascii_and_names_stay() {
        let mut written = Vec::new();
        let mut out = AsciiOutput::new(&mut written);
        // The bytes of a character may come one by one.
        for byte in "Müller 1… ½–½ ♞\u{fe0e}f6 ±12 │·┘ 🙂\n".bytes() {
            out.write_all(&[byte]).unwrap();
        }
        out.write_all(b"\xff!").unwrap();
        out.write_all(b"\xc3x\xc3").unwrap();
        out.write_all(b"\xa4").unwrap();
        drop(out);
        assert_eq!(
            written,
            [
                "Müller 1... 1/2-1/2 nf6 +/-12 |-+ 🙂\n".as_bytes(),
                b"\xff!\xc3x\xc3\xa4"
            ]
            .concat()
        );
    }
}
