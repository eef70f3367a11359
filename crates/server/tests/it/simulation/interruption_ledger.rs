//! What the service owes players whose connections it has ended: the time until they are
//! back, once.

use arbiter_game::{Event, Fact, Time};
use arbiter_rules::{ByColor, Color};
use arbiter_server::play::room::hosted_game::MAX_INTERRUPTION;

use super::{clock_ledger::ClockLedger, invariants::Violation};

/// The interruptions whose time has not been given back.
#[derive(Default)]
pub struct InterruptionLedger(ByColor<Option<OpenInterruption>>);

struct OpenInterruption {
    since: Time,
    /// What the clock of the player showed then, if it ran and nothing has happened since.
    shown: Option<i128>,
}

impl InterruptionLedger {
    /// Notes that the player of a side is interrupted, whose clock, if it runs, shows this.
    pub fn begin(&mut self, side: Color, since: Time, shown: Option<i128>) {
        self.0[side] = Some(OpenInterruption { since, shown });
    }

    /// Notes that the player of a side is back and has lost no time.
    pub fn end(&mut self, side: Color) {
        self.0[side] = None;
    }

    /// Checks that a player who is back at this time has got what was lost.
    pub fn check_back(&self, side: Color, now: Time) -> Result<(), Violation> {
        match &self.0[side] {
            Some(open) if open.shown.is_some() && now > open.since => {
                let complaint = format!("{side:?} is back and did not get the time");
                Err(Violation(complaint))
            }
            _ => Ok(()),
        }
    }

    /// Follows an event after which the clocks are like this; one that a command caused gives
    /// nothing back.
    pub fn follow(
        &mut self,
        event: &Event,
        has_command: bool,
        clocks: Option<&ClockLedger>,
        loser_on_time: Option<Color>,
    ) -> Result<(), Violation> {
        if let Fact::TimeGiven { to, .. } = event.fact
            && !has_command
        {
            let Some(open) = self.0[to].take() else {
                return Err(Violation(format!("{to:?} got the time back twice")));
            };
            if let (Some(shown), Some(clocks)) = (open.shown, clocks) {
                let away = i128::from((event.at - open.since).as_millis());
                let most = i128::from(MAX_INTERRUPTION.as_millis());
                // A player who is not back when the flag would fall gets the most at once.
                let expected = [shown - (away - most).max(0), shown - away + most];
                let expected = expected.map(|it| it.max(0));
                let shows = clocks.shows(to, event.at);
                if !expected.contains(&shows) {
                    let complaint = format!(
                        "{to:?} was interrupted for {away} ms with {shown} ms and has {shows} ms"
                    );
                    return Err(Violation(complaint));
                }
            }
        } else if let Some(side) = loser_on_time
            && let Some(open) = &self.0[side]
            && open.shown.is_some_and(|shown| shown > 0)
        {
            let complaint = format!("{side:?} was interrupted and lost on time");
            return Err(Violation(complaint));
        }
        for side in Color::ALL {
            if let Some(open) = &mut self.0[side] {
                open.shown = None;
            }
        }
        Ok(())
    }
}
