//! What the past adds to a refusal: on which move a king or a rook first
//! moved, and when a pawn made its double step (R84).

use super::PlayedLine;
use crate::{
    Attempt, CastlingSide, Cause, Color, MoveKind, Piece, Refusal, Role, RookLocation, Square,
    castling::corner,
};

/// One move of the past: its number, who made it, and what it was.
struct Past {
    ply: usize,
    number: u16,
    by: Color,
    role: Role,
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl PlayedLine {
    /// The same refusal, with what the past knows about its cause.
    pub(super) fn recall(&self, mut refusal: Refusal) -> Refusal {
        let cause = match (&refusal.cause, refusal.attempt) {
            (
                Cause::CastlingKingMoved { .. }
                | Cause::CastlingRookMoved { .. }
                | Cause::CastlingNoRook { .. }
                | Cause::CastlingLost { .. },
                Some(Attempt::Castle(side)),
            ) => self.castling_lost(side),
            (&Cause::EnPassantNotNow { pawn }, _) => self.en_passant_lost(pawn),
            _ => None,
        };
        if let Some(cause) = cause {
            refusal.cause = cause;
        }
        refusal
    }

    fn past(&self) -> impl DoubleEndedIterator<Item = Past> {
        self.moves().enumerate().map(|(ply, (before, mv))| Past {
            ply,
            number: before.fullmoves(),
            by: before.turn(),
            role: mv.role(),
            from: mv.from(),
            to: mv.to(),
            kind: mv.kind(),
        })
    }

    /// The move that took the right to castle away. If the line began without
    /// the right, what the board tells is all there is.
    fn castling_lost(&self, side: CastlingSide) -> Option<Cause> {
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
        let is_kings = |past: &Past| past.by == us && past.role == Role::King;
        for past in self.past().filter(is_kings) {
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
            .past()
            .find(|past| is_kings(past) || past.from == rook || past.to == rook)?;
        let on = past.number;
        Some(if is_kings(&past) {
            Cause::CastlingKingMoved {
                king,
                move_number: Some(on),
            }
        } else if past.by == us {
            let now = if is_there {
                RookLocation::Home
            } else {
                RookLocation::Away
            };
            Cause::CastlingRookMoved {
                rook,
                move_number: Some(on),
                now,
            }
        } else {
            let by = self.piece_after(past.ply, rook)?;
            Cause::CastlingRookTaken {
                rook,
                by,
                move_number: on,
            }
        })
    }

    fn piece_after(&self, ply: usize, square: Square) -> Option<Piece> {
        self.played.get(ply)?.after.board().piece_at(square)
    }

    /// On which move the piece that now stands here was promoted.
    fn promoted_on(&self, square: Square) -> Option<u16> {
        let mut at = square;
        for past in self.past().rev() {
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

    /// How the pawn that is not to be taken in passing came where it is.
    fn en_passant_lost(&self, pawn: Square) -> Option<Cause> {
        let us = self.position().turn();
        let arrival = self
            .past()
            .rev()
            .find(|past| past.to == pawn && past.by != us)?;
        let on = arrival.number;
        if arrival.kind != MoveKind::DoubleStep {
            return Some(Cause::EnPassantNoDoubleStep {
                pawn,
                move_number: on,
            });
        }
        let ago = (self.played.len() - 1 - arrival.ply) / 2;
        Some(Cause::EnPassantTooLate {
            pawn,
            move_number: on,
            moves_ago: u16::try_from(ago).unwrap_or(u16::MAX),
        })
    }
}
