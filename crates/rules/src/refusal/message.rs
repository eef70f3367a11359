//! The sentence a player reads when a move is refused (R84).
//!
//! It starts with the move in notation, names the pieces and squares involved,
//! and explains the law.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::{
    Attempt, Cause, GameOverReason, Obstruction, Refusal, RookLocation,
    wording::{
        CastlingBlockers, CountedMoves, HowItMoves, Moves, Pieces, SameRole, verb,
        write_check_answers, write_game_over, write_list, write_missing_piece,
    },
};
use crate::{CastlingSide, Role, Square, Variant};

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.cause, self.attempt) {
            // These are about the text or the game rather than the move.
            (
                Cause::NotAMove { .. }
                | Cause::NotASquare { .. }
                | Cause::NoSuchPromotion { .. }
                | Cause::Pass
                | Cause::GameOver { .. },
                _,
            )
            | (_, None) => {}
            (Cause::Ambiguous { .. }, Some(attempt)) => write!(f, "{attempt} is ambiguous: ")?,
            (Cause::NotInPassing { .. }, Some(attempt)) => {
                write!(f, "{attempt} e.p. is not allowed: ")?;
            }
            (_, Some(attempt)) => write!(f, "{attempt} is not allowed: ")?,
        }
        write!(f, "{}.", Explanation(self))
    }
}

/// The reason alone: without the move that was tried, and without the period.
struct Explanation<'a>(&'a Refusal);

