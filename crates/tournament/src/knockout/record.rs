//! A knockout as lines of text: the settings, then one event in each line.

use core::{fmt, str::FromStr};

use arbiter_rules::ByColor;

use super::{Knockout, KnockoutEvent, KnockoutSettings, LastStage, MatchId, Pace};
use crate::{
    Numbering, PlayerId,
    tournament::{
        RecordError, RecordReason,
        record::{fields, one_line, read_color, read_player, write_player},
    },
};

impl Knockout {
    /// Writes the settings as the first line of a record.
    #[must_use]
    pub fn write_settings(&self) -> String {
        let settings = self.settings();
        let last = match settings.last_stage {
            LastStage::Armageddon => "armageddon",
            LastStage::MoreTieBreaks => "tiebreaks",
        };
        let pace = match settings.pace {
            Pace::Rounds => "rounds",
            Pace::Matches => "matches",
        };
        let numbering = match settings.numbering {
            Numbering::Rating => "rating",
            Numbering::Entry => "entry",
        };
        format!(
            "knockout games={} tiebreaks={} tiebreakgames={} last={last} pace={pace} third={} \
             numbering={numbering} color={} name={}",
            settings.games,
            settings.tie_breaks,
            settings.tie_break_games,
            settings.has_third_place,
            settings.initial_color.letter(),
            one_line(&settings.name),
        )
    }

    /// Reads a record: the settings, then the events.
    ///
    /// # Errors
    ///
    /// Fails at the first line that is not understood or does not fit those before it.
    pub fn from_record<'a>(
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Knockout, RecordError> {
        let mut lines = lines.into_iter().zip(1..);
        let fail = |line, reason| RecordError { line, reason };
        let settings = lines.next().and_then(|(text, _)| read_settings(text));
        let settings = settings.ok_or(fail(1, RecordReason::NoSettings))?;
        let mut knockout = Knockout::start(settings);
        for (text, line) in lines {
            let event = KnockoutEvent::from_str(text).map_err(|reason| fail(line, reason))?;
            if !knockout.fits(&event) {
                return Err(fail(line, RecordReason::Impossible));
            }
            knockout.apply(&event);
        }
        Ok(knockout)
    }

    /// Reports whether an event names only players, matches and games that exist.
    fn fits(&self, event: &KnockoutEvent) -> bool {
        let is_known = |id: PlayerId| self.player(id).is_some();
        match *event {
            KnockoutEvent::Added(_) => !self.is_drawn(),
            KnockoutEvent::Withdrawn(id) | KnockoutEvent::Returned(id) => is_known(id),
            KnockoutEvent::Drawn(ref seeds) => {
                let mut ids = seeds.clone();
                ids.sort_unstable();
                let is_unique = ids.windows(2).all(|it| it[0] < it[1]);
                is_unique && ids.len() > 1 && ids.iter().all(|&it| is_known(it)) && !self.is_drawn()
            }
            KnockoutEvent::Undrawn | KnockoutEvent::Unpaired => self.is_drawn(),
            KnockoutEvent::Paired { of, players } => self.find(of).is_some_and(|it| {
                let both = it.players().is_some_and(|both| {
                    both == [players.white, players.black] || both == [players.black, players.white]
                });
                both && self.next_stage(it).is_some()
            }),
            KnockoutEvent::Recorded { of, game, .. } => {
                let found = self.find(of);
                found.is_some_and(|it| (1..=it.games.len()).contains(&game))
            }
            KnockoutEvent::Awarded { of, winner } => {
                self.find(of).is_some() && winner.is_none_or(is_known)
            }
            KnockoutEvent::Erased(of) => self.find(of).is_some(),
        }
    }
}

