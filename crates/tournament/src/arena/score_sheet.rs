//! The points of a player of an arena, game by game.

use std::cmp::Ordering;

use arbiter_rules::Color;

use super::{ArenaGame, ArenaSettings, GameNumber, GameState};
use crate::{Mode, Outcome, Player};

/// Wins in a row after which points count double.
pub const STREAK_WINS: usize = 2;
/// The fewest moves of a game that earn the point for berserk.
pub const MIN_BERSERK_MOVES: u32 = 7;
/// The fewest moves of a draw that counts right after another draw.
pub const MIN_DRAW_MOVES: u32 = 30;
/// The rating that counts for players who have none.
pub const DEFAULT_RATING: u32 = 1500;
/// A win counts as a performance of so much above the opponent's rating.
const PERFORMANCE_STEP: i64 = 500;

/// What a game brought a player of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaPoints {
    /// The game.
    pub game: GameNumber,
    /// The color the player had.
    pub color: Color,
    /// What the player achieved.
    pub outcome: Outcome,
    /// The points, with everything that is added.
    pub points: u32,
    /// Whether the points count double because of a streak.
    pub is_doubled: bool,
    /// Whether a point was added for berserk.
    pub has_berserk_point: bool,
}

/// The mean over the games of the opponent's rating, 500 more for a win and 500 less
/// for a loss.
#[derive(Clone, Copy, Debug, Default)]
pub struct Performance {
    sum: i64,
    games: i64,
}

impl Performance {
    /// Returns the mean, rounded; `None` without games.
    #[must_use]
    pub fn rounded(self) -> Option<i64> {
        let twice = 2 * self.games;
        (self.games > 0).then(|| (2 * self.sum + self.games).div_euclid(twice))
    }
}

impl PartialEq for Performance {
    fn eq(&self, other: &Performance) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Performance {}

/// Compares exactly; no games are less than any.
impl Ord for Performance {
    fn cmp(&self, other: &Performance) -> Ordering {
        match (self.games, other.games) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            _ => (self.sum * other.games).cmp(&(other.sum * self.games)),
        }
    }
}

impl PartialOrd for Performance {
    fn partial_cmp(&self, other: &Performance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The points of a player of an arena.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoreSheet {
    /// What each finished game brought, in the order of the games.
    pub games: Vec<ArenaPoints>,
    /// The points taken by an arbiter.
    pub penalty: u32,
    /// The number of wins in a row up to now.
    pub wins_in_a_row: usize,
    /// The performance, which decides between players with equal points.
    pub performance: Performance,
}

impl ScoreSheet {
    /// Returns the sum of the points.
    #[must_use]
    pub fn points(&self) -> u32 {
        let sum = self.games.iter().map(|it| it.points).sum::<u32>();
        sum.saturating_sub(self.penalty)
    }

    /// Reports whether the next game counts double.
    #[must_use]
    pub fn is_on_streak(&self) -> bool {
        self.wins_in_a_row >= STREAK_WINS
    }

    /// Returns the number of games with this outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        let games = self.games.iter();
        games.filter(|it| it.outcome == outcome).count()
    }

    /// Counts the games of a player, which are in the order in which they were paired.
    pub(super) fn compute<'g>(
        settings: &ArenaSettings,
        games: impl Iterator<Item = (GameNumber, Color, &'g ArenaGame, &'g Player)>,
        penalty: u32,
    ) -> ScoreSheet {
        let mut sheet = ScoreSheet {
            penalty,
            ..ScoreSheet::default()
        };
        let mut draws_in_a_row = 0;
        for (number, color, game, opponent) in games {
            let GameState::Finished { result, moves } = game.state else {
                continue;
            };
            let outcome = result.outcome(color);
            let has_moves = |least: u32| moves.is_none_or(|it| it >= least);
            let is_doubled = settings.has_streaks && sheet.is_on_streak();
            let base = match outcome {
                Outcome::Win => 2,
                Outcome::Draw if draws_in_a_row > 0 && !has_moves(MIN_DRAW_MOVES) => 0,
                Outcome::Draw => 1,
                Outcome::Loss => 0,
            };
            let has_berserk_point = game.berserk[color]
                && outcome == Outcome::Win
                && result.mode != Mode::Forfeit
                && has_moves(MIN_BERSERK_MOVES);
            sheet.games.push(ArenaPoints {
                game: number,
                color,
                outcome,
                points: base * (1 + u32::from(is_doubled)) + u32::from(has_berserk_point),
                is_doubled: is_doubled && base > 0,
                has_berserk_point,
            });
            let (is_win, is_draw) = (outcome == Outcome::Win, outcome == Outcome::Draw);
            sheet.wins_in_a_row = if is_win { sheet.wins_in_a_row + 1 } else { 0 };
            draws_in_a_row = if is_draw { draws_in_a_row + 1 } else { 0 };
            if result.mode != Mode::Forfeit {
                let rating = match opponent.rating {
                    0 => DEFAULT_RATING,
                    rating => rating,
                };
                sheet.performance.games += 1;
                sheet.performance.sum += i64::from(rating)
                    + match outcome {
                        Outcome::Win => PERFORMANCE_STEP,
                        Outcome::Draw => 0,
                        Outcome::Loss => -PERFORMANCE_STEP,
                    };
            }
        }
        sheet
    }
}
