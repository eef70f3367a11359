use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use arbiter_engine::{ComputerPlayer, Engine, EngineSettings, Level, Strength};
use arbiter_rules::{Arrival, Color, Order, PlayedLine, Position};
use indicatif::{ProgressBar, ProgressStyle};

use super::Played;

/// How many games the first of two won, drew and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    /// The share of points, from 0 to 1; half if nothing was played.
    pub fn score(self) -> f64 {
        match self.games() {
            0.0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games,
        }
    }

    /// By how much the score may be wrong, with 95 % certainty.
    pub fn error(self) -> f64 {
        let mean = self.score();
        let games = self.games().max(1.0);
        let spread = |points: f64, count: u32| f64::from(count) * (points - mean).powi(2);
        let squares = spread(1.0, self.wins) + spread(0.5, self.draws) + spread(0.0, self.losses);
        1.96 * (squares / games).sqrt() / games.sqrt()
    }

    fn games(self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }
}

/// A game that goes on for longer than this many half-moves is drawn.
const LONGEST: usize = 400;

/// Which games are played.
#[derive(Clone, Copy)]
pub struct Games {
    /// How many by each pair of levels.
    pub each: u32,
    /// Other games for another number.
    pub seed: u64,
    pub played: Played,
}

/// Lets each pair of levels play its games, the longest ones first.
pub fn climb(pairs: &[[Level; 2]], games: Games, threads: usize) -> Vec<Tally> {
    let tallies: Vec<Mutex<Tally>> = pairs.iter().map(|_| Mutex::default()).collect();
    let each = games.each as usize;
    let total = pairs.len() * each;
    let next = AtomicUsize::new(0);
    let bar = progress(total);
    let work = || {
        // A level's engine is its own: this one is never asked.
        let mut engine = Engine::new(EngineSettings {
            threads: 1,
            hash_mib: 1,
        });
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= total {
                break;
            }
            let pair = pairs.len() - 1 - task / each;
            let game = (task % each) as u64;
            let points = play(&mut engine, pairs[pair], games, game);
            if let Ok(mut tally) = tallies[pair].lock() {
                match points {
                    Some(true) => tally.wins += 1,
                    None => tally.draws += 1,
                    Some(false) => tally.losses += 1,
                }
            }
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(total) {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    let taken = tallies.into_iter().map(Mutex::into_inner);
    taken.map(Result::unwrap_or_default).collect()
}

/// Whether the first level wins; nobody does in a draw. Colors are reversed in
/// every second game.
fn play(engine: &mut Engine, levels: [Level; 2], games: Games, game: u64) -> Option<bool> {
    let first = if game.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    };
    // Any two numbers that no other game has.
    let number = games.seed.wrapping_mul(1_000_003).wrapping_add(game / 2);
    let mut players = [
        ComputerPlayer::new(Strength::level(levels[0]), number.wrapping_mul(2)),
        ComputerPlayer::new(Strength::level(levels[1]), number.wrapping_mul(2) + 1),
    ];
    let mut line = match games.played {
        Played::Chess => PlayedLine::default(),
        Played::Saktris => {
            let order = Order::shuffled(number);
            let orders = [order, order].into();
            PlayedLine::from(Position::saktris(orders, Arrival::default()))
        }
    };
    while line.moves().len() < LONGEST {
        if let Some(outcome) = line.outcome() {
            return outcome.winner.map(|winner| winner == first);
        }
        if line.claims().next().is_some() {
            return None;
        }
        let turn = usize::from(line.position().turn() != first);
        let choice = players[turn].choose(engine, &line, &())?;
        line.play(choice.mv);
    }
    None
}

/// A bar on a terminal, nothing elsewhere.
fn progress(games: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games  {elapsed}");
    let bar = ProgressBar::new(games as u64);
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
