use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use arbiter_engine::{
    Score,
    uci::{
        Go,
        client::{Client, ClientError, EngineEvent, Timeouts},
    },
};
use arbiter_rules::{ByColor, Color, Move, PlayedLine};

use super::{
    adjudication::{Adjudication, Adjudicator},
    clock::Clock,
    engine_process::{EngineProcess, EngineProcessError},
    game_result::{Cause, Fault, GameResult},
    limit::Limit,
};

/// The rules of all games of a match.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    pub adjudication: Adjudication,
    /// The time by which an engine may exceed its clock, in the whole game.
    pub margin: Duration,
    /// The maximum time for a move of an engine without a clock.
    pub max_move_time: Duration,
    /// The timeouts for replies.
    pub timeouts: Timeouts,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// All moves, including the opening.
    pub line: PlayedLine,
    /// The number of half-moves in the opening.
    pub book_plies: usize,
    /// A note about each move after the opening.
    pub move_notes: Vec<MoveNote>,
    pub result: GameResult,
    /// Details of a fault.
    pub remark: Option<String>,
}

/// What an engine reported about its move, and how long it took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveNote {
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Duration,
}

/// Why a game has no result.
pub enum Unfinished {
    /// The match was stopped.
    Stopped,
    /// An engine could not be started.
    EngineProcess(EngineProcessError),
}

/// How often to check whether the match was stopped.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Plays one game.
pub fn play(
    opening: &PlayedLine,
    mut processes: ByColor<&mut EngineProcess<'_>>,
    rules: &GameRules,
    stop: &AtomicBool,
) -> Result<FinishedGame, Unfinished> {
    let mut game = FinishedGame {
        line: opening.clone(),
        book_plies: opening.moves().len(),
        move_notes: Vec::new(),
        result: GameResult {
            winner: None,
            cause: Cause::TooLong,
        },
        remark: None,
    };
    for color in Color::ALL {
        let client = processes[color]
            .client()
            .map_err(Unfinished::EngineProcess)?;
        if let Err(error) = client.new_game() {
            processes[color].stop();
            game.fault(color, fault_of(&error), error.to_string());
            return Ok(game);
        }
    }
    let clock_rules = ByColor::new_with(|color| processes[color].participant().limit.clock);
    let mut clocks = ByColor::new_with(|color| clock_rules[color].map(Clock::new));
    let mut adjudicator = Adjudicator::new(rules.adjudication);
    loop {
        let color = game.line.position().turn();
        let process = &mut *processes[color];
        let limit = process.participant().limit;
        let client = process.client().map_err(Unfinished::EngineProcess)?;
        let go = go(&limit, &clocks, color);
        let max_time = max_time(&limit, clocks[color].as_ref(), rules);
        match ask(client, &game.line, go, max_time, stop) {
            Ok((mv, note)) => {
                if let Some(clock) = &mut clocks[color] {
                    clock.press(note.time);
                }
                game.move_notes.push(note);
                let outcome = game.line.outcome_after(mv);
                game.line.play(mv);
                let result = outcome
                    .map(GameResult::from)
                    .or_else(|| claimable_draw(&game.line))
                    .or_else(|| adjudicator.after_move(color, note.score));
                if let Some(result) = result {
                    game.result = result;
                    return Ok(game);
                }
            }
            Err(Failure::Stopped) => return Err(Unfinished::Stopped),
            Err(Failure::Fault { fault, remark }) => {
                // After any fault, the next game starts with a new process.
                process.stop();
                game.fault(color, fault, remark);
                return Ok(game);
            }
        }
    }
}

impl FinishedGame {
    fn fault(&mut self, loser: Color, fault: Fault, remark: String) {
        self.result = GameResult::fault(loser, fault);
        self.remark = Some(remark);
    }
}

/// Returns the draw that a player could claim. Engines do not claim draws themselves.
fn claimable_draw(line: &PlayedLine) -> Option<GameResult> {
    let claim = line.claims().next()?;
    Some(GameResult {
        winner: None,
        cause: Cause::Laws(claim.reason()),
    })
}

