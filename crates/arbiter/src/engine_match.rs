//! The `match` command: matches between engines.

mod adjudication;
mod clock;
mod elo;
mod engine_process;
mod engine_spec;
mod error;
mod game_result;
mod interrupt;
mod journal;
mod limit;
mod match_game;
mod match_runner;
mod openings;
mod pgn_output;
mod prepare;
mod progress;
mod report;
mod schedule;
mod sprt;
mod standings;
mod tournament;

use std::{
    collections::HashMap,
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
use engine_process::Participant;
use error::MatchError;
use game_result::{Cause, GameResult};
use journal::{Journal, JournalError, MatchTerms, Record, StartMode};
use limit::ClockRule;
use match_game::FinishedGame;
use match_runner::MatchRunner;
use progress::MatchProgress;
use report::Report;
use schedule::ScheduledGame;
use sprt::Sprt;
use standings::Standings;
use tournament::EngineTournament;

/// Play matches between engines: pairs of games with colors reversed, results with error bars.
#[derive(clap::Args)]
#[command(after_help = "\
An engine is a command (\"stockfish\", \"gnuchess -u\"; \"arbiter\" is this program),
or a list of parts separated by semicolons:
\"stockfish;name=SF;Threads=1;Hash=16;tc=1+0.05\". The keys are cmd, dir, name,
tc, movetime, nodes, depth, elo and level; any other key is an option of the
engine. Settings of one engine override those of all engines.

JSON: {\"finished\", \"games\", \"seconds\", \"engines\": [{\"name\", \"points\", \"faults\", ...}],
       \"pairings\": [{\"first\", \"second\", \"wins\", \"draws\", \"losses\", \"elo\", ...}]};
      in tournaments also \"standings\": [{\"rank\", \"name\"}] and \"matches\"

Examples:
  arbiter match -e arbiter -e \"gnuchess -u\" --tc 1+0.05 --openings book.epd
  arbiter match -e arbiter -e \"./arbiter-old uci\" --games 900 --sprt 0,5 --pgn new.pgn
  arbiter match -e arbiter -e \"./arbiter-old uci\" --games 900 --sprt 0,5 --pgn new.pgn --resume
  arbiter match -e level=9 -e level=8 -e level=7 -e level=6 --format knockout --nodes 500")]
pub struct Arguments {
    /// An engine; give at least two.
    #[arg(long, short, value_name = "ENGINE", required = true)]
    engine: Vec<String>,
    /// Time control of all engines, in seconds: 1+0.05, 40/60+0.6 [default: 1+0.05].
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockRule>,
    /// Time per move of all engines, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = limit::seconds)]
    movetime: Option<Duration>,
    /// Nodes per move of all engines.
    #[arg(long, value_name = "N")]
    nodes: Option<NonZero<u64>>,
    /// Search depth of all engines.
    #[arg(long, value_name = "N")]
    depth: Option<NonZero<u32>>,
    /// An option to set in all engines that have it: Hash=16.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Games of each pairing [default: 100, in tournaments 2]; every opening is played
    /// twice, so the number is even in a match.
    #[arg(long, short, value_name = "N")]
    games: Option<usize>,
    /// Number of games played at the same time.
    #[arg(long, short, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    concurrency: NonZero<usize>,
    /// Which engines play each other.
    #[arg(long, value_enum, default_value_t = PairingFormat::Gauntlet, value_name = "HOW")]
    format: PairingFormat,
    /// Rounds of a Swiss tournament [default: as many as are needed to find a winner].
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// In a knockout, two-game tie-breaks before an Armageddon game, in which a draw is enough
    /// for Black.
    #[arg(long, value_name = "N", default_value_t = 2)]
    playoffs: usize,
    /// File of openings: one position per line (EPD or FEN), or games (PGN).
    #[arg(long, short, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Half-moves of each PGN game to use as its opening [default: all].
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// Order of the openings.
    #[arg(long, value_enum, default_value_t = OpeningOrder::Random, value_name = "HOW")]
    order: OpeningOrder,
    /// Seed of the random order of openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play Chess960; without a file of openings, from its starting positions.
    #[arg(long)]
    chess960: bool,
    /// Adjudicate draws: MOVE,MOVES,CENTIPAWNS such as 40,8,10.
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// Adjudicate wins: MOVES,CENTIPAWNS such as 3,600.
    #[arg(long, value_name = "RULE")]
    resign: Option<WinRule>,
    /// Adjudicate games as drawn after this many moves of each side.
    #[arg(long, value_name = "N")]
    max_moves: Option<NonZero<u32>>,
    /// Stop when a sequential test is decided: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Milliseconds by which an engine may exceed its clock, per game.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Seconds that an engine without a clock may take for a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    move_timeout: u64,
    /// File to write the games to (PGN).
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// File to log the results to, for --resume [default: the PGN file with extension .match].
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Continue an interrupted match.
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PairingFormat {
    /// The first engine against all others.
    Gauntlet,
    /// Every engine against every other.
    RoundRobin,
    /// A Swiss tournament: engines with about the same score play each other.
    Swiss,
    /// A knockout: the loser of a match is out.
    Knockout,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OpeningOrder {
    /// Shuffled with the seed.
    Random,
    /// The order of the file.
    Sequential,
}

pub fn run(
    arguments: &Arguments,
    format: output::Format,
    out: &mut dyn Write,
) -> io::Result<output::ExitStatus> {
    let (runner, terms) = match prepare::prepare(arguments) {
        Ok(prepared) => prepared,
        Err(error) => return report_error(&error),
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::listen(&stop);
    let began = Instant::now();
    let played = match play(arguments, &runner, &terms, &stop) {
        Ok(played) => played,
        Err(error) => return report_error(&error),
    };
    let Played {
        standings,
        tournament,
        error_at_end,
    } = played;
    let sprt = arguments.sprt.as_ref();
    let names = runner.names();
    let mut report = Report::new(&names, &runner.schedule, &standings, sprt, began.elapsed());
    if let Some(tournament) = &tournament {
        report = report.with_tournament(tournament);
    }
    match format {
        output::Format::Json => report.write_json(out)?,
        output::Format::Text => report.write_text(out)?,
    }
    error_at_end.map_or(Ok(output::ExitStatus::Success), |error| {
        report_error(&error)
    })
}

fn report_error(error: &MatchError) -> io::Result<output::ExitStatus> {
    eprintln!("error: {error}");
    Ok(output::ExitStatus::BadInput)
}

/// What has been played.
struct Played {
    standings: Standings,
    /// The tournament, if the match is one.
    tournament: Option<EngineTournament>,
    /// The error that ended the match early.
    error_at_end: Option<MatchError>,
}

/// Plays the remaining games.
fn play(
    arguments: &Arguments,
    runner: &MatchRunner,
    terms: &MatchTerms,
    stop: &AtomicBool,
) -> Result<Played, MatchError> {
    let default_log = |pgn: &PathBuf| pgn.with_extension("match");
    let log = arguments
        .log
        .clone()
        .or_else(|| arguments.pgn.as_ref().map(default_log));
    let mode = match arguments.resume {
        true if log.is_none() => return Err(MatchError::NothingToResume),
        true => StartMode::Resumed,
        false => StartMode::New,
    };
    let opened = Journal::open(log.as_deref(), arguments.pgn.as_deref(), terms, mode);
    let (mut journal, records) = opened.map_err(MatchError::Journal)?;
    let known: HashMap<usize, GameResult> = records
        .iter()
        .filter_map(|record| Some((record.game, record.game_result()?)))
        .collect();
    let names = runner.names();
    let games = prepare::games(arguments);
    let mut tournament = EngineTournament::new(runner.plan, &names, games);
    let total = match &tournament {
        Some(tournament) => tournament.least_games(),
        None => runner.schedule.count(),
    };
    let mut player = BatchPlayer {
        runner,
        sprt: arguments.sprt.as_ref(),
        stop,
        standings: Standings::new(&runner.schedule, runner.participants.len()),
        progress: MatchProgress::new(total, known.len()),
        results: HashMap::new(),
        error_at_end: None,
    };
    warn(runner, &player.progress);
    match &mut tournament {
        None => {
            let batch: Vec<ScheduledGame> = (0..runner.schedule.count())
                .map(|game| runner.schedule.game(game))
                .collect();
            player.play(&batch, &known, &mut journal);
        }
        Some(tournament) => {
            while !player.has_stopped() && !tournament.is_finished() {
                let batch = match tournament.next_batch(&runner.schedule) {
                    Ok(batch) => batch,
                    Err(reason) => {
                        player.error_at_end = Some(MatchError::Unpaired(reason));
                        break;
                    }
                };
                player.play(&batch, &known, &mut journal);
                if batch.iter().all(|it| player.results.contains_key(&it.game)) {
                    tournament.finish_batch(&player.results);
                }
            }
        }
    }
    let is_finished = match &tournament {
        Some(tournament) => tournament.is_finished(),
        None => player.standings.games == runner.schedule.count() || player.is_decided(),
    };
    let BatchPlayer {
        standings,
        error_at_end,
        progress,
        ..
    } = player;
    drop(progress);
    if let (false, Some(log)) = (is_finished, journal.log()) {
        let log = log.display();
        eprintln!("the finished games are in {log}; repeat the command with --resume to continue");
    }
    Ok(Played {
        standings,
        tournament,
        error_at_end,
    })
}

/// Plays batches of games that do not depend on each other, and collects the results.
struct BatchPlayer<'m> {
    runner: &'m MatchRunner,
    sprt: Option<&'m Sprt>,
    stop: &'m AtomicBool,
    standings: Standings,
    progress: MatchProgress,
    /// The results by the numbers of the games.
    results: HashMap<usize, GameResult>,
    error_at_end: Option<MatchError>,
}

impl BatchPlayer<'_> {
    fn has_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.error_at_end.is_some()
    }

    fn is_decided(&self) -> bool {
        let pairs = self.standings.pairings[0].pairs;
        self.sprt.is_some_and(|sprt| sprt.decision(pairs).is_some())
    }

    /// Plays those games of a batch that have no result in the log.
    fn play(
        &mut self,
        batch: &[ScheduledGame],
        known: &HashMap<usize, GameResult>,
        journal: &mut Journal,
    ) {
        let mut open = Vec::new();
        for scheduled in batch {
            match known.get(&scheduled.game) {
                None => open.push(*scheduled),
                Some(&result) => {
                    self.standings.add(scheduled, result);
                    self.results.insert(scheduled.game, result);
                }
            }
        }
        if open.is_empty() || self.is_decided() {
            return;
        }
        let (runner, stop) = (self.runner, self.stop);
        let names = runner.names();
        let played = runner.play(&open, stop, |scheduled, game| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = record_game(journal, &scheduled, &game, &runner.participants) {
                stop.store(true, Ordering::Relaxed);
                self.error_at_end = Some(MatchError::Journal(error));
                return;
            }
            self.standings.add(&scheduled, game.result);
            self.results.insert(scheduled.game, game.result);
            if let Some(fault) = fault_message(&scheduled, &game, &runner.participants) {
                self.progress.note(&fault);
            }
            let line = report::live(&names, &runner.schedule, &self.standings, self.sprt);
            self.progress.update(self.standings.games, line);
            if self.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        });
        if let Err(error) = played {
            self.error_at_end
                .get_or_insert(MatchError::EngineProcess(error));
        }
    }
}

fn record_game(
    journal: &mut Journal,
    scheduled: &ScheduledGame,
    game: &FinishedGame,
    participants: &[Participant],
) -> Result<(), JournalError> {
    let ByColor { white, black } = scheduled.participants;
    let record = Record {
        game: scheduled.game,
        white: participants[white].name.clone(),
        black: participants[black].name.clone(),
        result: game.result.as_str().to_owned(),
        cause: game.result.cause.code().to_owned(),
        plies: game.line.moves().len(),
        // The journal replaces it after writing the game.
        pgn_bytes: 0,
    };
    journal.add(record, &pgn_output::write(game, scheduled, participants))
}

/// Returns the message about a fault, which is shown immediately.
fn fault_message(
    scheduled: &ScheduledGame,
    game: &FinishedGame,
    participants: &[Participant],
) -> Option<String> {
    let Cause::Fault(_) = game.result.cause else {
        return None;
    };
    let loser = if game.result.winner == Some(Color::White) {
        Color::Black
    } else {
        Color::White
    };
    let name = &participants[scheduled.participants[loser]].name;
    let (number, result) = (scheduled.game + 1, game.result);
    let remark = game.remark.as_deref().unwrap_or_default();
    Some(format!("game {number}: {result} ({name}): {remark}"))
}

/// Warns about settings that may distort the results.
fn warn(runner: &MatchRunner, progress: &MatchProgress) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let has_clock = |participant: &Participant| participant.limit.is_timed();
    if runner.concurrency > cores && runner.participants.iter().any(has_clock) {
        progress.note(&format!(
            "note: {} games at the same time on {}: engines will compete for the processor",
            runner.concurrency,
            output::count(cores, "core")
        ));
    }
    let (openings, pairs) = (runner.openings.count(), runner.schedule.pairs_of_each());
    if openings < pairs {
        progress.note(&format!(
            "note: {} for {pairs} pairs of games: openings will repeat",
            output::count(openings, "opening")
        ));
    }
}
