//! Perft: counting the move sequences of a given length, which verifies and
//! benchmarks a move generator.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod lanes;

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use lanes::{count_avx2, count_avx512};

use crate::{Color, Position};

macro_rules! by_turn {
    ($name:ident, $position:ident, $depth:ident) => {
        match $position.turn() {
            Color::White => $name::<true>($position, $depth),
            Color::Black => $name::<false>($position, $depth),
        }
    };
}

/// Returns the number of legal move sequences of this length in half-moves.
///
/// The moves of the last ply are counted without playing them. Features of the
/// processor are detected at run time, so that a generic build is as fast as
/// one compiled for the processor.
///
/// ```
/// use arbiter_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ if position.is_saktris() => {
            let children = position.legal_moves().map(|mv| position.after(mv));
            children.map(|child| perft(&child, depth - 1)).sum()
        }
        // The vectorized counters assume one king per side that cannot be
        // captured.
        _ if position.is_regular() => walk(position, depth),
        _ => by_turn!(walk_portable, position, depth),
    }
}

/// Defines a recursive walk compiled for a processor with these features. All
/// functions it calls are inlined, so they are compiled for it, too.
macro_rules! walker {
    ($name:ident, $count:ident $(, $features:literal)?) => {
        $(#[target_feature(enable = $features)])?
        fn $name<const WHITE: bool>(position: &Position, depth: u32) -> u64 {
            let us = if WHITE { Color::White } else { Color::Black };
            let mut nodes = 0;
            position.each_child::<false>(us, &mut |_, child| {
                nodes += match (depth, us) {
                    (2, Color::White) => u64::from($count::<false>(child)),
                    (2, Color::Black) => u64::from($count::<true>(child)),
                    (_, Color::White) => $name::<false>(child, depth - 1),
                    (_, Color::Black) => $name::<true>(child, depth - 1),
                };
            });
            nodes
        }
    };
}

walker!(walk_portable, count_portable);

#[cfg(all(feature = "std", target_arch = "x86_64"))]
walker!(walk_avx2, count_avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

#[cfg(all(feature = "std", target_arch = "x86_64"))]
walker!(
    walk_avx512,
    count_avx512,
    "avx512f,avx512cd,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
);

#[inline(always)]
fn count_portable<const WHITE: bool>(position: &Position) -> u32 {
    position.count_targets(if WHITE { Color::White } else { Color::Black })
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[expect(
    unsafe_code,
    reason = "calls code compiled for features that were just detected"
)]
fn walk(position: &Position, depth: u32) -> u64 {
    if lanes::has_avx512() {
        // SAFETY: the processor has every feature that the walk and the counter
        // it calls are compiled for, as just detected.
        unsafe { by_turn!(walk_avx512, position, depth) }
    } else if lanes::has_avx2() {
        // SAFETY: as above.
        unsafe { by_turn!(walk_avx2, position, depth) }
    } else {
        by_turn!(walk_portable, position, depth)
    }
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
fn walk(position: &Position, depth: u32) -> u64 {
    by_turn!(walk_portable, position, depth)
}

#[cfg(test)]
mod tests {
    use super::{perft, walk_portable};
    use crate::{Color, Position};

    #[test]
    fn walks_with_processor_features_count_the_same_as_the_portable_one() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "1r2k3/8/8/8/8/8/8/rRK5 w B - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let plain = match position.turn() {
                Color::White => walk_portable::<true>(&position, 4),
                Color::Black => walk_portable::<false>(&position, 4),
            };
            assert_eq!(perft(&position, 4), plain, "{fen}");
            assert_eq!(perft_without_avx512(&position, 4), plain, "{fen}");
        }
    }

    /// Counts without 512-bit registers, if the processor has AVX2.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[expect(unsafe_code, reason = "the features are detected first")]
    fn perft_without_avx512(position: &Position, depth: u32) -> u64 {
        if super::lanes::has_avx2() {
            // SAFETY: the features were just detected.
            unsafe {
                match position.turn() {
                    Color::White => super::walk_avx2::<true>(position, depth),
                    Color::Black => super::walk_avx2::<false>(position, depth),
                }
            }
        } else {
            perft(position, depth)
        }
    }

    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    fn perft_without_avx512(position: &Position, depth: u32) -> u64 {
        perft(position, depth)
    }
}
