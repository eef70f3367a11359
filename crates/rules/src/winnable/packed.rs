use crate::{Bitboard, Board, Castling, Color, Position, Role, Saktris, Variant};

/// All of a position that decides what can follow, in 40 bytes: what the law
/// on repetition compares (FIDE 9.2.3), so that a table of them is exact and
/// nothing rests on a hash.
///
/// Each square has four bits, kept as four planes. The lower three are 0 for
/// empty, 1 to 6 for the role, 7 for a rook that may still castle; the fourth
/// is the color, and on an empty square the right to capture in passing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed {
    planes: [u64; 4],
    turn: Color,
}

impl Packed {
    pub(super) fn of(position: &Position) -> Packed {
        let board = position.board();
        let of = |role| board.by_role(role).0;
        let castling = position.castling().rooks().0;
        let (pawns, knights, bishops) = (of(Role::Pawn), of(Role::Knight), of(Role::Bishop));
        let (rooks, queens, kings) = (of(Role::Rook), of(Role::Queen), of(Role::King));
        let passed = position
            .legal_en_passant()
            .map_or(0, |square| square.bitboard().0);
        Packed {
            planes: [
                pawns | bishops | queens | castling,
                knights | bishops | kings | castling,
                rooks | queens | kings,
                board.of(Color::Black).0 | passed,
            ],
            turn: position.turn(),
        }
    }

    /// The position again, but for its counters and its key, which is wrong.
    pub(super) fn unpack(&self, variant: Variant) -> Position {
        let [a, b, c, d] = self.planes;
        let occupied = a | b | c;
        let castling = a & b & c;
        let roles = [
            a & !b & !c,
            !a & b & !c,
            a & b & !c,
            (!a & !b & c) | castling,
            a & !b & c,
            !a & b & c,
        ];
        let board = Board::from_sets(roles, occupied & !d, occupied & d);
        let en_passant = Bitboard(d & !occupied).first();
        Position {
            board,
            castling: Castling::with_rooks(Bitboard(castling)),
            key: 0,
            halfmoves: 0,
            fullmoves: 1,
            en_passant,
            en_passant_counts: en_passant.is_some(),
            turn: self.turn,
            variant,
            saktris: Saktris::NONE,
        }
    }

    /// Spreads positions over a table.
    fn hash(&self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = self.turn as u64;
        for plane in self.planes {
            hash = (hash ^ plane).wrapping_mul(ODD);
            hash ^= hash >> 29;
        }
        hash
    }
}

/// A growing set of positions, each with a number in the order of arrival.
pub(super) struct PackedSet {
    positions: alloc::vec::Vec<Packed>,
    /// One more than the number of the position in each slot; 0 is free.
    slots: alloc::vec::Vec<u32>,
}

impl PackedSet {
    pub(super) fn new() -> PackedSet {
        PackedSet {
            positions: alloc::vec::Vec::new(),
            slots: alloc::vec![0; 1 << 10],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn at(&self, number: u32) -> &Packed {
        &self.positions[number as usize]
    }

    /// Adds a position and returns its number, or `None` if it is there.
    pub(super) fn insert(&mut self, position: Packed) -> Option<u32> {
        if self.positions.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(&position);
        if self.slots[slot] != 0 {
            return None;
        }
        let number = u32::try_from(self.positions.len()).ok()?;
        self.positions.push(position);
        self.slots[slot] = number + 1;
        Some(number)
    }

    /// Where the position is, or where it belongs.
    fn slot_of(&self, position: &Packed) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = position.hash() as usize & mask;
        loop {
            match self.slots[slot].checked_sub(1) {
                Some(number) if self.at(number) != position => slot = (slot + 1) & mask,
                _ => return slot,
            }
        }
    }

    fn grow(&mut self) {
        self.slots = alloc::vec![0; self.slots.len() * 2];
        for number in 0..self.positions.len() {
            let slot = self.slot_of(&self.positions[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
