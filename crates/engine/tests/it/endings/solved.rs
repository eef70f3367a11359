//! An ending of a king and one or two pieces against a king, solved backward
//! from all the mates.

use arbiter_rules::{Bitboard, Color, File, Move, Position, Rank, Role, Square, attacks};

/// Where everything stands. With one piece besides the king, the second of
/// the others is the king once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    pub lone_king: Square,
    pub king: Square,
    pub others: [Square; 2],
}

/// For each position how many moves are left to mate. The board is turned and
/// mirrored so that the lone king stands in the triangle a1, d1, d4.
pub struct Solved {
    roles: [Role; 2],
    /// The lone king to move: moves until it is mated, and 1; or 0 if never.
    lost: Vec<u8>,
    /// The other side to move: moves until it mates; or 0 if never.
    won: Vec<u8>,
}

/// The squares of the triangle.
const TRIANGLE: [Square; 10] = {
    use Square as S;
    [
        S::A1,
        S::B1,
        S::C1,
        S::D1,
        S::B2,
        S::C2,
        S::D2,
        S::C3,
        S::D3,
        S::D4,
    ]
};

const PLACES: usize = TRIANGLE.len() << 18;

impl Solved {
    /// White has a king and these pieces; `Role::King` for none.
    pub fn new(roles: [Role; 2]) -> Solved {
        let mut solved = Solved {
            roles,
            lost: vec![0; PLACES],
            won: vec![0; PLACES],
        };
        let mut fresh: Vec<Pieces> = (0..PLACES)
            .map(Pieces::from_index)
            .filter(|pieces| pieces.can_stand(roles) && solved.is_lost(*pieces))
            .collect();
        for pieces in &fresh {
            solved.lost[pieces.index()] = 1;
        }
        for moves in 1.. {
            let mut winning = Vec::new();
            for pieces in &fresh {
                pieces.each_before_white(roles, |before| {
                    let won = &mut solved.won[before.index()];
                    if *won == 0 {
                        *won = moves;
                        winning.push(before);
                    }
                });
            }
            fresh.clear();
            for pieces in winning {
                for lone_king in attacks::king(pieces.lone_king) - pieces.white() {
                    let before = Pieces {
                        lone_king,
                        ..pieces
                    };
                    if !before.can_stand(roles) {
                        continue;
                    }
                    let before = before.folded();
                    if solved.lost[before.index()] > 0 || !solved.is_lost(before) {
                        continue;
                    }
                    let mirrored = before.map(transposed);
                    for same in [before, mirrored] {
                        // On the diagonal the mirrored one is another.
                        if TRIANGLE.contains(&same.lone_king) && solved.lost[same.index()] == 0 {
                            solved.lost[same.index()] = moves + 1;
                            fresh.push(same);
                        }
                    }
                }
            }
            if fresh.is_empty() {
                break;
            }
        }
        solved
    }

    /// How many moves the slowest mate takes.
    pub fn longest(&self) -> usize {
        usize::from(self.won.iter().copied().max().unwrap_or(0))
    }

    /// All positions that are won, White to move.
    pub fn won_positions(&self) -> Vec<Pieces> {
        (0..self.won.len())
            .filter(|&index| self.won[index] > 0)
            .map(Pieces::from_index)
            .collect()
    }

    /// How many moves White needs to mate from here, being to move.
    pub fn moves_to_mate(&self, position: &Position) -> u8 {
        self.won[self.pieces(position).folded().index()]
    }

    /// The move of the lone king after which the mate takes longest, or one
    /// that draws.
    pub fn longest_defence(&self, position: &Position) -> Move {
        position
            .legal_moves()
            .max_by_key(|&mv| {
                let after = position.after(mv);
                if position.captured(mv).is_some() {
                    return u8::MAX;
                }
                match self.won[self.pieces(&after).folded().index()] {
                    0 => u8::MAX,
                    moves => moves,
                }
            })
            .unwrap()
    }

    fn pieces(&self, position: &Position) -> Pieces {
        let board = position.board();
        let king = board.king(Color::White).unwrap();
        let mut left = board.of(Color::White).without(king);
        let others = self.roles.map(|role| {
            let Some(square) = (left & board.by_role(role)).first() else {
                return king;
            };
            left = left.without(square);
            square
        });
        Pieces {
            lone_king: board.king(Color::Black).unwrap(),
            king,
            others,
        }
    }

