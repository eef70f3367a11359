use core::fmt;

use arbiter_game::{self as game, Game};
use arbiter_rules::{self as rules, ByColor, Choice, Occupant, Position};
use serde::{Deserialize, Serialize};

/// The options of a game of Saktris.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SaktrisOptions {
    /// The order in which pieces arrive.
    pub order: OrderMode,
    /// The number of moves of a side after which its next piece arrives.
    #[cfg_attr(feature = "descriptions", schema(minimum = 1, maximum = 5))]
    pub every: u8,
    /// Which groups of pieces are cleared from the board.
    pub clearing: Clearing,
    /// How many of a side's next pieces are public, including the waiting one. The
    /// rest of a shuffled order is hidden until the game is over.
    #[cfg_attr(feature = "descriptions", schema(minimum = 1, maximum = 4))]
    pub preview: u8,
    /// The seed of the shuffled order, in digits. The same seed gives the same
    /// order. If it is absent, the server chooses a random one and hides it until
    /// the game is over. Not allowed in a rated game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// The order in which pieces arrive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OrderMode {
    /// Shuffled, and the same for both sides.
    #[default]
    Same,
    /// Shuffled separately for each side.
    Different,
    /// A fixed order with the king last.
    Fixed,
    /// Chosen by the player, piece by piece.
    Pick,
}

/// Which groups of pieces are cleared from the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Clearing {
    /// Three pieces of a kind side by side, and the first piece beyond them.
    #[default]
    Triplets,
    /// Three or more pawns of one color side by side in a rank.
    Rows,
    /// No pieces are cleared.
    None,
}

/// The arriving pieces in a game of Saktris, as far as they are public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Saktris {
    /// The arriving pieces of White.
    pub white: SaktrisSide,
    /// The arriving pieces of Black.
    pub black: SaktrisSide,
    /// The number of moves of a side after which its next piece arrives.
    pub every: u8,
    /// Which groups of pieces are cleared from the board.
    pub clearing: Clearing,
    /// Whether the players choose their next pieces.
    pub picks: bool,
}

/// The arriving pieces of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SaktrisSide {
    /// Whether a piece waits to be placed.
    pub waits: bool,
    /// The letters of the public pieces, in lower case: the next one first, or all
    /// from king to pawn if the player chooses.
    pub next: Vec<String>,
    /// The number of pieces to come, including the waiting one.
    pub left: usize,
    /// The number of moves on the board after which the next piece arrives. Null
    /// if a piece waits or none is left.
    pub moves: Option<u16>,
}

/// The pieces that a move cleared from the board in Saktris.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Cleared {
    /// The squares of the pieces side by side.
    pub run: Vec<String>,
    /// The square of the piece beyond them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<String>,
    /// All cleared pieces.
    pub pieces: Vec<ClearedPiece>,
}

/// A cleared piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClearedPiece {
    /// The square it was cleared from.
    pub square: String,
    /// The letter in FEN: upper case for White.
    pub piece: char,
}

/// Why options of Saktris are invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaktrisProblem {
    /// `every` is out of range.
    Every,
    /// `preview` is out of range.
    Preview,
    /// `seed` is not a number.
    Seed,
    /// The variant does not match the options or the position.
    NotSaktris,
    /// The starting position already says how pieces arrive.
    Start,
}

impl Default for SaktrisOptions {
    fn default() -> SaktrisOptions {
        SaktrisOptions {
            order: OrderMode::default(),
            every: 1,
            clearing: Clearing::default(),
            preview: 1,
            seed: None,
        }
    }
}

impl SaktrisOptions {
    /// Converts the options for the referee. `random` is the seed if they have
    /// none.
    ///
    /// # Errors
    ///
    /// Returns the first invalid option.
    pub(crate) fn read(&self, random: u64) -> Result<game::Options, SaktrisProblem> {
        if !(1..=5).contains(&self.every) {
            return Err(SaktrisProblem::Every);
        }
        if !game::SaktrisOptions::PREVIEWS.contains(&self.preview) {
            return Err(SaktrisProblem::Preview);
        }
        let seed = match &self.seed {
            Some(digits) if digits.bytes().all(|it| it.is_ascii_digit()) => {
                digits.parse().map_err(|_| SaktrisProblem::Seed)?
            }
            Some(_) => return Err(SaktrisProblem::Seed),
            None => random,
        };
        let saktris = game::SaktrisOptions {
            order: self.order.into(),
            seed,
            preview: self.preview,
        };
        let clearing = self.clearing.into();
        Ok(game::Options::saktris(saktris, self.every, clearing))
    }
}

