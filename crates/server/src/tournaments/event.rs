use core::{fmt, str::FromStr};

use arbiter_rules::Color;
use arbiter_tournament::{Event, GameResult, Points, arena::ArenaEvent, knockout::KnockoutEvent};

use super::Entrant;
use crate::{base::PlayerId, store::BoardSlot};

/// What happened in a tournament on the server; the only way it changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostedEvent {
    /// Somebody entered. Entrants are numbered from 1.
    Entered(Entrant),
    /// An entrant left before the start.
    Left(u32),
    /// An entrant of a match has chosen this team, 1 or 2, before the start.
    TeamChosen(u32, u32),
    /// The tournament started.
    Begun,
    /// The games of this round started.
    RoundStarted(u32),
    /// A player has entered the result of a game over the board.
    Claimed {
        /// Where the game was played.
        slot: BoardSlot,
        /// The side that has entered it.
        by: Color,
        /// The result.
        result: GameResult,
    },
    /// The arbiter has removed an entrant, who cannot come back by themselves.
    Removed(u32),
    /// The arbiter lets an entrant come back.
    Readmitted(u32),
    /// The tournament is paused: no round is paired or started.
    Paused,
    /// Rounds are paired and started again.
    Resumed,
    /// The tournament is over.
    Finished,
    /// The tournament was cancelled before its start.
    Cancelled,
    /// The arbiter says something to everybody.
    Message(String),
    /// The arbiter has taken points from an entrant: the form in which it was stored
    /// before the rules had penalties.
    Penalized(u32, Points),
    /// An event of the rules.
    Rules(Event),
    /// An event of the rules of arenas.
    Arena(ArenaEvent),
    /// An event of the rules of knockouts.
    Knockout(KnockoutEvent),
}

/// The text is not an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an event of a tournament")]
pub struct ParseEventError;

/// Writes the event as it is stored.
impl fmt::Display for HostedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostedEvent::Entered(entrant) => {
                f.write_str("entered")?;
                if let Some(player) = entrant.player {
                    write!(f, " player={}", player.0)?;
                }
                if let Some(rating) = entrant.rating {
                    write!(f, " rating={rating}")?;
                }
                if let Some(team) = entrant.team {
                    write!(f, " team={team}")?;
                }
                match &entrant.name {
                    Some(name) => write!(f, " name={}", one_line(name)),
                    None => Ok(()),
                }
            }
            HostedEvent::Left(number) => write!(f, "left {number}"),
            HostedEvent::TeamChosen(number, team) => write!(f, "team {number} {team}"),
            HostedEvent::Begun => f.write_str("begun"),
            HostedEvent::RoundStarted(round) => write!(f, "started {round}"),
            HostedEvent::Claimed { slot, by, result } => {
                let BoardSlot { round, board } = slot;
                write!(f, "claimed {round} {board} {} {result}", by.letter())
            }
            HostedEvent::Removed(number) => write!(f, "removed {number}"),
            HostedEvent::Readmitted(number) => write!(f, "readmitted {number}"),
            HostedEvent::Paused => f.write_str("paused"),
            HostedEvent::Resumed => f.write_str("resumed"),
            HostedEvent::Finished => f.write_str("finished"),
            HostedEvent::Cancelled => f.write_str("cancelled"),
            HostedEvent::Message(text) => write!(f, "message {}", one_line(text)),
            HostedEvent::Penalized(number, points) => write!(f, "penalized {number} {points}"),
            HostedEvent::Rules(event) => write!(f, "rules {event}"),
            HostedEvent::Arena(event) => write!(f, "arena {event}"),
            HostedEvent::Knockout(event) => write!(f, "knockout {event}"),
        }
    }
}

impl FromStr for HostedEvent {
    type Err = ParseEventError;

