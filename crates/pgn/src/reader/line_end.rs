//! Line ends: LF, CR, or CR LF.

#[inline]
pub fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Returns the start of the line after the line end at `at`, or `None` if that
/// depends on a byte that is not loaded yet.
pub fn after_line_end(bytes: &[u8], at: usize) -> Option<usize> {
    match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some(at + 2),
        (b'\r', None) => None,
        _ => Some(at + 1),
    }
}
