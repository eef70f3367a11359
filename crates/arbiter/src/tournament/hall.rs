use std::{
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use arbiter_rules::ByColor;

use super::{
    bout::{self, Conduct, NoResult, Played},
    openings::Openings,
    schedule::{Fixture, Schedule},
    seat::{Player, Seat, SeatError},
};

/// Where a match is played: who plays, by what schedule, and how.
#[derive(Debug)]
pub struct Hall {
    pub players: Vec<Player>,
    pub schedule: Schedule,
    pub openings: Openings,
    pub conduct: Conduct,
    /// How many games are played at a time.
    pub tables: usize,
}

impl Hall {
    /// What the engines are called.
    pub fn names(&self) -> Vec<&str> {
        self.players.iter().map(|player| &*player.name).collect()
    }

    /// Plays these games, and tells of each as it ends. Stops when that is
    /// wanted or an engine cannot be started; games that are not finished then
    /// have no result.
    pub fn play(
        &self,
        games: &[usize],
        stop: &AtomicBool,
        mut on_game: impl FnMut(Fixture, Played),
    ) -> Result<(), SeatError> {
        let next = AtomicUsize::new(0);
        let (finished, results) = mpsc::channel();
        let mut trouble = None;
        thread::scope(|scope| {
            for _ in 0..self.tables.clamp(1, games.len().max(1)) {
                let finished = finished.clone();
                let next = &next;
                scope.spawn(move || self.table(games, next, stop, &finished));
            }
            drop(finished);
            for result in results {
                match result {
                    Ok((fixture, game)) => on_game(fixture, game),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        trouble.get_or_insert(error);
                    }
                }
            }
        });
        trouble.map_or(Ok(()), Err)
    }

    /// One table: plays game after game, the next that nobody has taken.
    fn table(
        &self,
        games: &[usize],
        next: &AtomicUsize,
        stop: &AtomicBool,
        finished: &mpsc::Sender<Result<(Fixture, Played), SeatError>>,
    ) {
        let mut seats: Vec<Seat<'_>> = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let fixture = self.schedule.fixture(game);
            let ByColor { white, black } = fixture.players;
            // An engine stays as long as it is needed, and no longer.
            seats.retain(|seat| [white, black].contains(&seat.number));
            for number in [white, black] {
                if seats.iter().all(|seat| seat.number != number) {
                    let player = &self.players[number];
                    seats.push(Seat::new(number, player, self.conduct.patience));
                }
            }
            seats.sort_by_key(|seat| seat.number != white);
            let [white, black] = &mut seats[..] else {
                return;
            };
            let opening = self.openings.line(fixture.opening);
            let sides = ByColor { white, black };
            let result = match bout::play(opening, sides, &self.conduct, stop) {
                Ok(game) => Ok((fixture, game)),
                Err(NoResult::Stopped) => return,
                Err(NoResult::Seat(error)) => Err(error),
            };
            if finished.send(result).is_err() {
                return;
            }
        }
    }
}
