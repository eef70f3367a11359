//! An arena as lines of text: the settings, then one event in each line, which starts with
//! its time.

use core::{fmt, str::FromStr};

use arbiter_rules::{ByColor, Color};

use super::{Arena, ArenaChange, ArenaEvent, ArenaSettings};
use crate::{
    GameResult, PlayerId,
    tournament::{
        RecordError, RecordReason,
        record::{fields, one_line, read_color, read_player, write_player},
    },
};

impl Arena {
    /// Writes the settings as the first line of a record.
    #[must_use]
    pub fn write_settings(&self) -> String {
        let settings = self.settings();
        format!(
            "arena duration={} stop={} interval={} streaks={} berserk={} name={}",
            settings.duration_ms,
            settings.pairing_stop_ms,
            settings.wave_interval_ms,
            settings.has_streaks,
            settings.allows_berserk,
            one_line(&settings.name),
        )
    }

    /// Reads a record: the settings, then the events.
    ///
    /// # Errors
    ///
    /// Fails at the first line that is not understood or does not fit those before it.
    pub fn from_record<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Arena, RecordError> {
        let mut lines = lines.into_iter().zip(1..);
        let fail = |line, reason| RecordError { line, reason };
        let settings = lines.next().and_then(|(text, _)| read_settings(text));
        let settings = settings.ok_or(fail(1, RecordReason::NoSettings))?;
        let mut arena = Arena::start(settings);
        for (text, line) in lines {
            let event = ArenaEvent::from_str(text).map_err(|reason| fail(line, reason))?;
            if !arena.fits(&event) {
                return Err(fail(line, RecordReason::Impossible));
            }
            arena.apply(&event);
        }
        Ok(arena)
    }

    /// Reports whether an event names only players and games that exist and are free.
    fn fits(&self, event: &ArenaEvent) -> bool {
        let is_known = |id: PlayerId| self.player(id).is_some();
        let is_free = |id: PlayerId| self.entrant(id).is_some_and(|it| it.playing.is_none());
        match event.change {
            ArenaChange::Added(_) => true,
            ArenaChange::Started => self.started_ms().is_none(),
            ArenaChange::Ended => self.started_ms().is_some(),
            ArenaChange::Ready(id)
            | ArenaChange::Left(id)
            | ArenaChange::Penalized(id, _)
            | ArenaChange::Removed(id) => is_known(id),
            ArenaChange::Paired(players) => {
                players.white != players.black && is_free(players.white) && is_free(players.black)
            }
            ArenaChange::Berserked { game, .. }
            | ArenaChange::Finished { game, .. }
            | ArenaChange::Aborted(game) => self.game(game).is_some(),
        }
    }
}

fn read_settings(line: &str) -> Option<ArenaSettings> {
    let mut settings = ArenaSettings::new("", 0);
    for (key, value) in fields(line.strip_prefix("arena ")?)? {
        match key {
            "duration" => settings.duration_ms = value.parse().ok()?,
            "stop" => settings.pairing_stop_ms = value.parse().ok()?,
            "interval" => settings.wave_interval_ms = value.parse().ok()?,
            "streaks" => settings.has_streaks = value.parse().ok()?,
            "berserk" => settings.allows_berserk = value.parse().ok()?,
            "name" => value.clone_into(&mut settings.name),
            _ => return None,
        }
    }
    Some(settings)
}

/// Writes the event as a line of a record.
impl fmt::Display for ArenaEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.at_ms)?;
        match &self.change {
            ArenaChange::Added(player) => write_player(player, f),
            ArenaChange::Ready(id) => write!(f, "ready {id}"),
            ArenaChange::Left(id) => write!(f, "left {id}"),
            ArenaChange::Started => f.write_str("started"),
            ArenaChange::Paired(players) => write!(f, "paired {}-{}", players.white, players.black),
            ArenaChange::Berserked { game, color } => {
                write!(f, "berserk {game} {}", color.letter())
            }
            ArenaChange::Finished {
                game,
                result,
                moves,
            } => {
                write!(f, "finished {game} {result}")?;
                moves.map_or(Ok(()), |it| write!(f, " {it}"))
            }
            ArenaChange::Aborted(game) => write!(f, "aborted {game}"),
            ArenaChange::Penalized(id, points) => write!(f, "penalty {id} {points}"),
            ArenaChange::Removed(id) => write!(f, "removed {id}"),
            ArenaChange::Ended => f.write_str("ended"),
        }
    }
}

fn read_event(text: &str) -> Option<ArenaEvent> {
    let (at, text) = text.split_once(' ')?;
    let at_ms = at.parse().ok()?;
    if let Some(player) = text.strip_prefix("added ") {
        let change = ArenaChange::Added(read_player(player)?);
        return Some(ArenaEvent { at_ms, change });
    }
    let words: Vec<&str> = text.split(' ').collect();
    let number = |text: &str| text.parse::<usize>().ok();
    let finished = |game, result: &str, moves| {
        let result: GameResult = result.parse().ok()?;
        Some(ArenaChange::Finished {
            game: number(game)?,
            result,
            moves,
        })
    };
    let change = match words[..] {
        ["ready", id] => ArenaChange::Ready(number(id)?),
        ["left", id] => ArenaChange::Left(number(id)?),
        ["started"] => ArenaChange::Started,
        ["paired", players] => {
            let (white, black) = players.split_once('-')?;
            ArenaChange::Paired(ByColor::from([number(white)?, number(black)?]))
        }
        ["berserk", game, color] => {
            let color: Color = read_color(color)?;
            let game = number(game)?;
            ArenaChange::Berserked { game, color }
        }
        ["finished", game, result] => finished(game, result, None)?,
        ["finished", game, result, moves] => finished(game, result, Some(moves.parse().ok()?))?,
        ["aborted", game] => ArenaChange::Aborted(number(game)?),
        ["penalty", id, points] => ArenaChange::Penalized(number(id)?, points.parse().ok()?),
        ["removed", id] => ArenaChange::Removed(number(id)?),
        ["ended"] => ArenaChange::Ended,
        _ => return None,
    };
    Some(ArenaEvent { at_ms, change })
}

impl FromStr for ArenaEvent {
    type Err = RecordReason;

    fn from_str(text: &str) -> Result<ArenaEvent, RecordReason> {
        read_event(text).ok_or(RecordReason::NoEvent)
    }
}
