use core::fmt;

use arbiter_game::{self as game, LagCompensation, ParseTimeControlError, TimeControl};
use arbiter_rules::{self as rules, ParseFenError, Position, Setup, SetupErrors};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Problem, SaktrisOptions, SaktrisProblem};

/// What the players agree on before the game. Whatever is left out has the
/// value with which most people play.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct GameOptions {
    /// The variant.
    pub variant: Variant,
    /// The position to begin with, as FEN. Without it: the usual one, or in
    /// Chess960 one drawn by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The clock: `5+3`, `3d2`, `10+5x30`, `3 days`, … and `-` for none.
    pub clock: Clock,
    /// Whether the third repetition and the fiftieth move need a claim.
    pub draws: Draws,
    /// Whether a touched piece binds.
    pub conduct: Conduct,
    /// Whether moves may be taken back if the opponent agrees.
    #[serde(rename = "take_backs")]
    pub takebacks: Takebacks,
    /// Whether the game counts for the ratings of both players.
    pub rated: bool,
    /// How pieces arrive and leave, in Saktris.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saktris: Option<SaktrisOptions>,
}

/// The notation of a clock, as it was written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(transparent)]
pub struct Clock(pub String);

/// Whether moves may be taken back.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// If the opponent lets it happen. Never in a rated game.
    #[default]
    Allowed,
    /// Never.
    Forbidden,
}

/// A variant of chess.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Chess.
    #[default]
    Standard,
    /// Chess960.
    Chess960,
    /// Saktris: the pieces arrive one by one.
    Saktris,
}

/// Whether the third repetition and the fiftieth move end a game.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Draws {
    /// If they are claimed.
    #[default]
    Claim,
    /// By themselves.
    Automatic,
}

/// How strictly the players are held to the laws on conduct.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// A touched piece may be left.
    #[default]
    Casual,
    /// A touched piece must be moved or taken.
    Formal,
}

/// Options that make no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionsError {
    /// The clock cannot be read.
    Clock(ParseTimeControlError),
    /// The position cannot be read.
    Fen(ParseFenError),
    /// The position cannot be played.
    Setup(SetupErrors),
    /// The game would be over before it begins.
    Over(game::Ending),
    /// A rated game begins as the variant does, and with a clock.
    Unratable,
    /// The options of Saktris cannot be.
    Saktris(SaktrisProblem),
}

impl Default for Clock {
    fn default() -> Clock {
        Clock("10+5".to_owned())
    }
}

impl GameOptions {
    /// The options as the referee knows them, for players who are not at one
    /// board: the first move costs no time, and a slow line is forgiven a
    /// little. The lot decides where Chess960 has no position and Saktris no
    /// seed.
    ///
    /// # Errors
    ///
    /// The first option that cannot be.
    pub fn read(&self, lot: u64) -> Result<game::Options, OptionsError> {
        let control: TimeControl = self.clock.0.parse().map_err(OptionsError::Clock)?;
        let options = self.begin(lot)?;
        if let Some(outcome) = options.start.outcome() {
            return Err(OptionsError::Over(outcome.into()));
        }
        let is_known =
            self.start.is_some() || self.saktris.as_ref().is_some_and(|it| it.seed.is_some());
        if self.rated && (is_known || control == TimeControl::None) {
            return Err(OptionsError::Unratable);
        }
        Ok(game::Options {
            lag: LagCompensation::for_control(&control),
            first_moves: game::FirstMoves::Free {
                limit: first_move_limit(&control),
            },
            conduct: match self.conduct {
                Conduct::Casual => game::Conduct::Casual,
                Conduct::Formal => game::Conduct::Formal,
            },
            draws: match self.draws {
                Draws::Claim => game::Draws::ByClaim,
                Draws::Automatic => game::Draws::Automatic,
            },
            takebacks: match self.takebacks {
                Takebacks::Allowed => game::Takebacks::Allowed,
                Takebacks::Forbidden => game::Takebacks::Forbidden,
            },
            rating: if self.rated {
                game::Rating::Rated
            } else {
                game::Rating::Casual
            },
            control,
            ..options
        })
    }

