//! The invariants that hold whatever fails:
//!
//! - nothing is announced before it is stored, and nothing announced changes;
//! - no acknowledged command is lost, and none is carried out twice;
//! - what a client sees is the record, however it came to see it;
//! - event numbers have no gaps;
//! - no clock is negative, and the clocks add up;
//! - a game has one result, and nothing comes after it;
//! - only the side to move gets the legal moves;
//! - a player whose connection the service ends gets the time until they are back, once, and
//!   does not lose on time meanwhile;
//! - clocks stand still while the store is down, and a player who moved in time and
//!   sends the move again when it is back does not lose on time.

use core::fmt;
use std::collections::HashSet;

use arbiter_game::{Fact, Game, Time};
use arbiter_openings::Opening;
use arbiter_rules::Color;
use arbiter_server::play::room::hosted_game::CommandKey;
use arbiter_wire::{ClockView, Event, GameState, GameView};

use super::{clock_ledger::ClockLedger, interruption_ledger::InterruptionLedger, log::Log};

/// An invariant that was violated, and how.
#[derive(Debug)]
pub struct Violation(pub String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The expected state of the game, computed only from the stored record.
#[derive(Default)]
pub struct Invariants {
    /// The lines of the record read so far.
    lines: Vec<String>,
    /// For each event: the event as it is announced, and the game and its clocks after it.
    moments: Vec<Moment>,
    commands: HashSet<String>,
    interruptions: InterruptionLedger,
    broken: Option<Violation>,
}

struct Moment {
    event: Event,
    game: Game,
    ledger: Option<ClockLedger>,
}

impl Invariants {
    /// Reads the new lines of the record, and remembers the first violation.
    pub fn note(&mut self, log: &Log) {
        if self.broken.is_none()
            && let Err(violation) = self.follow(log)
        {
            self.broken = Some(violation);
        }
    }

    fn follow(&mut self, log: &Log) -> Result<(), Violation> {
        if log.has_gap {
            return Err(Violation("a gap in the log".to_owned()));
        }
        let stored = log.lines.iter().map(|stored| &stored.line);
        if log.lines.len() < self.lines.len()
            || !self.lines.iter().eq(stored.take(self.lines.len()))
        {
            return Err(Violation("a stored event has changed".to_owned()));
        }
        for stored in &log.lines[self.lines.len()..] {
            if let Some(command) = &stored.command
                && !self.commands.insert(CommandKey::parse(command).name)
            {
                return Err(Violation(format!("{command} was carried out twice")));
            }
            self.follow_line(&stored.line, stored.command.is_some())?;
            self.lines.push(stored.line.clone());
        }
        let (noted, deadline) = (log.progress.deadline, self.deadline());
        if deadline.is_some_and(|deadline| noted.is_none_or(|noted| noted > deadline)) {
            let words = format!("the game would be loaded at {noted:?}, not {deadline:?}");
            return Err(Violation(words));
        }
        Ok(())
    }

    fn follow_line(&mut self, line: &str, has_command: bool) -> Result<(), Violation> {
        let corrupt = |error| Violation(format!("the log is corrupt: {error} in {line}"));
        let Some(last) = self.moments.last() else {
            let game = Game::from_first_line(line).map_err(corrupt)?;
            self.moments.push(Moment {
                event: Event::start(game.last_event_at()),
                ledger: ClockLedger::new(&game),
                game,
            });
            return Ok(());
        };
        if last.game.ending().is_some() {
            return Err(Violation(format!("after the end of the game: {line}")));
        }
        let mut game = last.game.clone();
        let event = game.apply_line(line).map_err(corrupt)?;
        let ledger = last.ledger.clone().map(|mut ledger| {
            ledger.follow(&event);
            ledger
        });
        // A flag falls exactly when the time on its clock is used up.
        if ledger.as_ref().is_some_and(ClockLedger::is_negative) {
            return Err(Violation(format!("a clock is negative after {line}")));
        }
        if let (Fact::Ended(ending), Some(ledger)) = (&event.fact, &ledger)
            && ending.reason.code() == "time"
            && ledger.shows(game.turn(), event.at) > 0
        {
            return Err(Violation(format!("time was left: {line}")));
        }
        let owed = &mut self.interruptions;
        owed.follow(&event, has_command, ledger.as_ref(), loser_on_time(&game))?;
        self.moments.push(Moment {
            event: Event::of(&last.game, &event).with_clock(&game),
            ledger,
            game,
        });
        Ok(())
    }

    /// Notes that the player of a side is interrupted since this time.
    pub fn begin_interruption(&mut self, side: Color, since: Time) {
        let shown = self.mover_in_time(since).filter(|&mover| mover == side);
        let ledger = self.moments.last().and_then(|it| it.ledger.as_ref());
        let shown = shown.and(ledger).filter(|it| it.is_running());
        let shown = shown.map(|ledger| ledger.shows(side, since));
        self.interruptions.begin(side, since, shown);
    }

    /// Notes that the player of a side is back and has lost no time.
    pub fn end_interruption(&mut self, side: Color) {
        self.interruptions.end(side);
    }

    /// Checks that a player who is back has got what was lost.
    pub fn check_back(&self, side: Color, now: Time) -> Result<(), Violation> {
        self.interruptions.check_back(side, now)
    }

    /// Returns the violation found in the record itself, if there is one.
    pub fn check(&mut self) -> Result<(), Violation> {
        self.broken.take().map_or(Ok(()), Err)
    }

    pub fn count(&self) -> u64 {
        self.moments.len() as u64
    }

    pub fn is_over(&self) -> bool {
        let last = self.moments.last();
        last.is_some_and(|moment| moment.game.ending().is_some())
    }

    pub fn deadline(&self) -> Option<Time> {
        self.moments.last()?.game.time_limit()
    }

    /// Returns the side to move if it has time left on its clock. What is stored has
    /// happened, even if an outage sets the clock back to an earlier time.
    pub fn mover_in_time(&self, now: Time) -> Option<Color> {
        let moment = self.moments.last()?;
        let turn = moment.game.turn();
        let now = now.max(moment.game.last_event_at());
        let is_in_time = moment.ledger.as_ref()?.shows(turn, now) > 0;
        (is_in_time && moment.game.ending().is_none()).then_some(turn)
    }

    /// Returns the side that lost on time with this event.
    pub fn loser_on_time(&self, seq: u64) -> Option<Color> {
        loser_on_time(&self.moment(seq).ok()?.game)
    }

    fn moment(&self, seq: u64) -> Result<&Moment, Violation> {
        let moment = usize::try_from(seq)
            .ok()
            .and_then(|seq| self.moments.get(seq));
        moment.ok_or_else(|| Violation(format!("event {seq} was announced and is not stored")))
    }

    /// Checks that an announced event is the stored one.
    pub fn check_event(&self, told: &Event) -> Result<(), Violation> {
        let stored = &self.moment(told.seq)?.event;
        if stored == told {
            return Ok(());
        }
        Err(Violation(format!(
            "{told:?} was announced, {stored:?} is stored"
        )))
    }

    /// Checks that a command was carried out in the position it was meant for.
    pub fn check_ply(&self, seq: u64, meant: u32) -> Result<(), Violation> {
        let before = self.moment(seq.saturating_sub(1))?;
        let stood = before.game.line().moves().len();
        if stood == meant as usize {
            return Ok(());
        }
        let complaint = format!("event {seq} was meant for ply {meant} and happened at {stood}");
        Err(Violation(complaint))
    }

    /// Checks the state announced to a client that plays these sides.
    pub fn check_state(
        &self,
        told: &GameState,
        sides: &[Color],
        now: Time,
    ) -> Result<(), Violation> {
        let moment = self.moment(told.seq)?;
        let game = &moment.game;
        let mut expected = state_of(game);
        expected.clock.clone_from(&told.clock);
        let is_to_move = game.ending().is_none() && sides.contains(&game.turn());
        match (is_to_move, told.legal.is_some()) {
            (true, true) => expected = expected.with_legal_moves(game),
            (false, false) => {}
            // The update may have been sent before the player had a seat, or without
            // legal moves to many viewers.
            (true, false) => {}
            (false, true) => {
                let complaint = format!("{sides:?} got the legal moves of {:?}", told.turn);
                return Err(Violation(complaint));
            }
        }
        if expected != *told {
            return Err(Violation(format!(
                "{told:?} was announced, {expected:?} is true"
            )));
        }
        match (&told.clock, &moment.ledger) {
            (Some(clock), Some(ledger)) => check_clock(clock, ledger, game, now),
            (None, Some(_)) => Err(Violation("a clock is missing".to_owned())),
            _ => Ok(()),
        }
    }

    /// Checks the moves of a whole game as sent to a client.
    pub fn check_view(&self, told: &GameView) -> Result<(), Violation> {
        let Some(play) = &told.play else {
            return Ok(());
        };
        let game = &self.moment(play.state.seq)?.game;
        let is_same = game.moves().len() == play.moves.len()
            && game.moves().zip(&play.moves).all(|(played, told)| {
                told.uci == played.before.uci(played.mv).to_string()
                    && told.fen == game.public_fen_of(&played.before.after(played.mv))
                    && told.left == played.left.map(arbiter_game::Span::as_millis)
            });
        if is_same && play.history.len() == play.moves.len() {
            return Ok(());
        }
        Err(Violation(format!(
            "{:?} is not what was played",
            play.moves
        )))
    }

    /// Returns the final state of the game, without current clocks.
    pub fn last(&self) -> Option<GameState> {
        let game = &self.moments.last()?.game;
        Some(state_of(game))
    }
}

/// Returns the side that has lost the game on time.
fn loser_on_time(game: &Game) -> Option<Color> {
    let ending = game.ending()?;
    let winner = ending.winner.filter(|_| ending.reason.code() == "time");
    winner.map(|winner| !winner)
}

/// Returns the state of a game when its last event happened.
fn state_of(game: &Game) -> GameState {
    GameState::of(game, game.last_event_at()).with_opening(Opening::of(game.line()))
}

/// Checks the clocks of a state. A frame may have been delayed, so a running clock
/// may show more than is left now, but never more than when the turn began.
fn check_clock(
    clock: &ClockView,
    ledger: &ClockLedger,
    game: &Game,
    now: Time,
) -> Result<(), Violation> {
    for (color, face) in [(Color::White, &clock.white), (Color::Black, &clock.black)] {
        let least = ledger.shows(color, now);
        let most = ledger.shows(color, game.last_event_at());
        let told = i128::from(face.time);
        if told < least || told > most {
            let complaint = format!("{color:?}'s clock shows {told}, not {least} to {most}");
            return Err(Violation(complaint));
        }
    }
    Ok(())
}
