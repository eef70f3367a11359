//! A tournament as lines of text: the settings, then one event in each line.

use core::{fmt, str::FromStr};

use arbiter_rules::{ByColor, Color};

use super::{Event, Numbering, PlayerId, Settings, System, Tournament};
use crate::{Bye, Player, Points, Scoring};

/// A record cannot be read; the line counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub reason: RecordReason,
}

/// What is wrong with a line of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordReason {
    /// The first line does not have the settings of a tournament.
    NoSettings,
    /// The line is not an event.
    NoEvent,
    /// The event does not fit what was before it.
    Impossible,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for RecordReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordReason::NoSettings => "not the settings of a tournament",
            RecordReason::NoEvent => "not an event of a tournament",
            RecordReason::Impossible => "the event does not fit what happened before it",
        })
    }
}

impl core::error::Error for RecordError {}

impl Tournament {
    /// Writes the settings as the first line of a record.
    #[must_use]
    pub fn write_settings(&self) -> String {
        let settings = &self.settings;
        let scoring = &settings.scoring;
        let tie_breaks: Vec<String> = settings
            .tie_breaks
            .iter()
            .map(ToString::to_string)
            .collect();
        let numbering = match settings.numbering {
            Numbering::Rating => "rating",
            Numbering::Entry => "entry",
        };
        let boards = match settings.boards {
            0 => String::new(),
            boards => format!("boards={boards} "),
        };
        format!(
            "tournament system={} rounds={} color={} numbering={numbering} \
             scoring={},{},{},{},{},{} tiebreaks={} {boards}name={}",
            settings.system.name(),
            settings.rounds,
            settings.initial_color.letter(),
            scoring.win,
            scoring.draw,
            scoring.loss,
            scoring.forfeit_loss,
            scoring.absence,
            scoring.pairing_bye,
            tie_breaks.join(","),
            one_line(&settings.name),
        )
    }

    /// Reads a record: the settings, then the events.
    ///
    /// # Errors
    ///
    /// Fails at the first line that is not understood or does not fit those
    /// before it.
    pub fn from_record<'a>(
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Tournament, RecordError> {
        let mut lines = lines.into_iter().zip(1..);
        let fail = |line, reason| RecordError { line, reason };
        let settings = lines.next().and_then(|(text, _)| read_settings(text));
        let settings = settings.ok_or(fail(1, RecordReason::NoSettings))?;
        let mut tournament = Tournament::start(settings);
        for (text, line) in lines {
            let event = Event::from_str(text).map_err(|reason| fail(line, reason))?;
            if !tournament.fits(&event) {
                return Err(fail(line, RecordReason::Impossible));
            }
            tournament.apply(&event);
        }
        Ok(tournament)
    }

    /// Reports whether an event names only players, rounds and boards that exist.
    fn fits(&self, event: &Event) -> bool {
        let is_known = |id: &PlayerId| self.player(*id).is_some();
        match event {
            Event::Added(_) => true,
            Event::Withdrawn(id)
            | Event::Returned(id)
            | Event::ByeGranted(id, _)
            | Event::Penalized(id, _)
            | Event::Edited(id, _) => is_known(id),
            Event::Prohibited(left, right) => is_known(left) && is_known(right),
            Event::Accelerated { first, last, .. } => {
                first.as_ref().is_none_or(is_known) && is_known(last)
            }
            Event::Paired { pairs, byes } => {
                let mut ids: Vec<PlayerId> = (pairs.iter())
                    .flat_map(|it| [it.white, it.black])
                    .chain(byes.iter().map(|it| it.0))
                    .collect();
                ids.sort_unstable();
                let is_unique = ids.windows(2).all(|it| it[0] < it[1]);
                is_unique && ids.iter().all(is_known) && self.missing_results() == 0
            }
            Event::Unpaired => !self.rounds.is_empty(),
            &Event::Recorded { round, board, .. } | &Event::Cleared { round, board } => {
                let state = self.rounds.get(round.wrapping_sub(1));
                state.is_some_and(|it| (1..=it.games.len()).contains(&board))
            }
        }
    }
}

pub(crate) fn one_line(text: &str) -> String {
    let blank = |it: char| if it.is_control() { ' ' } else { it };
    text.chars().map(blank).collect()
}

