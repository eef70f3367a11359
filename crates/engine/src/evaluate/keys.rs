//! Random numbers for hashing parts of a position.

use arbiter_rules::{Color, Role, SplitMix64, Square};

/// Returns the random number of a piece on a square.
#[inline(always)]
pub(super) fn key(color: Color, role: Role, square: Square) -> u64 {
    KEYS[color as usize][role as usize][square as usize]
}

static KEYS: [[[u64; 64]; 6]; 2] = numbers();

/// Computes the numbers at compile time.
const fn numbers() -> [[[u64; 64]; 6]; 2] {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut random = SplitMix64::new(0x6172_6269_7465_7221);
    let mut index = 0;
    while index < 2 * 6 * 64 {
        keys[index / 384][index / 64 % 6][index % 64] = random.next_u64();
        index += 1;
    }
    keys
}
