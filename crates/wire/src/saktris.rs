use core::fmt;

use arbiter_game::{self as game, Game};
use arbiter_rules::{self as rules, ByColor, Choice, Occupant, Position};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What is agreed on for a game of Saktris.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct SaktrisOptions {
    /// In which order pieces arrive.
    pub order: OrderMode,
    /// After how many moves of a side its next piece arrives.
    #[schema(minimum = 1, maximum = 5)]
    pub every: u8,
    /// Which groups of pieces leave the board.
    pub clearing: Clearing,
    /// How many of a side's next pieces everybody sees, the waiting one
    /// counted; the rest of a shuffled order is hidden until the game is over.
    #[schema(minimum = 1, maximum = 4)]
    pub preview: u8,
    /// The number that the order is shuffled with, in digits: the same number
    /// gives the same order. Without it the server draws one, which is hidden
    /// until the game is over. Not in a rated game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// In which order pieces arrive.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum OrderMode {
    /// Shuffled once, for both sides.
    #[default]
    Same,
    /// Shuffled for each side.
    Different,
    /// Always the same order, with the king last.
    Fixed,
    /// The player picks.
    Pick,
}

/// Which groups of pieces leave the board.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Clearing {
    /// Three of a kind side by side, and the first piece beyond them.
    #[default]
    Triplets,
    /// Three or more pawns of one color side by side in a rank.
    Rows,
    /// None.
    None,
}

/// What is to come in a game of Saktris, as far as it is public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Saktris {
    /// For White.
    pub white: SaktrisSide,
    /// For Black.
    pub black: SaktrisSide,
    /// After how many moves of a side its next piece arrives.
    pub every: u8,
    /// Which groups of pieces leave the board.
    pub clearing: Clearing,
    /// Whether a player picks what comes next.
    pub picks: bool,
}

/// What is to come for one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SaktrisSide {
    /// Whether a piece waits to be placed.
    pub waits: bool,
    /// The pieces that are known to come, as small letters: the next one
    /// first, or all from king to pawn where the player picks.
    pub next: Vec<String>,
    /// How many are to come, the waiting one included.
    pub left: usize,
    /// After how many more moves on the board the next one arrives; null if
    /// one waits or none is left.
    pub moves: Option<u16>,
}

/// What left the board with a move of Saktris.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Cleared {
    /// The squares of the pieces that stood side by side.
    pub run: Vec<String>,
    /// The square of the piece that went with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<String>,
    /// All pieces that left.
    pub pieces: Vec<ClearedPiece>,
}

/// A piece that left the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ClearedPiece {
    /// Where it stood.
    pub square: String,
    /// Its letter as FEN has it: a capital for White.
    pub piece: char,
}

/// What cannot be agreed on for Saktris.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaktrisProblem {
    /// After so many moves no piece arrives.
    Every,
    /// So many pieces are not seen ahead.
    Preview,
    /// The seed is no number.
    Seed,
    /// The variant is another.
    NotSaktris,
    /// The position says already how pieces arrive.
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
    /// The game's options; the lot is the seed where none is named.
    ///
    /// # Errors
    ///
    /// The first option that cannot be.
    pub(crate) fn read(&self, lot: u64) -> Result<game::Options, SaktrisProblem> {
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
            None => lot,
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
    /// What is to come in this game; nothing in one of chess.
    #[must_use]
    pub fn of(game: &Game) -> Option<Saktris> {
        Saktris::known(game.position(), |color| game.known_arrivals(color))
    }

    /// What is to come in a position that hides nothing.
    #[must_use]
    pub fn of_position(position: &Position) -> Option<Saktris> {
        Saktris::known(position, |_| usize::MAX)
    }

    fn known(position: &Position, known: impl Fn(rules::Color) -> usize) -> Option<Saktris> {
        let to_come = position.to_come()?;
        let arrival = to_come.arrival();
        let sides = ByColor::new_with(|color| {
            let order = to_come.to_come(color);
            let shown = order.iter().take(known(color));
            SaktrisSide {
                waits: to_come.waits(color),
                next: shown.map(letter).map(String::from).collect(),
                left: order.len(),
                moves: to_come.moves_to_go(color),
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
    /// What leaves with this legal move of a position.
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

/// The small letter of a piece.
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
    /// A short name for programs.
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

    /// The option that it is about.
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
            SaktrisProblem::Every => "every: a piece arrives after 1 to 5 moves",
            SaktrisProblem::Preview => "preview: from 1 to 4 of the next pieces are seen",
            SaktrisProblem::Seed => {
                "seed: a number from 0 to 18446744073709551615, written in digits"
            }
            SaktrisProblem::NotSaktris => {
                "variant: a position or options of Saktris need the variant `saktris`, and it \
                 needs them: its positions have the pieces to come after the board, [PNB/pnb]"
            }
            SaktrisProblem::Start => {
                "saktris: the position says already what arrives and how: leave one of the two out"
            }
        })
    }
}
