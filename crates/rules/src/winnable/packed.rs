use crate::{Bitboard, Board, Castling, Color, Position, Role, Square, Variant};

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
        Packed::new(
            position.board(),
            position.turn(),
            position.castling().rooks(),
            position.legal_en_passant(),
        )
    }

    #[inline]
    fn new(board: &Board, turn: Color, castling: Bitboard, passed: Option<Square>) -> Packed {
        let of = |role| board.by_role(role).0;
        let castling = castling.0;
        let (pawns, knights, bishops) = (of(Role::Pawn), of(Role::Knight), of(Role::Bishop));
        let (rooks, queens, kings) = (of(Role::Rook), of(Role::Queen), of(Role::King));
        let passed = passed.map_or(0, |square| square.bitboard().0);
        Packed {
            planes: [
                pawns | bishops | queens | castling,
                knights | bishops | kings | castling,
                rooks | queens | kings,
                board.of(Color::Black).0 | passed,
            ],
            turn,
        }
    }

    /// Packs a board without castling rights and without an en-passant square.
    pub(super) fn of_board(board: &Board, turn: Color) -> Packed {
        Packed::new(board, turn, Bitboard::EMPTY, None)
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
    slots: alloc::vec::Vec<Slot>,
}

/// A slot of the hash table.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The number of the position plus one; 0 if the slot is free.
    number: u32,
    /// The lower half of its hash.
    hash: u32,
}

impl PackedSet {
    pub(super) fn new() -> PackedSet {
        PackedSet {
            positions: alloc::vec::Vec::new(),
            slots: alloc::vec![Slot::default(); 1 << 10],
        }
    }

    pub(super) fn at(&self, number: u32) -> &Packed {
        &self.positions[number as usize]
    }

    /// Adds a position and returns its number, or `None` if the set already has it.
    pub(super) fn insert(&mut self, position: Packed) -> Option<u32> {
        if self.positions.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = position.hash() as u32;
        let mask = self.slots.len() - 1;
        let mut index = hash as usize & mask;
        while let Some(number) = self.slots[index].number.checked_sub(1) {
            if self.slots[index].hash == hash && *self.at(number) == position {
                return None;
            }
            index = (index + 1) & mask;
        }
        let number = u32::try_from(self.positions.len()).ok()?;
        self.positions.push(position);
        self.slots[index] = Slot {
            number: number + 1,
            hash,
        };
        Some(number)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = core::mem::replace(&mut self.slots, alloc::vec![Slot::default(); mask + 1]);
        for slot in old.into_iter().filter(|slot| slot.number != 0) {
            let mut index = slot.hash as usize & mask;
            while self.slots[index].number != 0 {
                index = (index + 1) & mask;
            }
            self.slots[index] = slot;
        }
    }
}
