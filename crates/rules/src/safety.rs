use crate::{Bitboard, Color, Position, Role, Square, attacks};

/// The restrictions that king safety puts on moves (R63). They are computed
/// once per position, and moves that obey them are legal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety {
    /// The king of the side to move, if it has one.
    pub(crate) king: Option<Square>,
    /// The enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The allowed targets of pieces other than the king: all squares without a
    /// piece of their own; in check, only the checker and the squares between
    /// it and the king; in double check, none.
    pub(crate) landing: Bitboard,
    /// The squares from the king to each pinning rook or queen, including the
    /// pinning piece. A pinned piece must stay on these squares. One set is
    /// enough for all pins, because no piece can move from one pin line to
    /// another.
    pub(crate) straight_pins: Bitboard,
    /// The same for pinning bishops and queens.
    pub(crate) diagonal_pins: Bitboard,
}

impl Safety {
    #[inline(always)]
    pub(crate) fn of(position: &Position, us: Color) -> Safety {
        let board = position.board();
        let ours = board.of(us);
        let occupied = board.occupied();
        // A king is never captured (R38), not even in a setup in which the side
        // not to move is in check.
        let mut landing = !ours - board.pieces(!us, Role::King);
        let Some(king) = board.king(us) else {
            return Safety {
                king: None,
                checkers: Bitboard::EMPTY,
                landing,
                straight_pins: Bitboard::EMPTY,
                diagonal_pins: Bitboard::EMPTY,
            };
        };
        // Adjacent kings are an error that a setup may ignore.
        let mut checkers = (attacks::knight(king) & board.pieces(!us, Role::Knight))
            | (attacks::pawn(us, king) & board.pieces(!us, Role::Pawn))
            | (attacks::king(king) & board.pieces(!us, Role::King));
        let mut pins = [Bitboard::EMPTY; 2];
        let lines = [
            attacks::rook_lines(king) & board.straight_sliders(!us),
            attacks::bishop_lines(king) & board.diagonal_sliders(!us),
        ];
        for (pins, sliders) in pins.iter_mut().zip(lines) {
            for slider in sliders {
                let way = attacks::between(king, slider);
                let blockers = way & occupied;
                if blockers.is_empty() {
                    checkers = checkers.with(slider);
                } else if !blockers.many() && blockers.meets(ours) {
                    *pins |= way.with(slider);
                }
            }
        }
        if let Some(checker) = checkers.first() {
            landing &= if checkers.many() {
                Bitboard::EMPTY
            } else {
                attacks::between(king, checker).with(checker)
            };
        }
        let [straight_pins, diagonal_pins] = pins;
        Safety {
            king: Some(king),
            checkers,
            landing,
            straight_pins,
            diagonal_pins,
        }
    }

    /// Creates restrictions with no check and with these pieces pinned along the
    /// king's rank.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn pinned_on_rank(king: Square, pinned: Bitboard) -> Safety {
        Safety {
            king: Some(king),
            checkers: Bitboard::EMPTY,
            landing: Bitboard::FULL,
            straight_pins: pinned,
            diagonal_pins: Bitboard::EMPTY,
        }
    }

    /// Returns the squares that our king may not move to: those the enemy
    /// attacks when our king is removed from the board.
    #[inline(always)]
    pub(crate) fn danger(position: &Position, us: Color, king: Square) -> Bitboard {
        let board = position.board();
        let them = !us;
        let occupied = board.occupied().without(king);
        let pawns = board.pieces(them, Role::Pawn).forward(them);
        let mut danger = pawns.left() | pawns.right();
        for square in board.pieces(them, Role::Knight) {
            danger |= attacks::knight(square);
        }
        for square in board.diagonal_sliders(them) {
            danger |= attacks::bishop(square, occupied);
        }
        for square in board.straight_sliders(them) {
            danger |= attacks::rook(square, occupied);
        }
        for square in board.pieces(them, Role::King) {
            danger |= attacks::king(square);
        }
        danger
    }
}
