/// Text as it was meant: UTF-8, or if it cannot be that, Windows-1252, of
/// which Latin-1 is a part. `scratch` holds what had to be translated.
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
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Where Windows-1252 has signs and Latin-1 has control characters. Five
/// places are empty and stay what they are in Latin-1.
const HIGH: [char; 32] = [
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
    fn utf_8_is_read_as_it_is_and_all_else_as_windows_1252() {
        check(b"Reti", "Reti");
        check("Réti".as_bytes(), "Réti");
        check(b"R\xe9ti", "Réti");
        check(b"\x93R\xe9ti\x94 \x81", "“Réti” \u{81}");
    }
}
