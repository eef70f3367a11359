//! Saktris: chess in which the pieces arrive one by one.
//!
//! The board starts empty. The sixteen pieces of each side arrive in a certain
//! order; a waiting piece is placed on the back rank, which takes a whole turn.
//! Three adjacent pieces of a kind leave the board. Everything that differs
//! from chess is in this module; the rules are in `docs/saktris.md`.
//!
//! ```
//! use arbiter_rules::{Arrival, Order, Position};
//!
//! let order: Order = "NPPPPPPPPBRQKNBR".parse()?;
//! let mut position = Position::saktris([order, order].into(), Arrival::default());
//! assert_eq!(position.legal_moves().count(), 8);
//!
//! let mv = position.read("N@g1")?;
//! position.play(mv);
//! assert_eq!(
//!     position.to_string(),
//!     "8/8/8/8/8/8/8/6N1[PPPPPPPPBRQKNBR/n*ppppppppbrqknbr] b - - 0 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clear;
mod ending;
mod explain;
mod moved;
mod moving;
mod order;
mod placing;
mod text;
mod turn;

use crate::{ByColor, Color, Position, Role, Setup, Square, mix64};

pub use clear::{Clear, Clearing};
pub(crate) use moved::Moved;
pub use order::{Order, ParseOrderError};
pub(crate) use text::{read_counters, read_orders};

/// The state of a Saktris game that the board does not show: the pieces that
/// remain to arrive, and the settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Saktris {
    sides: [Side; 2],
    /// The pieces that have moved, in the order of their last moves.
    moved: Moved,
    arrival: Arrival,
    /// Whether the last action was a pass.
    passed: bool,
}

/// The settings for how pieces arrive and leave, fixed before the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrival {
    /// The number of moves a side makes between two arrivals, from 1 to 5.
    pub every: u8,
    /// Which groups of pieces leave the board.
    pub clearing: Clearing,
    /// How the next piece is chosen.
    pub choice: Choice,
}

/// How the next piece is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Choice {
    /// By an order that is fixed before the game.
    #[default]
    Order,
    /// By the player, from all remaining pieces.
    Player,
}

/// The state of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Side {
    /// The remaining pieces, including a waiting one.
    order: Order,
    /// The number of moves made on the board, without placements and passes.
    moves: u16,
    /// The number of pieces placed.
    placed: u8,
    /// Whether a piece is waiting to be placed.
    waits: bool,
}

impl Default for Arrival {
    fn default() -> Arrival {
        Arrival {
            every: 1,
            clearing: Clearing::Triplets,
            choice: Choice::Order,
        }
    }
}

impl Side {
    const fn new(order: Order, placed: u8) -> Side {
        Side {
            order,
            moves: 0,
            placed,
            waits: false,
        }
    }
}

impl Saktris {
    /// Creates the state in which these pieces remain to arrive and the others
    /// of the sixteen have been placed.
    #[must_use]
    pub fn new(orders: ByColor<Order>, arrival: Arrival) -> Saktris {
        let side = |color| {
            let order: Order = orders[color];
            let order = match arrival.choice {
                Choice::Order => order,
                Choice::Player => order.sorted(),
            };
            Side::new(order, 16_u8.saturating_sub(order.len() as u8))
        };
        Saktris {
            sides: [side(Color::White), side(Color::Black)],
            moved: Moved::NONE,
            arrival: Arrival {
                every: arrival.every.clamp(1, 5),
                ..arrival
            },
            passed: false,
        }
    }

    /// Returns the remaining pieces of a side, the next one first, including a
    /// waiting piece. If the player chooses, the order has no meaning.
    #[must_use]
    pub const fn to_come(&self, color: Color) -> Order {
        self.sides[color as usize].order
    }

    /// Reports whether a piece of this side is waiting to be placed.
    #[must_use]
    pub const fn waits(&self, color: Color) -> bool {
        self.sides[color as usize].waits
    }

