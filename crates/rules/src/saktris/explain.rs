//! Explaining why an action is illegal under the rules of Saktris.

use super::Choice;
use crate::{
    Attempt, Bitboard, Cause, Color, Move, MoveKind, Occupant, Position, Refusal, Role, Square,
    UciMove,
};

impl Position {
    /// Returns the legal action that matches a move, if there is one.
    #[cold]
    pub(crate) fn legal_in_saktris(&self, requested: UciMove) -> Option<Move> {
        match requested {
            UciMove::Between {
                from,
                to,
                promotion,
            } => self
                .legal_moves_of(from.bitboard())
                .find(|mv| match mv.castling() {
                    Some(side) => {
                        let onto_rook = self.castling_rook(self.turn, side) == Some(to);
                        promotion.is_none() && (onto_rook || mv.to() == to)
                    }
                    // A promotion that is not named is a queen (R57).
                    None => {
                        let named = promotion.or(mv.promotion().and(Some(Role::Queen)));
                        mv.to() == to && mv.promotion() == named
                    }
                }),
            UciMove::Place { role, to } => {
                let mv = Move::new(role, to, to, MoveKind::Place);
                self.legal_moves().find(|&legal| legal == mv)
            }
            UciMove::Pass => self.legal_moves().find(|mv| mv.is_pass()),
        }
    }

    /// Explains why a piece cannot be placed or the turn cannot be passed.
    pub(crate) fn why_not_placed(&self, requested: UciMove) -> Refusal {
        let UciMove::Place { role, to } = requested else {
            return self.refuse(None, Cause::Pass);
        };
        let attempt = Attempt::Place { role, to };
        self.refuse(attempt, self.placement_cause(role, to))
    }

    fn placement_cause(&self, role: Role, to: Square) -> Cause {
        let us = self.turn;
        let Some(saktris) = self.saktris_state() else {
            return Cause::NothingIsPlaced;
        };
        if !saktris.waits(us) {
            let is_settled = saktris.arrival().choice == Choice::Order;
            let next = saktris.to_come(us).first().filter(|_| is_settled);
            let moves = saktris.moves_to_go(us);
            return Cause::NothingWaits { next, moves };
        }
        if !self.is_due(role) {
            let waiting = saktris.waiting(us);
            return Cause::AnotherWaits { role, waiting };
        }
        if to.rank() != us.back_rank() {
            let rank = us.back_rank();
            return Cause::PlacedOffBackRank { to, rank };
        }
        if let Some(piece) = self.occupant(to) {
            return Cause::PlacedOnPiece { piece };
        }
        if role == Role::Bishop && self.bishop_colors(us).contains(to) {
            let bishops = self.board.pieces(us, Role::Bishop);
            let alike = bishops
                .into_iter()
                .find(|bishop| bishop.is_light() == to.is_light());
            let bishop = alike.unwrap_or(to);
            return Cause::PlacedOnBishopColor { bishop, to };
        }
        let mv = Move::new(role, to, to, MoveKind::Place);
        self.leaves_king_attacked(role, to)
            .or_else(|| self.clear_against(mv))
            // Every illegal placement has one of these causes; a test checks
            // all pieces and squares in many positions.
            .unwrap_or(Cause::NothingIsPlaced)
    }

    fn leaves_king_attacked(&self, role: Role, to: Square) -> Option<Cause> {
        let us = self.turn;
        if role == Role::King {
            let attackers = self.board.attackers(to, !us, self.board.occupied());
            let attackers = self.occupants(attackers);
            return (!attackers.is_empty()).then_some(Cause::KingIntoCheck { to, attackers });
        }
        let king = self.board.king(us)?;
        let checkers = self.occupants(self.checkers());
        let occupied = self.board.occupied().with(to);
        if self.board.attackers(king, !us, occupied).is_empty() {
            return None;
        }
        Some(match *checkers.as_slice() {
            [checker] => self.in_check(king, checker),
            _ => Cause::DoubleCheck { king, checkers },
        })
    }

    /// Returns the cause that a waiting piece has to be placed first.
    pub(crate) fn placing_is_due(&self) -> Option<Cause> {
        let saktris = self.saktris_state()?;
        let places = Role::ALL
            .into_iter()
            .map(|role| self.places_for(role))
            .fold(Bitboard::EMPTY, |all, places| all | places);
        let role = saktris.waiting(self.turn);
        places.any().then_some(Cause::PlacingIsDue {
            role,
            squares: places,
        })
    }

    /// Returns the cause that the clear would remove or expose one's own king.
    pub(crate) fn clear_exposes(&self, piece: Occupant, to: Square) -> Option<Cause> {
        let (role, from) = (piece.piece.role, piece.square);
        let is_pawn = role == Role::Pawn;
        let kind = if is_pawn && Bitboard::BACK_RANKS.contains(to) {
            MoveKind::PromoteQueen
        } else if is_pawn && from.file() != to.file() && self.board.color_at(to).is_none() {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        };
        self.clear_against(Move::new(role, from, to, kind))
    }

    /// Like [`Position::clear_exposes`], for a move that would be legal in chess.
    fn clear_against(&self, mv: Move) -> Option<Cause> {
        let us: Color = self.turn;
        let clear = self.clear(mv)?;
        let cleared = clear.pieces().collect();
        let board = clear.board_left();
        let Some(king) = board.king(us) else {
            let king = self.board.king(us)?;
            let king = if king == mv.from() { mv.to() } else { king };
            return Some(Cause::ClearTakesOwnKing { cleared, king });
        };
        let before = clear.board_before();
        let is_safe_before = before.attackers(king, !us, before.occupied()).is_empty();
        let attackers = board.attackers(king, !us, board.occupied());
        (is_safe_before && attackers.any()).then(|| Cause::ClearExposesKing {
            cleared,
            king,
            attackers: self.occupants(attackers),
        })
    }
}