    /// What the game begins with; all else is as usual.
    fn begin(&self, lot: u64) -> Result<game::Options, OptionsError> {
        let is_saktris = self.variant == Variant::Saktris;
        if self.saktris.is_some() && !is_saktris {
            return Err(OptionsError::Saktris(SaktrisProblem::NotSaktris));
        }
        if is_saktris && self.start.is_none() {
            let saktris = self.saktris.clone().unwrap_or_default();
            return saktris.read(lot).map_err(OptionsError::Saktris);
        }
        if self.saktris.is_some() {
            return Err(OptionsError::Saktris(SaktrisProblem::Start));
        }
        let position = match &self.start {
            Some(fen) => {
                let setup: Setup = fen.parse().map_err(OptionsError::Fen)?;
                setup.position().map_err(OptionsError::Setup)?
            }
            None if self.variant == Variant::Chess960 => {
                let number = u16::try_from(lot % 960).unwrap_or(0);
                Position::chess960(number).expect("there are 960 of them")
            }
            None => Position::start(),
        };
        let variant = self.variant.into();
        let start = position.with_variant(variant);
        if start.variant() != variant {
            return Err(OptionsError::Saktris(SaktrisProblem::NotSaktris));
        }
        Ok(game::Options::from_position(start))
    }
}

impl From<Variant> for rules::Variant {
    fn from(variant: Variant) -> rules::Variant {
        match variant {
            Variant::Standard => rules::Variant::Standard,
            Variant::Chess960 => rules::Variant::Chess960,
            Variant::Saktris => rules::Variant::Saktris,
        }
    }
}

/// Nobody waits for a first move longer than this: then the game is called off.
fn first_move_limit(control: &TimeControl) -> Option<game::Span> {
    match control {
        TimeControl::None => None,
        TimeControl::Correspondence { .. } => Some(game::Span::from_seconds(14 * 24 * 60 * 60)),
        _ => Some(game::Span::from_seconds(60)),
    }
}

impl OptionsError {
    /// A short name for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            OptionsError::Clock(_) => "invalid_clock",
            OptionsError::Fen(error) => error.code(),
            OptionsError::Setup(errors) => errors
                .errors()
                .first()
                .map_or("unplayable", |error| error.kind.code()),
            OptionsError::Over(_) => "over_before_it_begins",
            OptionsError::Unratable => "not_ratable",
            OptionsError::Saktris(problem) => problem.code(),
        }
    }
}

/// What cannot be, with the option that it is about and the byte of it.
impl From<&OptionsError> for Problem {
    fn from(error: &OptionsError) -> Problem {
        let (field, offset) = match error {
            OptionsError::Clock(error) => (Some("clock"), Some(error.offset)),
            OptionsError::Fen(error) => (Some("start"), Some(error.offset)),
            OptionsError::Setup(_) | OptionsError::Over(_) => (Some("start"), None),
            OptionsError::Unratable => (None, None),
            OptionsError::Saktris(problem) => (Some(problem.field()), None),
        };
        Problem {
            field: field.map(str::to_owned),
            offset,
            ..Problem::new(422, error.code(), error.to_string())
        }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Clock(error) => write!(f, "clock: {error}"),
            OptionsError::Fen(error) => write!(f, "start: {error}"),
            OptionsError::Setup(errors) => write!(f, "start: {errors}"),
            OptionsError::Over(ending) => {
                write!(f, "from this position there is nothing to play: {ending}")
            }
            OptionsError::Unratable => f.write_str(
                "a rated game needs a clock and begins as its variant does: \
                 leave the position and the seed out, or play a casual game",
            ),
            OptionsError::Saktris(problem) => write!(f, "{problem}"),
        }
    }
}

impl core::error::Error for OptionsError {}
