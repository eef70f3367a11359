//! King and pawn against king, solved completely.

use std::sync::LazyLock;

use arbiter_rules::{Bitboard, Color, File, Rank, Square, attacks};

/// Reports whether the side with the pawn wins with best play. The pieces must form
/// a legal position.
pub(crate) fn wins(
    strong: Color,
    king: Square,
    pawn: Square,
    lone_king: Square,
    turn: Color,
) -> bool {
    let normalize = |square: Square| {
        let rank = strong.rank(square.rank());
        let file = match pawn.file() {
            File::A | File::B | File::C | File::D => square.file(),
            _ => mirrored(square.file()),
        };
        Square::new(file, rank)
    };
    let position = KpkPosition {
        king: normalize(king),
        pawn: normalize(pawn),
        lone_king: normalize(lone_king),
        is_lone_to_move: turn != strong,
    };
    TABLE.is_win(position)
}

/// Solves the ending in advance, so that no search has to wait for it.
pub(crate) fn prepare() {
    LazyLock::force(&TABLE);
}

fn mirrored(file: File) -> File {
    File::ALL[7 - file as usize]
}

/// A position, mirrored so that the pawn is White's and on the files a to d.
#[derive(Clone, Copy)]
struct KpkPosition {
    king: Square,
    pawn: Square,
    lone_king: Square,
    is_lone_to_move: bool,
}

/// The number of positions: 4 files and 6 ranks of the pawn, 64 squares of each
/// king, 2 sides to move.
const POSITIONS: usize = 24 * 64 * 64 * 2;

impl KpkPosition {
    fn index(self) -> usize {
        let pawn = self.pawn.file() as usize + 4 * (self.pawn.rank() as usize - 1);
        let kings = (self.king as usize) * 64 + self.lone_king as usize;
        (pawn * 4096 + kings) * 2 + usize::from(self.is_lone_to_move)
    }

    fn from_index(index: usize) -> KpkPosition {
        let pawn = index / 8192;
        let square = |number: usize| Square::ALL[number % 64];
        KpkPosition {
            king: square(index / 128),
            pawn: Square::new(File::ALL[pawn % 4], Rank::ALL[1 + pawn / 4]),
            lone_king: square(index / 2),
            is_lone_to_move: index % 2 == 1,
        }
    }

    /// Reports whether the position is legal.
    fn is_legal(self) -> bool {
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

/// One bit for each position: 24 KiB.
struct KpkTable(Vec<u64>);

static TABLE: LazyLock<KpkTable> = LazyLock::new(KpkTable::solve);

impl KpkTable {
    fn is_win(&self, position: KpkPosition) -> bool {
        let index = position.index();
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Marks wins until there are no more; all other positions are drawn.
    fn solve() -> KpkTable {
        let mut table = KpkTable(vec![0; POSITIONS / 64]);
        let mut open: Vec<usize> = (0..POSITIONS)
            .filter(|&index| KpkPosition::from_index(index).is_legal())
            .collect();
        loop {
            let before = open.len();
            open.retain(|&index| {
                let position = KpkPosition::from_index(index);
                let is_win = if position.is_lone_to_move {
                    table.cannot_escape(position)
                } else {
                    table.can_win(position)
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

    /// Reports whether the side with the pawn has a winning move.
    fn can_win(&self, position: KpkPosition) -> bool {
        let wins_after = |position: KpkPosition| {
            self.is_win(KpkPosition {
                is_lone_to_move: true,
                ..position
            })
        };
        let KpkPosition {
            king,
            pawn,
            lone_king,
            ..
        } = position;
        let steps = attacks::king(king) - attacks::king(lone_king) - pawn.bitboard();
        if steps
            .iter()
            .any(|king| wins_after(KpkPosition { king, ..position }))
        {
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
            // A new queen wins if it cannot be captured. Where it would
            // stalemate, a rook wins instead.
            return ahead.distance(lone_king) > 1 || ahead.distance(king) == 1;
        }
        let double = ahead
            .forward(Color::White)
            .filter(|&square| pawn.rank() == Rank::Second && !kings.contains(square));
        wins_after(KpkPosition {
            pawn: ahead,
            ..position
        }) || double.is_some_and(|pawn| wins_after(KpkPosition { pawn, ..position }))
    }

    /// Reports whether every move of the lone king loses, or it is checkmated.
    fn cannot_escape(&self, position: KpkPosition) -> bool {
        let KpkPosition {
            king,
            pawn,
            lone_king,
            ..
        } = position;
        let guarded = attacks::king(king) | position.guarded_by_pawn();
        let steps = attacks::king(lone_king) - guarded;
        if steps.is_empty() {
            // Only the pawn can give check.
            return position.guarded_by_pawn().contains(lone_king);
        }
        !steps.contains(pawn)
            && steps.iter().all(|lone_king| {
                self.is_win(KpkPosition {
                    lone_king,
                    is_lone_to_move: false,
                    ..position
                })
            })
    }
}
