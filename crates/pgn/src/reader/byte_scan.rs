//! Scans bytes eight at a time.
//!
//! The content of a text is hard for the processor to predict. The only branch
//! here that depends on it is whether a group of eight bytes contains what the
//! scan is looking for.

/// The number of bytes that must be available for a move to be read at once.
pub const MOVE_BYTES: usize = 16;

/// Returns the number of bytes before the first blank, or eight if none of the
/// first eight bytes is blank.
#[inline(always)]
pub fn length_to_blank(bytes: &[u8; MOVE_BYTES]) -> usize {
    let &[a, b, c, d, e, f, g, h, ..] = bytes;
    let bytes = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    below(bytes, b' ' + 1).trailing_zeros() as usize / 8
}

/// Returns the index of the first of two bytes or of a line end, if it is among
/// the first 64 bytes. The byte found may also be another control character.
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

/// Marks the first byte below a limit. Bytes after it may be marked although
/// they are not below the limit.
#[inline(always)]
const fn below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(ONES * limit as u64) & !bytes & (ONES << 7)
}

/// Marks the first byte equal to `byte`. Bytes after it may be marked although
/// they are not equal.
#[inline(always)]
const fn equal(bytes: u64, byte: u8) -> u64 {
    below(bytes ^ (ONES * byte as u64), 1)
}

const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_recognized_at_every_index() {
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
    fn the_first_of_several_matches_is_found() {
        assert_eq!(length_to_blank(b"e4 e5 \n 89abcdef"), 2);
        assert_eq!(first_stop(b"0123456789ab}{}\n", b'}', b'{'), Some(12));
        assert_eq!(first_stop(b"0123456789ab", b'}', b'{'), None);
    }
}
