use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use arbiter_engine::{Engine, EngineSettings, Evaluator, Limits, wins_at_least};
use arbiter_rules::{Bitboard, Color, Move, PlayedLine, Position, Role};

use crate::{
    packed::{Origin, Packed},
    random::Random,
    teacher::{Lesson, Teacher},
};

/// The arguments of `positions`. Each thread plays its own games from its own random
/// numbers, so the same seed gives the same positions, as far as the time allows.
#[derive(clap::Args)]
pub struct Positions {
    /// The directory for one file per thread
    #[arg(long)]
    output: PathBuf,
    /// Stop after this number of positions per thread
    #[arg(long, default_value_t = u64::MAX)]
    count: u64,
    /// Stop after this time in seconds
    #[arg(long, default_value_t = u64::MAX)]
    seconds: u64,
    /// Number of nodes per move
    #[arg(long, default_value_t = 60)]
    nodes: u64,
    /// Number of detours per move
    #[arg(long, default_value_t = 3)]
    detours: u32,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Seed of all random decisions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Opening positions, one FEN per line; half of the games begin with one
    #[arg(long)]
    openings: Vec<PathBuf>,
    /// The large network that scores the positions, in the format of Stockfish; without
    /// it, the scores are those of the embedded network
    #[arg(long)]
    net: Option<PathBuf>,
    /// Score the positions by the searches that chose the moves; without detours
    #[arg(long, conflicts_with = "net")]
    search_scores: bool,
}

/// Plays games until the time is over, and writes their positions.
pub fn run(positions: &Positions) -> anyhow::Result<()> {
    let teacher = positions.net.as_deref().map(Teacher::open).transpose()?;
    let openings = read_openings(&positions.openings)?;
    fs::create_dir_all(&positions.output)?;
    let total = AtomicU64::new(0);
    let started = Instant::now();
    let deadline = started.checked_add(Duration::from_secs(positions.seconds));
    thread::scope(|scope| {
        let players: Vec<_> = (0..positions.threads)
            .map(|number| {
                let player = Player {
                    positions,
                    openings: &openings,
                    deadline,
                    engine: Engine::new(ENGINE_SETTINGS),
                    evaluator: Evaluator::default(),
                    random: Random::new(positions.seed << 32 | number),
                    lesson: teacher
                        .as_ref()
                        .map(|it| it.lesson(Position::start().board())),
                };
                let path = positions.output.join(format!("{number:02}.bin"));
                scope.spawn(|| player.play_all(path, &total))
            })
            .collect();
        for player in players {
            player.join().expect("no game panics")?;
        }
        anyhow::Ok(())
    })?;
    let total = total.into_inner();
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{total} positions in {seconds:.1} s, {:.0}/s",
        total as f64 / seconds
    );
    Ok(())
}

fn read_openings(paths: &[PathBuf]) -> anyhow::Result<Vec<Position>> {
    let mut openings = Vec::new();
    for path in paths {
        let open = || format!("reading {}", path.display());
        for line in fs::read_to_string(path).with_context(open)?.lines() {
            // The files have no move counters, or operations instead of them.
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            let fen = format!("{} 0 1", fields.join(" "));
            openings.push(fen.parse().with_context(|| format!("the opening {fen}"))?);
        }
    }
    Ok(openings)
}

struct Player<'a> {
    positions: &'a Positions,
    openings: &'a [Position],
    deadline: Option<Instant>,
    engine: Engine,
    evaluator: Evaluator,
    random: Random,
    lesson: Option<Lesson<'a>>,
}

