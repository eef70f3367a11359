use core::{fmt, ops::Deref};

use crate::{Role, Square};

/// The notation of one move: a short text that needs no allocation.
///
/// ```
/// use arbiter_rules::Position;
///
/// let position = Position::start();
/// let mv = position.find_san("Nf3")?;
/// let text = position.san(mv);
/// assert_eq!(&*text, "Nf3");
/// assert_eq!(format!("{text:>5}"), "  Nf3");
/// # Ok::<(), arbiter_rules::SanError>(())
/// ```
// The longest is `e7xd8=Q#`, eight bytes. Unused bytes are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct MoveText {
    bytes: [u8; 8],
}

impl MoveText {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever pushed, so this never fails.
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the bytes of the text, which are all ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    #[inline]
    fn len(&self) -> usize {
        8 - u64::from_le_bytes(self.bytes).leading_zeros() as usize / 8
    }
}

/// Writes a [`MoveText`] from left to right.
#[derive(Default)]
pub(super) struct TextBuilder {
    text: u64,
    shift: u32,
}

impl TextBuilder {
    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        debug_assert!(byte.is_ascii() && self.shift < 64);
        self.text |= u64::from(byte) << (self.shift & 63);
        self.shift += 8;
    }

    pub(super) fn ascii(&mut self, text: &str) {
        for byte in text.bytes() {
            self.byte(byte);
        }
    }

    pub(super) fn role(&mut self, role: Role) {
        self.byte(role.letter() as u8);
    }

    pub(super) fn square(&mut self, square: Square) {
        self.byte(b'a' + square as u8 % 8);
        self.byte(b'1' + square as u8 / 8);
    }

    pub(super) fn finish(self) -> MoveText {
        MoveText {
            bytes: self.text.to_le_bytes(),
        }
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for MoveText {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
