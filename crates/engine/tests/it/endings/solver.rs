//! Retrograde analysis of a king and one or two pieces against a king.

use arbiter_rules::{Bitboard, Color, File, Move, Position, Rank, Role, Square, attacks};

/// The squares of the pieces. With only one piece in addition to the king, the
/// second of `others` is the king again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    pub lone_king: Square,
    pub king: Square,
    pub others: [Square; 2],
}

/// The number of moves to mate for each position. Positions are mirrored so that
/// the lone king is in the triangle a1, d1, d4.
pub struct SolvedEnding {
    roles: [Role; 2],
    /// With the lone king to move: moves until it is mated, plus 1; 0 if never.
    lost: Vec<u8>,
    /// With the other side to move: moves until it mates; 0 if never.
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

const PLACEMENTS: usize = TRIANGLE.len() << 18;

impl SolvedEnding {
    /// Solves the ending in which White has a king and these pieces; `Role::King`
    /// means no piece.
    pub fn new(roles: [Role; 2]) -> SolvedEnding {
        let mut solved = SolvedEnding {
            roles,
            lost: vec![0; PLACEMENTS],
            won: vec![0; PLACEMENTS],
        };
        let mut newly_lost: Vec<Placement> = (0..PLACEMENTS)
            .map(Placement::from_index)
            .filter(|pieces| pieces.is_possible(roles) && solved.is_lost(*pieces))
            .collect();
        for pieces in &newly_lost {
            solved.lost[pieces.index()] = 1;
        }
        for moves in 1.. {
            let mut winning = Vec::new();
            for pieces in &newly_lost {
                pieces.for_each_predecessor(roles, |before| {
                    let won = &mut solved.won[before.index()];
                    if *won == 0 {
                        *won = moves;
                        winning.push(before);
                    }
                });
            }
            newly_lost.clear();
            for pieces in winning {
                for lone_king in attacks::king(pieces.lone_king) - pieces.white() {
                    let before = Placement {
                        lone_king,
                        ..pieces
                    };
                    if !before.is_possible(roles) {
                        continue;
                    }
                    let before = before.normalized();
                    if solved.lost[before.index()] > 0 || !solved.is_lost(before) {
                        continue;
                    }
                    let mirrored = before.map(transposed);
                    for same in [before, mirrored] {
                        // On the diagonal, both reflections are stored.
                        if TRIANGLE.contains(&same.lone_king) && solved.lost[same.index()] == 0 {
                            solved.lost[same.index()] = moves + 1;
                            newly_lost.push(same);
                        }
                    }
                }
            }
            if newly_lost.is_empty() {
                break;
            }
        }
        solved
    }

    /// Returns the number of moves of the slowest mate.
    pub fn longest(&self) -> usize {
        usize::from(self.won.iter().copied().max().unwrap_or(0))
    }

    /// Returns all won positions with White to move.
    pub fn won_positions(&self) -> Vec<Placement> {
        (0..self.won.len())
            .filter(|&index| self.won[index] > 0)
            .map(Placement::from_index)
            .collect()
    }

    /// Returns the number of moves to mate with White to move.
    pub fn moves_to_mate(&self, position: &Position) -> u8 {
        self.won[self.pieces(position).normalized().index()]
    }

    /// Returns the move of the lone king that delays mate the longest, or draws.
    pub fn longest_defense(&self, position: &Position) -> Move {
        position
            .legal_moves()
            .max_by_key(|&mv| {
                let after = position.after(mv);
                if position.captured(mv).is_some() {
                    return u8::MAX;
                }
                match self.won[self.pieces(&after).normalized().index()] {
                    0 => u8::MAX,
                    moves => moves,
                }
            })
            .unwrap()
    }

    fn pieces(&self, position: &Position) -> Placement {
        let board = position.board();
        let king = board.king(Color::White).unwrap();
        let mut remaining = board.of(Color::White).without(king);
        let others = self.roles.map(|role| {
            let Some(square) = (remaining & board.by_role(role)).first() else {
                return king;
            };
            remaining = remaining.without(square);
            square
        });
        Placement {
            lone_king: board.king(Color::Black).unwrap(),
            king,
            others,
        }
    }

    /// Reports whether the lone king, to move, is mated or every move loses.
    fn is_lost(&self, pieces: Placement) -> bool {
        let attacked = pieces.attacked(self.roles);
        let mut can_move = false;
        for lone_king in attacks::king(pieces.lone_king) - attacked {
            // A capture or an escape.
            if pieces.white().contains(lone_king) {
                return false;
            }
            let after = Placement {
                lone_king,
                ..pieces
            };
            if self.won[after.normalized().index()] == 0 {
                return false;
            }
            can_move = true;
        }
        can_move || attacked.contains(pieces.lone_king)
    }
}

impl Placement {
    /// Returns the index; the lone king must be in the triangle.
    fn index(self) -> usize {
        let Placement {
            lone_king,
            king,
            others: [first, second],
        } = self;
        let corner = TRIANGLE.iter().position(|&at| at == lone_king).unwrap();
        [king, first, second]
            .into_iter()
            .fold(corner, |index, square| index * 64 + square as usize)
    }

    fn from_index(index: usize) -> Placement {
        let square = |at: usize| Square::ALL[(index >> at) % 64];
        Placement {
            lone_king: TRIANGLE[index >> 18],
            king: square(12),
            others: [square(6), square(0)],
        }
    }

    fn map(self, transform: impl Fn(Square) -> Square) -> Placement {
        Placement {
            lone_king: transform(self.lone_king),
            king: transform(self.king),
            others: self.others.map(transform),
        }
    }

    /// Mirrors the placement so that the lone king is in the triangle.
    fn normalized(self) -> Placement {
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

    /// Reports whether all squares differ, the kings are not adjacent, and two
    /// bishops are on different colors.
    fn is_possible(self, roles: [Role; 2]) -> bool {
        let [first, second] = self.others;
        let white = self.white();
        let pieces = if roles[1] == Role::King { 2 } else { 3 };
        white.count() == pieces
            && !white.contains(self.lone_king)
            && self.king.distance(self.lone_king) > 1
            && (roles[1] != Role::King || second == self.king)
            && (roles != [Role::Bishop; 2] || first.is_light() != second.is_light())
    }

    /// Returns the squares that White attacks, also through the lone king.
    fn attacked(self, roles: [Role; 2]) -> Bitboard {
        let occupied = self.white();
        let mut squares = attacks::king(self.king);
        for (role, square) in roles.into_iter().zip(self.others) {
            squares |= attacks::by(role, Color::White, square, occupied);
        }
        squares
    }

    /// Visits the placements from which White can reach this one. The lone king must
    /// not have been in check there.
    fn for_each_predecessor(self, roles: [Role; 2], mut visit: impl FnMut(Placement)) {
        let mut visit_if_legal = |before: Placement| {
            if before.is_possible(roles) && !before.attacked(roles).contains(before.lone_king) {
                visit(before);
            }
        };
        for king in attacks::king(self.king) {
            let follow = |other| if other == self.king { king } else { other };
            visit_if_legal(Placement {
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
                visit_if_legal(Placement { others, ..self });
            }
        }
    }
}

/// Mirrors a square at the diagonal from a1 to h8.
fn transposed(square: Square) -> Square {
    Square::new(
        File::ALL[square.rank() as usize],
        Rank::ALL[square.file() as usize],
    )
}
