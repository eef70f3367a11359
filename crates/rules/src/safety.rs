use crate::{Bitboard, Color, Position, Role, Square, attacks};

/// What the safety of the king asks of every move (R63): computed once a
/// position, so that every move made from it is legal by construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety {
    /// The king to keep safe; without one every move is safe.
    pub(crate) king: Option<Square>,
    /// The enemy pieces that give check now.
    pub(crate) checkers: Bitboard,
    /// Where a piece other than the king may land: anywhere but on its own
    /// side; in check only on the checker or between; in double check nowhere.
    pub(crate) landing: Bitboard,
    /// The squares from the king to each pinning rook or queen, the pinner
    /// included. A piece pinned on them may move along them only, and cannot
    /// reach another such line in one move.
    pub(crate) straight_pins: Bitboard,
    /// The same for bishops and queens.
    pub(crate) diagonal_pins: Bitboard,
}

impl Safety {
    #[inline(always)]
    pub(crate) fn of(position: &Position, us: Color) -> Safety {
        let board = position.board();
        let ours = board.of(us);
        let occupied = board.occupied();
        // A king is never taken (R38), not even in a set-up that forgives one
        // left in check.
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
        // Kings side by side are a set-up's error, but one that can be forgiven.
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

    /// No check, and these pieces pinned along the king's rank.
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

    /// Every square the enemy attacks if our king were not there to hide
    /// behind: where he may not step.
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
