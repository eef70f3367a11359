use core::fmt;

use arbiter_game::{self as game, LagCompensation, ParseTimeControlError, TimeControl};
use arbiter_rules::{self as rules, ParseFenError, Position, Setup, SetupErrors};
use serde::{Deserialize, Serialize};

use crate::{SaktrisOptions, SaktrisProblem, json::is_false};

/// What the players agree on before the game. Every option has a default.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GameOptions {
    /// The variant of chess.
    pub variant: Variant,
    /// The starting position in FEN. If it is absent, the game starts from the
    /// usual position, or from a random one in Chess960.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The time control: `5+3`, `3d2`, `10+5x30`, `3 days`, …, or `-` for none.
    pub clock: Clock,
    /// Whether threefold repetition and the fifty-move rule need a claim.
    pub draws: Draws,
    /// Whether the touch-move rule applies.
    pub conduct: Conduct,
    /// Whether the players may request takebacks.
    #[serde(rename = "take_backs")]
    pub takebacks: Takebacks,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether a player may give up half of their time before their first move, as in an
    /// arena.
    #[serde(default, skip_serializing_if = "is_false")]
    pub berserk: bool,
    /// The options of Saktris.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saktris: Option<SaktrisOptions>,
}

/// A time control in its short notation, such as `5+3`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(transparent)]
pub struct Clock(pub String);

/// Whether takebacks are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// A move is taken back if the opponent agrees. Never in a rated or formal game.
    #[default]
    Allowed,
    /// No move is ever taken back.
    Forbidden,
}

/// A variant of chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960 (Fischer random chess).
    Chess960,
    /// Saktris, in which the pieces arrive one by one.
    Saktris,
}

/// Whether threefold repetition and the fifty-move rule end a game by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Draws {
    /// A player has to claim the draw.
    #[default]
    Claim,
    /// The game ends at once.
    Automatic,
}

/// How strictly the rules of conduct are enforced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// Touching a piece has no consequences.
    #[default]
    Casual,
    /// A touched piece must be moved or captured.
    Formal,
}

/// Why options are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionsError {
    /// The time control cannot be parsed.
    Clock(ParseTimeControlError),
    /// The starting position is not valid FEN.
    Fen(ParseFenError),
    /// The starting position cannot be played.
    Setup(SetupErrors),
    /// The game would be over in its starting position.
    Over(game::Ending),
    /// A rated game needs a clock and the standard start of its variant.
    Unratable,
    /// The options of Saktris are invalid.
    Saktris(SaktrisProblem),
}

impl Default for Clock {
    fn default() -> Clock {
        Clock("10+5".to_owned())
    }
}

impl GameOptions {
    /// Converts the options for the referee, for players who are not at the same
    /// board: the first moves are untimed, and some network lag is not charged.
    /// `random` chooses the starting position of Chess960 and the seed of Saktris
    /// if the options do not.
    ///
    /// Whether the starting position is dead is checked quickly and may be left
    /// open; [`game::Game::start`] proves it.
    ///
    /// # Errors
    ///
    /// Returns the first invalid option.
    pub fn read(&self, random: u64) -> Result<game::Options, OptionsError> {
        let control: TimeControl = self.clock.0.parse().map_err(OptionsError::Clock)?;
        let options = self.start_options(random)?;
        if let Some(outcome) = options.start.outcome_quick() {
            return Err(OptionsError::Over(outcome.into()));
        }
        let is_chosen =
            self.start.is_some() || self.saktris.as_ref().is_some_and(|it| it.seed.is_some());
        if self.rated
            && (is_chosen || matches!(control, TimeControl::None | TimeControl::Odds { .. }))
        {
            return Err(OptionsError::Unratable);
        }
        Ok(game::Options {
            lag: LagCompensation::for_control(&control),
            first_moves: game::FirstMoves::Free {
                limit: first_move_limit(&control),
            },
            control,
            ..self.agreed(options)
        })
    }

    /// Returns the same options as they apply to the game: a rated or formal game has no
    /// takebacks, whatever was chosen (R79).
    #[must_use]
    pub fn in_force(mut self) -> GameOptions {
        if !self.agreed(game::Options::default()).allows_takebacks() {
            self.takebacks = Takebacks::Forbidden;
        }
        self
    }

    /// Replaces what the players agree on, apart from the start and the clock.
    fn agreed(&self, options: game::Options) -> game::Options {
        game::Options {
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
            berserk: match self.berserk {
                true => game::Berserk::Allowed,
                false => game::Berserk::Forbidden,
            },
            rating: if self.rated {
                game::Rating::Rated
            } else {
                game::Rating::Casual
            },
            ..options
        }
    }

    /// Returns default options with the starting position.
    fn start_options(&self, random: u64) -> Result<game::Options, OptionsError> {
        let is_saktris = self.variant == Variant::Saktris;
        if self.saktris.is_some() && !is_saktris {
            return Err(OptionsError::Saktris(SaktrisProblem::NotSaktris));
        }
        if is_saktris && self.start.is_none() {
            let saktris = self.saktris.clone().unwrap_or_default();
            return saktris.read(random).map_err(OptionsError::Saktris);
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
                let number = u16::try_from(random % 960).unwrap_or(0);
                Position::chess960(number).expect("the number is below 960")
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

impl From<rules::Variant> for Variant {
    fn from(variant: rules::Variant) -> Variant {
        match variant {
            rules::Variant::Standard => Variant::Standard,
            rules::Variant::Chess960 => Variant::Chess960,
            rules::Variant::Saktris => Variant::Saktris,
        }
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

/// Returns how long a player may take for the first move before the game is
/// aborted.
fn first_move_limit(control: &TimeControl) -> Option<game::Span> {
    match control {
        TimeControl::None => None,
        TimeControl::Correspondence { .. } => Some(game::Span::from_seconds(14 * 24 * 60 * 60)),
        _ => Some(game::Span::from_seconds(60)),
    }
}

impl OptionsError {
    /// Returns a stable name for programs.
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

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Clock(error) => write!(f, "clock: {error}"),
            OptionsError::Fen(error) => write!(f, "start: {error}"),
            OptionsError::Setup(errors) => write!(f, "start: {errors}"),
            OptionsError::Over(ending) => {
                write!(f, "the game is already over in this position: {ending}")
            }
            OptionsError::Unratable => f.write_str(
                "a rated game needs a clock and the standard start of its variant: \
                 remove the position and the seed, or play a casual game",
            ),
            OptionsError::Saktris(problem) => write!(f, "{problem}"),
        }
    }
}

impl core::error::Error for OptionsError {}