fn read_settings(line: &str) -> Option<KnockoutSettings> {
    let mut settings = KnockoutSettings::new("", 1);
    for (key, value) in fields(line.strip_prefix("knockout ")?)? {
        match key {
            "games" => settings.games = value.parse().ok()?,
            "tiebreaks" => settings.tie_breaks = value.parse().ok()?,
            "tiebreakgames" => settings.tie_break_games = value.parse().ok()?,
            "last" => {
                settings.last_stage = match value {
                    "armageddon" => LastStage::Armageddon,
                    "tiebreaks" => LastStage::MoreTieBreaks,
                    _ => return None,
                };
            }
            "pace" => {
                settings.pace = match value {
                    "rounds" => Pace::Rounds,
                    "matches" => Pace::Matches,
                    _ => return None,
                };
            }
            "third" => settings.has_third_place = value.parse().ok()?,
            "numbering" => {
                settings.numbering = match value {
                    "rating" => Numbering::Rating,
                    "entry" => Numbering::Entry,
                    _ => return None,
                };
            }
            "color" => settings.initial_color = read_color(value)?,
            "name" => value.clone_into(&mut settings.name),
            _ => return None,
        }
    }
    Some(settings)
}

/// Writes the event as a line of a record.
impl fmt::Display for KnockoutEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnockoutEvent::Added(player) => write_player(player, f),
            KnockoutEvent::Withdrawn(id) => write!(f, "withdrawn {id}"),
            KnockoutEvent::Returned(id) => write!(f, "returned {id}"),
            KnockoutEvent::Drawn(seeds) => {
                f.write_str("drawn")?;
                seeds.iter().try_for_each(|it| write!(f, " {it}"))
            }
            KnockoutEvent::Undrawn => f.write_str("undrawn"),
            KnockoutEvent::Paired { of, players } => {
                write!(f, "paired {of} {}-{}", players.white, players.black)
            }
            KnockoutEvent::Unpaired => f.write_str("unpaired"),
            KnockoutEvent::Recorded { of, game, result } => {
                write!(f, "result {of} {game} {result}")
            }
            KnockoutEvent::Awarded { of, winner } => {
                write!(f, "awarded {of} {}", winner.unwrap_or(0))
            }
            KnockoutEvent::Erased(of) => write!(f, "erased {of}"),
        }
    }
}

fn read_match(text: &str) -> Option<MatchId> {
    let (round, number) = text.split_once('.')?;
    Some(MatchId {
        round: round.parse().ok()?,
        number: number.parse().ok()?,
    })
}

fn read_event(text: &str) -> Option<KnockoutEvent> {
    if let Some(player) = text.strip_prefix("added ") {
        return read_player(player).map(KnockoutEvent::Added);
    }
    let words: Vec<&str> = text.split(' ').collect();
    let number = |text: &str| text.parse::<usize>().ok();
    Some(match words[..] {
        ["withdrawn", id] => KnockoutEvent::Withdrawn(number(id)?),
        ["returned", id] => KnockoutEvent::Returned(number(id)?),
        ["drawn", ref seeds @ ..] => {
            let seeds = seeds.iter().map(|it| number(it)).collect::<Option<_>>()?;
            KnockoutEvent::Drawn(seeds)
        }
        ["undrawn"] => KnockoutEvent::Undrawn,
        ["paired", of, players] => {
            let (white, black) = players.split_once('-')?;
            KnockoutEvent::Paired {
                of: read_match(of)?,
                players: ByColor::from([number(white)?, number(black)?]),
            }
        }
        ["unpaired"] => KnockoutEvent::Unpaired,
        ["result", of, game, result] => KnockoutEvent::Recorded {
            of: read_match(of)?,
            game: number(game)?,
            result: result.parse().ok()?,
        },
        ["awarded", of, winner] => KnockoutEvent::Awarded {
            of: read_match(of)?,
            winner: Some(number(winner)?).filter(|&it| it != 0),
        },
        ["erased", of] => KnockoutEvent::Erased(read_match(of)?),
        _ => return None,
    })
}

impl FromStr for KnockoutEvent {
    type Err = RecordReason;

    fn from_str(text: &str) -> Result<KnockoutEvent, RecordReason> {
        read_event(text).ok_or(RecordReason::NoEvent)
    }
}
