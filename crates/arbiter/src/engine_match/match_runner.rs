use std::{
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use arbiter_rules::ByColor;

use super::{
    engine_process::{EngineProcess, EngineProcessError, Participant},
    match_game::{self, FinishedGame, GameRules, Unfinished},
    openings::Openings,
    schedule::{PairingPlan, Schedule, ScheduledGame},
};

/// A match: its participants, schedule, openings and rules.
#[derive(Debug)]
pub struct MatchRunner {
    pub participants: Vec<Participant>,
    pub schedule: Schedule,
    pub openings: Openings,
    pub rules: GameRules,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// Which engines play each other.
    pub plan: PairingPlan,
}

impl MatchRunner {
    /// Returns the names of the engines.
    pub fn names(&self) -> Vec<&str> {
        self.participants
            .iter()
            .map(|participant| &*participant.name)
            .collect()
    }

    /// Plays these games and reports each as it ends. Stops on request, or when an engine
    /// cannot be started; unfinished games then have no result.
    pub fn play(
        &self,
        games: &[ScheduledGame],
        stop: &AtomicBool,
        mut on_game: impl FnMut(ScheduledGame, FinishedGame),
    ) -> Result<(), EngineProcessError> {
        let next = AtomicUsize::new(0);
        let (finished, results) = mpsc::channel();
        let mut first_error = None;
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, games.len().max(1)) {
                let finished = finished.clone();
                let next = &next;
                scope.spawn(move || self.play_games(games, next, stop, &finished));
            }
            drop(finished);
            for result in results {
                match result {
                    Ok((scheduled, game)) => on_game(scheduled, game),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        first_error.get_or_insert(error);
                    }
                }
            }
        });
        first_error.map_or(Ok(()), Err)
    }

    /// Plays the next open game until none is left. One thread runs this for each game
    /// played at the same time.
    fn play_games(
        &self,
        games: &[ScheduledGame],
        next: &AtomicUsize,
        stop: &AtomicBool,
        finished: &mpsc::Sender<Result<(ScheduledGame, FinishedGame), EngineProcessError>>,
    ) {
        let mut processes: Vec<EngineProcess<'_>> = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let Some(&scheduled) = games.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let ByColor { white, black } = scheduled.participants;
            // Engines that the next game does not need are stopped.
            processes.retain(|process| [white, black].contains(&process.number));
            for number in [white, black] {
                if processes.iter().all(|process| process.number != number) {
                    let participant = &self.participants[number];
                    processes.push(EngineProcess::new(number, participant, self.rules.timeouts));
                }
            }
            processes.sort_by_key(|process| process.number != white);
            let [white, black] = &mut processes[..] else {
                return;
            };
            let opening = self.openings.line(scheduled.opening);
            let sides = ByColor { white, black };
            let result = match match_game::play(opening, sides, &self.rules, stop) {
                Ok(game) => Ok((scheduled, game)),
                Err(Unfinished::Stopped) => return,
                Err(Unfinished::EngineProcess(error)) => Err(error),
            };
            if finished.send(result).is_err() {
                return;
            }
        }
    }
}
