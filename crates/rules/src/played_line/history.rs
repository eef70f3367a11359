//! Adds past moves to a refusal: on which move a king or rook first moved, and
//! when a pawn advanced two squares (R84).

use super::PlayedLine;
use crate::{
    Attempt, CastlingSide, Cause, Color, MoveKind, Piece, Refusal, Role, RookLocation, Square,
    castling::corner,
};

/// A past move.
struct PastMove {
    ply: usize,
    /// The number of the move, as in notation.
    number: u16,
    by: Color,
    role: Role,
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl PlayedLine {
    /// Adds past moves to the cause of a refusal.
    pub(super) fn with_history(&self, mut refusal: Refusal) -> Refusal {
        let cause = match (&refusal.cause, refusal.attempt) {
            (
                Cause::CastlingKingMoved { .. }
                | Cause::CastlingRookMoved { .. }
                | Cause::CastlingNoRook { .. }
                | Cause::CastlingLost { .. },
                Some(Attempt::Castle(side)),
            ) => self.castling_history(side),
            (&Cause::EnPassantNotNow { pawn }, _) => self.en_passant_history(pawn),
            _ => None,
        };
        if let Some(cause) = cause {
            refusal.cause = cause;
        }
        refusal
    }

    fn past_moves(&self) -> impl DoubleEndedIterator<Item = PastMove> {
        self.moves()
            .enumerate()
            .map(|(ply, (before, mv))| PastMove {
                ply,
                number: before.fullmoves(),
                by: before.turn(),
                role: mv.role(),
                from: mv.from(),
                to: mv.to(),
                kind: mv.kind(),
            })
    }

    /// Returns the move by which a castling right was lost, or `None` if the line
    /// started without it.
    fn castling_history(&self, side: CastlingSide) -> Option<Cause> {
        let now = self.position();
        let us = now.turn();
        let king = now.board().king(us)?;
        let home = self.start.castling_rook(us, side);
        let rook = home.unwrap_or(corner(us, side));
        let is_there = now.board().pieces(us, Role::Rook).contains(rook);
        if is_there && let Some(on) = self.promoted_on(rook) {
            return Some(Cause::CastlingPromotedRook {
                rook,
                move_number: on,
            });
        }
        let is_king_move = |past: &PastMove| past.by == us && past.role == Role::King;
        for past in self.past_moves().filter(is_king_move) {
            if let Some(side) = past.kind.castling() {
                let on = past.number;
                return Some(Cause::CastlingDone {
                    side,
                    move_number: on,
                    king,
                });
            }
        }
        home?;
        let past = self
            .past_moves()
            .find(|past| is_king_move(past) || past.from == rook || past.to == rook)?;
        let on = past.number;
        Some(if is_king_move(&past) {
            Cause::CastlingKingMoved {
                king,
                move_number: Some(on),
            }
        } else if is_there {
            // It may be another rook than the one that started there.
            Cause::CastlingRookMoved {
                rook,
                move_number: self.first_move_of(rook),
                now: RookLocation::Home,
            }
        } else if past.by == us {
            Cause::CastlingRookMoved {
                rook,
                move_number: Some(on),
                now: RookLocation::Away,
            }
        } else {
            Cause::CastlingRookTaken {
                rook,
                by: Piece::new(past.by, past.role),
                move_number: on,
            }
        })
    }

    /// Returns the number of the first move of the piece on this square.
    fn first_move_of(&self, square: Square) -> Option<u16> {
        let mut at = square;
        let mut first = None;
        for past in self.past_moves().rev() {
            if past.to == at {
                at = past.from;
                first = Some(past.number);
            }
        }
        first
    }

    /// Returns the number of the move on which the piece on this square promoted.
    fn promoted_on(&self, square: Square) -> Option<u16> {
        let mut at = square;
        for past in self.past_moves().rev() {
            match past.kind.castling() {
                // A rook that castled has never been a pawn.
                Some(side) if side.rook_target(past.by) == at => return None,
                None if past.to == at && past.kind.promotion().is_some() => {
                    return Some(past.number);
                }
                None if past.to == at => at = past.from,
                _ => {}
            }
        }
        None
    }

    /// Explains how the pawn that cannot be captured en passant got to its square.
    fn en_passant_history(&self, pawn: Square) -> Option<Cause> {
        let us = self.position().turn();
        let arrival = self
            .past_moves()
            .rev()
            .find(|past| past.to == pawn && past.by != us)?;
        let on = arrival.number;
        if arrival.kind != MoveKind::DoubleStep {
            return Some(Cause::EnPassantNoDoubleStep {
                pawn,
                move_number: on,
            });
        }
        let ago = (self.moves.len() - 1 - arrival.ply) / 2;
        Some(Cause::EnPassantTooLate {
            pawn,
            move_number: on,
            moves_ago: u16::try_from(ago).unwrap_or(u16::MAX),
        })
    }
}