    /// Returns the waiting piece, unless the player still has to choose it.
    #[must_use]
    pub fn waiting(&self, color: Color) -> Option<Role> {
        let side = self.side(color);
        let is_settled = side.waits && self.arrival.choice == Choice::Order;
        side.order.first().filter(|_| is_settled)
    }

    /// Returns the number of pieces a side has placed.
    #[must_use]
    pub const fn placed(&self, color: Color) -> u8 {
        self.sides[color as usize].placed
    }

    /// Returns the number of moves a side has made on the board.
    #[must_use]
    pub const fn moves(&self, color: Color) -> u16 {
        self.sides[color as usize].moves
    }

    /// Returns the number of moves on the board until the side's next piece
    /// arrives; `None` if no pieces remain or one is already waiting.
    #[must_use]
    pub fn moves_to_go(&self, color: Color) -> Option<u16> {
        let side = self.side(color);
        let due = u16::from(side.placed) * u16::from(self.arrival.every);
        (!side.waits && !side.order.is_empty()).then(|| due.saturating_sub(side.moves))
    }

    /// Returns the settings.
    #[must_use]
    pub const fn arrival(&self) -> Arrival {
        self.arrival
    }

    /// Returns the state with another order of the remaining pieces, for players
    /// who do not know the real one and have to assume one. An order with other
    /// pieces is ignored.
    #[must_use]
    pub fn with_order(mut self, color: Color, order: Order) -> Saktris {
        let side = &mut self.sides[color as usize];
        if order.sorted() == side.order.sorted() {
            side.order = order;
        }
        self
    }

    /// Reports whether the piece on this square has not moved since it was
    /// placed.
    fn is_unmoved(&self, square: Square) -> bool {
        self.moved.since(square).is_none()
    }

    const fn side(&self, color: Color) -> &Side {
        &self.sides[color as usize]
    }

    const fn side_mut(&mut self, color: Color) -> &mut Side {
        &mut self.sides[color as usize]
    }

    /// Returns the part of the position's key for the remaining pieces.
    pub(crate) fn key(&self) -> u64 {
        let side = |color: Color| {
            let side = self.side(color);
            let waits = u64::from(side.waits) << 63;
            mix64(side.order.bits() ^ waits ^ (1 + color as u64) << 56)
        };
        side(Color::White) ^ side(Color::Black)
    }

    /// Reports whether the same pieces remain and wait.
    pub(crate) fn is_same_to_come(&self, other: &Saktris) -> bool {
        Color::ALL.into_iter().all(|color| {
            let (a, b) = (self.side(color), other.side(color));
            a.order == b.order && a.waits == b.waits
        })
    }
}

impl Position {
    /// Creates the starting position of Saktris with these orders of arrival:
    /// an empty board, with White's first piece waiting.
    #[must_use]
    pub fn saktris(orders: ByColor<Order>, arrival: Arrival) -> Position {
        let setup = Setup {
            saktris: Some(Saktris::new(orders, arrival)),
            ..Setup::EMPTY
        };
        setup.position_unchecked(0)
    }

    /// Returns the state of Saktris, if that is the variant.
    #[inline]
    #[must_use]
    pub fn saktris_state(&self) -> Option<&Saktris> {
        self.saktris.as_deref()
    }

    /// Returns the position with another order of the remaining pieces; see
    /// [`Saktris::with_order`].
    #[must_use]
    pub fn with_order(mut self, color: Color, order: Order) -> Position {
        if let Some(saktris) = &mut self.saktris {
            self.key ^= saktris.key();
            **saktris = saktris.with_order(color, order);
            self.key ^= saktris.key();
        }
        self
    }

    #[inline(always)]
    pub(crate) fn is_saktris(&self) -> bool {
        self.saktris.is_some()
    }

    /// Returns the side whose king was cleared off the board, which happens only
    /// in Saktris.
    #[inline]
    #[must_use]
    pub fn lost_king(&self) -> Option<Color> {
        let saktris = self.saktris_state()?;
        Color::ALL.into_iter().find(|&color| {
            self.board.king(color).is_none() && !saktris.to_come(color).contains(Role::King)
        })
    }
}
