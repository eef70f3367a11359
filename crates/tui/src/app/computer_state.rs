use arbiter_engine::Score;
use arbiter_game::Time;

use crate::{ChosenMove, Pace, ThinkPurpose};

/// What is known about the computer's thinking in this game.
#[derive(Default)]
pub(super) struct ComputerState {
    /// Increases whenever there is something else to think about.
    turn: u64,
    /// The computer's scores, each with the number of moves played before it.
    scores: Vec<(usize, Score)>,
    /// The move it has chosen, and the time at which it plays it.
    ready: Option<(Time, ChosenMove)>,
    /// Whether the person has asked for a hint.
    wants_hint: bool,
    /// How soon it moves.
    pub(super) pace: Pace,
}

impl ComputerState {
    /// Notes that the board has changed and that this many moves have been
    /// played. Thinking about an earlier position is no longer wanted, and
    /// scores after moves that were taken back are forgotten.
    pub(super) fn turn_to(&mut self, plies: usize) {
        self.turn += 1;
        self.ready = None;
        self.wants_hint = false;
        self.scores.retain(|&(ply, _)| ply < plies);
    }

    /// Forgets everything about the last game.
    pub(super) fn reset(&mut self) {
        self.turn_to(0);
    }

    /// Returns the number of the request for this purpose on this turn.
    pub(super) fn request_number(&self, purpose: ThinkPurpose) -> u64 {
        2 * self.turn + u64::from(purpose == ThinkPurpose::Hint)
    }

    pub(super) fn wants_hint(&self) -> bool {
        self.wants_hint
    }

    pub(super) fn set_wants_hint(&mut self, wants_hint: bool) {
        self.wants_hint = wants_hint;
    }

    pub(super) fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    /// Keeps the chosen move until it is due.
    pub(super) fn set_ready(&mut self, due: Time, chosen: ChosenMove) {
        self.ready = Some((due, chosen));
    }

    /// Returns when the computer moves, if it has chosen a move.
    pub(super) fn due(&self) -> Option<Time> {
        self.ready.map(|(due, _)| due)
    }

    /// Returns the chosen move if it is due.
    pub(super) fn take_due(&mut self, now: Time) -> Option<ChosenMove> {
        let (_, chosen) = self.ready.take_if(|(due, _)| *due <= now)?;
        Some(chosen)
    }

    /// Adds the score of the position after this many moves.
    pub(super) fn add_score(&mut self, plies: usize, score: Score) {
        self.scores.push((plies, score));
    }

    pub(super) fn last_score(&self) -> Option<Score> {
        self.scores.last().map(|&(_, score)| score)
    }

    pub(super) fn scores(&self) -> Vec<Score> {
        self.scores.iter().map(|&(_, score)| score).collect()
    }
}
