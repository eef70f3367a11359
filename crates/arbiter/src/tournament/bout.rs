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
    limit::Limit,
    seat::{Seat, SeatError},
    verdict::{Cause, Fault, Verdict},
};

/// What is agreed for all games.
#[derive(Clone, Copy, Debug)]
pub struct Conduct {
    pub adjudication: Adjudication,
    /// So much an engine may be late.
    pub margin: Duration,
    /// So long an engine may think that has no clock.
    pub longest: Duration,
    /// So long it may take to do what it is told.
    pub patience: Timeouts,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// With the moves of the opening.
    pub line: PlayedLine,
    /// How many of them are of the opening.
    pub book_plies: usize,
    /// What is known about each move that an engine made.
    pub notes: Vec<Note>,
    pub verdict: Verdict,
    /// What is to be told about a fault.
    pub remark: Option<String>,
}

/// What an engine said about its move, and how long it took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Note {
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Duration,
}

/// Why a game has no result.
pub enum NoResult {
    /// Somebody wants the match to stop.
    Stopped,
    /// An engine cannot be started.
    Seat(SeatError),
}

/// How often somebody who wants to stop is heard.
const LISTENING: Duration = Duration::from_millis(50);

/// Plays one game.
pub fn play(
    opening: &PlayedLine,
    mut seats: ByColor<&mut Seat<'_>>,
    conduct: &Conduct,
    stop: &AtomicBool,
) -> Result<Played, NoResult> {
    let mut game = Played {
        line: opening.clone(),
        book_plies: opening.moves().len(),
        notes: Vec::new(),
        verdict: Verdict {
            winner: None,
            cause: Cause::TooLong,
        },
        remark: None,
    };
    for color in Color::ALL {
        let client = seats[color].client().map_err(NoResult::Seat)?;
        if let Err(error) = client.new_game() {
            seats[color].leave();
            game.fault(color, fault_of(&error), error.to_string());
            return Ok(game);
        }
    }
    let rules = ByColor::new_with(|color| seats[color].player().limit.clock);
    let mut clocks = ByColor::new_with(|color| rules[color].map(Clock::new));
    let mut adjudicator = Adjudicator::new(conduct.adjudication);
    loop {
        let color = game.line.position().turn();
        let seat = &mut *seats[color];
        let limit = seat.player().limit;
        let client = seat.client().map_err(NoResult::Seat)?;
        let go = go(&limit, &clocks, color);
        let longest = longest(&limit, clocks[color].as_ref(), conduct);
        match ask(client, &game.line, go, longest, stop) {
            Ok((mv, note)) => {
                if let Some(clock) = &mut clocks[color] {
                    clock.press(note.time);
                }
                game.notes.push(note);
                let outcome = game.line.outcome_after(mv);
                game.line.play(mv);
                let verdict = outcome
                    .map(Verdict::from)
                    .or_else(|| claimed(&game.line))
                    .or_else(|| adjudicator.moved(color, note.score));
                if let Some(verdict) = verdict {
                    game.verdict = verdict;
                    return Ok(game);
                }
            }
            Err(Failure::Stopped) => return Err(NoResult::Stopped),
            Err(Failure::Fault { fault, remark }) => {
                // Whatever it did, the next game begins with a fresh process.
                seat.leave();
                game.fault(color, fault, remark);
                return Ok(game);
            }
        }
    }
}

impl Played {
    fn fault(&mut self, loser: Color, fault: Fault, remark: String) {
        self.verdict = Verdict::fault(loser, fault);
        self.remark = Some(remark);
    }
}

/// The draws that a player would claim: engines do not, so we do it for them.
fn claimed(line: &PlayedLine) -> Option<Verdict> {
    let claim = line.claims().next()?;
    Some(Verdict {
        winner: None,
        cause: Cause::Laws(claim.reason()),
    })
}

/// Why there is no move.
enum Failure {
    Stopped,
    Fault { fault: Fault, remark: String },
}

/// The move of the engine whose turn it is, proved.
fn ask(
    client: &mut Client,
    line: &PlayedLine,
    go: Go,
    longest: Duration,
    stop: &AtomicBool,
) -> Result<(Move, Note), Failure> {
    if let Err(error) = client.position(line) {
        let (fault, remark) = (Fault::Illegal, error.to_string());
        return Err(Failure::Fault { fault, remark });
    }
    client.go(go);
    let mut note = Note::default();
    let best = loop {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        // The clock runs from the moment in which the question is on its way.
        let deadline = client.command_sent_at() + longest;
        let now = Instant::now();
        match client.next_event(deadline.min(now + LISTENING)) {
            Ok(Some(EngineEvent::BestMove(best))) => break best,
            Ok(Some(EngineEvent::Info(info))) => {
                let is_first_line = info.number.is_none_or(|number| number == 1);
                if let (Some(score), true) = (info.score, is_first_line) {
                    note.score = Some(score.score());
                    note.depth = info.depth.or(note.depth);
                }
                note.nodes = info.nodes.or(note.nodes);
            }
            Ok(None) if Instant::now() < client.command_sent_at() + longest => {}
            Ok(None) => return Err(late(client, longest)),
            Err(error) => {
                let (fault, remark) = (fault_of(&error), error.to_string());
                return Err(Failure::Fault { fault, remark });
            }
        }
    };
    note.time = best
        .received_at
        .saturating_duration_since(client.command_sent_at());
    if note.time > longest {
        let remark = format!("its move came after {}", seconds(note.time));
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

/// The time is over: an engine that still answers has only lost on time.
fn late(client: &mut Client, longest: Duration) -> Failure {
    match client.stop_and_wait() {
        Ok(_) => Failure::Fault {
            fault: Fault::Time,
            remark: format!("no move within {}", seconds(longest)),
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
        // An opponent without a clock is shown as one with the same.
        let shown = ByColor::new_with(|side| clocks[side].as_ref().unwrap_or(own));
        // Some engines take an empty clock for none at all.
        let left = |side: Color| shown[side].left().max(Duration::from_millis(1));
        go.remaining = ByColor::new_with(|side| Some(left(side)));
        go.increment = ByColor::new_with(|side| shown[side].increment());
        go.moves_to_go = own.moves_to_go();
    }
    go
}

/// How long the next move may take.
fn longest(limit: &Limit, clock: Option<&Clock>, conduct: &Conduct) -> Duration {
    let by_clock = clock.map(|clock| clock.longest(conduct.margin));
    let by_move = limit.move_time.map(|time| time + conduct.margin);
    let times = [by_clock, by_move].into_iter().flatten();
    times.min().unwrap_or(conduct.longest)
}
