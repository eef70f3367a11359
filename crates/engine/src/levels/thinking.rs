use core::time::Duration;

use arbiter_rules::{Move, PlayedLine};

use super::chance::Chance;
use crate::Allowance;

/// What makes a move quick or slow for a person.
pub(super) struct Moment<'l> {
    /// The game so far.
    pub line: &'l PlayedLine,
    /// The move that was chosen.
    pub mv: Move,
    /// Whether it is known by heart.
    pub is_known: bool,
    /// By how much it seemed better than the next best, in hundredths of a
    /// pawn, if another was looked at.
    pub lead: Option<i32>,
    /// How strong the player is.
    pub elo: u32,
}

/// How long a person would think about this move with all the time in the
/// world: half a second to eight.
pub(super) fn natural(moment: &Moment<'_>, chance: Chance) -> Duration {
    let position = moment.line.position();
    let moves = position.count_legal_moves();
    let last = moment.line.moves().next_back();
    let is_recapture = last.is_some_and(|(before, last)| {
        before.captured(last).is_some()
            && last.to() == moment.mv.to()
            && position.captured(moment.mv).is_some()
    });
    let plain = if moves == 1 {
        600
    } else if moment.is_known {
        800
    } else if is_recapture {
        1000
    } else {
        let choice = 900 + 50 * moves.min(50);
        let doubt = match moment.lead {
            Some(lead) => 1200 - 4 * lead.clamp(0, 250) as u32,
            None => 200,
        };
        let tension = if position.is_check() { 0 } else { 300 };
        choice + doubt + tension
    };
    // The strong look longer at what is worth it, and nobody is a metronome.
    let care = 80 + moment.elo.min(2600) / 60;
    let mood = 60 + chance.below(90);
    let is_absorbed =
        plain > 2500 && moment.line.moves().len() > 16 && chance.about(2).below(9) == 0;
    let absorbed = if is_absorbed { 2 } else { 1 };
    let millis = u64::from(plain * care / 100 * mood / 100 * absorbed);
    Duration::from_millis(millis.clamp(500, 8000))
}

/// The same for somebody with a clock: never more than a small share of it.
pub(super) fn within(natural: Duration, clock: &Allowance) -> Duration {
    let left = clock.left.saturating_sub(clock.overhead);
    let moves = clock.moves_to_go.map_or(40, |moves| moves.clamp(4, 40));
    let share = left / moves + clock.increment.mul_f64(0.6);
    natural.min(share).min(left / 4)
}
