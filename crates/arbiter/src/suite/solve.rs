use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use arbiter_engine::{Bound, Engine, Limits, Score, SearchControl, SearchReport};
use arbiter_rules::{Move, PlayedLine};

use super::exercise::Exercise;

/// What the engine answered.
pub struct Attempt {
    pub mv: Option<Move>,
    pub score: Score,
    /// What had been searched when the right answer was found and kept from then on;
    /// none if the exercise was not solved.
    pub solved: Option<Effort>,
}

/// How much was searched.
#[derive(Clone, Copy)]
pub struct Effort {
    pub depth: u32,
    pub nodes: u64,
    pub time: Duration,
}

/// Lets the engine solve an exercise, with its memory cleared.
pub fn solve(
    exercise: &Exercise,
    limits: &Limits,
    time: Option<Duration>,
    engine: &mut Engine,
) -> Attempt {
    engine.clear();
    let line = PlayedLine::from(exercise.position.clone());
    let limits = Limits {
        mate: exercise.mate,
        ..limits.clone()
    };
    let started = Instant::now();
    let control = Observer {
        exercise,
        started,
        deadline: time.map(|time| started + time),
        solved: Mutex::default(),
    };
    let result = engine.search(&line, &limits, &control);
    let solved = control.solved.into_inner();
    let solved = solved.unwrap_or_else(PoisonError::into_inner);
    let mv = result.best();
    let is_solved = mv.is_some_and(|mv| exercise.is_solved_by(mv, result.score()));
    Attempt {
        mv,
        score: result.score(),
        solved: solved.filter(|_| is_solved),
    }
}

/// Notes since when the engine has had the right answer.
struct Observer<'e> {
    exercise: &'e Exercise,
    started: Instant,
    deadline: Option<Instant>,
    solved: Mutex<Option<Effort>>,
}

impl SearchControl for Observer<'_> {
    fn should_stop(&self) -> bool {
        let deadline = self.deadline;
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn on_report(&self, report: &SearchReport) {
        let Some(&mv) = report.moves.first() else {
            return;
        };
        if report.bound != Bound::Exact {
            return;
        }
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if self.exercise.is_solved_by(mv, report.score) {
            solved.get_or_insert(Effort {
                depth: report.depth,
                nodes: report.nodes,
                time: self.started.elapsed(),
            });
        } else {
            *solved = None;
        }
    }
}
