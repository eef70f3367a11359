//! Matches between engines.

mod adjudication;
mod bad;
mod bout;
mod clock;
mod elo;
mod entrant;
mod hall;
mod interrupt;
mod journal;
mod limit;
mod openings;
mod prepare;
mod progress;
mod report;
mod schedule;
mod seat;
mod sheet;
mod sprt;
mod standing;
mod verdict;

use std::{
    io::{self, Write},
    num::NonZero,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use arbiter_rules::{ByColor, Color};
use clap::ValueEnum;

use crate::output;
use adjudication::{DrawRule, WinRule};
use bad::Bad;
use bout::Played;
use hall::Hall;
use journal::{Beginning, Journal, JournalError, Record, Terms};
use limit::ClockRule;
use progress::Progress;
use report::Report;
use schedule::Fixture;
use seat::Player;
use sprt::Sprt;
use standing::Standing;
use verdict::Cause;

/// Let engines play matches: pairs of games with colors reversed, results with error bars.
#[derive(clap::Args)]
#[command(after_help = "\
An engine is a command (\"stockfish\", \"gnuchess -u\"; \"arbiter\" is this program), or parts with
semicolons between them: \"stockfish;name=SF;Threads=1;Hash=16;tc=1+0.05\". The parts are cmd, dir,
name, tc, movetime, nodes, depth, elo and level; any other is an option of the engine. What is said
for one engine counts before what is said for all.

JSON: {\"finished\", \"games\", \"seconds\", \"engines\": [{\"name\", \"points\", \"faults\", ...}],
       \"pairings\": [{\"first\", \"second\", \"wins\", \"draws\", \"losses\", \"elo\", ...}]}

Examples:
  arbiter match -e arbiter -e \"gnuchess -u\" --tc 1+0.05 --openings book.epd
  arbiter match -e arbiter -e \"./arbiter-old uci\" --games 900 --sprt 0,5 --pgn new.pgn
  arbiter match -e arbiter -e \"./arbiter-old uci\" --games 900 --sprt 0,5 --pgn new.pgn --resume")]
pub struct Arguments {
    /// An engine; two or more are needed.
    #[arg(long, short, value_name = "ENGINE", required = true)]
    engine: Vec<String>,
    /// The clock of all engines, in seconds: 1+0.05, 40/60+0.6 [default: 1+0.05].
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockRule>,
    /// Time for each move of all engines, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = limit::seconds)]
    movetime: Option<Duration>,
    /// Positions for each move of all engines.
    #[arg(long, value_name = "N")]
    nodes: Option<NonZero<u64>>,
    /// Depth for each move of all engines.
    #[arg(long, value_name = "N")]
    depth: Option<NonZero<u32>>,
    /// An option of all engines that have it: Hash=16.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Games of each pairing: an even number, as openings are played twice.
    #[arg(long, short, value_name = "N", default_value_t = 100)]
    games: usize,
    /// How many games are played at a time.
    #[arg(long, short, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    concurrency: NonZero<usize>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = Meeting::Gauntlet, value_name = "HOW")]
    format: Meeting,
    /// Openings: positions, one a line (EPD or FEN), or games in PGN.
    #[arg(long, short, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// So many half-moves of each game in PGN are its opening [default: all].
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// In which order openings are played.
    #[arg(long, value_enum, default_value_t = Sequence::Random, value_name = "HOW")]
    order: Sequence,
    /// Decides the random order of openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play Chess960; without openings, from its starting positions.
    #[arg(long)]
    chess960: bool,
    /// End games as drawn: MOVE,MOVES,SCORE such as 40,8,10.
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// End games as won: MOVES,SCORE such as 3,600.
    #[arg(long, value_name = "RULE")]
    resign: Option<WinRule>,
    /// End games as drawn after so many moves of each side.
    #[arg(long, value_name = "N")]
    max_moves: Option<NonZero<u32>>,
    /// Stop when a test knows: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// So many milliseconds a clock may be overstepped, in all of a game.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// So many seconds an engine without a clock may take for a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    patience: u64,
    /// Write the games to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the results to this file, to resume the match [default: beside the games].
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with a match that was interrupted.
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Meeting {
    /// The first engine against all others.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sequence {
    /// Shuffled by the seed.
    Random,
    /// As they stand in the file.
    Sequential,
}

pub fn run(
    arguments: &Arguments,
    format: output::Format,
    out: &mut dyn Write,
) -> io::Result<output::ExitStatus> {
    let (hall, terms) = match prepare::prepare(arguments) {
        Ok(prepared) => prepared,
        Err(bad) => return complain(&bad),
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::listen(&stop);
    let began = Instant::now();
    let (standing, trouble) = match hold(arguments, &hall, &terms, &stop) {
        Ok(held) => held,
        Err(bad) => return complain(&bad),
    };
    let sprt = arguments.sprt.as_ref();
    let names = hall.names();
    let report = Report::new(&names, &hall.schedule, &standing, sprt, began.elapsed());
    match format {
        output::Format::Json => report.write_json(out)?,
        output::Format::Text => report.write_text(out)?,
    }
    trouble.map_or(Ok(output::ExitStatus::Success), |bad| complain(&bad))
}

fn complain(bad: &Bad) -> io::Result<output::ExitStatus> {
    eprintln!("error: {bad}");
    Ok(output::ExitStatus::BadInput)
}

/// Plays what is still to be played, and gives how it stands in the end, with
/// what has gone wrong.
fn hold(
    arguments: &Arguments,
    hall: &Hall,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<(Standing, Option<Bad>), Bad> {
    let beside = |pgn: &PathBuf| pgn.with_extension("match");
    let log = arguments
        .log
        .clone()
        .or_else(|| arguments.pgn.as_ref().map(beside));
    let beginning = match arguments.resume {
        true if log.is_none() => return Err(Bad::NothingToResume),
        true => Beginning::Resumed,
        false => Beginning::New,
    };
    let opened = Journal::open(log.as_deref(), arguments.pgn.as_deref(), terms, beginning);
    let (mut journal, records) = opened.map_err(Bad::Journal)?;
    let mut standing = Standing::new(&hall.schedule, hall.players.len());
    let mut is_open = vec![true; hall.schedule.count()];
    for record in &records {
        if let (Some(verdict), Some(open)) = (record.verdict(), is_open.get_mut(record.game)) {
            *open = false;
            standing.add(&hall.schedule.fixture(record.game), verdict);
        }
    }
    let games: Vec<usize> = (0..is_open.len()).filter(|&game| is_open[game]).collect();
    let progress = Progress::new(hall.schedule.count(), standing.games);
    warn(hall, &progress);
    let names = hall.names();
    let sprt = arguments.sprt.as_ref();
    let is_decided = |standing: &Standing| {
        sprt.is_some_and(|sprt| sprt.decision(standing.pairings[0].pairs).is_some())
    };
    let mut trouble = None;
    if !is_decided(&standing) {
        let played = hall.play(&games, stop, |fixture, game| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = keep(&mut journal, &fixture, &game, &hall.players) {
                stop.store(true, Ordering::Relaxed);
                trouble = Some(Bad::Journal(error));
                return;
            }
            standing.add(&fixture, game.verdict);
            if let Some(fault) = fault(&fixture, &game, &hall.players) {
                progress.note(&fault);
            }
            let line = report::live(&names, &hall.schedule, &standing, sprt);
            progress.tell(standing.games, line);
            if is_decided(&standing) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        if let Err(error) = played {
            trouble.get_or_insert(Bad::Seat(error));
        }
    }
    drop(progress);
    let is_finished = standing.games == hall.schedule.count() || is_decided(&standing);
    if let (false, Some(log)) = (is_finished, journal.log()) {
        let log = log.display();
        eprintln!("{log} keeps what was played: the same command with --resume goes on");
    }
    Ok((standing, trouble))
}

fn keep(
    journal: &mut Journal,
    fixture: &Fixture,
    game: &Played,
    players: &[Player],
) -> Result<(), JournalError> {
    let ByColor { white, black } = fixture.players;
    let record = Record {
        game: fixture.game,
        white: players[white].name.clone(),
        black: players[black].name.clone(),
        result: game.verdict.result().to_owned(),
        cause: game.verdict.cause.code().to_owned(),
        plies: game.line.moves().len(),
        pgn_bytes: 0,
    };
    journal.add(record, &sheet::write(game, fixture, players))
}

/// What is told at once about a fault.
fn fault(fixture: &Fixture, game: &Played, players: &[Player]) -> Option<String> {
    let Cause::Fault(_) = game.verdict.cause else {
        return None;
    };
    let loser = if game.verdict.winner == Some(Color::White) {
        Color::Black
    } else {
        Color::White
    };
    let name = &players[fixture.players[loser]].name;
    let (number, verdict) = (fixture.game + 1, game.verdict);
    let remark = game.remark.as_deref().unwrap_or_default();
    Some(format!("game {number}: {verdict} ({name}): {remark}"))
}

/// What may spoil the results, though it can be played.
fn warn(hall: &Hall, progress: &Progress) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let has_clock = |player: &Player| player.limit.is_timed();
    if hall.tables > cores && hall.players.iter().any(has_clock) {
        progress.note(&format!(
            "note: {} games at a time on {}: engines will have to wait for each other",
            hall.tables,
            output::count(cores, "core")
        ));
    }
    let (openings, pairs) = (hall.openings.count(), hall.schedule.pairs_of_each());
    if openings < pairs {
        progress.note(&format!(
            "note: {} for {pairs} pairs of games: they will come again",
            output::count(openings, "opening")
        ));
    }
}