impl Player<'_> {
    fn play_all(mut self, path: impl AsRef<Path>, total: &AtomicU64) -> anyhow::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        let mut written = 0;
        let mut found = Vec::new();
        while written < self.positions.count
            && self
                .deadline
                .is_none_or(|deadline| Instant::now() < deadline)
        {
            found.clear();
            self.play(&mut found);
            for packed in &found {
                file.write_all(&packed.0)?;
            }
            written += found.len() as u64;
            total.fetch_add(found.len() as u64, Ordering::Relaxed);
        }
        file.flush()?;
        Ok(())
    }

    /// Plays a game and collects its quiet positions.
    fn play(&mut self, found: &mut Vec<Packed>) {
        let mut line = PlayedLine::from(self.opening());
        let mut colors = Vec::new();
        let mut decisive_moves = 0;
        let result = loop {
            let position = line.position().clone();
            if !position.has_legal_move() {
                break match (position.is_check(), position.turn()) {
                    (false, _) => DRAW,
                    (true, Color::White) => 0,
                    (true, Color::Black) => 2,
                };
            }
            let plies = line.moves().len();
            if plies >= MAX_PLIES || position.halfmoves() >= 100 || line.repetitions() >= 2 {
                break DRAW;
            }
            if has_little_material(&position) {
                break DRAW;
            }
            let search = self
                .engine
                .search(&line, &Limits::nodes(self.positions.nodes), &());
            let Some(best) = search.best() else {
                break DRAW;
            };
            if let Some(lesson) = &mut self.lesson {
                lesson.go_to(position.board());
            }
            let score = search.score().in_centipawns();
            if is_quiet(&position) && position.captured(best).is_none() {
                let packed = match self.positions.search_scores {
                    true => Packed::new(&position, score, Origin::Game),
                    false => self.sample(&position, Origin::Game),
                };
                if self.is_wanted(&packed) {
                    found.push(packed);
                    colors.push(position.turn());
                }
            }
            let detours = match self.positions.search_scores {
                true => 0,
                false => self.positions.detours,
            };
            for _ in 0..detours {
                if let Some(detour) = self.detour(&position) {
                    let packed = self.sample(&detour, Origin::Detour);
                    if self.is_wanted(&packed) {
                        found.push(packed);
                        colors.push(detour.turn());
                    }
                }
            }
            decisive_moves = if score.abs() >= DECISIVE_LEAD {
                decisive_moves + 1
            } else {
                0
            };
            if decisive_moves >= 4 {
                break if (score > 0) == (position.turn() == Color::White) {
                    2
                } else {
                    0
                };
            }
            let mv = if self.random.below(RANDOM_MOVE_EVERY) == 0 {
                self.random_move(&position).unwrap_or(best)
            } else {
                best
            };
            line.play(mv);
        };
        for (packed, color) in found.iter_mut().zip(colors) {
            packed.set_result(match color {
                Color::White => result,
                Color::Black => 2 - result,
            });
        }
    }

    /// Returns the start of a game: an opening with a few random moves, or many random
    /// moves from the start position.
    fn opening(&mut self) -> Position {
        loop {
            let is_known = !self.openings.is_empty() && self.random.below(2) == 0;
            let (mut position, plies) = if is_known {
                let number = self.random.below(self.openings.len());
                (self.openings[number].clone(), 1 + self.random.below(6))
            } else {
                (Position::start(), 5 + self.random.below(6))
            };
            for _ in 0..plies {
                match self.random_move(&position) {
                    Some(mv) => position.play(mv),
                    None => break,
                }
            }
            let is_balanced = self.evaluator.evaluate(&position).abs() < MAX_OPENING_LEAD;
            if position.has_legal_move() && is_balanced {
                return position;
            }
        }
    }

    /// Plays a random move and then all captures that win material. Returns the quiet
    /// position that arises.
    fn detour(&mut self, position: &Position) -> Option<Position> {
        let mut position = position.clone();
        let mv = self.random_move(&position)?;
        position.play(mv);
        for _ in 0..MAX_DETOUR {
            if is_quiet(&position) {
                let is_over = !position.has_legal_move() || has_little_material(&position);
                return (!is_over).then_some(position);
            }
            let mv = match winning_capture(&position) {
                Some(mv) => mv,
                None => self.random_move(&position)?,
            };
            position.play(mv);
        }
        None
    }

    /// Returns a random legal move, mostly one that does not lose material at once.
    fn random_move(&mut self, position: &Position) -> Option<Move> {
        let moves: Vec<Move> = position.legal_moves().collect();
        if moves.is_empty() {
            return None;
        }
        let mut mv = moves[self.random.below(moves.len())];
        for _ in 0..2 {
            if wins_at_least(position, mv, 0) {
                break;
            }
            mv = moves[self.random.below(moves.len())];
        }
        Some(mv)
    }

    /// Reports whether to keep a position: only a few of those that are practically decided.
    fn is_wanted(&mut self, packed: &Packed) -> bool {
        match packed.score().unsigned_abs() {
            0..=400 => true,
            401..=800 => self.random.below(2) == 0,
            801..=1500 => self.random.below(5) == 0,
            _ => self.random.below(20) == 0,
        }
    }

    fn sample(&mut self, position: &Position, origin: Origin) -> Packed {
        let score = match &mut self.lesson {
            Some(lesson) => lesson.value(position.board(), position.turn()),
            None => self.evaluator.evaluate(position),
        };
        Packed::new(position, score, origin)
    }
}

const ENGINE_SETTINGS: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 1,
};
/// The result of a draw, in half points.
const DRAW: u8 = 1;
/// The lead that counts as decisive, in centipawns.
const DECISIVE_LEAD: i32 = 1000;
/// The maximum lead after the opening, in centipawns.
const MAX_OPENING_LEAD: i32 = 300;
/// The maximum length of a game in half-moves.
const MAX_PLIES: usize = 300;
/// One move in this many of a game is random.
const RANDOM_MOVE_EVERY: usize = 25;
/// The maximum length of a detour in half-moves.
const MAX_DETOUR: usize = 8;

/// Reports whether the side to move is neither in check nor able to win material by
/// a capture or promotion.
fn is_quiet(position: &Position) -> bool {
    !position.is_check() && winning_capture(position).is_none()
}

/// Returns a capture or promotion that wins material, of the most valuable piece.
fn winning_capture(position: &Position) -> Option<Move> {
    position
        .legal_moves()
        .filter(|&mv| position.captured(mv).is_some() || mv.promotion().is_some())
        .filter(|&mv| wins_at_least(position, mv, 1))
        .max_by_key(|&mv| {
            let taken = position.captured(mv).map(|(_, piece)| piece.role as u8);
            (taken, mv.promotion().map(|role| role as u8))
        })
}

/// Reports whether neither side can win: three pieces or fewer, without pawns, rooks
/// and queens.
fn has_little_material(position: &Position) -> bool {
    let board = position.board();
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let others: Bitboard = board.occupied() - board.by_role(Role::King) - minors;
    others.is_empty() && !minors.many()
}