impl Display for Explanation<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let refusal = self.0;
        match &refusal.cause {
            // The text of the move.
            Cause::NotAMove { .. } => {
                write!(
                    f,
                    "This is not a move. Enter two squares, such as e2e4, or algebraic notation, \
                 such as Nf3 or O-O"
                )?;
                match refusal.variant {
                    Variant::Saktris => {
                        write!(
                            f,
                            ". To place a piece, enter its letter and square, such as N@g1"
                        )
                    }
                    Variant::Standard | Variant::Chess960 => Ok(()),
                }
            }
            Cause::NotASquare {
                found: [file, rank],
                ..
            } => write!(
                f,
                "There is no square {file}{rank}. A square is a letter from a to h followed by a \
             number from 1 to 8, such as e4"
            ),
            Cause::NoSuchPromotion { letter, .. } => {
                match Role::from_letter(*letter) {
                    Some(role) => write!(f, "A pawn cannot promote to a {role}")?,
                    None => write!(f, "A pawn cannot promote to {letter:?}")?,
                }
                write!(f, ". It promotes to a queen, rook, bishop or knight")
            }
            Cause::Ambiguous { pieces, moves } => {
                let verb = match refusal.attempt {
                    Some(Attempt::PawnCapture { .. }) => "capture like that",
                    _ => "move there",
                };
                match pieces.len() {
                    1 => write!(f, "{} can {verb} in more than one way", SameRole(pieces))?,
                    2 => write!(f, "{} can both {verb}", SameRole(pieces))?,
                    _ => write!(f, "{} can all {verb}", SameRole(pieces))?,
                }
                write!(f, ". Write {}", Moves(moves))
            }
            Cause::Miswritten { san } => write!(f, "The correct notation for this move is {san}"),
            Cause::Pass => match refusal.variant {
                Variant::Saktris => write!(
                    f,
                    "Passing is not allowed. You can pass only if you can neither place nor move a \
                 piece"
                ),
                Variant::Standard | Variant::Chess960 => {
                    write!(
                        f,
                        "Passing is not allowed. You must make a move on every turn"
                    )
                }
            },
            Cause::CaptureNotWritten { target, moves } => write!(
                f,
                "no pawn can advance to {}. To capture the {} there, write {}",
                target.square,
                target.piece.role,
                Moves(moves),
            ),
            Cause::NothingToTake { square } => write!(
                f,
                "there is nothing to capture on {square}, so write the move without the x"
            ),
            Cause::NotInPassing { square } => write!(
                f,
                "nothing is captured en passant on {square}, so leave out the mark e.p"
            ),

            // The end of the game.
            Cause::GameOver {
                side,
                reason,
                checkers,
                move_refusal,
                ..
            } => {
                write_game_over(f, *side, *reason, checkers)?;
                match move_refusal.as_deref() {
                    Some(refusal) => write_futile_move(f, *reason, refusal),
                    None => Ok(()),
                }
            }

            // How the pieces move.
            Cause::EmptySquare { square } => write!(f, "there is no piece on {square}"),
            Cause::NotYourPiece { piece } => write!(
                f,
                "the {piece} belongs to {}, and it is {}'s turn",
                piece.piece.color.name(),
                (!piece.piece.color).name(),
            ),
            Cause::NoSuchPiece { piece, file, rank } => {
                write_missing_piece(f, *piece, *file, *rank)
            }
            Cause::StaysPut { square } => {
                write!(
                    f,
                    "the piece on {square} is already there, and a move must end on a different square"
                )
            }
            &Cause::NotItsMove { piece, to } => write!(f, "a {}", HowItMoves { piece, to }),
            Cause::NoneReaches { pieces, to } => {
                write!(f, "{} cannot reach {to}", SameRole(pieces))?;
                match *pieces.as_slice() {
                    [piece, ..] => write!(f, ". A {}", HowItMoves { piece, to: *to }),
                    [] => Ok(()),
                }
            }
            Cause::PawnBackward { .. } => write!(f, "a pawn never moves backward"),
            Cause::PawnSideways { .. } => write!(f, "a pawn moves straight ahead, never sideways"),
            Cause::PawnDoubleStep { pawn, .. } => write!(
                f,
                "a pawn can advance two squares only from its starting square, and the pawn on {pawn} \
             has already left it"
            ),
            Cause::PawnTooFar { .. } => write!(
                f,
                "a pawn advances one square, or two on its first move, but never more"
            ),
            Cause::PawnTakesNothing { to, .. } => {
                write!(
                    f,
                    "a pawn moves diagonally only to capture, and {to} is empty"
                )
            }
            Cause::Blocked { blocker } => write!(
                f,
                "the {blocker} is in the way, and only a knight can jump over pieces"
            ),
            Cause::PawnBlocked {
                blocker, obstructs, ..
            } => match obstructs {
                Obstruction::Target => write!(
                    f,
                    "the {blocker} is in the way, and a pawn captures only diagonally, never straight \
                 ahead"
                ),
                Obstruction::Path => write!(
                    f,
                    "the {blocker} is in the way, and a pawn cannot jump over pieces"
                ),
            },
            Cause::OwnPiece { piece } => write!(
                f,
                "{}'s own {piece} is in the way, and you cannot capture your own pieces",
                piece.piece.color.name(),
            ),
            Cause::KingTaken { king } => write!(
                f,
                "the {king} cannot be captured, because the game already ends with checkmate"
            ),
            Cause::EnPassantNotNow { pawn } => write!(
                f,
                "a pawn can be captured en passant only right after it advances two squares, and the \
             pawn on {pawn} has not just done that"
            ),
            Cause::EnPassantTooLate {
                pawn,
                move_number,
                moves_ago,
            } => write!(
                f,
                "the moment has passed. The pawn on {pawn} advanced two squares on move \
             {move_number} and could be captured en passant only right after that, {} ago",
                CountedMoves(*moves_ago, ""),
            ),
            Cause::EnPassantNoDoubleStep { pawn, move_number } => write!(
                f,
                "only a pawn that has just advanced two squares can be captured en passant, and the \
             pawn on {pawn} arrived there on move {move_number} in a different way"
            ),
            Cause::EnPassantWrongRank { pawn, beside, rank } => write!(
                f,
                "the pawn on {pawn} cannot capture the pawn on {beside} en passant. It would have \
             to be on the {} rank, beside a pawn that has just advanced two squares",
                rank.ordinal(),
            ),
            Cause::PromotionNotDue { piece, to } => match piece.piece.role {
                Role::Pawn => write!(
                    f,
                    "a pawn promotes only on the last rank, and {to} is not on it"
                ),
                role => write!(
                    f,
                    "only a pawn can promote, and the piece on {} is a {role}",
                    piece.square
                ),
            },

            // Castling.
            Cause::CastlingNotWritten { side, .. } => write!(f, "to castle, write {}", side.san()),
            Cause::CastlingOffRank { .. } => write!(
                f,
                "a king castles only along its own back rank, with a rook that started there"
            ),
            Cause::CastlingDone {
                side, move_number, ..
            } => {
                let side = match side {
                    CastlingSide::Short => "kingside",
                    CastlingSide::Long => "queenside",
                };
                write!(
                    f,
                    "the king already castled {side} on move {move_number}, and each player can \
                 castle only once"
                )
            }
            Cause::CastlingKingMoved { king, move_number } => {
                match move_number {
                    Some(number) => write!(f, "the king moved on move {number}")?,
                    None => write!(f, "the king on {king} has already moved")?,
                }
                write!(f, ", and a king that has moved can never castle")
            }
            Cause::CastlingRookMoved {
                rook,
                move_number,
                now,
            } => {
                let preposition = match now {
                    RookLocation::Home => "on",
                    RookLocation::Away => "from",
                };
                write!(f, "the rook {preposition} {rook} ")?;
                match move_number {
                    Some(number) => write!(f, "moved on move {number}")?,
                    None => write!(f, "has already moved")?,
                }
                write!(f, ", and a king cannot castle with a rook that has moved")
            }
            Cause::CastlingRookTaken {
                rook,
                by,
                move_number,
            } => write!(
                f,
                "the rook on {rook} was captured by a {} on move {move_number}, so there is no rook \
             to castle with on that side",
                by.role
            ),
            Cause::CastlingPromotedRook { rook, move_number } => write!(
                f,
                "the rook on {rook} was a pawn until move {move_number}, and a king can castle only \
             with one of its original rooks"
            ),
            Cause::CastlingNoRook { square } => {
                write!(f, "there is no rook on {square} to castle with")
            }
            Cause::CastlingLost { king, rook } => write!(
                f,
                "the king on {king} or the rook on {rook} has already moved, and castling is allowed \
             only if neither has"
            ),
            Cause::CastlingBlocked {
                king,
                rook,
                blockers,
            } => write!(
                f,
                "{}",
                CastlingBlockers {
                    king: *king,
                    rook: *rook,
                    blockers
                }
            ),
            Cause::CastlingOutOfCheck { king, checkers } => write!(
                f,
                "the king on {king} is in check from {}, and a king cannot castle out of check",
                Pieces(checkers),
            ),
            Cause::CastlingThroughAttack { square, attackers } => write!(
                f,
                "the king would cross {square}, which {} {}. A king cannot castle through check",
                Pieces(attackers),
                verb(attackers, "attacks", "attack"),
            ),
            Cause::CastlingIntoCheck {
                square,
                attackers,
                shield,
            } => {
                write!(
                    f,
                    "the king would land on {square}, which {} {}",
                    Pieces(attackers),
                    verb(attackers, "attacks", "attack"),
                )?;
                if let Some(rook) = shield {
                    write!(f, " once the rook has left {rook}")?;
                }
                write!(f, ". A king cannot castle into check")
            }

            // The safety of the king.
            Cause::KingIntoCheck { to, attackers } => write!(
                f,
                "{} would attack the king on {to}, and a king cannot move into check",
                Pieces(attackers),
            ),
            Cause::KingTakesProtected { taken, protectors } => write!(
                f,
                "the {taken} is protected by {}, and a king cannot move into check",
                Pieces(protectors),
            ),
            Cause::KingBesideKing { king, .. } => write!(
                f,
                "the king would be next to the king on {king}, and kings are never allowed on \
             adjacent squares"
            ),
            Cause::InCheck {
                king,
                checker,
                answers,
            } => {
                write!(f, "the king on {king} is in check from the {checker}")?;
                write_check_answers(f, *answers, checker.piece.role)
            }
            Cause::DoubleCheck { king, checkers } => write!(
                f,
                "the king on {king} is in double check from {}, and only a king move can answer that",
                Pieces(checkers),
            ),
            Cause::Pinned {
                piece,
                king,
                pinner,
            } => write!(
                f,
                "the {piece} is pinned. If it left that line, the {pinner} would attack the king on \
             {king}"
            ),
            Cause::EnPassantOpensLine {
                pawn,
                taken,
                king,
                attacker,
            } => write!(
                f,
                "capturing en passant would remove the pawns from both {pawn} and {taken}, and then \
             the {attacker} would attack the king on {king}"
            ),
            Cause::ClearExposesKing {
                cleared,
                king,
                attackers,
            } => write!(
                f,
                "{} would be cleared off the board, and then {} would attack the king on {king}",
                Pieces(cleared),
                Pieces(attackers),
            ),
            Cause::ClearTakesOwnKing { king, .. } => write!(
                f,
                "it would clear the king on {king} off the board, and you cannot give up your own \
             king"
            ),

            // Saktris.
            Cause::NothingIsPlaced => write!(
                f,
                "in chess all pieces are on the board from the start. Pieces are placed only in \
             Saktris"
            ),
            Cause::PlacingIsDue { role, squares } => {
                match role {
                    Some(role) => write!(f, "the waiting {role} must be placed first")?,
                    None => write!(f, "a piece is waiting and must be placed first")?,
                }
                let squares: Vec<Square> = squares.into_iter().collect();
                write!(f, ", on ")?;
                write_list(f, &squares, "or", |f, square| write!(f, "{square}"))
            }
            Cause::NothingWaits { moves: None, .. } => {
                write!(
                    f,
                    "all pieces have arrived, and none is waiting to be placed"
                )
            }
            Cause::NothingWaits {
                next,
                moves: Some(moves),
            } => {
                write!(f, "no piece is waiting to be placed. The next piece")?;
                if let Some(role) = next {
                    write!(f, ", a {role},")?;
                }
                let moves = CountedMoves((*moves).max(1), "more ");
                write!(f, " arrives after {moves} on the board")
            }
            Cause::AnotherWaits {
                role,
                waiting: Some(waiting),
            } => write!(f, "a {waiting} is waiting to be placed, not a {role}"),
            Cause::AnotherWaits {
                role,
                waiting: None,
            } => write!(f, "no {role} is left to be placed"),
            Cause::PlacedOffBackRank { rank, .. } => write!(
                f,
                "a piece is placed on its own back rank, which is the {} rank",
                rank.ordinal(),
            ),
            Cause::PlacedOnPiece { piece } => write!(
                f,
                "the {piece} is in the way, and a piece can be placed only on an empty square"
            ),
            Cause::PlacedOnBishopColor { bishop, to } => {
                let color = if to.is_light() { "light" } else { "dark" };
                write!(
                    f,
                    "the bishop on {bishop} is on a {color} square, and so is {to}. The two bishops \
                 of a side must be placed on squares of different colors"
                )
            }

            // Several pieces, none of which can move as written.
            Cause::NoneCan { refusals } => write_none_can(f, refusals),
        }
    }
}

