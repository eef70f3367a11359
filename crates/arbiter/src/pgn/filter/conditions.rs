use arbiter_rules::Position;

use super::eco::EcoRange;
use crate::{
    input,
    pgn::{date::Date, record::Record, tags::Tags},
};

/// What games are looked for. All conditions must hold.
#[derive(clap::Args)]
#[command(next_help_heading = "Conditions")]
pub struct Conditions {
    /// Somebody of this name plays; given twice, both do. Parts of a name will do, in any order,
    /// in capitals or not.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// White has this name.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black has this name.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// The game ended like this: 1-0, 0-1, 1/2-1/2 or draw, * or unknown; given twice, either
    /// will do.
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Vec<&'static str>,
    /// Played on this day or later: 1999, 1999.12 or 1999.12.31. Of a date that is known in part
    /// (1999.??.??) some day must fit.
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Played on this day or before.
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Both players are rated this or higher.
    #[arg(long, value_name = "RATING")]
    min_rating: Option<u32>,
    /// Both players are rated this or lower.
    #[arg(long, value_name = "RATING")]
    max_rating: Option<u32>,
    /// The opening is one of these, by the code in the ECO tag: B20-B99, C65, E9.
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    eco: Vec<EcoRange>,
    /// At least so many moves, counting those of either side.
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,
    /// At most so many moves, counting those of either side.
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// This position is reached, by whatever moves and at whatever time.
    #[arg(long, value_name = "FEN", value_parser = input::position)]
    pub position: Option<Position>,
    /// Something of the game is lost or in doubt.
    #[arg(long, conflicts_with = "sound")]
    pub damaged: bool,
    /// Nothing is wrong with the game.
    #[arg(long)]
    pub sound: bool,
}

/// A result as it is written, or a word for it that a shell leaves alone.
fn result(text: &str) -> Result<&'static str, &'static str> {
    match text {
        "1-0" => Ok("1-0"),
        "0-1" => Ok("0-1"),
        "1/2-1/2" | "draw" => Ok("1/2-1/2"),
        "*" | "unknown" => Ok("*"),
        _ => Err("write 1-0, 0-1, 1/2-1/2 (or draw), * (or unknown)"),
    }
}

impl Conditions {
    /// Whether the moves have to be played to know.
    pub fn need_moves(&self) -> bool {
        self.min_plies.is_some()
            || self.max_plies.is_some()
            || self.position.is_some()
            || self.damaged
            || self.sound
    }

    /// Whether a game may be one of those, by what its tags say.
    pub fn allow(&self, tags: &Tags) -> bool {
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

    /// Whether a game that was read to its end is one of those; its tags were
    /// looked at already.
    pub fn hold(&self, record: &Record) -> bool {
        (self.result.is_empty() || self.result.iter().any(|result| *result == record.result()))
            && self.min_plies.is_none_or(|least| least <= record.plies)
            && self.max_plies.is_none_or(|most| record.plies <= most)
            && (!self.damaged || record.is_damaged())
            && (!self.sound || !record.is_damaged())
    }

    fn allow_date(&self, tags: &Tags) -> bool {
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

/// Whether all words of a name stand in a tag: `magnus carlsen` is
/// `Carlsen, Magnus`.
fn is_called(tag: &str, name: &str) -> bool {
    let tag = tag.to_lowercase();
    let name = name.to_lowercase();
    let mut words = name.split([' ', ',']).filter(|word| !word.is_empty());
    words.all(|word| tag.contains(word))
}
