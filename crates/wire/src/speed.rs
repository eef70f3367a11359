use arbiter_game::{Bonus, Options, Span, TimeControl};
use arbiter_rules::Variant;
use serde::{Deserialize, Serialize};

/// The rating category of a game: its speed or, for all games of Saktris, the
/// variant. Each category has separate ratings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Less than 3 minutes for forty moves.
    Bullet,
    /// Less than 8 minutes for forty moves.
    Blitz,
    /// Less than 25 minutes for forty moves.
    Rapid,
    /// 25 minutes or more for forty moves.
    Classical,
    /// Days for each move, or no clock.
    Correspondence,
    /// Saktris with any clock.
    Saktris,
}

impl Speed {
    /// All categories.
    pub const ALL: [Speed; 6] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
        Speed::Saktris,
    ];

    /// Returns the category of a game with these options.
    #[must_use]
    pub fn of_game(options: &Options) -> Speed {
        match options.start.variant() {
            Variant::Saktris => Speed::Saktris,
            Variant::Standard | Variant::Chess960 => Speed::of(&options.control),
        }
    }

    /// Returns the category of a game of chess with this time control, by the time
    /// that each side has for forty moves.
    #[must_use]
    pub fn of(control: &TimeControl) -> Speed {
        let (main, each) = match control {
            TimeControl::None | TimeControl::Correspondence { .. } => return Speed::Correspondence,
            TimeControl::Periods(periods) => {
                let first = periods.after(0);
                (first.time, Bonus::span(first.bonus))
            }
            TimeControl::ByoYomi { main, time, .. } => (*main, *time),
            TimeControl::Canadian {
                main, moves, time, ..
            } => {
                let each = time.as_millis() / u64::from(moves.get());
                (*main, Span::from_millis(each))
            }
            TimeControl::Hourglass { time, .. } => (*time, Span::ZERO),
            // A game lasts as long as its slower side wants.
            TimeControl::Odds { sides, .. } => {
                return Speed::of(&sides.white).max(Speed::of(&sides.black));
            }
        };
        match main.as_seconds() + each.as_millis() * 40 / 1_000 {
            0..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1_500 => Speed::Rapid,
            _ => Speed::Classical,
        }
    }

    /// Returns the name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
            Speed::Saktris => "saktris",
        }
    }

    /// Returns the category with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.code() == code)
    }
}