/// Explains why a move tried after the end of the game would be illegal anyway.
fn write_futile_move(
    f: &mut Formatter<'_>,
    reason: GameOverReason,
    refusal: &Refusal,
) -> fmt::Result {
    let Some(attempt) = refusal.attempt else {
        return Ok(());
    };
    match reason {
        GameOverReason::Checkmate => write!(f, ". {attempt} would not help: ")?,
        GameOverReason::Stalemate | GameOverReason::KingLost => {
            write!(f, ". {attempt} is not legal: ")?;
        }
    }
    match &refusal.cause {
        Cause::InCheck { king, checker, .. } => {
            write!(f, "the {checker} would still attack the king on {king}")
        }
        _ => write!(f, "{}", Explanation(refusal)),
    }
}

/// Writes why none of several pieces can make the move.
fn write_none_can(f: &mut Formatter<'_>, refusals: &[Refusal]) -> fmt::Result {
    let role = match refusals.first().and_then(|refusal| refusal.attempt) {
        Some(Attempt::Between {
            piece: Some(piece), ..
        }) => Some(piece.role),
        Some(Attempt::San(san)) => Some(san.role),
        _ => None,
    };
    match role {
        Some(role) => write!(f, "no {role} can make this move")?,
        None => write!(f, "no piece can make this move")?,
    }
    for refusal in refusals {
        match refusal.attempt {
            Some(attempt) => write!(f, ". {attempt}: {}", Explanation(refusal))?,
            None => write!(f, ". {}", Explanation(refusal))?,
        }
    }
    Ok(())
}
