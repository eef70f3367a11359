//! Random numbers from the operating system.

use crate::base::{GameId, NodeId};

/// Returns random bytes.
///
/// # Panics
///
/// Panics if the operating system has none: nothing secret can be made then.
#[must_use]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// Returns the id of a new game.
#[must_use]
pub fn game_id() -> GameId {
    GameId::from_random(u64::from_le_bytes(bytes()))
}

/// Returns the id of a node that starts.
#[must_use]
pub fn node_id() -> NodeId {
    NodeId((number() >> 1).cast_signed())
}

/// Returns a random number.
#[must_use]
pub fn number() -> u64 {
    u64::from_le_bytes(bytes())
}