    /// Whether the lone king, who is to move, is mated or about to be,
    /// whatever it does.
    fn is_lost(&self, pieces: Pieces) -> bool {
        let attacked = pieces.attacked(self.roles);
        let mut can_move = false;
        for lone_king in attacks::king(pieces.lone_king) - attacked {
            // A capture or an escape.
            if pieces.white().contains(lone_king) {
                return false;
            }
            let after = Pieces {
                lone_king,
                ..pieces
            };
            if self.won[after.folded().index()] == 0 {
                return false;
            }
            can_move = true;
        }
        can_move || attacked.contains(pieces.lone_king)
    }
}

impl Pieces {
    /// The lone king must stand in the triangle.
    fn index(self) -> usize {
        let Pieces {
            lone_king,
            king,
            others: [first, second],
        } = self;
        let corner = TRIANGLE.iter().position(|&at| at == lone_king).unwrap();
        [king, first, second]
            .into_iter()
            .fold(corner, |index, square| index * 64 + square as usize)
    }

    fn from_index(index: usize) -> Pieces {
        let square = |at: usize| Square::ALL[(index >> at) % 64];
        Pieces {
            lone_king: TRIANGLE[index >> 18],
            king: square(12),
            others: [square(6), square(0)],
        }
    }

    fn map(self, see: impl Fn(Square) -> Square) -> Pieces {
        Pieces {
            lone_king: see(self.lone_king),
            king: see(self.king),
            others: self.others.map(see),
        }
    }

    /// The same, with the lone king in the triangle.
    fn folded(self) -> Pieces {
        let flip_files = self.lone_king as usize & 4 != 0;
        let flip_ranks = self.lone_king as usize & 32 != 0;
        let flip = 7 * usize::from(flip_files) + 56 * usize::from(flip_ranks);
        let pieces = self.map(|square| Square::ALL[square as usize ^ flip]);
        if pieces.lone_king.rank() as u8 > pieces.lone_king.file() as u8 {
            pieces.map(transposed)
        } else {
            pieces
        }
    }

    fn white(self) -> Bitboard {
        Bitboard::from(self.king)
            .with(self.others[0])
            .with(self.others[1])
    }

    /// Whether they stand on squares of their own, the kings apart, and two
    /// bishops on squares of both colors.
    fn can_stand(self, roles: [Role; 2]) -> bool {
        let [first, second] = self.others;
        let white = self.white();
        let pieces = if roles[1] == Role::King { 2 } else { 3 };
        white.count() == pieces
            && !white.contains(self.lone_king)
            && self.king.distance(self.lone_king) > 1
            && (roles[1] != Role::King || second == self.king)
            && (roles != [Role::Bishop; 2] || first.is_light() != second.is_light())
    }

    /// What White attacks, through the lone king.
    fn attacked(self, roles: [Role; 2]) -> Bitboard {
        let occupied = self.white();
        let mut squares = attacks::king(self.king);
        for (role, square) in roles.into_iter().zip(self.others) {
            squares |= attacks::by(role, Color::White, square, occupied);
        }
        squares
    }

    /// Where White may have come from: the lone king was not in check then.
    fn each_before_white(self, roles: [Role; 2], mut tell: impl FnMut(Pieces)) {
        let mut tell_if_legal = |before: Pieces| {
            if before.can_stand(roles) && !before.attacked(roles).contains(before.lone_king) {
                tell(before);
            }
        };
        for king in attacks::king(self.king) {
            let follow = |other| if other == self.king { king } else { other };
            tell_if_legal(Pieces {
                king,
                others: self.others.map(follow),
                ..self
            });
        }
        let occupied = self.white().with(self.lone_king);
        for (number, &role) in roles
            .iter()
            .enumerate()
            .filter(|(_, role)| **role != Role::King)
        {
            for square in attacks::by(role, Color::White, self.others[number], occupied) {
                let mut others = self.others;
                others[number] = square;
                tell_if_legal(Pieces { others, ..self });
            }
        }
    }
}

/// Mirrored in the diagonal from a1 to h8.
fn transposed(square: Square) -> Square {
    Square::new(
        File::ALL[square.rank() as usize],
        Rank::ALL[square.file() as usize],
    )
}
