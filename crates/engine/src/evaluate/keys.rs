//! Random numbers for the keys by which parts of a position are remembered.

use arbiter_rules::{Color, Role, Square};

/// The number of a piece on a square.
#[inline(always)]
pub(super) fn key(color: Color, role: Role, square: Square) -> u64 {
    KEYS[color as usize][role as usize][square as usize]
}

static KEYS: [[[u64; 64]; 6]; 2] = numbers();

/// Made when compiling, by SplitMix64 (Steele, Lea and Flood,
/// <https://doi.org/10.1145/2714064.2660195>).
const fn numbers() -> [[[u64; 64]; 6]; 2] {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut state: u64 = 0x6172_6269_7465_7221;
    let mut index = 0;
    while index < 2 * 6 * 64 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = state;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[index / 384][index / 64 % 6][index % 64] = number ^ (number >> 31);
        index += 1;
    }
    keys
}
