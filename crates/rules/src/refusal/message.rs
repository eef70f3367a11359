//! The sentences: what a player reads when a move is refused (R84).
//!
//! Each begins with the move in notation, names the pieces and squares that
//! stand against it, and teaches the law.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::{Attempt, Cause, GameOverReason, Obstruction, Occupant, Refusal, RookLocation};
use crate::{CastlingSide, MoveText, Role, Square, attacks};

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.cause, self.attempt) {
            // These are about the text or the game and not about one move.
            (
                Cause::NotAMove { .. }
                | Cause::NotASquare { .. }
                | Cause::NoSuchPromotion { .. }
                | Cause::Pass
                | Cause::GameOver { .. },
                _,
            )
            | (_, None) => {}
            (Cause::Ambiguous { .. }, Some(attempt)) => write!(f, "{attempt} is not clear: ")?,
            (Cause::NotInPassing { .. }, Some(attempt)) => {
                write!(f, "{attempt} e.p. is not allowed: ")?;
            }
            (_, Some(attempt)) => write!(f, "{attempt} is not allowed: ")?,
        }
        write!(f, "{}.", Why(&self.cause))
    }
}

/// The reason without the move that was tried, and without the full stop.
struct Why<'a>(&'a Cause);

impl Display for Why<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Cause::NotAMove { .. } => write!(
                f,
                "This is not a move. Write the two squares, like e2e4, or the move in notation, \
                 like Nf3 or O-O"
            ),
            Cause::NotASquare {
                found: [file, rank],
                ..
            } => write!(
                f,
                "There is no square {file}{rank}. Squares have a letter from a to h and a number \
                 from 1 to 8, like e4"
            ),
            Cause::NoSuchPromotion { letter, .. } => {
                write!(f, "A pawn cannot become ")?;
                match Role::from_letter(*letter) {
                    Some(role) => write!(f, "a {role}")?,
                    None => write!(f, "that")?,
                }
                write!(f, ". It becomes a queen, a rook, a bishop or a knight")
            }
            Cause::Ambiguous { pieces, moves } => {
                match pieces.len() {
                    1 => write!(f, "the {} can take in several ways", pieces[0])?,
                    2 => write!(f, "{} can both do that", List(pieces))?,
                    _ => write!(f, "{} can all do that", List(pieces))?,
                }
                write!(f, ". Write {}", Spellings(moves))
            }
            Cause::Miswritten { san } => write!(f, "This move is written {san}"),
            Cause::Pass => write!(f, "Nobody may pass. Whoever is to move must make a move"),
            Cause::GameOver {
                side,
                reason,
                checkers,
                move_refusal,
                ..
            } => {
                let (loser, winner) = (side.name(), (!*side).name());
                write!(f, "The game is over. ")?;
                match reason {
                    GameOverReason::Checkmate => write!(
                        f,
                        "{loser} is checkmated by {}, and {winner} has won",
                        List(checkers),
                    )?,
                    GameOverReason::KingLost => write!(
                        f,
                        "{loser}'s king was cleared off the board, and {winner} has won"
                    )?,
                    GameOverReason::Stalemate => write!(
                        f,
                        "{loser} is not in check and has no legal move: that is stalemate, a draw",
                    )?,
                }
                let Some(Refusal {
                    attempt: Some(attempt),
                    cause,
                }) = move_refusal.as_deref()
                else {
                    return Ok(());
                };
                match reason {
                    GameOverReason::Checkmate => write!(f, ". {attempt} would not help: ")?,
                    GameOverReason::Stalemate | GameOverReason::KingLost => {
                        write!(f, ". {attempt} is not legal: ")?
                    }
                }
                match cause {
                    Cause::InCheck { king, checker } => {
                        write!(f, "the {checker} would still attack the king on {king}")
                    }
                    cause => write!(f, "{}", Why(cause)),
                }
            }
            Cause::EmptySquare { square } => write!(f, "there is no piece on {square} to move"),
            Cause::NotYourPiece { piece } => write!(
                f,
                "the {piece} is {}'s, and it is {}'s turn",
                piece.piece.color.name(),
                (!piece.piece.color).name(),
            ),
            Cause::NoSuchPiece { piece, file, rank } => {
                write!(f, "{} has no {}", piece.color.name(), piece.role)?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
                    (Some(file), None) => write!(f, " on the {file}-file"),
                    (None, Some(rank)) => write!(f, " on rank {rank}"),
                    (None, None) => Ok(()),
                }
            }
            Cause::StaysPut { square } => {
                write!(f, "a move must lead from {square} to another square")
            }
            Cause::NotItsMove { piece, to } => write!(f, "a {}", Lesson(*piece, *to)),
            Cause::NoneReaches { pieces, to } => {
                let Some(&first) = pieces.first() else {
                    return Ok(());
                };
                write!(f, "the {}s on ", first.piece.role)?;
                enumerate(f, pieces, "and", |f, piece| write!(f, "{}", piece.square))?;
                write!(f, " do not reach {to}. A {}", Lesson(first, *to))
            }
            Cause::PawnBackward { .. } => write!(f, "a pawn never moves backward"),
            Cause::PawnSideways { .. } => {
                write!(f, "a pawn moves straight ahead and never sideways")
            }
            Cause::PawnDoubleStep { pawn, .. } => write!(
                f,
                "a pawn may go two squares only from the square it started on, and the pawn on \
                 {pawn} has left it"
            ),
            Cause::PawnTooFar { .. } => write!(
                f,
                "a pawn moves one square ahead, or two on its first move, and never more"
            ),
            Cause::PawnTakesNothing { to, .. } => {
                write!(f, "a pawn moves diagonally only to take, and {to} is empty")
            }
            Cause::Blocked { blocker } => write!(
                f,
                "the {blocker} is in the way, and only a knight jumps over pieces"
            ),
            Cause::PawnBlocked {
                blocker, obstructs, ..
            } => match obstructs {
                Obstruction::Target => write!(
                    f,
                    "the {blocker} is in the way, and a pawn takes diagonally, never straight ahead"
                ),
                Obstruction::Path => write!(
                    f,
                    "the {blocker} is in the way, and a pawn does not jump over pieces"
                ),
            },
            Cause::OwnPiece { piece } => write!(
                f,
                "{}'s own {} stands on {}, and nobody takes their own pieces",
                piece.piece.color.name(),
                piece.piece.role,
                piece.square,
            ),
            Cause::KingTaken { king } => write!(
                f,
                "the {king} is never taken, because the game ends before that, with checkmate"
            ),
            Cause::CaptureNotWritten { target, moves } => {
                write!(f, "no pawn can step to {}. ", target.square)?;
                write!(f, "To take the {} there, ", target.piece.role)?;
                write!(f, "write {}", Spellings(moves))
            }
            Cause::NothingToTake { square } => write!(
                f,
                "there is nothing to take on {square}, so write it without the x"
            ),
            Cause::CastlingNotWritten { side, .. } => {
                write!(f, "castling takes nothing, and is written {}", side.san())
            }
            Cause::CastlingOffRank { .. } => write!(
                f,
                "one castles along the first rank, with a rook that has stood there from the \
                 beginning"
            ),
            Cause::CastlingDone {
                side,
                move_number: on,
                ..
            } => {
                let side = match side {
                    CastlingSide::Short => "short",
                    CastlingSide::Long => "long",
                };
                write!(
                    f,
                    "the king castled {side} on move {on}, and each side castles only once"
                )
            }
            Cause::CastlingKingMoved {
                king,
                move_number: on,
            } => match on {
                Some(on) => write!(
                    f,
                    "the king moved on move {on}, and a king that has moved never castles"
                ),
                None => write!(
                    f,
                    "the king on {king} has moved, and a king that has moved never castles"
                ),
            },
            Cause::CastlingRookMoved {
                rook,
                move_number: on,
                now,
            } => {
                let from = match now {
                    RookLocation::Home => "on",
                    RookLocation::Away => "from",
                };
                write!(f, "the rook {from} {rook} ")?;
                match on {
                    Some(on) => write!(f, "moved on move {on}")?,
                    None => write!(f, "has moved")?,
                }
                write!(f, ", and a king never castles with a rook that has moved")
            }
            Cause::CastlingRookTaken {
                rook,
                by,
                move_number: on,
            } => {
                write!(
                    f,
                    "the rook on {rook} was taken by a {} on move {on}, so there is nothing to castle \
                     with on that side",
                    by.role
                )
            }
            Cause::CastlingPromotedRook {
                rook,
                move_number: on,
            } => write!(
                f,
                "the rook on {rook} was a pawn until move {on}, and one castles only with a rook \
                 from the beginning"
            ),
            Cause::CastlingNoRook { square } => {
                write!(f, "there is no rook on {square} to castle with")
            }
            Cause::CastlingLost { king, rook } => write!(
                f,
                "the king on {king} or the rook on {rook} has moved before, and one castles only if \
                 neither ever has"
            ),
            Cause::CastlingBlocked {
                king,
                rook,
                blockers,
            } => {
                let stand = if blockers.len() == 1 {
                    "stands"
                } else {
                    "stand"
                };
                let between = attacks::between(*king, *rook);
                let is_between = |blocker: &Occupant| between.contains(blocker.square);
                let place = if blockers.iter().all(is_between) {
                    "between"
                } else {
                    "in the way of"
                };
                write!(
                    f,
                    "{} {stand} {place} the king and the rook, and that way must be empty",
                    List(blockers),
                )
            }
            Cause::CastlingOutOfCheck { king, checkers } => write!(
                f,
                "the king on {king} is in check from {}, and nobody castles out of check",
                List(checkers),
            ),
            Cause::CastlingThroughAttack { square, attackers } => write!(
                f,
                "the king would cross {square}, which {} {}. A king never castles through check",
                List(attackers),
                attack(attackers),
            ),
            Cause::CastlingIntoCheck {
                square,
                attackers,
                shield,
            } => {
                write!(
                    f,
                    "the king would land on {square}, which {} {}",
                    List(attackers),
                    attack(attackers),
                )?;
                if let Some(rook) = shield {
                    write!(f, " once the rook has left {rook}")?;
                }
                write!(f, ". A king never castles into check")
            }
            Cause::EnPassantNotNow { pawn } => write!(
                f,
                "the pawn on {pawn} can be taken in passing only on the move right after a \
                 double step, and it has not just made one"
            ),
            Cause::EnPassantTooLate {
                pawn,
                move_number: on,
                moves_ago: ago,
            } => write!(
                f,
                "the moment has passed. The pawn on {pawn} made its double step on move {on} and \
                 could be taken in passing only right after it, {ago} {} ago",
                if *ago == 1 { "move" } else { "moves" },
            ),
            Cause::EnPassantNoDoubleStep {
                pawn,
                move_number: on,
            } => write!(
                f,
                "only a pawn that has just gone two squares can be taken in passing, and the pawn \
                 on {pawn} came there on move {on} without a double step"
            ),
            Cause::EnPassantWrongRank { pawn, beside, rank } => write!(
                f,
                "the pawn on {pawn} cannot take the pawn on {beside} in passing. Only a pawn on \
                 its {} rank takes a pawn that has just gone two squares",
                rank.ordinal(),
            ),
            Cause::NotInPassing { square } => write!(
                f,
                "nothing is taken in passing on {square}, so write it without the mark e.p"
            ),
            Cause::PromotionNotDue { piece, to } => match piece.piece.role {
                Role::Pawn => write!(
                    f,
                    "a pawn is promoted only on the last rank, and {to} is not on it"
                ),
                role => write!(f, "only a pawn is promoted, and this is a {role}"),
            },
            Cause::KingIntoCheck { to, attackers } => write!(
                f,
                "{} would attack the king on {to}, and a king never moves into check",
                List(attackers),
            ),
            Cause::KingTakesProtected { taken, protectors } => write!(
                f,
                "the {taken} is protected by {}, and a king never moves into check",
                List(protectors),
            ),
            Cause::KingBesideKing { king, .. } => write!(
                f,
                "the king would stand next to the king on {king}, and two kings never stand side by \
                 side"
            ),
            Cause::InCheck { king, checker } => {
                write!(f, "the king on {king} is in check from the {checker}. ")?;
                let role = checker.piece.role;
                if attacks::between(*king, checker.square).any() {
                    write!(f, "Move the king, take the {role} or block its way")
                } else {
                    write!(f, "Move the king or take the {role}")
                }
            }
            Cause::DoubleCheck { king, checkers } => write!(
                f,
                "the king on {king} is in check from {}, and against a double check only the king \
                 can move",
                List(checkers),
            ),
            Cause::Pinned {
                piece,
                king,
                pinner,
            } => write!(
                f,
                "the {piece} is pinned. Without it on that line, the {pinner} would attack the \
                 king on {king}"
            ),
            Cause::EnPassantOpensLine {
                pawn,
                taken,
                king,
                attacker,
            } => write!(
                f,
                "taking in passing clears both {pawn} and {taken}, and then the {attacker} would \
                 attack the king on {king}"
            ),
            Cause::NothingIsPlaced => write!(
                f,
                "in chess all pieces are on the board from the beginning, and only in Saktris are \
                 they placed"
            ),
            Cause::PlacingIsDue {
                role,
                squares: places,
            } => {
                match role {
                    Some(role) => write!(f, "the {role} that waits must be placed first")?,
                    None => write!(f, "a piece is due and must be placed first")?,
                }
                let places: Vec<Square> = places.into_iter().collect();
                write!(f, ", on ")?;
                enumerate(f, &places, "or", |f, place| write!(f, "{place}"))
            }
            Cause::NothingWaits { next, moves } => match (next, moves) {
                (_, None) => write!(f, "all pieces have arrived, and nothing waits to be placed"),
                (next, Some(moves)) => {
                    let moves = (*moves).max(1);
                    let plural = if moves == 1 { "move" } else { "moves" };
                    write!(f, "nothing waits to be placed. The next piece")?;
                    if let Some(role) = next {
                        write!(f, ", a {role},")?;
                    }
                    write!(f, " arrives after {moves} more {plural} on the board")
                }
            },
            Cause::AnotherWaits { role, waiting } => match waiting {
                Some(waiting) => write!(f, "the {waiting} waits to be placed, and no {role}"),
                None => write!(f, "no {role} is left among the pieces to come"),
            },
            Cause::PlacedOffBackRank { rank, .. } => write!(
                f,
                "a piece arrives on its own back rank, which is the {} rank",
                rank.ordinal(),
            ),
            Cause::PlacedOnPiece { piece } => write!(
                f,
                "the {piece} stands there, and a piece is placed on an empty square"
            ),
            Cause::PlacedOnBishopColor { bishop, to } => {
                let color = if to.is_light() { "light" } else { "dark" };
                write!(
                    f,
                    "the bishop on {bishop} is on a {color} square, as {to} is, and the two bishops \
                     of a side are placed on squares of different colors"
                )
            }
            Cause::ClearExposesKing {
                cleared,
                king,
                attackers,
            } => write!(
                f,
                "{} would leave the board, and then {} would attack the king on {king}",
                List(cleared),
                List(attackers),
            ),
            Cause::ClearTakesOwnKing { king, .. } => write!(
                f,
                "the king on {king} would leave the board with the pieces that are cleared, and \
                 nobody gives up their own king"
            ),
            Cause::NoneCan { refusals: each } => {
                match each.first().and_then(|refusal| refusal.attempt) {
                    Some(Attempt::Between {
                        piece: Some(piece), ..
                    }) => write!(f, "no {} can do that", piece.role)?,
                    Some(Attempt::San(wish)) => write!(f, "no {} can do that", wish.role)?,
                    _ => write!(f, "no piece can do that")?,
                }
                for refusal in each {
                    match refusal.attempt {
                        Some(attempt) => write!(f, ". {attempt}: {}", Why(&refusal.cause))?,
                        None => write!(f, ". {}", Why(&refusal.cause))?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// How a piece moves, in a few words, when it was to go somewhere else.
struct Lesson(Occupant, Square);

impl Display for Lesson {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Lesson(piece, to) = self;
        let is_light = piece.square.is_light();
        f.write_str(match piece.piece.role {
            Role::Pawn => "pawn moves straight ahead, and takes one square diagonally ahead",
            Role::Knight => "knight moves in an L, two squares along a line and one to the side",
            Role::Bishop if is_light == to.is_light() => "bishop moves along its diagonals",
            Role::Bishop => "bishop moves along its diagonals, so it stays on squares of one color",
            Role::Rook => "rook moves along its file or its rank, never diagonally",
            Role::Queen => "queen moves straight along its file, its rank or a diagonal",
            Role::King => "king moves one square in any direction, and two only when castling",
        })
    }
}

/// "the rook on f8", "the rook on f8 and the bishop on b4", and so on.
struct List<'a>(&'a [Occupant]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        enumerate(f, self.0, "and", |f, occupant| write!(f, "the {occupant}"))
    }
}

/// "Nbd2 or Nfd2".
struct Spellings<'a>(&'a [MoveText]);

impl Display for Spellings<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        enumerate(f, self.0, "or", |f, mv| write!(f, "{mv}"))
    }
}

/// Commas between all, and a word before the last.
fn enumerate<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    word: &str,
    write_one: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        match index {
            0 => {}
            _ if index + 1 == items.len() => write!(f, " {word} ")?,
            _ => write!(f, ", ")?,
        }
        write_one(f, item)?;
    }
    Ok(())
}

const fn attack(attackers: &[Occupant]) -> &'static str {
    if attackers.len() == 1 {
        "attacks"
    } else {
        "attack"
    }
}
