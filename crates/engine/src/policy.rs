//! What the computer makes of its own judgement: whether to agree to a draw,
//! to claim one, or to give up. Whoever lets it play asks here, so that it is
//! the same opponent in a terminal and on a server.

use arbiter_rules::{Color, Position, Role};

use crate::{Level, Score, Strength, saktris};

/// Who is ahead by less than this is not better.
const EQUAL: Score = Score::centipawns(20);
/// Who is behind by this much has lost against anybody.
const HOPELESS: Score = Score::centipawns(-900);
/// For so many moves in a row, so that nobody gives up in the middle of an
/// exchange.
pub const PATIENCE: usize = 3;
/// Who is as strong as this level resigns.
const PROUD: u32 = 8;
/// So many half-moves belong to the opening, as long as the pieces are there.
const OPENING: usize = 20;

/// Whether an offer of a draw is accepted, by somebody who judges the position
/// like this. Who has not judged any wants to play.
#[must_use]
pub fn accepts_draw(score: Option<Score>, position: &Position, plies: usize) -> bool {
    !is_opening(position, plies) && score.is_some_and(|score| score < EQUAL)
}

/// Whether a draw is claimed by somebody who may.
#[must_use]
pub fn claims_draw(score: Option<Score>) -> bool {
    score.is_some_and(|score| score < EQUAL)
}

/// Whether a position is as bad as one that is given up.
#[must_use]
pub fn is_hopeless(score: Score) -> bool {
    score <= HOPELESS
}

/// Whether somebody of this strength knows when a game is lost, and says so:
/// nobody learns from a beginner who gives up.
#[must_use]
pub fn knows_when_to_resign(strength: Strength) -> bool {
    strength.in_elo().is_none_or(|elo| {
        let proud = Level::new(PROUD);
        proud.is_some_and(|proud| elo >= proud.elo())
    })
}

/// Whether somebody gives up who has judged the game like this, move by move.
#[must_use]
pub fn resigns(scores: &[Score]) -> bool {
    let last = scores.len().saturating_sub(PATIENCE);
    scores.len() >= PATIENCE && scores[last..].iter().all(|&score| is_hopeless(score))
}

/// Whether the game has hardly begun.
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
    plies < OPENING && count > 10
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDING: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    const COMING: &str = "4k3/8/8/8/8/8/8/4K3[P/] w - - 0 60";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_draw_is_accepted_by_who_is_not_better_and_has_played() {
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
            (COMING, 60, Some(0), false),
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
    fn a_draw_is_claimed_by_who_is_not_better() {
        assert!(claims_draw(Some(Score::DRAW)));
        assert!(!claims_draw(Some(Score::centipawns(200))));
        assert!(!claims_draw(None));
    }

    #[test]
    fn only_the_strong_resign() {
        let strength = |number| Strength::level(Level::new(number).unwrap());
        assert!(!knows_when_to_resign(strength(7)));
        assert!(knows_when_to_resign(strength(8)));
        assert!(knows_when_to_resign(Strength::full()));
    }

    #[test]
    fn who_has_been_lost_for_three_moves_gives_up() {
        for (scores, gives_up) in [
            (&[][..], false),
            (&[-2000, -2000], false),
            (&[-2000, -2000, -2000], true),
            (&[0, -900, -950, -1000], true),
            (&[-2000, -2000, -2000, -850], false),
            (&[-2000, -850, -2000, -2000], false),
        ] {
            let list: Vec<_> = scores.iter().map(|&it| Score::centipawns(it)).collect();
            assert_eq!(resigns(&list), gives_up, "{scores:?}");
        }
        assert!(resigns(&[-Score::mate_in(4); 3]));
        assert!(!resigns(&[Score::mate_in(4); 3]));
    }
}
