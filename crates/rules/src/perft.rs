//! Counting the positions a given number of moves away: the proof, and the
//! measure, of a move generator.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod lanes;

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use lanes::{count_arrays, count_registers};

use crate::{Color, Position};

macro_rules! by_turn {
    ($name:ident, $position:ident, $depth:ident) => {
        match $position.turn() {
            Color::White => $name::<true>($position, $depth),
            Color::Black => $name::<false>($position, $depth),
        }
    };
}

/// How many ways there are to play this many moves from here.
///
/// At the last ply moves are counted, not played. The processor is asked what
/// it can do, so that a plain build is as fast as one made for it.
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
        // The lanes trust in one king each, and that nobody takes him.
        _ if position.is_regular() => walk(position, depth),
        _ => by_turn!(walk_plain, position, depth),
    }
}

/// Makes a walker that is compiled for a processor with these features: all
/// that it calls is inlined into it and compiled for it too.
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

walker!(walk_plain, count_plain);

#[cfg(all(feature = "std", target_arch = "x86_64"))]
walker!(walk_arrays, count_arrays, "avx2,bmi1,bmi2,lzcnt,popcnt");

#[cfg(all(feature = "std", target_arch = "x86_64"))]
walker!(
    walk_registers,
    count_registers,
    "avx512f,avx512cd,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
);

#[inline(always)]
fn count_plain<const WHITE: bool>(position: &Position) -> u32 {
    position.count_targets(if WHITE { Color::White } else { Color::Black })
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[expect(
    unsafe_code,
    reason = "calls code for a processor that was asked whether it has it"
)]
fn walk(position: &Position, depth: u32) -> u64 {
    if lanes::has_registers() {
        // SAFETY: the processor has just been asked for every feature that the
        // walker, and the counter it calls, are compiled for.
        unsafe { by_turn!(walk_registers, position, depth) }
    } else if lanes::has_arrays() {
        // SAFETY: as above.
        unsafe { by_turn!(walk_arrays, position, depth) }
    } else {
        by_turn!(walk_plain, position, depth)
    }
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
fn walk(position: &Position, depth: u32) -> u64 {
    by_turn!(walk_plain, position, depth)
}

#[cfg(test)]
mod tests {
    use super::{perft, walk_plain};
    use crate::{Color, Position};

    #[test]
    fn every_walk_this_processor_can_go_counts_as_the_plain_one() {
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
                Color::White => walk_plain::<true>(&position, 4),
                Color::Black => walk_plain::<false>(&position, 4),
            };
            assert_eq!(perft(&position, 4), plain, "{fen}");
            assert_eq!(second_choice(&position, 4), plain, "{fen}");
        }
    }

    /// The walk of a processor without 512-bit registers, where there is one.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[expect(unsafe_code, reason = "the processor is asked")]
    fn second_choice(position: &Position, depth: u32) -> u64 {
        if super::lanes::has_arrays() {
            // SAFETY: the processor has just been asked.
            unsafe {
                match position.turn() {
                    Color::White => super::walk_arrays::<true>(position, depth),
                    Color::Black => super::walk_arrays::<false>(position, depth),
                }
            }
        } else {
            perft(position, depth)
        }
    }

    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    fn second_choice(position: &Position, depth: u32) -> u64 {
        perft(position, depth)
    }
}
