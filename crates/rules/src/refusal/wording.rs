//! Phrases that several sentences share.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use super::{CheckAnswers, GameOverReason, Occupant};
use crate::{Color, File, MoveText, Piece, Rank, Role, Square, attacks};

/// How a piece moves, in a few words that start with its name, for a piece that
/// cannot move to `to`.
pub(super) struct HowItMoves {
    pub(super) piece: Occupant,
    pub(super) to: Square,
}

impl Display for HowItMoves {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_same_color = self.piece.square.is_light() == self.to.is_light();
        f.write_str(match self.piece.piece.role {
            Role::Pawn => "pawn moves straight ahead and captures one square diagonally ahead",
            Role::Knight => {
                "knight moves in an L shape, two squares in one direction and one to the side"
            }
            Role::Bishop if is_same_color => "bishop moves only diagonally",
            Role::Bishop => "bishop moves only diagonally, so it always stays on one color",
            Role::Rook => "rook moves along its rank or file, never diagonally",
            Role::Queen => "queen moves in a straight line, along a rank, a file or a diagonal",
            Role::King => "king moves one square in any direction, and two only when castling",
        })
    }
}

/// Prints "the rook on f8", "the rook on f8 and the bishop on b4", and so on.
pub(super) struct Pieces<'a>(pub(super) &'a [Occupant]);

impl Display for Pieces<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_list(f, self.0, "and", |f, occupant| write!(f, "the {occupant}"))
    }
}

/// Prints pieces that all have the same role: "the knights on b1 and f3".
pub(super) struct SameRole<'a>(pub(super) &'a [Occupant]);

impl Display for SameRole<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = if self.0.len() == 1 { "" } else { "s" };
        if let Some(first) = self.0.first() {
            write!(f, "the {}{plural} on ", first.piece.role)?;
        }
        write_list(f, self.0, "and", |f, piece| write!(f, "{}", piece.square))
    }
}

/// Prints "Nbd2 or Nfd2".
pub(super) struct Moves<'a>(pub(super) &'a [MoveText]);

impl Display for Moves<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_list(f, self.0, "or", |f, mv| write!(f, "{mv}"))
    }
}

/// Writes a list with commas, and with a word before the last item.
pub(super) fn write_list<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    word: &str,
    write_item: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        match index {
            0 => {}
            _ if index + 1 == items.len() => write!(f, " {word} ")?,
            _ => write!(f, ", ")?,
        }
        write_item(f, item)?;
    }
    Ok(())
}

/// Returns the form of a verb that agrees with this many subjects.
pub(super) const fn verb(
    subjects: &[Occupant],
    singular: &'static str,
    plural: &'static str,
) -> &'static str {
    if subjects.len() == 1 {
        singular
    } else {
        plural
    }
}

/// Prints "1 move" or "2 moves", with a word in between if one is given.
pub(super) struct CountedMoves(pub(super) u16, pub(super) &'static str);

impl Display for CountedMoves {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} {}move{plural}", self.0, self.1)
    }
}

/// Prints which pieces prevent castling, and the condition they violate.
pub(super) struct CastlingBlockers<'a> {
    pub(super) king: Square,
    pub(super) rook: Square,
    pub(super) blockers: &'a [Occupant],
}

impl Display for CastlingBlockers<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let between = attacks::between(self.king, self.rook);
        let is_between = |blocker: &Occupant| between.contains(blocker.square);
        let (place, condition) = if self.blockers.iter().all(is_between) {
            (
                "between the king and the rook",
                "all squares between them must be empty",
            )
        } else {
            (
                "in the way of the king or the rook",
                "all squares they cross must be empty",
            )
        };
        write!(
            f,
            "{} {} {place}, and {condition}",
            Pieces(self.blockers),
            verb(self.blockers, "is", "are"),
        )
    }
}

/// Writes how the game ended.
pub(super) fn write_game_over(
    f: &mut Formatter<'_>,
    side: Color,
    reason: GameOverReason,
    checkers: &[Occupant],
) -> fmt::Result {
    let (loser, winner) = (side.name(), (!side).name());
    write!(f, "The game is over: ")?;
    match reason {
        GameOverReason::Checkmate => write!(
            f,
            "{loser} is checkmated by {}, and {winner} has won",
            Pieces(checkers),
        ),
        GameOverReason::KingLost => write!(
            f,
            "{loser}'s king was cleared off the board, and {winner} has won"
        ),
        GameOverReason::Stalemate => write!(
            f,
            "{loser} is not in check but has no legal move, so it is a draw by stalemate",
        ),
    }
}

/// Writes what would end a check: ". To end the check, move the king or capture the
/// rook".
pub(super) fn write_check_answers(
    f: &mut Formatter<'_>,
    answers: CheckAnswers,
    checker: Role,
) -> fmt::Result {
    let ways = [
        (answers.move_king, "move the king", None),
        (answers.capture, "capture the ", Some(checker)),
        (answers.block, "put a piece in between", None),
    ];
    let ways: Vec<_> = ways
        .into_iter()
        .filter(|(is_possible, ..)| *is_possible)
        .collect();
    if ways.is_empty() {
        return Ok(());
    }
    write!(f, ". To end the check, ")?;
    write_list(f, &ways, "or", |f, (_, what, piece)| match piece {
        Some(piece) => write!(f, "{what}{piece}"),
        None => write!(f, "{what}"),
    })
}

/// Writes that a side has no such piece on a file, on a rank, or at all.
pub(super) fn write_missing_piece(
    f: &mut Formatter<'_>,
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
) -> fmt::Result {
    write!(f, "{} has no {}", piece.color.name(), piece.role)?;
    match (file, rank) {
        (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
        (Some(file), None) => write!(f, " on the {file}-file"),
        (None, Some(rank)) => write!(f, " on the {} rank", rank.ordinal()),
        (None, None) => Ok(()),
    }
}
