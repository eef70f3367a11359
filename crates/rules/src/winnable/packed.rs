use crate::{Bitboard, Board, Castling, Color, Position, Role, Variant};

/// A position in 40 bytes, without its counters: what the law on repetition
/// compares (FIDE 9.2.3). Sets of these are exact, unlike sets of hashes.
///
/// Each square has four bits, stored as four planes. The lower three are 0 for an
/// empty square, 1 to 6 for the role, and 7 for a rook with a castling right. The
/// fourth is the color; on an empty square it marks the en-passant square.
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

    /// Returns the position, with its counters and its key reset.
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
            saktris: None,
        }
    }

    /// Returns a hash that spreads positions evenly over the slots.
    fn hash(&self) -> u64 {
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = self.turn as u64;
        for plane in self.planes {
            hash = (hash ^ plane).wrapping_mul(MULTIPLIER);
            hash ^= hash >> 29;
        }
        hash
    }
}

/// A set of positions, numbered in the order of insertion.
pub(super) struct PackedSet {
    positions: alloc::vec::Vec<Packed>,
    /// For each slot the number of its position plus one; 0 if the slot is free.
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

    /// Adds a position and returns its number, or `None` if the set already has it.
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

    /// Returns the slot of the position, or the free slot in which to put it.
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