/// Splits `key=value` words; the last one, `name`, may contain blanks.
pub(crate) fn fields(text: &str) -> Option<Vec<(&str, &str)>> {
    let (words, name) = text.split_once("name=")?;
    let mut fields = Vec::new();
    for word in words.split_whitespace() {
        fields.push(word.split_once('=')?);
    }
    fields.push(("name", name));
    Some(fields)
}

fn read_settings(line: &str) -> Option<Settings> {
    let mut settings = Settings::new("", System::Swiss, 0);
    for (key, value) in fields(line.strip_prefix("tournament ")?)? {
        match key {
            "system" => {
                let mut systems = System::ALL.into_iter();
                settings.system = systems.find(|it| it.name() == value)?;
            }
            "rounds" => settings.rounds = value.parse().ok()?,
            "color" => settings.initial_color = read_color(value)?,
            "numbering" => {
                settings.numbering = match value {
                    "rating" => Numbering::Rating,
                    "entry" => Numbering::Entry,
                    _ => return None,
                };
            }
            "scoring" => settings.scoring = read_scoring(value)?,
            "tiebreaks" => {
                let codes = value.split(',').filter(|it| !it.is_empty());
                settings.tie_breaks = codes.map(|it| it.parse().ok()).collect::<Option<_>>()?;
            }
            "boards" => settings.boards = value.parse().ok()?,
            "name" => settings.name = value.to_owned(),
            _ => return None,
        }
    }
    Some(settings)
}

pub(crate) fn read_color(text: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|it| text.chars().eq([it.letter()]))
}

fn read_scoring(text: &str) -> Option<Scoring> {
    let values: Option<Vec<Points>> = text.split(',').map(|it| it.parse().ok()).collect();
    let [win, draw, loss, forfeit_loss, absence, pairing_bye] = values?.try_into().ok()?;
    Some(Scoring {
        win,
        draw,
        loss,
        forfeit_loss,
        absence,
        pairing_bye,
    })
}

/// Writes the event as a line of a record.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Added(player) => write_player(player, f),
            Event::Withdrawn(id) => write!(f, "withdrawn {id}"),
            Event::Returned(id) => write!(f, "returned {id}"),
            Event::ByeGranted(id, bye) => write!(f, "bye {id} {}", bye.letter()),
            Event::Prohibited(left, right) => write!(f, "prohibited {left} {right}"),
            Event::Accelerated {
                points,
                first_round,
                last_round,
                first,
                last,
            } => {
                let first = first.unwrap_or(0);
                write!(
                    f,
                    "accelerated {points} {first_round} {last_round} {first} {last}"
                )
            }
            Event::Paired { pairs, byes } => {
                f.write_str("paired")?;
                for pair in pairs {
                    write!(f, " {}-{}", pair.white, pair.black)?;
                }
                for (id, bye) in byes {
                    write!(f, " {id}:{}", bye.letter())?;
                }
                Ok(())
            }
            Event::Unpaired => f.write_str("unpaired"),
            Event::Recorded {
                round,
                board,
                result,
            } => {
                write!(f, "result {round} {board} {result}")
            }
            Event::Cleared { round, board } => write!(f, "cleared {round} {board}"),
            Event::Penalized(id, points) => write!(f, "penalty {id} {points}"),
            Event::Edited(id, player) => {
                write!(f, "edited {id} ")?;
                write_player_fields(player, f)
            }
        }
    }
}

pub(crate) fn write_player(player: &Player, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("added ")?;
    write_player_fields(player, f)
}

fn write_player_fields(player: &Player, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if player.rating > 0 {
        write!(f, "rating={} ", player.rating)?;
    }
    let texts = [
        ("sex", &player.sex),
        ("title", &player.title),
        ("federation", &player.federation),
        ("fide", &player.fide_id),
        ("birth", &player.birth),
    ];
    for (key, text) in texts {
        // One word, and nothing that looks like the next field.
        let is_kept = |it: &char| !it.is_whitespace() && !it.is_control() && *it != '=';
        let text: String = text.chars().filter(is_kept).collect();
        if !text.is_empty() {
            write!(f, "{key}={text} ")?;
        }
    }
    if !player.team.is_empty() {
        write!(f, "team={} ", escape(&player.team))?;
    }
    write!(f, "name={}", one_line(&player.name))
}