    fn from_str(text: &str) -> Result<HostedEvent, ParseEventError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = || rest.parse().map_err(|_| ParseEventError);
        Ok(match word {
            "entered" => HostedEvent::Entered(read_entrant(rest).ok_or(ParseEventError)?),
            "left" => HostedEvent::Left(number()?),
            "team" => {
                let (number, team) = rest.split_once(' ').ok_or(ParseEventError)?;
                let number = number.parse().map_err(|_| ParseEventError)?;
                HostedEvent::TeamChosen(number, team.parse().map_err(|_| ParseEventError)?)
            }
            "begun" => HostedEvent::Begun,
            "started" => HostedEvent::RoundStarted(number()?),
            "claimed" => read_claim(rest).ok_or(ParseEventError)?,
            "removed" => HostedEvent::Removed(number()?),
            "readmitted" => HostedEvent::Readmitted(number()?),
            "paused" => HostedEvent::Paused,
            "resumed" => HostedEvent::Resumed,
            "finished" => HostedEvent::Finished,
            "cancelled" => HostedEvent::Cancelled,
            "message" => HostedEvent::Message(rest.to_owned()),
            "penalized" => {
                let (number, points) = rest.split_once(' ').ok_or(ParseEventError)?;
                let points = points.parse().map_err(|_| ParseEventError)?;
                HostedEvent::Penalized(number.parse().map_err(|_| ParseEventError)?, points)
            }
            "rules" => HostedEvent::Rules(rest.parse().map_err(|_| ParseEventError)?),
            "arena" => HostedEvent::Arena(rest.parse().map_err(|_| ParseEventError)?),
            "knockout" => HostedEvent::Knockout(rest.parse().map_err(|_| ParseEventError)?),
            _ => return Err(ParseEventError),
        })
    }
}

fn read_entrant(text: &str) -> Option<Entrant> {
    let (fields, name) = match text.split_once("name=") {
        Some((fields, name)) => (fields, Some(name.to_owned())),
        None => (text, None),
    };
    let mut entrant = Entrant {
        name,
        ..Entrant::default()
    };
    for field in fields.split_whitespace() {
        match field.split_once('=')? {
            ("player", id) => entrant.player = Some(PlayerId(id.parse().ok()?)),
            ("rating", rating) => entrant.rating = Some(rating.parse().ok()?),
            ("team", team) => entrant.team = Some(team.parse().ok()?),
            _ => return None,
        }
    }
    Some(entrant)
}

fn read_claim(text: &str) -> Option<HostedEvent> {
    let words: Vec<&str> = text.split(' ').collect();
    let [round, board, by, result] = words[..] else {
        return None;
    };
    let mut colors = Color::ALL.into_iter();
    Some(HostedEvent::Claimed {
        slot: BoardSlot {
            round: round.parse().ok()?,
            board: board.parse().ok()?,
        },
        by: colors.find(|it| by.chars().eq([it.letter()]))?,
        result: result.parse().ok()?,
    })
}

/// Returns a text without line breaks and what PostgreSQL cannot store.
fn one_line(text: &str) -> String {
    let blank = |it: char| if it.is_control() { ' ' } else { it };
    text.chars().map(blank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_are_written() {
        for line in [
            "entered player=17 rating=1500",
            "entered player=17 name=Ada name=x",
            "entered rating=2100 name=Ada Lovelace",
            "entered player=17 rating=1500 team=2",
            "team 3 1",
            "left 3",
            "begun",
            "started 2",
            "claimed 2 7 b 1/2",
            "removed 4",
            "readmitted 4",
            "paused",
            "resumed",
            "finished",
            "cancelled",
            "message Round 3 starts at 15:00. Good luck!",
            "penalized 3 0.5",
            "rules penalty 3 0.5",
            "arena 5000 paired 1-2",
            "rules paired 1-2 3:U",
            "rules added rating=1500 name=1",
        ] {
            let event: HostedEvent = line.parse().unwrap();
            assert_eq!(event.to_string(), line);
        }
        for line in [
            "",
            "entered x",
            "left",
            "left x",
            "claimed 1 2 w",
            "rules x",
        ] {
            assert_eq!(line.parse::<HostedEvent>(), Err(ParseEventError), "{line}");
        }
    }
}