/// Why an engine did not deliver a move.
enum Failure {
    Stopped,
    Fault { fault: Fault, remark: String },
}

/// Asks an engine for its move and checks it.
fn ask(
    client: &mut Client,
    line: &PlayedLine,
    go: Go,
    max_time: Duration,
    stop: &AtomicBool,
) -> Result<(Move, MoveNote), Failure> {
    if let Err(error) = client.position(line) {
        let (fault, remark) = (Fault::Illegal, error.to_string());
        return Err(Failure::Fault { fault, remark });
    }
    client.go(go);
    let mut note = MoveNote::default();
    let best = loop {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        // The clock starts when the command has been written.
        let deadline = client.command_sent_at() + max_time;
        let now = Instant::now();
        match client.next_event(deadline.min(now + STOP_CHECK_INTERVAL)) {
            Ok(Some(EngineEvent::BestMove(best))) => break best,
            Ok(Some(EngineEvent::Info(info))) => {
                let is_first_line = info.number.is_none_or(|number| number == 1);
                if let (Some(score), true) = (info.score, is_first_line) {
                    note.score = Some(score.score());
                    note.depth = info.depth.or(note.depth);
                }
                note.nodes = info.nodes.or(note.nodes);
            }
            Ok(None) if Instant::now() < client.command_sent_at() + max_time => {}
            Ok(None) => return Err(time_exceeded(client, max_time)),
            Err(error) => {
                let (fault, remark) = (fault_of(&error), error.to_string());
                return Err(Failure::Fault { fault, remark });
            }
        }
    };
    note.time = best
        .received_at
        .saturating_duration_since(client.command_sent_at());
    if note.time > max_time {
        let remark = format!("the move arrived after {}", seconds(note.time));
        let fault = Fault::Time;
        return Err(Failure::Fault { fault, remark });
    }
    match best.find(line) {
        Ok(mv) => Ok((mv, note)),
        Err(error) => Err(Failure::Fault {
            fault: Fault::Illegal,
            remark: error.to_string(),
        }),
    }
}

/// Stops an engine that has exceeded its time. If it still answers, it only loses on
/// time.
fn time_exceeded(client: &mut Client, max_time: Duration) -> Failure {
    match client.stop_and_wait() {
        Ok(_) => Failure::Fault {
            fault: Fault::Time,
            remark: format!("no move within {}", seconds(max_time)),
        },
        Err(error) => Failure::Fault {
            fault: fault_of(&error),
            remark: error.to_string(),
        },
    }
}

fn fault_of(error: &ClientError) -> Fault {
    match error {
        ClientError::TimedOut { .. } => Fault::Stall,
        ClientError::Exited { .. } | ClientError::NotStarted { .. } => Fault::Crash,
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

fn go(limit: &Limit, clocks: &ByColor<Option<Clock>>, color: Color) -> Go {
    let mut go = Go {
        nodes: limit.nodes,
        depth: limit.depth,
        move_time: limit.move_time,
        ..Go::default()
    };
    if let Some(own) = &clocks[color] {
        // An opponent without a clock is reported with the same time.
        let shown = ByColor::new_with(|side| clocks[side].as_ref().unwrap_or(own));
        // Some engines treat an empty clock as no clock.
        let remaining = |side: Color| shown[side].remaining().max(Duration::from_millis(1));
        go.remaining = ByColor::new_with(|side| Some(remaining(side)));
        go.increment = ByColor::new_with(|side| shown[side].increment());
        go.moves_to_go = own.moves_to_go();
    }
    go
}

/// Returns the maximum time for the next move.
fn max_time(limit: &Limit, clock: Option<&Clock>, rules: &GameRules) -> Duration {
    let by_clock = clock.map(|clock| clock.max_move_time(rules.margin));
    let by_move = limit.move_time.map(|time| time + rules.margin);
    let times = [by_clock, by_move].into_iter().flatten();
    times.min().unwrap_or(rules.max_move_time)
}
