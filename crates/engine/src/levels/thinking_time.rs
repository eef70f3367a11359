use core::time::Duration;

use arbiter_rules::{Move, PlayedLine};

use super::random::RandomSource;
use crate::TimeBudget;

/// What determines how long a person thinks about a move.
pub(super) struct MoveContext<'l> {
    /// The game so far.
    pub line: &'l PlayedLine,
    /// The chosen move.
    pub mv: Move,
    /// Whether it comes from the opening book.
    pub is_book_move: bool,
    /// How much better it seemed than the second best, in centipawns, if there
    /// was another candidate.
    pub lead: Option<i32>,
    /// The Elo rating of the player.
    pub elo: u32,
}

/// Returns how long a person would think about the move without a clock: from
/// half a second to eight seconds.
pub(super) fn without_clock(context: &MoveContext<'_>, random: RandomSource) -> Duration {
    let position = context.line.position();
    let moves = position.count_legal_moves();
    let last = context.line.moves().next_back();
    let is_recapture = last.is_some_and(|(before, last)| {
        before.captured(last).is_some()
            && last.to() == context.mv.to()
            && position.captured(context.mv).is_some()
    });
    let base = if moves == 1 {
        600
    } else if context.is_book_move {
        800
    } else if is_recapture {
        1000
    } else {
        let choice = 900 + 50 * moves.min(50);
        let doubt = match context.lead {
            Some(lead) => 1200 - 4 * lead.clamp(0, 250) as u32,
            None => 200,
        };
        let tension = if position.is_check() { 0 } else { 300 };
        choice + doubt + tension
    };
    // Strong players take more care, and no two moves take the same time.
    let care = 80 + context.elo.min(2600) / 60;
    let variation = 60 + random.below(90);
    let is_long_think =
        base > 2500 && context.line.moves().len() > 16 && random.about(2).below(9) == 0;
    let factor = if is_long_think { 2 } else { 1 };
    let millis = u64::from(base * care / 100 * variation / 100 * factor);
    Duration::from_millis(millis.clamp(500, 8000))
}

/// Limits a thinking time to a small share of the clock.
pub(super) fn within(time: Duration, clock: &TimeBudget) -> Duration {
    let left = clock.remaining.saturating_sub(clock.overhead);
    let moves = clock.moves_to_go.map_or(40, |moves| moves.clamp(4, 40));
    let share = left / moves + clock.increment.mul_f64(0.6);
    time.min(share).min(left / 4)
}
