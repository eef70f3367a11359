//! King and pawn against king, solved: who has the pawn wins or does not.

use std::sync::LazyLock;

use arbiter_rules::{Bitboard, Color, File, Rank, Square, attacks};

/// Whether the side with the pawn wins, with best play of both.
///
/// The kings and the pawn must stand as in a legal position.
pub(crate) fn wins(
    strong: Color,
    king: Square,
    pawn: Square,
    lone_king: Square,
    turn: Color,
) -> bool {
    let seen = |square: Square| {
        let rank = strong.rank(square.rank());
        let file = match pawn.file() {
            File::A | File::B | File::C | File::D => square.file(),
            _ => mirrored(square.file()),
        };
        Square::new(file, rank)
    };
    let place = Place {
        king: seen(king),
        pawn: seen(pawn),
        lone_king: seen(lone_king),
        is_lone_to_move: turn != strong,
    };
    TABLE.is_win(place)
}

/// Solves it now, so that no move has to wait for it: it takes as long as a
/// few moves of a fast game.
pub(crate) fn prepare() {
    LazyLock::force(&TABLE);
}

fn mirrored(file: File) -> File {
    File::ALL[7 - file as usize]
}

/// A position seen so that the pawn is White's and on one of the files a to d.
#[derive(Clone, Copy)]
struct Place {
    king: Square,
    pawn: Square,
    lone_king: Square,
    is_lone_to_move: bool,
}

/// 4 files and 6 ranks of the pawn, 64 squares of either king, 2 turns.
const PLACES: usize = 24 * 64 * 64 * 2;

impl Place {
    fn index(self) -> usize {
        let pawn = self.pawn.file() as usize + 4 * (self.pawn.rank() as usize - 1);
        let kings = (self.king as usize) * 64 + self.lone_king as usize;
        (pawn * 4096 + kings) * 2 + usize::from(self.is_lone_to_move)
    }

    fn from_index(index: usize) -> Place {
        let pawn = index / 8192;
        let square = |number: usize| Square::ALL[number % 64];
        Place {
            king: square(index / 128),
            pawn: Square::new(File::ALL[pawn % 4], Rank::ALL[1 + pawn / 4]),
            lone_king: square(index / 2),
            is_lone_to_move: index % 2 == 1,
        }
    }

    /// Whether the pieces can stand so, with this side to move.
    fn is_possible(self) -> bool {
        let is_checked = !self.is_lone_to_move && self.guarded_by_pawn().contains(self.lone_king);
        self.king.distance(self.lone_king) > 1
            && self.king != self.pawn
            && self.lone_king != self.pawn
            && !is_checked
    }

    fn guarded_by_pawn(self) -> Bitboard {
        attacks::pawn(Color::White, self.pawn)
    }
}

/// One bit for each place: 24 KiB.
struct Table(Vec<u64>);

static TABLE: LazyLock<Table> = LazyLock::new(Table::solve);

impl Table {
    fn is_win(&self, place: Place) -> bool {
        let index = place.index();
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Marks wins until there are no more: what is left is drawn.
    fn solve() -> Table {
        let mut table = Table(vec![0; PLACES / 64]);
        let mut open: Vec<usize> = (0..PLACES)
            .filter(|&index| Place::from_index(index).is_possible())
            .collect();
        loop {
            let before = open.len();
            open.retain(|&index| {
                let place = Place::from_index(index);
                let is_win = if place.is_lone_to_move {
                    table.cannot_escape(place)
                } else {
                    table.can_win(place)
                };
                if is_win {
                    table.0[index / 64] |= 1 << (index % 64);
                }
                !is_win
            });
            if open.len() == before {
                return table;
            }
        }
    }

    /// Whether a move of the side with the pawn wins.
    fn can_win(&self, place: Place) -> bool {
        let then = |place: Place| {
            self.is_win(Place {
                is_lone_to_move: true,
                ..place
            })
        };
        let Place {
            king,
            pawn,
            lone_king,
            ..
        } = place;
        let steps = attacks::king(king) - attacks::king(lone_king) - pawn.bitboard();
        if steps.iter().any(|king| then(Place { king, ..place })) {
            return true;
        }
        let kings = king.bitboard().with(lone_king);
        let Some(ahead) = pawn
            .forward(Color::White)
            .filter(|&square| !kings.contains(square))
        else {
            return false;
        };
        if ahead.rank() == Rank::Eighth {
            // A queen wins if she cannot be taken. That she may stalemate is
            // no matter: then the rook wins instead.
            return ahead.distance(lone_king) > 1 || ahead.distance(king) == 1;
        }
        let double = ahead
            .forward(Color::White)
            .filter(|&square| pawn.rank() == Rank::Second && !kings.contains(square));
        then(Place {
            pawn: ahead,
            ..place
        }) || double.is_some_and(|pawn| then(Place { pawn, ..place }))
    }

    /// Whether every move of the lone king loses, and there is one or it is
    /// mate.
    fn cannot_escape(&self, place: Place) -> bool {
        let Place {
            king,
            pawn,
            lone_king,
            ..
        } = place;
        let guarded = attacks::king(king) | place.guarded_by_pawn();
        let steps = attacks::king(lone_king) - guarded;
        if steps.is_empty() {
            // A pawn and a king alone give no mate but by the pawn's check.
            return place.guarded_by_pawn().contains(lone_king);
        }
        !steps.contains(pawn)
            && steps.iter().all(|lone_king| {
                self.is_win(Place {
                    lone_king,
                    is_lone_to_move: false,
                    ..place
                })
            })
    }
}
