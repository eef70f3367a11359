use arbiter_rules::{Move, MoveKind, Position, Role, Square, UciMove};

/// A move in 16 bits. It may be illegal: [`PackedMove::unpack`] checks it against
/// a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedMove(pub(crate) u16);

impl PackedMove {
    /// No move, encoded as `a1` to `a1`.
    pub(crate) const NONE: PackedMove = PackedMove(0);

    pub(crate) fn is_none(self) -> bool {
        self == PackedMove::NONE
    }

    /// Returns the corresponding legal move of the position, if there is one.
    pub(crate) fn unpack(self, position: &Position) -> Option<Move> {
        if self.is_none() {
            return None;
        }
        let kind = *KINDS.get(usize::from(self.0 >> 12))?;
        let from = usize::from(self.0 & 63);
        // Moving the king onto its own rook can only mean castling.
        let to = match kind.castling() {
            Some(side) => position.castling_rook(position.turn(), side)?,
            None => Square::ALL[usize::from(self.0 >> 6 & 63)],
        };
        let mv = match kind {
            MoveKind::Place => UciMove::Place {
                role: *Role::ALL.get(from)?,
                to,
            },
            MoveKind::Pass => UciMove::Pass,
            _ => UciMove::Between {
                from: Square::ALL[from],
                to,
                promotion: kind.promotion(),
            },
        };
        position.legal(mv).filter(|mv| self == (*mv).into())
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> PackedMove {
        let kind = mv.kind() as u16;
        // A placed piece comes from no square, so its role is stored instead.
        let from = match mv.is_placement() {
            true => mv.role() as u16,
            false => mv.from() as u16,
        };
        PackedMove(from | (mv.to() as u16) << 6 | kind << 12)
    }
}

/// The kinds of moves in the order of their discriminants.
const KINDS: [MoveKind; 11] = [
    MoveKind::Normal,
    MoveKind::DoubleStep,
    MoveKind::EnPassant,
    MoveKind::CastleShort,
    MoveKind::CastleLong,
    MoveKind::PromoteKnight,
    MoveKind::PromoteBishop,
    MoveKind::PromoteRook,
    MoveKind::PromoteQueen,
    MoveKind::Place,
    MoveKind::Pass,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_survives_packing_and_no_other_unpacks() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
            "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1",
            "8/P7/8/8/8/8/8/k1K5 w - - 0 1",
            "4k3/8/8/8/8/8/P1N5/R6B[*KQRP/*qr] w - - 0 1 order=pick",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            let legal: Vec<Move> = position.legal_moves().collect();
            for &mv in &legal {
                assert_eq!(PackedMove::from(mv).unpack(&position), Some(mv), "{fen}");
            }
            let found = (0..=u16::MAX)
                .filter_map(|bits| PackedMove(bits).unpack(&position))
                .count();
            assert_eq!(found, legal.len(), "{fen}");
        }
    }
}
