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

/// The games that the first of two levels won, drew and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LevelResults {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl LevelResults {
    /// Returns the share of points, from 0 to 1, or one half without games.
    pub fn score(self) -> f64 {
        match self.games() {
            0.0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games,
        }
    }

    /// Returns half the width of the 95 % confidence interval of the score.
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

/// Longer games are counted as draws.
const MAX_GAME_PLIES: usize = 400;

/// What each pair of levels plays.
#[derive(Clone, Copy)]
pub struct LadderSettings {
    /// The number of games of each pair of levels.
    pub each: u32,
    /// The seed of the games.
    pub seed: u64,
    pub played: Played,
}

/// Plays the games of each pair of levels, the strongest pair first because its
/// games take longest.
pub fn play_all(
    pairs: &[[Level; 2]],
    settings: LadderSettings,
    threads: usize,
) -> Vec<LevelResults> {
    let results: Vec<Mutex<LevelResults>> = pairs.iter().map(|_| Mutex::default()).collect();
    let each = settings.each as usize;
    let total = pairs.len() * each;
    if total == 0 {
        return pairs.iter().map(|_| LevelResults::default()).collect();
    }
    let next = AtomicUsize::new(0);
    let bar = progress(total);
    let work = || {
        // Levels bring their own search, so this engine can be minimal.
        let mut engine = Engine::new(EngineSettings {
            threads: 1,
            hash_mib: 1,
        });
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= total {
                break;
            }
            let pair = pairs.len() - 1 - number / each;
            let game = (number % each) as u64;
            let points = play(&mut engine, pairs[pair], settings, game);
            if let Ok(mut pair_results) = results[pair].lock() {
                match points {
                    Some(true) => pair_results.wins += 1,
                    None => pair_results.draws += 1,
                    Some(false) => pair_results.losses += 1,
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
    let taken = results.into_iter().map(Mutex::into_inner);
    taken.map(Result::unwrap_or_default).collect()
}

/// Plays a game and reports whether the first level won, or `None` for a draw.
/// Colors are reversed in every second game.
fn play(
    engine: &mut Engine,
    levels: [Level; 2],
    settings: LadderSettings,
    game: u64,
) -> Option<bool> {
    let first = if game.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    };
    // The two games with reversed colors have the same seeds, as have the games with this
    // number of other pairs of levels.
    let number = settings.seed.wrapping_mul(1_000_003).wrapping_add(game / 2);
    let mut players = [
        ComputerPlayer::new(Strength::level(levels[0]), number.wrapping_mul(2)),
        ComputerPlayer::new(Strength::level(levels[1]), number.wrapping_mul(2) + 1),
    ];
    let mut line = match settings.played {
        Played::Chess => PlayedLine::default(),
        Played::Saktris => {
            let order = Order::shuffled(number);
            let orders = [order, order].into();
            PlayedLine::from(Position::saktris(orders, Arrival::default()))
        }
    };
    while line.moves().len() < MAX_GAME_PLIES {
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

/// Returns a progress bar, which is hidden if standard error is not a terminal.
fn progress(games: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games  {elapsed}");
    let bar = ProgressBar::new(games as u64);
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
