use arbiter_rules::{Board, ByColor, Color, Role};

/// What pieces are on the board, as the name of a table says it: `KRPvKR`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Material(ByColor<[u8; 5]>);

/// In the order of a table's name, the king besides.
const ROLES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

const PAWN: usize = 4;

impl Material {
    pub(super) fn of(board: &Board) -> Material {
        Material(ByColor::new_with(|color| {
            ROLES.map(|role| board.pieces(color, role).count() as u8)
        }))
    }

    /// Reads the name of a table; none if it is not one.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let read = |side: &str| {
            let mut counts = [0u8; 5];
            for letter in side.strip_prefix('K')?.chars() {
                counts["QRBNP".find(letter)?] += 1;
            }
            Some(counts)
        };
        let material = Material(ByColor {
            white: read(white)?,
            black: read(black)?,
        });
        (material.count() <= super::MAX_PIECES && material.count() > 2).then_some(material)
    }

    /// The same with the colors exchanged.
    pub(super) fn turned(self) -> Material {
        let Material(ByColor { white, black }) = self;
        Material(ByColor {
            white: black,
            black: white,
        })
    }

    /// How many pieces there are, with the kings.
    pub(super) fn count(self) -> usize {
        let of = |color| self.0[color].iter().map(|&n| usize::from(n)).sum::<usize>();
        2 + of(Color::White) + of(Color::Black)
    }

    pub(super) fn is_symmetric(self) -> bool {
        self == self.turned()
    }

    /// Whether a side has exactly one piece of some kind besides the king.
    pub(super) fn has_single(self) -> bool {
        Color::ALL.iter().any(|&color| self.0[color].contains(&1))
    }

    pub(super) fn has_pawns(self) -> bool {
        self.pawns(Color::White) + self.pawns(Color::Black) > 0
    }

    /// Whether both sides have pawns.
    pub(super) fn has_pawns_on_both_sides(self) -> bool {
        self.pawns(Color::White) > 0 && self.pawns(Color::Black) > 0
    }

    fn pawns(self, color: Color) -> u8 {
        self.0[color][PAWN]
    }
}
