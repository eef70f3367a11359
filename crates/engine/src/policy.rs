//! When the computer accepts or claims a draw, and when it resigns.
//!
//! The terminal and the server both follow these rules, so the computer behaves
//! the same in either.

use arbiter_rules::{Color, Position, Role};

use crate::{Level, Score, Strength, saktris};

/// From this score on, the computer considers itself better.
const BETTER_FROM: Score = Score::centipawns(20);
/// At this score or below, a position is lost against any opponent.
const HOPELESS_AT: Score = Score::centipawns(-900);
/// The number of consecutive moves with a lost score before the computer
/// resigns, so that it does not resign in the middle of an exchange.
pub const RESIGN_AFTER_MOVES: usize = 3;
/// The weakest level that resigns.
const FIRST_RESIGNING_LEVEL: u32 = 8;
/// The length of the opening in half-moves, unless pieces are traded earlier.
const OPENING_PLIES: usize = 20;
/// With at most this many knights, bishops, rooks and queens on the board, the
/// opening is over.
const MAX_PIECES_AFTER_OPENING: u32 = 10;

/// Reports whether the computer accepts a draw offer, given its judgment of the
/// position. Without a judgment, it plays on.
#[must_use]
pub fn accepts_draw(score: Option<Score>, position: &Position, plies: usize) -> bool {
    !is_opening(position, plies) && score.is_some_and(|score| score < BETTER_FROM)
}

/// Reports whether the computer claims a draw that it may claim.
#[must_use]
pub fn claims_draw(score: Option<Score>) -> bool {
    score.is_some_and(|score| score < BETTER_FROM)
}

/// Reports whether a score is bad enough to resign.
#[must_use]
pub fn is_hopeless(score: Score) -> bool {
    score <= HOPELESS_AT
}

/// Reports whether a player of this strength ever resigns. The weaker levels
/// play on, because mating them is good practice.
#[must_use]
pub fn may_resign(strength: Strength) -> bool {
    strength.in_elo().is_none_or(|elo| {
        let level = Level::new(FIRST_RESIGNING_LEVEL);
        level.is_some_and(|level| elo >= level.elo())
    })
}

/// Reports whether the computer resigns, given its scores after each of its moves.
#[must_use]
pub fn resigns(scores: &[Score]) -> bool {
    let last = scores.len().saturating_sub(RESIGN_AFTER_MOVES);
    scores.len() >= RESIGN_AFTER_MOVES && scores[last..].iter().all(|&score| is_hopeless(score))
}

/// Reports whether the game is still in the opening.
fn is_opening(position: &Position, plies: usize) -> bool {
    let mut colors = Color::ALL.into_iter();
    if colors.any(|color| saktris::is_coming(position, color)) {
        return true;
    }
    let board = position.board();
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let count: u32 = pieces
        .into_iter()
        .map(|role| board.by_role(role).count())
        .sum();
    plies < OPENING_PLIES && count > MAX_PIECES_AFTER_OPENING
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDING: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    const PIECE_TO_COME: &str = "4k3/8/8/8/8/8/8/4K3[P/] w - - 0 60";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_draw_is_accepted_after_the_opening_unless_the_computer_is_better() {
        for (fen, plies, score, accepts) in [
            (START, 8, Some(0), false),
            (START, 8, Some(-300), false),
            (START, 30, Some(0), true),
            (START, 30, Some(19), true),
            (START, 30, Some(20), false),
            (START, 30, Some(-500), true),
            (START, 30, None, false),
            (ENDING, 2, Some(0), true),
            (ENDING, 2, Some(100), false),
            (PIECE_TO_COME, 60, Some(0), false),
        ] {
            let position: Position = fen.parse().unwrap();
            let score = score.map(Score::centipawns);
            let found = accepts_draw(score, &position, plies);
            assert_eq!(found, accepts, "{fen} {plies} {score:?}");
        }
        let position: Position = ENDING.parse().unwrap();
        assert!(!accepts_draw(Some(Score::mate_in(9)), &position, 60));
        assert!(accepts_draw(Some(-Score::mate_in(9)), &position, 60));
    }

    #[test]
    fn a_draw_is_claimed_unless_the_computer_is_better() {
        assert!(claims_draw(Some(Score::DRAW)));
        assert!(!claims_draw(Some(Score::centipawns(200))));
        assert!(!claims_draw(None));
    }

    #[test]
    fn only_strong_levels_resign() {
        let strength = |number| Strength::level(Level::new(number).unwrap());
        assert!(!may_resign(strength(7)));
        assert!(may_resign(strength(8)));
        assert!(may_resign(Strength::full()));
    }

    #[test]
    fn the_computer_resigns_after_three_lost_scores_in_a_row() {
        for (scores, resigns_now) in [
            (&[][..], false),
            (&[-2000, -2000], false),
            (&[-2000, -2000, -2000], true),
            (&[0, -900, -950, -1000], true),
            (&[-2000, -2000, -2000, -850], false),
            (&[-2000, -850, -2000, -2000], false),
        ] {
            let list: Vec<_> = scores.iter().map(|&it| Score::centipawns(it)).collect();
            assert_eq!(resigns(&list), resigns_now, "{scores:?}");
        }
        assert!(resigns(&[-Score::mate_in(4); 3]));
        assert!(!resigns(&[Score::mate_in(4); 3]));
    }
}
