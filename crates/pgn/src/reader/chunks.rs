//! Bytes looked at eight at a time.
//!
//! What stands in a text is hard to foresee for the processor: here no branch
//! depends on it but whether eight bytes hold what is looked for.

/// How many bytes must be in sight to read a move at once.
pub const SIGHT: usize = 16;

/// How many bytes stand before the first blank; eight if there is none among
/// the first eight.
#[inline(always)]
pub fn length_to_blank(sight: &[u8; SIGHT]) -> usize {
    let &[a, b, c, d, e, f, g, h, ..] = sight;
    let bytes = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    below(bytes, b' ' + 1).trailing_zeros() as usize / 8
}

/// Where the first of two bytes stands or the first line end, if that is not
/// far. (It may also be another control character.)
#[inline(always)]
pub fn first_stop(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (chunks, _) = bytes[..bytes.len().min(64)].as_chunks();
    for (index, chunk) in chunks.iter().enumerate() {
        let chunk = u64::from_le_bytes(*chunk);
        let stops = equal(chunk, one) | equal(chunk, other) | below(chunk, b'\r' + 1);
        if stops != 0 {
            return Some(index * 8 + stops.trailing_zeros() as usize / 8);
        }
    }
    None
}

/// Marks the first byte that is below a limit, and perhaps later ones that
/// are not.
#[inline(always)]
const fn below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(ONES * limit as u64) & !bytes & (ONES << 7)
}

/// Marks the first byte that is equal to this, and perhaps later ones that
/// are not.
#[inline(always)]
const fn equal(bytes: u64, byte: u8) -> u64 {
    below(bytes ^ (ONES * byte as u64), 1)
}

const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_told_apart_at_every_place() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut bytes = *b"abcdefgh        ";
                bytes[at] = byte;
                let expected = if byte <= b' ' { at } else { 8 };
                assert_eq!(length_to_blank(&bytes), expected, "{byte} at {at}");
                let is_stop = matches!(byte, b'}' | b'{' | 0..=13);
                let expected = is_stop.then_some(at);
                assert_eq!(first_stop(&bytes, b'}', b'{'), expected, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn the_first_of_several_is_found() {
        assert_eq!(length_to_blank(b"e4 e5 \n 89abcdef"), 2);
        assert_eq!(first_stop(b"0123456789ab}{}\n", b'}', b'{'), Some(12));
        assert_eq!(first_stop(b"0123456789ab", b'}', b'{'), None);
    }
}
