//! What the number and the kind of the pieces rule out.

use alloc::vec::Vec;

use super::{Impossibility, ImpossibilityKind};
use crate::{Bitboard, Board, ByColor, Color, File, Rank, Role};

pub(super) fn doubts(board: &Board, doubts: &mut Vec<Impossibility>) {
    let before = doubts.len();
    let armies = ByColor::new_with(|color| Army::of(board, color));
    for color in Color::ALL {
        armies[color].doubts(board, doubts);
    }
    if doubts.len() > before {
        // The rest counts captures, and there these numbers make no sense.
        return;
    }
    for color in Color::ALL {
        let pawns = board.pieces(color, Role::Pawn);
        let captures = captures_needed(pawns, color);
        if captures.is_none_or(|captures| u32::from(captures) > armies[!color].missing()) {
            doubts.push(Impossibility {
                kind: ImpossibilityKind::PawnStructure { color, captures },
                squares: pawns,
            });
        }
    }
    if !pawns_can_have_passed(board, &armies) {
        doubts.push(Impossibility {
            kind: ImpossibilityKind::PassedPawns,
            squares: board.by_role(Role::Pawn),
        });
    }
}

/// The pieces of one side, counted.
struct Army {
    color: Color,
    pieces: u32,
    pawns: u32,
    /// How many pieces must have been pawns, by their number alone.
    promoted: u32,
    /// The same, if the colors of the bishops' squares count too.
    promoted_by_color: u32,
    /// The same, if it counts too that pawns may never have let them out.
    promoted_by_gates: u32,
}

impl Army {
    fn of(board: &Board, color: Color) -> Army {
        let count = |role| board.pieces(color, role).count();
        let beyond = |role, start| count(role).saturating_sub(start);
        let others = beyond(Role::Queen, 1) + beyond(Role::Rook, 2) + beyond(Role::Knight, 2);
        let bishops = |promoted: fn(&Board, Color, Bitboard) -> u32| {
            promoted(board, color, Bitboard::LIGHT) + promoted(board, color, Bitboard::DARK)
        };
        Army {
            color,
            pieces: board.of(color).count(),
            pawns: count(Role::Pawn),
            promoted: others + beyond(Role::Bishop, 2),
            promoted_by_color: others + bishops(bishops_beyond_one),
            promoted_by_gates: others + bishops(bishops_not_let_out),
        }
    }

    fn missing(&self) -> u32 {
        16_u32.saturating_sub(self.pieces)
    }

    fn doubts(&self, board: &Board, doubts: &mut Vec<Impossibility>) {
        let color = self.color;
        if self.pieces > 16 {
            doubts.push(Impossibility {
                kind: ImpossibilityKind::ManyPieces(color),
                squares: board.of(color),
            });
        }
        if self.pawns > 8 {
            doubts.push(Impossibility {
                kind: ImpossibilityKind::ManyPawns(color),
                squares: board.pieces(color, Role::Pawn),
            });
        } else if self.pawns + self.promoted > 8 {
            let promoted = self.promoted as u8;
            doubts.push(Impossibility {
                kind: ImpossibilityKind::ManyPromotions { color, promoted },
                squares: board.of(color) - board.pieces(color, Role::King),
            });
        } else if self.pawns + self.promoted_by_color > 8 {
            let promoted = self.promoted_by_color as u8;
            doubts.push(Impossibility {
                kind: ImpossibilityKind::MonochromeBishops { color, promoted },
                squares: board.pieces(color, Role::Bishop),
            });
        } else if self.pawns + self.promoted_by_gates > 8 {
            let promoted = self.promoted_by_gates as u8;
            doubts.push(Impossibility {
                kind: ImpossibilityKind::LockedBishops { color, promoted },
                squares: board.pieces(color, Role::Bishop) - Bitboard::rank(color.back_rank()),
            });
        }
    }
}

/// How many bishops on squares of this color must have been pawns: all but
/// one (C23).
fn bishops_beyond_one(board: &Board, color: Color, squares: Bitboard) -> u32 {
    let bishops = board.pieces(color, Role::Bishop) & squares;
    bishops.count().saturating_sub(1)
}

/// The same, and every bishop beyond the first rank as well while all four
/// pawns that could let the first one out stand at home. (In Chess960 it may
/// have started before any of the four.)
fn bishops_not_let_out(board: &Board, color: Color, squares: Bitboard) -> u32 {
    let gates = Bitboard::rank(color.rank(Rank::Second)) & squares;
    let are_shut = (gates - board.pieces(color, Role::Pawn)).is_empty();
    let inside = Bitboard::rank(color.back_rank());
    if are_shut {
        let outside = (board.pieces(color, Role::Bishop) & squares) - inside;
        outside.count() + bishops_beyond_one(board, color, squares & inside)
    } else {
        bishops_beyond_one(board, color, squares)
    }
}

/// The fewest captures with which these pawns can have come from the second
/// rank, or nothing if they cannot have come from there at all.
///
/// Each pawn has its own file of origin, and goes one file aside with every
/// capture and one rank forward with it. The table holds, for every set of
/// files already taken as origins, the cheapest way to that set.
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

/// Whether enough has been taken for the pawns that are gone or turned to have
/// passed their opposite numbers.
///
/// Two pawns start on each file, face to face. As long as neither takes nor
/// is taken, both stay there and neither can promote. A capture concerns two
/// such pairs if a pawn takes a pawn, else one at most.
fn pawns_can_have_passed(board: &Board, armies: &ByColor<Army>) -> bool {
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
        let army = &armies[color];
        let lost_pawns = 8 - army.pawns - army.promoted_by_gates;
        captures += army.missing();
        of_pawns += army.missing().min(lost_pawns);
    }
    8 - facing <= captures + of_pawns
}
