use std::{
    io::{self, Write as _},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use arbiter_engine::{Engine, EngineSettings, Limits};
use arbiter_rules::{Bitboard, Color, Move, PlayedLine, Position, Role};

use crate::{random::Random, sample::Sample};

/// The arguments of `games`. The same arguments give the same games; only their order
/// may vary with several threads.
#[derive(clap::Args)]
pub struct Games {
    /// Number of games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Number of nodes per move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Number of games played in parallel
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays the games and prints their quiet positions.
pub fn run(games: &Games) -> anyhow::Result<()> {
    let next = AtomicU64::new(0);
    let output = Mutex::new(Progress::default());
    thread::scope(|scope| {
        let players: Vec<_> = (0..games.threads.max(1))
            .map(|_| scope.spawn(|| play_all(games, &next, &output)))
            .collect();
        for player in players {
            player.join().expect("no game panics")?;
        }
        anyhow::Ok(())
    })?;
    eprintln!();
    Ok(())
}

#[derive(Default)]
struct Progress {
    games: u64,
    positions: usize,
}

fn play_all(games: &Games, next: &AtomicU64, output: &Mutex<Progress>) -> anyhow::Result<()> {
    let settings = EngineSettings {
        threads: 1,
        hash_mib: 8,
    };
    let mut engine = Engine::new(settings);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games.games {
            return Ok(());
        }
        // Without this, games would depend on which thread plays them.
        engine.clear();
        let mut random = Random::new(games.seed << 32 | number);
        let opening = opening(&mut engine, &mut random);
        let samples = play(&mut engine, opening, games.nodes);
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        let mut output = output.lock().expect("no thread panics while writing");
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        output.games += 1;
        output.positions += samples.len();
        if output.games.is_multiple_of(50) {
            eprint!("\r{} games, {} positions", output.games, output.positions);
        }
    }
}

/// Plays eight or nine random moves after which neither side is far ahead.
fn opening(engine: &mut Engine, random: &mut Random) -> Position {
    loop {
        let mut position = Position::start();
        let plies = 8 + random.below(2);
        for _ in 0..plies {
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        let line = PlayedLine::from(position.clone());
        let search = engine.search(&line, &Limits::nodes(OPENING_NODES), &());
        let score = search.score().in_centipawns().abs();
        if search.best().is_some() && score <= MAX_OPENING_LEAD {
            return position;
        }
    }
}

const OPENING_NODES: u64 = 1000;
/// The maximum lead after the opening, in centipawns. Some lead is useful, because it
/// is to be learned what it is worth.
const MAX_OPENING_LEAD: i32 = 250;

/// Plays a game from a position and returns its quiet positions.
fn play(engine: &mut Engine, start: Position, nodes: u64) -> Vec<Sample> {
    let mut line = PlayedLine::from(start);
    let mut samples = Vec::new();
    let mut decisive_moves = 0;
    let mut balanced_moves = 0;
    let result = loop {
        if let Some(result) = result_by_rules(&line) {
            break result;
        }
        let plies = line.moves().len();
        if plies >= MAX_PLIES {
            break DRAW;
        }
        let search = engine.search(&line, &Limits::nodes(nodes), &());
        let Some(best) = search.best() else {
            break DRAW;
        };
        let position = line.position().clone();
        let score = match position.turn() {
            Color::White => search.score().in_centipawns(),
            Color::Black => -search.score().in_centipawns(),
        };
        if is_quiet(&position, best) && score.abs() < DECISIVE_LEAD {
            samples.push(Sample {
                position,
                score,
                result: DRAW,
            });
        }
        decisive_moves = if score.abs() >= DECISIVE_LEAD {
            decisive_moves + 1
        } else {
            0
        };
        balanced_moves = if score.abs() <= BALANCED_LEAD {
            balanced_moves + 1
        } else {
            0
        };
        if decisive_moves >= 4 {
            break if score > 0 { 2 } else { 0 };
        }
        if balanced_moves >= 12 && plies >= 80 {
            break DRAW;
        }
        line.play(best);
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// The result of a draw, in half points.
const DRAW: u8 = 1;
/// The lead that counts as decisive, in centipawns.
const DECISIVE_LEAD: i32 = 1500;
/// The lead that counts as balanced, in centipawns.
const BALANCED_LEAD: i32 = 5;
/// The maximum length of a game in half-moves.
const MAX_PLIES: usize = 400;

/// Reports whether a static evaluation is meaningful in the position.
fn is_quiet(position: &Position, best: Move) -> bool {
    !position.is_check() && position.captured(best).is_none() && best.promotion().is_none()
}

/// Returns the result by checkmate, stalemate, repetition, the fifty-move rule or
/// insufficient material.
fn result_by_rules(line: &PlayedLine) -> Option<u8> {
    let position = line.position();
    if !position.has_legal_move() {
        return Some(match (position.is_check(), position.turn()) {
            (false, _) => DRAW,
            (true, Color::White) => 0,
            (true, Color::Black) => 2,
        });
    }
    let board = position.board();
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let others: Bitboard = board.occupied() - board.by_role(Role::King) - minors;
    let is_dead = others.is_empty() && !minors.many();
    let is_drawn = is_dead || position.halfmoves() >= 100 || line.repetitions() >= 3;
    is_drawn.then_some(DRAW)
}
