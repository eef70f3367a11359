use std::collections::BTreeMap;

use arbiter_rules::{self as rules, Choice, Setup, UciMove};
use serde::{Deserialize, Serialize};

use super::{InvalidInput, names, setup};
use crate::{Color, SaktrisSide, saktris::letter};

/// What a player has planned while the opponent thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PremovesQuery {
    /// The position, as in the `fen` of a `GameState`: hidden pieces to come may be `?`.
    #[cfg_attr(
        feature = "descriptions",
        schema(example = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    )]
    pub fen: String,
    /// The side that plans.
    pub color: Color,
    /// The moves that it has planned, in UCI and in their order.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What a player can plan next. Whether a planned move is legal is decided
/// when it is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Premoves {
    /// How many of the planned moves are possible. Those after them cannot be
    /// played and are ignored.
    pub possible: usize,
    /// The squares that each piece could reach, whatever the opponent plays.
    pub targets: BTreeMap<String, Vec<String>>,
    /// What arrives on the turn that is planned, in Saktris.
    pub arrival: Option<NextArrival>,
}

/// What a player of Saktris can place on the turn that is planned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "descriptions", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NextArrival {
    /// The pieces still to come, before that turn.
    pub side: SaktrisSide,
    /// Whether a piece will be waiting.
    pub due: bool,
    /// Whether it must be placed, so that no move can be planned.
    pub must_place: bool,
    /// Where each known piece could be placed, by its lowercase letter.
    pub places: BTreeMap<String, Vec<String>>,
}

impl Premoves {
    /// Returns what a side can plan after the moves it has already planned.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid FEN.
    pub fn of(ask: &PremovesQuery) -> Result<Premoves, InvalidInput> {
        let color = rules::Color::from(ask.color);
        let setup = setup(&revealed(&ask.fen))?;
        let planned: Vec<UciMove> = ask.moves.iter().map_while(|mv| mv.parse().ok()).collect();
        let premoves = setup.premoves(color, &planned);
        let is_placed = |mv: &&UciMove| matches!(mv, UciMove::Place { .. });
        let placed = planned.iter().take(premoves.possible).filter(is_placed);
        let known = known(&ask.fen, color).saturating_sub(placed.count());
        Ok(Premoves {
            possible: premoves.possible,
            targets: premoves
                .targets
                .into_iter()
                .map(|(from, targets)| (from.to_string(), names(targets)))
                .collect(),
            arrival: premoves
                .arrival
                .map(|arrival| NextArrival::of(arrival, known, chooses(&setup))),
        })
    }
}

impl NextArrival {
    /// Returns the public part of an arrival: the first `known` pieces of the
    /// order.
    fn of(arrival: rules::NextArrival, known: usize, chooses: bool) -> NextArrival {
        let next: Vec<String> = arrival
            .order
            .iter()
            .take(known)
            .map(|role| letter(role).to_string())
            .collect();
        // The next piece may be hidden, and then so is where it could go.
        let is_public = chooses || known > 0;
        let places = arrival.places.into_iter().filter(|_| is_public);
        NextArrival {
            side: SaktrisSide {
                waits: arrival.waits,
                next,
                left: arrival.order.len(),
                moves: arrival.moves_to_go,
            },
            due: arrival.is_due,
            must_place: arrival.must_place,
            places: places
                .map(|(role, squares)| (letter(role).to_string(), names(squares)))
                .collect(),
        }
    }
}

fn chooses(setup: &Setup) -> bool {
    let saktris = setup.saktris.as_ref();
    saktris.is_some_and(|it| it.arrival().choice == Choice::Player)
}

/// Replaces each hidden piece by a pawn, which can be placed on any square:
/// only how many are hidden matters.
fn revealed(fen: &str) -> String {
    let mut is_black = false;
    let revealed = fen.chars().map(|letter| match letter {
        '[' => {
            is_black = false;
            letter
        }
        '/' => {
            is_black = true;
            letter
        }
        '?' if is_black => 'p',
        '?' => 'P',
        _ => letter,
    });
    revealed.collect()
}

/// Returns how many of the pieces to come are known for a side.
fn known(fen: &str, color: rules::Color) -> usize {
    let orders = fen
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    let (white, black) = orders
        .and_then(|(orders, _)| orders.split_once('/'))
        .unwrap_or_default();
    let order = match color {
        rules::Color::White => white,
        rules::Color::Black => black,
    };
    let shown = order.chars().take_while(|&letter| letter != '?');
    shown.filter(char::is_ascii_alphabetic).count()
}