/// The characters that would end a field, and how they are written.
const ESCAPES: [(char, &str); 3] = [('%', "%25"), (' ', "%20"), ('=', "%3D")];

/// Writes a text with blanks as one word.
fn escape(text: &str) -> String {
    let mut word = String::new();
    for it in one_line(text).chars() {
        match ESCAPES.iter().find(|(sign, _)| *sign == it) {
            Some((_, escaped)) => word.push_str(escaped),
            None if it.is_whitespace() => word.push_str("%20"),
            None => word.push(it),
        }
    }
    word
}

fn unescape(word: &str) -> String {
    let escapes = ESCAPES.iter().rev();
    escapes.fold(word.to_owned(), |text, (sign, escaped)| {
        text.replace(escaped, &sign.to_string())
    })
}

fn read_bye(text: &str) -> Option<Bye> {
    let all = [
        Bye::PairingAllocated,
        Bye::FullPoint,
        Bye::HalfPoint,
        Bye::ZeroPoint,
    ];
    all.into_iter().find(|it| text.chars().eq([it.letter()]))
}

pub(crate) fn read_player(text: &str) -> Option<Player> {
    let mut player = Player::default();
    for (key, value) in fields(text)? {
        let value_of = value.to_owned();
        match key {
            "rating" => player.rating = value.parse().ok()?,
            "sex" => player.sex = value_of,
            "title" => player.title = value_of,
            "federation" => player.federation = value_of,
            "fide" => player.fide_id = value_of,
            "birth" => player.birth = value_of,
            "team" => player.team = unescape(value),
            "name" => player.name = value_of,
            _ => return None,
        }
    }
    Some(player)
}

fn read_paired(words: &[&str]) -> Option<Event> {
    let (mut pairs, mut byes) = (Vec::new(), Vec::new());
    for word in words {
        if let Some((white, black)) = word.split_once('-') {
            pairs.push(ByColor::from([white.parse().ok()?, black.parse().ok()?]));
        } else {
            let (id, bye) = word.split_once(':')?;
            byes.push((id.parse().ok()?, read_bye(bye)?));
        }
    }
    Some(Event::Paired { pairs, byes })
}

fn read_event(text: &str) -> Option<Event> {
    if let Some(player) = text.strip_prefix("added ") {
        return read_player(player).map(Event::Added);
    }
    if let Some(edited) = text.strip_prefix("edited ") {
        let (id, player) = edited.split_once(' ')?;
        return Some(Event::Edited(id.parse().ok()?, read_player(player)?));
    }
    let words: Vec<&str> = text.split(' ').collect();
    let id = |text: &str| text.parse::<usize>().ok();
    Some(match words[..] {
        ["withdrawn", player] => Event::Withdrawn(id(player)?),
        ["returned", player] => Event::Returned(id(player)?),
        ["bye", player, bye] => Event::ByeGranted(id(player)?, read_bye(bye)?),
        ["prohibited", left, right] => Event::Prohibited(id(left)?, id(right)?),
        ["accelerated", points, first_round, last_round, first, last] => Event::Accelerated {
            points: points.parse().ok()?,
            first_round: id(first_round)?,
            last_round: id(last_round)?,
            first: Some(id(first)?).filter(|&it| it != 0),
            last: id(last)?,
        },
        ["paired", ref words @ ..] => read_paired(words)?,
        ["unpaired"] => Event::Unpaired,
        ["penalty", player, points] => Event::Penalized(id(player)?, points.parse().ok()?),
        ["cleared", round, board] => Event::Cleared {
            round: id(round)?,
            board: id(board)?,
        },
        ["result", round, board, result] => Event::Recorded {
            round: id(round)?,
            board: id(board)?,
            result: result.parse().ok()?,
        },
        _ => return None,
    })
}

impl FromStr for Event {
    type Err = RecordReason;

    fn from_str(text: &str) -> Result<Event, RecordReason> {
        read_event(text).ok_or(RecordReason::NoEvent)
    }
}
