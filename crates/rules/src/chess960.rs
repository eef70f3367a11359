//! The 960 starting positions of Chess960.

use crate::{Color, File, Piece, Position, Rank, Role, Setup, Square, Variant};

impl Position {
    /// Returns the starting position of Chess960 with this number, from 0 to
    /// 959, in Reinhard Scharnagl's numbering. Number 518 is standard chess.
    ///
    /// ```
    /// use arbiter_rules::Position;
    ///
    /// let position = Position::chess960(0).unwrap();
    /// assert_eq!(
    ///     position.to_string(),
    ///     "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    /// );
    /// assert!(Position::chess960(960).is_none());
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Position> {
        let back = back_rank(number)?;
        let mut setup = Setup::EMPTY;
        for (file, role) in File::ALL.into_iter().zip(back) {
            for color in Color::ALL {
                let home = Square::new(file, color.back_rank());
                let pawn = Square::new(file, color.rank(Rank::Second));
                setup.board.put(home, Piece::new(color, role));
                setup.board.put(pawn, Piece::new(color, Role::Pawn));
                if role == Role::Rook {
                    setup.castling = setup.castling.with(home);
                }
            }
        }
        let position = setup.position().ok()?;
        Some(position.with_variant(Variant::Chess960))
    }
}

/// Returns the pieces on the first rank, from the a-file to the h-file.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    /// The two of the five free squares that the knights occupy.
    const KNIGHTS: [[usize; 2]; 10] = [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
    ];
    let number = usize::from(number);
    let [first, second] = *KNIGHTS.get(number / 96)?;
    let mut rank = [None; 8];
    // The light squares of the first rank are b, d, f and h.
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    put_on_free(&mut rank, number / 16 % 6, Role::Queen);
    // The second knight goes first, so that the index of the other stays valid.
    put_on_free(&mut rank, second, Role::Knight);
    put_on_free(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put_on_free(&mut rank, 0, role);
    }
    Some(rank.map(|role| role.unwrap_or(Role::Rook)))
}

/// Puts a piece on the free square with this index, counting from the a-file.
fn put_on_free(rank: &mut [Option<Role>; 8], index: usize, role: Role) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(index) {
        *square = Some(role);
    }
}