impl Saktris {
    /// Returns the arriving pieces of a game. `None` if it is not Saktris.
    #[must_use]
    pub fn of(game: &Game) -> Option<Saktris> {
        Saktris::known(game.position(), |color| game.known_arrivals(color))
    }

    /// Returns the arriving pieces of a position, all of them public.
    #[must_use]
    pub fn of_position(position: &Position) -> Option<Saktris> {
        Saktris::known(position, |_| usize::MAX)
    }

    fn known(position: &Position, known: impl Fn(rules::Color) -> usize) -> Option<Saktris> {
        let state = position.saktris_state()?;
        let arrival = state.arrival();
        let sides = ByColor::new_with(|color| {
            let order = state.to_come(color);
            let shown = order.iter().take(known(color));
            SaktrisSide {
                waits: state.waits(color),
                next: shown.map(letter).map(String::from).collect(),
                left: order.len(),
                moves: state.moves_to_go(color),
            }
        });
        let ByColor { white, black } = sides;
        Some(Saktris {
            white,
            black,
            every: arrival.every,
            clearing: arrival.clearing.into(),
            picks: arrival.choice == Choice::Player,
        })
    }
}

impl Cleared {
    /// Returns the pieces that this legal move clears from the board.
    #[must_use]
    pub fn of(position: &Position, mv: rules::Move) -> Option<Cleared> {
        position.clear(mv).map(|clear| Cleared {
            run: clear.run.iter().map(|it| it.to_string()).collect(),
            beyond: clear.beyond.map(|it| it.to_string()),
            pieces: clear.pieces().map(ClearedPiece::from).collect(),
        })
    }
}

impl From<Occupant> for ClearedPiece {
    fn from(occupant: Occupant) -> ClearedPiece {
        ClearedPiece {
            square: occupant.square.to_string(),
            piece: occupant.piece.letter(),
        }
    }
}

/// Returns the letter of a piece in lower case.
pub(crate) fn letter(role: rules::Role) -> char {
    role.letter().to_ascii_lowercase()
}

impl From<OrderMode> for game::OrderMode {
    fn from(order: OrderMode) -> game::OrderMode {
        match order {
            OrderMode::Same => game::OrderMode::Same,
            OrderMode::Different => game::OrderMode::Different,
            OrderMode::Fixed => game::OrderMode::Fixed,
            OrderMode::Pick => game::OrderMode::Pick,
        }
    }
}

impl From<Clearing> for rules::Clearing {
    fn from(clearing: Clearing) -> rules::Clearing {
        match clearing {
            Clearing::Triplets => rules::Clearing::Triplets,
            Clearing::Rows => rules::Clearing::Rows,
            Clearing::None => rules::Clearing::None,
        }
    }
}

impl From<rules::Clearing> for Clearing {
    fn from(clearing: rules::Clearing) -> Clearing {
        match clearing {
            rules::Clearing::Triplets => Clearing::Triplets,
            rules::Clearing::Rows => Clearing::Rows,
            rules::Clearing::None => Clearing::None,
        }
    }
}

impl SaktrisProblem {
    /// Returns a stable name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            SaktrisProblem::Every => "invalid_every",
            SaktrisProblem::Preview => "invalid_preview",
            SaktrisProblem::Seed => "invalid_seed",
            SaktrisProblem::NotSaktris => "not_saktris",
            SaktrisProblem::Start => "saktris_and_start",
        }
    }

    /// Returns the option that is invalid.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            SaktrisProblem::Every => "saktris.every",
            SaktrisProblem::Preview => "saktris.preview",
            SaktrisProblem::Seed => "saktris.seed",
            SaktrisProblem::NotSaktris => "variant",
            SaktrisProblem::Start => "saktris",
        }
    }
}

impl fmt::Display for SaktrisProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SaktrisProblem::Every => "every: the number of moves must be from 1 to 5",
            SaktrisProblem::Preview => "preview: the number of pieces must be from 1 to 4",
            SaktrisProblem::Seed => {
                "seed: expected a number from 0 to 18446744073709551615"
            }
            SaktrisProblem::NotSaktris => {
                "variant: a position or options of Saktris require the variant `saktris`, and a \
                 position of that variant lists the arriving pieces after the board: [PNB/pnb]"
            }
            SaktrisProblem::Start => {
                "saktris: the position already says which pieces arrive and how: remove one of the two"
            }
        })
    }
}
