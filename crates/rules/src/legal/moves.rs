use alloc::vec;
use core::iter::FusedIterator;

use crate::{
    Bitboard, CastlingSide, Move, MoveKind, Position, Role, Square, TargetMoves, Targets, attacks,
    safety::Safety,
};

/// An iterator over the legal moves of a position: pawns first, the king last,
/// then captures en passant and castling.
#[derive(Clone, Debug)]
pub struct LegalMoves {
    /// The moves of the current piece that are left.
    current: TargetMoves,
    pieces: Pieces,
}

/// The pieces whose moves are still to come.
#[derive(Clone, Debug)]
enum Pieces {
    Chess(ChessPieces),
    /// Computed in advance, because in Saktris the moves of one piece depend
    /// on what the others can do.
    Saktris(vec::IntoIter<Targets>),
}

#[derive(Clone, Debug)]
struct ChessPieces {
    position: Position,
    safety: Safety,
    /// The pieces that have not been visited yet.
    left: Bitboard,
    /// The role being visited, as an index into [`Role::ALL`].
    role: usize,
    /// The pawns that can capture en passant.
    en_passant: Bitboard,
    /// The castling moves that are left, by [`CastlingSide`].
    castling: [bool; 2],
}

impl LegalMoves {
    pub(super) fn new(position: &Position, pieces: Bitboard) -> LegalMoves {
        let nothing = Targets {
            role: Role::King,
            from: Square::A1,
            to: Bitboard::EMPTY,
            kind: MoveKind::Normal,
        };
        LegalMoves {
            current: nothing.into_iter(),
            pieces: match position.saktris_state() {
                None => Pieces::Chess(ChessPieces::new(position, pieces)),
                Some(saktris) => {
                    Pieces::Saktris(position.saktris_targets_of(saktris, pieces).into_iter())
                }
            },
        }
    }
}

impl Iterator for LegalMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(mv) = self.current.next() {
                return Some(mv);
            }
            let targets = match &mut self.pieces {
                Pieces::Chess(pieces) => pieces.next()?,
                Pieces::Saktris(targets) => targets.next()?,
            };
            self.current = targets.into_iter();
        }
    }
}

impl FusedIterator for LegalMoves {}

impl ChessPieces {
    fn new(position: &Position, pieces: Bitboard) -> ChessPieces {
        let us = position.turn;
        let safety = Safety::of(position, us);
        let en_passant = match position.legal_en_passant() {
            Some(square) => position.capturers(square) & pieces,
            None => Bitboard::EMPTY,
        };
        let mut castling = [false; 2];
        if let Some(king) = safety.king
            && position.castling.of(us).any()
            && safety.checkers.is_empty()
            && pieces.contains(king)
        {
            let danger = Safety::danger(position, us, king);
            castling =
                CastlingSide::ALL.map(|side| position.may_castle(us, side, &safety, king, danger));
        }
        ChessPieces {
            position: position.copy_chess(),
            safety,
            left: position.board.of(us) & pieces,
            role: 0,
            en_passant,
            castling,
        }
    }

    fn next(&mut self) -> Option<Targets> {
        self.next_piece()
            .or_else(|| self.next_en_passant())
            .or_else(|| self.next_castling())
    }

    fn next_piece(&mut self) -> Option<Targets> {
        let us = self.position.turn;
        let board = &self.position.board;
        while let Some(&role) = Role::ALL.get(self.role) {
            let Some(from) = (self.left & board.by_role(role)).first() else {
                self.role += 1;
                continue;
            };
            self.left = self.left.without(from);
            let to = if self.safety.king == Some(from) {
                let free = !board.of(us) - board.pieces(!us, Role::King);
                (attacks::king(from) & free) - Safety::danger(&self.position, us, from)
            } else {
                self.position.targets_of(us, &self.safety, role, from)
            };
            if to.any() {
                return Some(Targets {
                    role,
                    from,
                    to,
                    kind: MoveKind::Normal,
                });
            }
        }
        None
    }

    fn next_en_passant(&mut self) -> Option<Targets> {
        let from = self.en_passant.first()?;
        self.en_passant = self.en_passant.without(from);
        Some(Targets {
            role: Role::Pawn,
            from,
            to: self.position.en_passant?.bitboard(),
            kind: MoveKind::EnPassant,
        })
    }

    fn next_castling(&mut self) -> Option<Targets> {
        let side = CastlingSide::ALL
            .into_iter()
            .find(|&side| self.castling[side as usize])?;
        self.castling[side as usize] = false;
        Some(Targets {
            role: Role::King,
            from: self.safety.king?,
            to: side.king_target(self.position.turn).bitboard(),
            kind: MoveKind::castle(side),
        })
    }
}
