//! Lichess's names for what a game is and how it ended.

use arbiter_game::{Bonus, Span, TimeControl};
use arbiter_wire::{
    Color, GameOptions, PlayerKind, PlayerView, Seats, Speed, Stage, Variant as OurVariant,
};
use serde::Serialize;

use crate::{
    base::rating::Rating, people::challenges::decide::is_known_to_programs, refusal::ServerRefusal,
};

/// What lichess shows as the time of a side without a clock, in milliseconds.
pub const NO_CLOCK_MILLIS: u64 = 0x7fff_ffff;

/// A variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Variant {
    /// The name for programs.
    pub key: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The shortest name.
    pub short: &'static str,
}

/// The status of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Status {
    /// The number.
    pub id: u8,
    /// The name.
    pub name: &'static str,
}

/// A clock that programs know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// No clock.
    Unlimited,
    /// This many days for each move.
    Days(u64),
    /// A time for the game, and one that is added after each move.
    Clock {
        /// The time at the start.
        initial: Span,
        /// The time that is added.
        increment: Span,
    },
}

/// What a game is, in lichess's terms.
#[derive(Clone, Copy, Debug)]
pub struct GameTerms {
    /// The variant.
    pub variant: Variant,
    /// The speed, which is also the rating category.
    pub speed: Speed,
    /// The clock.
    pub time: TimeLimit,
}

/// A user wherever only the name matters.
#[derive(Clone, Debug, Serialize)]
pub struct LightUser {
    /// The name in small letters.
    pub id: String,
    /// The name.
    pub name: String,
    /// `BOT` for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
}

impl GameTerms {
    /// Returns the terms of a game.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::NotForBots`] if programs do not know such games.
    pub fn of(options: &GameOptions) -> Result<GameTerms, ServerRefusal> {
        let read = options.read(0)?;
        let variant = variant(options).filter(|_| is_known_to_programs(&read));
        Ok(GameTerms {
            variant: variant.ok_or(ServerRefusal::NotForBots)?,
            speed: Speed::of_game(&read),
            time: TimeLimit::of(&read.control).ok_or(ServerRefusal::NotForBots)?,
        })
    }
}

impl TimeLimit {
    fn of(control: &TimeControl) -> Option<TimeLimit> {
        Some(match control {
            TimeControl::None => TimeLimit::Unlimited,
            TimeControl::Correspondence { time, .. } => {
                TimeLimit::Days(time.as_seconds() / (24 * 60 * 60))
            }
            TimeControl::Periods(periods) => {
                let first = periods.after(0);
                let increment = match first.bonus {
                    Bonus::None => Span::ZERO,
                    Bonus::Increment(span) => span,
                    Bonus::Bronstein(_) | Bonus::Delay(_) => return None,
                };
                TimeLimit::Clock {
                    initial: first.time,
                    increment,
                }
            }
            _ => return None,
        })
    }

    /// Returns the increment in milliseconds.
    pub fn increment_millis(self) -> u64 {
        match self {
            TimeLimit::Clock { increment, .. } => increment.as_millis(),
            _ => 0,
        }
    }
}

fn variant(options: &GameOptions) -> Option<Variant> {
    let (key, name, short) = match options.variant {
        OurVariant::Standard if options.start.is_some() => ("fromPosition", "From Position", "FEN"),
        OurVariant::Standard => ("standard", "Standard", "Std"),
        OurVariant::Chess960 => ("chess960", "Chess960", "960"),
        OurVariant::Saktris => return None,
    };
    Some(Variant { key, name, short })
}

/// Returns the name of a rating category for people.
#[must_use]
pub const fn perf_name(speed: Speed) -> &'static str {
    match speed {
        Speed::Bullet => "Bullet",
        Speed::Blitz => "Blitz",
        Speed::Rapid => "Rapid",
        Speed::Classical => "Classical",
        Speed::Correspondence => "Correspondence",
        Speed::Saktris => "Saktris",
    }
}

/// Returns the status of a game, from its stage and the code of the reason why it ended.
#[must_use]
pub fn status(stage: Stage, reason: Option<&str>) -> Status {
    let (id, name) = match (stage, reason.unwrap_or_default()) {
        (Stage::Waiting, _) => (10, "created"),
        (Stage::Playing, _) => (20, "started"),
        (Stage::Over, "aborted") => (25, "aborted"),
        (Stage::Over, "checkmate") => (30, "mate"),
        (Stage::Over, "resignation") => (31, "resign"),
        (Stage::Over, "stalemate") => (32, "stalemate"),
        (Stage::Over, "abandonment") => (33, "timeout"),
        (Stage::Over, "time" | "unwinnable_on_time") => (35, "outoftime"),
        (Stage::Over, "adjudication") => (38, "unknownFinish"),
        (Stage::Over, _) => (34, "draw"),
    };
    Status { id, name }
}

/// Returns the winner of a game with this result.
#[must_use]
pub fn winner(result: Option<&str>) -> Option<Color> {
    match result {
        Some("1-0") => Some(Color::White),
        Some("0-1") => Some(Color::Black),
        _ => None,
    }
}

/// Returns the id of a user: the name in small letters.
#[must_use]
pub fn user_id(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the title of a player.
#[must_use]
pub fn title(player: &PlayerView) -> Option<&'static str> {
    (player.kind == PlayerKind::Bot).then_some("BOT")
}

/// Returns the level of the computer.
#[must_use]
pub fn level(player: &PlayerView) -> Option<u8> {
    if player.kind != PlayerKind::Computer {
        return None;
    }
    player.name.rsplit(' ').next()?.parse().ok()
}

/// Returns the rating of a player, or the one with which everyone begins.
#[must_use]
pub fn rating(player: &PlayerView) -> i32 {
    player.rating.unwrap_or(Rating::default().rounded())
}

/// Returns a player where only the name matters.
#[must_use]
pub fn light_user(player: &PlayerView) -> LightUser {
    LightUser {
        id: user_id(&player.name),
        name: player.name.clone(),
        title: title(player),
    }
}

/// Returns the player of a side.
#[must_use]
pub fn seat(players: &Seats, color: Color) -> Option<&PlayerView> {
    match color {
        Color::White => players.white.as_ref(),
        Color::Black => players.black.as_ref(),
    }
}

/// Returns the other side.
#[must_use]
pub const fn other(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use arbiter_game::Reason;

    use super::*;

    #[test]
    fn every_ending_has_a_status() {
        for (reason, name) in [
            (Reason::Checkmate, "mate"),
            (Reason::Resignation, "resign"),
            (Reason::Time, "outoftime"),
            (Reason::UnwinnableOnTime, "outoftime"),
            (Reason::Abandonment, "timeout"),
            (Reason::Stalemate, "stalemate"),
            (Reason::Agreement, "draw"),
            (Reason::Threefold, "draw"),
            (Reason::SeventyFiveMoves, "draw"),
            (Reason::DeadPosition, "draw"),
            (Reason::Adjudication, "unknownFinish"),
            (Reason::Aborted, "aborted"),
        ] {
            assert_eq!(status(Stage::Over, Some(reason.code())).name, name);
        }
        assert_eq!(status(Stage::Playing, None).id, 20);
    }
}
