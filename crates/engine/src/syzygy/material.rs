use arbiter_rules::{Board, ByColor, Color, Role};

/// The pieces on the board, as in the name of a tablebase: `KRPvKR`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TablebaseMaterial(ByColor<[u8; 5]>);

/// The roles in the order of a tablebase name, without the king.
const ROLES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

const PAWN: usize = 4;

/// The maximum number of pieces in a tablebase, with kings.
const MAX_PIECES: usize = 7;

impl TablebaseMaterial {
    pub(super) fn of(board: &Board) -> TablebaseMaterial {
        TablebaseMaterial(ByColor::new_with(|color| {
            ROLES.map(|role| board.pieces(color, role).count() as u8)
        }))
    }

    /// Parses the name of a tablebase, or returns none.
    pub(super) fn from_name(name: &str) -> Option<TablebaseMaterial> {
        let (white, black) = name.split_once('v')?;
        let parse = |side: &str| {
            let mut counts = [0u8; 5];
            for letter in side.strip_prefix('K')?.chars() {
                counts["QRBNP".find(letter)?] += 1;
            }
            Some(counts)
        };
        let material = TablebaseMaterial(ByColor {
            white: parse(white)?,
            black: parse(black)?,
        });
        (material.count() <= MAX_PIECES && material.count() > 2).then_some(material)
    }

    /// Returns the material with the colors reversed.
    pub(super) fn reversed(self) -> TablebaseMaterial {
        let TablebaseMaterial(ByColor { white, black }) = self;
        TablebaseMaterial(ByColor {
            white: black,
            black: white,
        })
    }

    /// Returns the number of pieces, with kings.
    pub(super) fn count(self) -> usize {
        let of = |color| self.0[color].iter().map(|&n| usize::from(n)).sum::<usize>();
        2 + of(Color::White) + of(Color::Black)
    }

    pub(super) fn is_symmetric(self) -> bool {
        self == self.reversed()
    }

    /// Reports whether a side has exactly one piece of some role other than king.
    pub(super) fn has_single(self) -> bool {
        Color::ALL.iter().any(|&color| self.0[color].contains(&1))
    }

    pub(super) fn has_pawns(self) -> bool {
        self.pawns(Color::White) + self.pawns(Color::Black) > 0
    }

    /// Reports whether both sides have pawns.
    pub(super) fn has_pawns_on_both_sides(self) -> bool {
        self.pawns(Color::White) > 0 && self.pawns(Color::Black) > 0
    }

    fn pawns(self, color: Color) -> u8 {
        self.0[color][PAWN]
    }
}
