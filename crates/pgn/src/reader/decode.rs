/// Decodes bytes as UTF-8 or, if they are not valid UTF-8, as Windows-1252, which
/// includes the printable part of Latin-1. `scratch` holds the text if it had to
/// be converted.
#[inline]
pub fn decode<'t>(bytes: &'t [u8], scratch: &'t mut String) -> &'t str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => {
            scratch.clear();
            scratch.extend(bytes.iter().copied().map(windows_1252));
            scratch
        }
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => C1_CHARACTERS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The characters of Windows-1252 where Latin-1 has control characters. Five
/// code points are unassigned and remain control characters.
const C1_CHARACTERS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

#[cfg(test)]
mod tests {
    use super::decode;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(decode(bytes, &mut String::new()), expected);
    }

    #[test]
    fn text_is_utf_8_or_else_windows_1252() {
        check(b"Reti", "Reti");
        check("Réti".as_bytes(), "Réti");
        check(b"R\xe9ti", "Réti");
        check(b"\x93R\xe9ti\x94 \x81", "“Réti” \u{81}");
    }
}
