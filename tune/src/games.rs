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

use crate::{chance::RandomSource, sample::Sample};

/// How to play the games. The same numbers give the same games, whatever the
/// number of threads; only their order may differ.
#[derive(clap::Args)]
pub struct Games {
    /// How many games are played.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// How many positions are looked at for each move.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// How many games are played at once.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Which games are played.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays the games and prints their quiet positions.
pub fn run(games: &Games) -> anyhow::Result<()> {
    let next = AtomicU64::new(0);
    let output = Mutex::new(Output::default());
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
struct Output {
    games: u64,
    positions: usize,
}

fn play_all(games: &Games, next: &AtomicU64, output: &Mutex<Output>) -> anyhow::Result<()> {
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
        // What is remembered of one game must not change the next, or the
        // games would depend on which thread plays which.
        engine.clear();
        let mut chance = RandomSource::new(games.seed << 32 | number);
        let opening = opening(&mut engine, &mut chance);
        let samples = play(&mut engine, opening, games.nodes);
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        let mut output = output.lock().expect("no thread panics while it writes");
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        output.games += 1;
        output.positions += samples.len();
        if output.games.is_multiple_of(50) {
            eprint!("\r{} games, {} positions", output.games, output.positions);
        }
    }
}

/// Eight or nine random moves after which neither side is far ahead.
fn opening(engine: &mut Engine, chance: &mut RandomSource) -> Position {
    loop {
        let mut position = Position::start();
        let plies = 8 + chance.below(2);
        for _ in 0..plies {
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[chance.below(moves.len())]);
        }
        let line = PlayedLine::from(position.clone());
        let answer = engine.search(&line, &Limits::nodes(OPENING_NODES), &());
        let score = answer.score().in_centipawns().abs();
        if answer.best().is_some() && score <= OPENING_LEAD {
            return position;
        }
    }
}

const OPENING_NODES: u64 = 1000;
/// Some lead is wanted: the weights are to tell what it is worth.
const OPENING_LEAD: i32 = 250;

/// Plays a game from this position on and gives its quiet positions.
fn play(engine: &mut Engine, start: Position, nodes: u64) -> Vec<Sample> {
    let mut line = PlayedLine::from(start);
    let mut samples = Vec::new();
    let mut decided = 0;
    let mut level = 0;
    let result = loop {
        if let Some(result) = result_by_law(&line) {
            break result;
        }
        let plies = line.moves().len();
        if plies >= LONGEST {
            break DRAW;
        }
        let answer = engine.search(&line, &Limits::nodes(nodes), &());
        let Some(best) = answer.best() else {
            break DRAW;
        };
        let position = line.position().clone();
        let score = match position.turn() {
            Color::White => answer.score().in_centipawns(),
            Color::Black => -answer.score().in_centipawns(),
        };
        if is_quiet(&position, best) && score.abs() < DECIDED {
            samples.push(Sample {
                position,
                score,
                result: DRAW,
            });
        }
        decided = if score.abs() >= DECIDED {
            decided + 1
        } else {
            0
        };
        level = if score.abs() <= LEVEL { level + 1 } else { 0 };
        if decided >= 4 {
            break if score > 0 { 2 } else { 0 };
        }
        if level >= 12 && plies >= 80 {
            break DRAW;
        }
        line.play(best);
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// Points are doubled.
const DRAW: u8 = 1;
/// A lead with which the game is given up.
const DECIDED: i32 = 1500;
/// So little is a draw if it stays.
const LEVEL: i32 = 5;
const LONGEST: usize = 400;

/// Whether the judgement of a position need not look further than the board.
fn is_quiet(position: &Position, best: Move) -> bool {
    !position.is_check() && position.captured(best).is_none() && best.promotion().is_none()
}

/// Mate, stalemate, threefold repetition, fifty moves, and nothing left to
/// mate with.
fn result_by_law(line: &PlayedLine) -> Option<u8> {
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
