//! An array of 64 squares with pieces, and their attacks.

/// The side that owns a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Returns the rank where its pieces are placed.
    pub fn back_rank(self) -> i8 {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// Returns the rank where its pawns are promoted.
    pub fn last_rank(self) -> i8 {
        self.other().back_rank()
    }

    /// Returns the direction its pawns move in.
    pub fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

/// The kind of a piece, in the order used to write remaining pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Role {
    pub const ALL: [Role; 6] = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];

    /// Returns the upper-case letter of the role.
    pub fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Queen => 'Q',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Knight => 'N',
            Role::Pawn => 'P',
        }
    }

    /// Returns the role for a letter in upper or lower case.
    pub fn of(letter: char) -> Role {
        *Role::ALL
            .iter()
            .find(|role| role.letter() == letter.to_ascii_uppercase())
            .unwrap_or_else(|| panic!("no piece has the letter {letter}"))
    }
}

/// A piece, with the number of its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub color: Color,
    pub role: Role,
    /// The number of its last move; 0 if it has not moved since it was placed.
    pub stamp: u32,
}

/// File and rank, each from 0 to 7 on the board; other values are off the board.
pub type Square = (i8, i8);

/// Returns the name of a square.
pub fn name((file, rank): Square) -> String {
    format!(
        "{}{}",
        (b'a' + file as u8) as char,
        (b'1' + rank as u8) as char
    )
}

/// Returns the square with this name.
pub fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    let square = (bytes[0] as i8 - b'a' as i8, bytes[1] as i8 - b'1' as i8);
    assert!(bytes.len() == 2 && on_board(square), "not a square: {name}");
    square
}

pub fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// Returns the square at this distance.
pub fn step(from: Square, (files, ranks): (i8, i8), steps: i8) -> Square {
    (from.0 + files * steps, from.1 + ranks * steps)
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The pieces on their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board([[Option<Piece>; 8]; 8]);

impl Board {
    pub fn empty() -> Board {
        Board([[None; 8]; 8])
    }

    /// Returns all squares, from a1 rank by rank.
    pub fn squares() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
    }

    /// Returns the piece on a square; none off the board.
    pub fn at(&self, square: Square) -> Option<Piece> {
        if on_board(square) {
            self.0[square.1 as usize][square.0 as usize]
        } else {
            None
        }
    }

    pub fn is_empty(&self, square: Square) -> bool {
        on_board(square) && self.at(square).is_none()
    }

    pub fn put(&mut self, square: Square, piece: Piece) {
        self.0[square.1 as usize][square.0 as usize] = Some(piece);
    }

    /// Empties a square and returns the piece that was there.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        self.0[square.1 as usize][square.0 as usize].take()
    }

    /// Returns the pieces of a side with their squares.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        Board::squares()
            .filter_map(|square| Some((square, self.at(square)?)))
            .filter(move |(_, piece)| piece.color == color)
    }

    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color)
            .find(|(_, piece)| piece.role == Role::King)
            .map(|(square, _)| square)
    }

    /// Reports whether a side's king is on the board and attacked.
    pub fn is_check(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, color.other()))
    }

    /// Reports whether a side attacks a square. Attacks are symmetric, so this
    /// looks from the square for a piece that would attack it.
    pub fn is_attacked(&self, goal: Square, by: Color) -> bool {
        let meets = |ways: &[(i8, i8)], reach, roles: &[Role]| {
            ways.iter().any(|&way| {
                (1..=reach)
                    .map(|steps| self.at(step(goal, way, steps)))
                    .find(Option::is_some)
                    .flatten()
                    .is_some_and(|piece| piece.color == by && roles.contains(&piece.role))
            })
        };
        let behind = -by.forward();
        meets(&STRAIGHT, 7, &[Role::Rook, Role::Queen])
            || meets(&DIAGONAL, 7, &[Role::Bishop, Role::Queen])
            || meets(&LEAPS, 1, &[Role::Knight])
            || meets(&[STRAIGHT, DIAGONAL].concat(), 1, &[Role::King])
            || meets(&[(-1, behind), (1, behind)], 1, &[Role::Pawn])
    }

    /// Returns the squares that a piece attacks, occupied or not.
    pub fn attacks(&self, from: Square, piece: Piece) -> Vec<Square> {
        let all = [STRAIGHT, DIAGONAL].concat();
        let (ways, reach) = match piece.role {
            Role::King => (all, 1),
            Role::Queen => (all, 7),
            Role::Rook => (STRAIGHT.to_vec(), 7),
            Role::Bishop => (DIAGONAL.to_vec(), 7),
            Role::Knight => (LEAPS.to_vec(), 1),
            Role::Pawn => {
                let forward = piece.color.forward();
                (vec![(-1, forward), (1, forward)], 1)
            }
        };
        let mut attacked = Vec::new();
        for way in ways {
            for steps in 1..=reach {
                let goal = step(from, way, steps);
                if !on_board(goal) {
                    break;
                }
                attacked.push(goal);
                if !self.is_empty(goal) {
                    break;
                }
            }
        }
        attacked
    }
}
