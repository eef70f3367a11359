use arbiter_pgn::{Date, Record, TagList};
use arbiter_rules::Position;

use super::eco::EcoRange;
use crate::input;

/// The conditions a game must meet, all of them.
#[derive(clap::Args)]
#[command(next_help_heading = "Conditions")]
pub struct Conditions {
    /// One of the players has this name; given twice, both names must match. Parts of a name are
    /// enough, in any order; case does not matter.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// White's name.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black's name.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// The result: 1-0, 0-1, 1/2-1/2 or draw, * or unknown; can be repeated for alternatives.
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Vec<&'static str>,
    /// Played on this date or later: 1999, 1999.12 or 1999.12.31. A partly unknown date
    /// (1999.??.??) matches if some day of it does.
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Played on this date or earlier.
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Both players have at least this rating.
    #[arg(long, value_name = "RATING")]
    min_rating: Option<u32>,
    /// Both players have at most this rating.
    #[arg(long, value_name = "RATING")]
    max_rating: Option<u32>,
    /// The ECO codes of the opening: B20-B99, C65, E9.
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    eco: Vec<EcoRange>,
    /// At least this many half-moves.
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,
    /// At most this many half-moves.
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// This position occurs in the main line.
    #[arg(long, value_name = "FEN", value_parser = input::position)]
    pub position: Option<Position>,
    /// Part of the game is lost or uncertain.
    #[arg(long, conflicts_with = "sound")]
    pub damaged: bool,
    /// The game is not damaged.
    #[arg(long)]
    pub sound: bool,
}

/// Parses a result, or a word for it that needs no quoting in a shell.
fn result(text: &str) -> Result<&'static str, &'static str> {
    match text {
        "1-0" => Ok("1-0"),
        "0-1" => Ok("0-1"),
        "1/2-1/2" | "draw" => Ok("1/2-1/2"),
        "*" | "unknown" => Ok("*"),
        _ => Err("write 1-0, 0-1, 1/2-1/2 (or draw), or * (or unknown)"),
    }
}

impl Conditions {
    /// Reports whether the conditions depend on the moves.
    pub fn need_moves(&self) -> bool {
        self.min_plies.is_some()
            || self.max_plies.is_some()
            || self.position.is_some()
            || self.damaged
            || self.sound
    }

    /// Reports whether the tags of a game meet the conditions.
    pub fn allow(&self, tags: &TagList) -> bool {
        let white = tags.value("White").unwrap_or_default();
        let black = tags.value("Black").unwrap_or_default();
        self.player
            .iter()
            .all(|name| is_called(white, name) || is_called(black, name))
            && self.white.iter().all(|name| is_called(white, name))
            && self.black.iter().all(|name| is_called(black, name))
            && self.allow_date(tags)
            && self.allow_rating(tags.rating("WhiteElo"))
            && self.allow_rating(tags.rating("BlackElo"))
            && self.allow_opening(tags.known("ECO"))
    }

    /// Reports whether a game meets the conditions that do not depend on its tags.
    pub fn hold(&self, record: &Record) -> bool {
        (self.result.is_empty() || self.result.iter().any(|result| *result == record.result()))
            && self.min_plies.is_none_or(|least| least <= record.plies)
            && self.max_plies.is_none_or(|most| record.plies <= most)
            && (!self.damaged || record.is_damaged())
            && (!self.sound || !record.is_damaged())
    }

    fn allow_date(&self, tags: &TagList) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        tags.date().is_some_and(|date| {
            self.since
                .is_none_or(|since| since.earliest() <= date.latest())
                && self
                    .until
                    .is_none_or(|until| date.earliest() <= until.latest())
        })
    }

    fn allow_rating(&self, rating: Option<u32>) -> bool {
        if self.min_rating.is_none() && self.max_rating.is_none() {
            return true;
        }
        rating.is_some_and(|rating| {
            self.min_rating.is_none_or(|least| least <= rating)
                && self.max_rating.is_none_or(|most| rating <= most)
        })
    }

    fn allow_opening(&self, code: Option<&str>) -> bool {
        self.eco.is_empty()
            || code.is_some_and(|code| self.eco.iter().any(|range| range.contains(code)))
    }
}

/// Reports whether all words of a name occur in a tag: `magnus carlsen` matches
/// `Carlsen, Magnus`.
fn is_called(tag: &str, name: &str) -> bool {
    let tag = tag.to_lowercase();
    let name = name.to_lowercase();
    let mut words = name.split([' ', ',']).filter(|word| !word.is_empty());
    words.all(|word| tag.contains(word))
}
