//! Pawn structure and king shelter. They depend only on pawns and kings, so they
//! can be cached.

use arbiter_rules::{Bitboard, ByColor, Color, Square, attacks};

use super::{
    eval_context::by_color,
    layout::{
        DANGER_SHELTER, DANGER_STORM, KING_PAWN_FILES, PAWN_BACKWARD, PAWN_CANDIDATE, PAWN_DOUBLED,
        PAWN_ISOLATED, PAWN_PHALANX, PAWN_SUPPORTED, SHELTER, STORM,
    },
    masks,
    pair::Pair,
    tally::Tally,
    trace::Trace,
};

/// The evaluation of a configuration of pawns and kings.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Structure {
    /// The key in the cache.
    pub(super) key: u64,
    /// The value, White's minus Black's.
    pub(super) value: Pair,
    /// The danger to each king.
    pub(super) danger: ByColor<Pair>,
    /// The passed pawns, the foremost of each file.
    pub(super) passed: Bitboard,
    /// The squares that the pawns of each side attack or may attack later.
    pub(super) spans: ByColor<Bitboard>,
}

/// Evaluates the pawns and king shelters of both sides.
pub(super) fn structure<T: Trace>(
    key: u64,
    pawns: ByColor<Bitboard>,
    kings: ByColor<Square>,
    trace: &mut T,
) -> Structure {
    let mut tally = Tally::new(trace);
    let mut passed = Bitboard::EMPTY;
    for us in Color::ALL {
        passed |= side(us, pawns[us], pawns[!us], &mut tally);
        shelter(us, pawns, kings[us], &mut tally);
    }
    Structure {
        key,
        value: tally.value,
        danger: tally.danger,
        passed,
        spans: by_color(|color| {
            masks::pawn_attacks(color, masks::fill_forward(color, pawns[color]))
        }),
    }
}

/// Evaluates the pawns of one side and returns the passed ones.
fn side<T: Trace>(us: Color, ours: Bitboard, theirs: Bitboard, tally: &mut Tally<T>) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    let their_attacks = masks::pawn_attacks(!us, theirs);
    for square in ours {
        let rank = masks::rank(us, square);
        let file = masks::from_edge(square as usize % 8);
        let neighbors = ours & masks::adjacent_files(square);
        let ahead = masks::front(us, square);
        let is_open = !ahead.meets(theirs);
        let stop = square.bitboard().forward(us);
        let doubled = ahead.meets(ours);
        let supporters = ours & attacks::pawn(!us, square);
        let phalanx = neighbors & (square.bitboard().left() | square.bitboard().right());

        if neighbors.is_empty() {
            tally.add(us, PAWN_ISOLATED + file + 4 * usize::from(is_open));
        } else {
            // No pawn beside or behind can ever support it, and it cannot
            // advance to where one could.
            let helpers = neighbors & (masks::front_span(!us, square) | phalanx);
            if helpers.is_empty() && stop.meets(their_attacks | theirs) {
                tally.add(us, PAWN_BACKWARD + usize::from(is_open));
            }
        }
        if doubled {
            tally.add(us, PAWN_DOUBLED + usize::from(neighbors.is_empty()));
        }
        if supporters.any() {
            tally.add(us, PAWN_SUPPORTED + rank);
        }
        if phalanx.any() {
            tally.add(us, PAWN_PHALANX + rank);
        }
        if !is_open || doubled {
            continue;
        }
        let stoppers = masks::front_span(us, square) & theirs;
        if stoppers.is_empty() {
            passed = passed.with(square);
            continue;
        }
        // Compares the enemy pawns that can capture it, now or after its next
        // step, with the side's own pawns that can recapture.
        let capturers = theirs & attacks::pawn(us, square);
        let later_capturers = stop
            .first()
            .map_or(Bitboard::EMPTY, |stop| theirs & attacks::pawn(us, stop));
        if stoppers == capturers | later_capturers
            && supporters.count() >= capturers.count()
            && phalanx.count() >= later_capturers.count()
        {
            tally.add(us, PAWN_CANDIDATE + rank);
        }
    }
    passed
}

/// Evaluates the pawns that shelter a king, and the enemy pawns that storm it.
fn shelter<T: Trace>(us: Color, pawns: ByColor<Bitboard>, king: Square, tally: &mut Tally<T>) {
    let king_file = king as usize % 8;
    let ahead = match us {
        Color::White => Bitboard(!0 << (8 * (king as u32 / 8))),
        Color::Black => Bitboard(!0 >> (8 * (7 - king as u32 / 8))),
    };
    let nearest = |set: Bitboard| {
        let square = match us {
            Color::White => set.first(),
            Color::Black => set.last(),
        };
        square.map_or(0, |square| masks::rank(us, square))
    };
    let middle = king_file.clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let on_file = Bitboard(0x0101_0101_0101_0101 << file) & ahead;
        let ours = nearest(pawns[us] & on_file);
        let theirs = nearest(pawns[!us] & on_file);
        let edge = masks::from_edge(file);
        let is_kings = usize::from(file == king_file);
        let is_rammed = usize::from(ours != 0 && theirs == ours + 1);
        tally.add(us, SHELTER + 32 * is_kings + 8 * edge + ours);
        tally.add(us, STORM + 32 * is_rammed + 8 * edge + theirs);
        tally.add_danger(us, DANGER_SHELTER + ours, 1);
        tally.add_danger(us, DANGER_STORM + theirs, 1);
    }
    let all = pawns.white | pawns.black;
    let distance = (0..8usize)
        .filter(|&file| all.meets(Bitboard(0x0101_0101_0101_0101 << file)))
        .map(|file| file.abs_diff(king_file))
        .min();
    if let Some(distance) = distance {
        tally.add(us, KING_PAWN_FILES + distance);
    }
}
