use arbiter_rules::{Bitboard, Board, ByColor, Castling, Color, Position, Role, Square, attacks};

use super::masks;

/// A position, and what every term asks about it: looked up once.
pub(super) struct Survey<'p> {
    pub(super) board: &'p Board,
    pub(super) castling: Castling,
    pub(super) occupied: Bitboard,
    pub(super) pawns: ByColor<Bitboard>,
    pub(super) kings: ByColor<Square>,
    /// Where attackers are dangerous to each king.
    pub(super) rings: ByColor<Bitboard>,
    /// Pieces that stand alone between a slider and the king it would attack.
    pub(super) blockers: ByColor<Bitboard>,
    /// Where a piece moves well: not behind one's own pawns that cannot move,
    /// nor where a pawn takes it.
    pub(super) area: ByColor<Bitboard>,
    /// All that a side attacks, and what it attacks twice.
    pub(super) attacked: ByColor<Bitboard>,
    pub(super) attacked_twice: ByColor<Bitboard>,
    /// The same by role.
    pub(super) attacked_by: ByColor<[Bitboard; 6]>,
    /// How many pieces of a side attack the ring of the other king, and how
    /// many of the squares beside it they attack.
    pub(super) ring_attackers: ByColor<i32>,
    pub(super) ring_attacks: ByColor<i32>,
}

impl<'p> Survey<'p> {
    /// With the attacks of kings and pawns; those of the other pieces are
    /// added by [`Survey::attack`].
    #[inline(always)]
    pub(super) fn of(position: &'p Position) -> Survey<'p> {
        let board = position.board();
        let occupied = board.occupied();
        // A board without a king is nothing anybody plays on; it is judged as
        // if the king were in a corner.
        let king = |color| board.king(color).unwrap_or(Square::A1);
        let kings = by_color(king);
        let pawns = by_color(|color| board.pieces(color, Role::Pawn));
        let pawn_attacks = by_color(|color| masks::pawn_attacks(color, pawns[color]));
        let king_attacks = by_color(|color| attacks::king(kings[color]));
        let area = by_color(|color| {
            let stuck = pawns[color] & (occupied.forward(!color) | masks::ranks(color, [1, 2]));
            let fixed = stuck | board.pieces(color, Role::King) | board.pieces(color, Role::Queen);
            !(fixed | pawn_attacks[!color])
        });
        let twice_by_pawns = |color: Color| {
            let ahead = pawns[color].forward(color);
            ahead.left() & ahead.right()
        };
        Survey {
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

    /// Takes down what a piece attacks; whether that touches the ring of the
    /// other king.
    #[inline(always)]
    pub(super) fn attack(&mut self, us: Color, role: Role, attacks: Bitboard) -> bool {
        self.attacked_twice[us] |= self.attacked[us] & attacks;
        self.attacked[us] |= attacks;
        self.attacked_by[us][role as usize] |= attacks;
        let touches = attacks.meets(self.rings[!us]);
        if touches {
            self.ring_attackers[us] += 1;
            let beside = self.attacked_by[!us][Role::King as usize];
            self.ring_attacks[us] += (attacks & beside).count() as i32;
        }
        touches
    }

    /// The pieces of one role of one side.
    #[inline(always)]
    pub(super) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// What a side attacks with one role.
    #[inline(always)]
    pub(super) fn by(&self, color: Color, role: Role) -> Bitboard {
        self.attacked_by[color][role as usize]
    }
}

/// Makes both, with the colors known when compiling.
#[inline(always)]
pub(super) fn by_color<T>(make: impl Fn(Color) -> T) -> ByColor<T> {
    ByColor {
        white: make(Color::White),
        black: make(Color::Black),
    }
}

/// The pieces of either side that stand alone between a square and one of
/// these sliders on its lines.
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
