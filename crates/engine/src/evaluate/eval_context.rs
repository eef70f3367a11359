use arbiter_rules::{Bitboard, Board, ByColor, Castling, Color, Position, Role, Square, attacks};

use super::masks;

/// A position with the attack maps that several terms use.
pub(super) struct EvalContext<'p> {
    pub(super) board: &'p Board,
    pub(super) castling: Castling,
    pub(super) occupied: Bitboard,
    pub(super) pawns: ByColor<Bitboard>,
    pub(super) kings: ByColor<Square>,
    /// The squares around each king where attackers are dangerous.
    pub(super) rings: ByColor<Bitboard>,
    /// Pieces of either side that alone block a slider's attack on the king.
    pub(super) blockers: ByColor<Bitboard>,
    /// The squares that count for mobility: neither occupied by blocked pawns,
    /// king or queen, nor attacked by enemy pawns.
    pub(super) area: ByColor<Bitboard>,
    /// The squares a side attacks, and those it attacks at least twice.
    pub(super) attacked: ByColor<Bitboard>,
    pub(super) attacked_twice: ByColor<Bitboard>,
    /// The squares a side attacks, by role.
    pub(super) attacked_by: ByColor<[Bitboard; 6]>,
    /// How many pieces of a side attack the ring of the enemy king, and how many
    /// attacks they make on the squares next to it.
    pub(super) ring_attackers: ByColor<i32>,
    pub(super) ring_attacks: ByColor<i32>,
}

impl<'p> EvalContext<'p> {
    /// Computes the context with the attacks of kings and pawns. Those of the
    /// other pieces are added by [`EvalContext::add_attacks`].
    #[inline(always)]
    pub(super) fn of(position: &'p Position) -> EvalContext<'p> {
        let board = position.board();
        let occupied = board.occupied();
        // Only boards that cannot be played lack a king.
        let king = |color| board.king(color).unwrap_or(Square::A1);
        let kings = by_color(king);
        let pawns = by_color(|color| board.pieces(color, Role::Pawn));
        let pawn_attacks = by_color(|color| masks::pawn_attacks(color, pawns[color]));
        let king_attacks = by_color(|color| attacks::king(kings[color]));
        let area = by_color(|color| {
            let blocked = pawns[color] & (occupied.forward(!color) | masks::ranks(color, [1, 2]));
            let fixed =
                blocked | board.pieces(color, Role::King) | board.pieces(color, Role::Queen);
            !(fixed | pawn_attacks[!color])
        });
        let twice_by_pawns = |color: Color| {
            let ahead = pawns[color].forward(color);
            ahead.left() & ahead.right()
        };
        EvalContext {
            board,
            castling: position.castling(),
            occupied,
            pawns,
            kings,
            rings: by_color(|color| masks::ring(color, kings[color]) - twice_by_pawns(color)),
            blockers: by_color(|color| {
                let king = kings[color];
                let snipers = (attacks::rook_lines(king) & board.straight_sliders(!color))
                    | (attacks::bishop_lines(king) & board.diagonal_sliders(!color));
                blockers(occupied, snipers, king)
            }),
            area,
            attacked: by_color(|color| pawn_attacks[color] | king_attacks[color]),
            attacked_twice: by_color(|color| {
                twice_by_pawns(color) | (pawn_attacks[color] & king_attacks[color])
            }),
            attacked_by: by_color(|color| {
                let mut by = [Bitboard::EMPTY; 6];
                by[Role::Pawn as usize] = pawn_attacks[color];
                by[Role::King as usize] = king_attacks[color];
                by
            }),
            ring_attackers: by_color(|_| 0),
            ring_attacks: by_color(|_| 0),
        }
    }

    /// Adds the attacks of a piece. Reports whether they reach the ring of the
    /// enemy king.
    #[inline(always)]
    pub(super) fn add_attacks(&mut self, us: Color, role: Role, attacks: Bitboard) -> bool {
        self.attacked_twice[us] |= self.attacked[us] & attacks;
        self.attacked[us] |= attacks;
        self.attacked_by[us][role as usize] |= attacks;
        let reaches_ring = attacks.meets(self.rings[!us]);
        if reaches_ring {
            self.ring_attackers[us] += 1;
            let beside = self.attacked_by[!us][Role::King as usize];
            self.ring_attacks[us] += (attacks & beside).count() as i32;
        }
        reaches_ring
    }

    /// Returns the pieces of a side with this role.
    #[inline(always)]
    pub(super) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// Returns the squares that a side attacks with this role.
    #[inline(always)]
    pub(super) fn attacks_by(&self, color: Color, role: Role) -> Bitboard {
        self.attacked_by[color][role as usize]
    }
}

/// Computes a value for each color, with the colors known at compile time.
#[inline(always)]
pub(super) fn by_color<T>(make: impl Fn(Color) -> T) -> ByColor<T> {
    ByColor {
        white: make(Color::White),
        black: make(Color::Black),
    }
}

/// Returns the pieces of either side that are alone between a square and one of
/// these sliders.
#[inline(always)]
pub(super) fn blockers(occupied: Bitboard, snipers: Bitboard, square: Square) -> Bitboard {
    let mut blockers = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(square, sniper) & occupied;
        if !between.many() {
            blockers |= between;
        }
    }
    blockers
}
