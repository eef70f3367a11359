//! Impossible numbers of pieces, and impossible pawn structures.

use alloc::vec::Vec;

use super::{Impossibility, ImpossibilityKind};
use crate::{Bitboard, Board, ByColor, Color, File, Rank, Role};

pub(super) fn impossibilities(board: &Board, found: &mut Vec<Impossibility>) {
    let before = found.len();
    let counts = ByColor::new_with(|color| PieceCounts::of(board, color));
    for color in Color::ALL {
        counts[color].impossibilities(board, found);
    }
    if found.len() > before {
        // The other tests count captures, which makes no sense with such numbers.
        return;
    }
    for color in Color::ALL {
        let pawns = board.pieces(color, Role::Pawn);
        let captures = captures_needed(pawns, color);
        if captures.is_none_or(|captures| u32::from(captures) > counts[!color].missing()) {
            found.push(Impossibility {
                kind: ImpossibilityKind::PawnStructure { color, captures },
                squares: pawns,
            });
        }
    }
    if !pawns_can_have_passed(board, &counts) {
        found.push(Impossibility {
            kind: ImpossibilityKind::PassedPawns,
            squares: board.by_role(Role::Pawn),
        });
    }
}

/// The number of pieces of one side.
struct PieceCounts {
    color: Color,
    pieces: u32,
    pawns: u32,
    /// How many pieces must be promoted pawns, by the number of each role.
    promoted: u32,
    /// The same, also counting the colors of the bishops' squares.
    promoted_by_color: u32,
    /// The same, also counting bishops that unmoved pawns have never let out.
    promoted_by_exits: u32,
}

impl PieceCounts {
    fn of(board: &Board, color: Color) -> PieceCounts {
        let count = |role| board.pieces(color, role).count();
        let beyond = |role, start| count(role).saturating_sub(start);
        let others = beyond(Role::Queen, 1) + beyond(Role::Rook, 2) + beyond(Role::Knight, 2);
        let bishops = |promoted: fn(&Board, Color, Bitboard) -> u32| {
            promoted(board, color, Bitboard::LIGHT) + promoted(board, color, Bitboard::DARK)
        };
        PieceCounts {
            color,
            pieces: board.of(color).count(),
            pawns: count(Role::Pawn),
            promoted: others + beyond(Role::Bishop, 2),
            promoted_by_color: others + bishops(bishops_beyond_one),
            promoted_by_exits: others + bishops(bishops_not_let_out),
        }
    }

    fn missing(&self) -> u32 {
        16_u32.saturating_sub(self.pieces)
    }

    fn impossibilities(&self, board: &Board, found: &mut Vec<Impossibility>) {
        let color = self.color;
        if self.pieces > 16 {
            found.push(Impossibility {
                kind: ImpossibilityKind::ManyPieces(color),
                squares: board.of(color),
            });
        }
        if self.pawns > 8 {
            found.push(Impossibility {
                kind: ImpossibilityKind::ManyPawns(color),
                squares: board.pieces(color, Role::Pawn),
            });
        } else if self.pawns + self.promoted > 8 {
            let promoted = self.promoted as u8;
            found.push(Impossibility {
                kind: ImpossibilityKind::ManyPromotions { color, promoted },
                squares: board.of(color) - board.pieces(color, Role::King),
            });
        } else if self.pawns + self.promoted_by_color > 8 {
            let promoted = self.promoted_by_color as u8;
            found.push(Impossibility {
                kind: ImpossibilityKind::MonochromeBishops { color, promoted },
                squares: board.pieces(color, Role::Bishop),
            });
        } else if self.pawns + self.promoted_by_exits > 8 {
            let promoted = self.promoted_by_exits as u8;
            found.push(Impossibility {
                kind: ImpossibilityKind::LockedBishops { color, promoted },
                squares: board.pieces(color, Role::Bishop) - Bitboard::rank(color.back_rank()),
            });
        }
    }
}

/// Returns how many bishops on squares of this color must be promoted pawns: all but one
/// (C23).
fn bishops_beyond_one(board: &Board, color: Color, squares: Bitboard) -> u32 {
    let bishops = board.pieces(color, Role::Bishop) & squares;
    bishops.count().saturating_sub(1)
}

/// Returns the same, but counts every bishop beyond the back rank while all four pawns
/// that could let the original one out are on their starting squares. (In Chess960 it may
/// have started behind any of them.)
fn bishops_not_let_out(board: &Board, color: Color, squares: Bitboard) -> u32 {
    let exits = Bitboard::rank(color.rank(Rank::Second)) & squares;
    let are_shut = (exits - board.pieces(color, Role::Pawn)).is_empty();
    let inside = Bitboard::rank(color.back_rank());
    if are_shut {
        let outside = (board.pieces(color, Role::Bishop) & squares) - inside;
        outside.count() + bishops_beyond_one(board, color, squares & inside)
    } else {
        bishops_beyond_one(board, color, squares)
    }
}

/// Returns the smallest number of captures with which these pawns can have come from the
/// second rank, or `None` if they cannot.
///
/// Each pawn started on a file of its own and moved to an adjacent file, and one rank
/// forward, with every capture. The table holds the smallest number of captures for each
/// set of starting files.
fn captures_needed(pawns: Bitboard, color: Color) -> Option<u8> {
    const NEVER: u8 = u8::MAX;
    let mut cheapest = [NEVER; 256];
    cheapest[0] = 0;
    for pawn in pawns {
        let mut next = [NEVER; 256];
        let file = pawn.file() as u8;
        let advanced = (pawn.rank() as u8).abs_diff(color.rank(Rank::Second) as u8);
        for (taken, &captures) in cheapest.iter().enumerate() {
            if captures == NEVER {
                continue;
            }
            for origin in 0..8_u8 {
                let aside = file.abs_diff(origin);
                let with = taken | 1 << origin;
                if with != taken && aside <= advanced {
                    next[with] = next[with].min(captures + aside);
                }
            }
        }
        cheapest = next;
    }
    cheapest
        .into_iter()
        .min()
        .filter(|&captures| captures != NEVER)
}

/// Reports whether there were enough captures for the missing and promoted pawns to have
/// passed the pawns opposite them.
///
/// Two opposing pawns start on each file. Until one of them captures or is captured, both
/// stay on the file and neither can promote. If a pawn captures a pawn, that involves two
/// such pairs; any other capture involves at most one.
fn pawns_can_have_passed(board: &Board, counts: &ByColor<PieceCounts>) -> bool {
    let facing = File::ALL
        .into_iter()
        .filter(|&file| {
            let white = board.pieces(Color::White, Role::Pawn) & Bitboard::file(file);
            let black = board.pieces(Color::Black, Role::Pawn) & Bitboard::file(file);
            white.any() && black.any() && white.0.trailing_zeros() < 63 - black.0.leading_zeros()
        })
        .count() as u32;
    let (mut captures, mut of_pawns) = (0, 0);
    for color in Color::ALL {
        let count = &counts[color];
        let lost_pawns = 8 - count.pawns - count.promoted_by_exits;
        captures += count.missing();
        of_pawns += count.missing().min(lost_pawns);
    }
    8 - facing <= captures + of_pawns
}
