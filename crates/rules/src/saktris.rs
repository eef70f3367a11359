//! Saktris: chess in which the pieces arrive one by one.
//!
//! The board is empty at first. Each side has an order in which its sixteen
//! pieces arrive; the one that waits is placed on the back rank, which is the
//! whole turn. Three pieces of a kind side by side leave the board. All that
//! differs from chess is in this module; `docs/saktris.md` has the rules.
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

use crate::{ByColor, Color, Position, Role, Setup, Square, Variant, mix64};

pub use clear::{Clear, Clearing};
pub(crate) use moved::Moved;
pub(crate) use moving::SaktrisTurn;
pub use order::{Order, ParseOrderError};
pub(crate) use text::{read_counters, read_orders};

/// What a position of Saktris knows besides the board: who has which pieces
/// to come, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Saktris {
    sides: [Side; 2],
    /// Which pieces have moved, and in what order.
    moved: Moved,
    arrival: Arrival,
    /// Whether the last turn was a pass.
    passed: bool,
}

/// How pieces arrive and leave, agreed upon before the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrival {
    /// After how many moves of a side its next piece arrives, from 1 to 5.
    pub every: u8,
    /// Which groups of pieces leave the board.
    pub clearing: Clearing,
    /// Who says which piece comes next.
    pub choice: Choice,
}

/// Who says which piece comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Choice {
    /// The order, settled before the game.
    #[default]
    Order,
    /// The player, among all that are still to come.
    Player,
}

/// What is to come for one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Side {
    /// What is to come, the piece that waits included.
    order: Order,
    /// Moves on the board; placing and passing are none.
    moves: u16,
    placed: u8,
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
    const NONE: Side = Side::new(Order::EMPTY, 0);

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
    /// What a position of another variant has: nothing.
    pub(crate) const NONE: Saktris = Saktris {
        sides: [Side::NONE; 2],
        moved: Moved::NONE,
        // All zeros, so that it is written in a few instructions.
        arrival: Arrival {
            every: 0,
            clearing: Clearing::Triplets,
            choice: Choice::Order,
        },
        passed: false,
    };

    /// These pieces are to come, and all others of the sixteen are placed.
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

    /// What is to come for a side, the next piece first and the one that waits
    /// included. Where the player chooses, the order means nothing.
    #[must_use]
    pub const fn to_come(&self, color: Color) -> Order {
        self.sides[color as usize].order
    }

    /// Whether a piece of this side waits to be placed.
    #[must_use]
    pub const fn waits(&self, color: Color) -> bool {
        self.sides[color as usize].waits
    }

    /// The piece that waits, if that is settled.
    #[must_use]
    pub fn waiting(&self, color: Color) -> Option<Role> {
        let side = self.side(color);
        let is_settled = side.waits && self.arrival.choice == Choice::Order;
        side.order.first().filter(|_| is_settled)
    }

    /// How many pieces a side has placed.
    #[must_use]
    pub const fn placed(&self, color: Color) -> u8 {
        self.sides[color as usize].placed
    }

    /// How many moves a side has made on the board.
    #[must_use]
    pub const fn moves(&self, color: Color) -> u16 {
        self.sides[color as usize].moves
    }

    /// After how many more moves on the board the side's next piece arrives;
    /// none if nothing is to come or a piece waits already.
    #[must_use]
    pub fn moves_to_go(&self, color: Color) -> Option<u16> {
        let side = self.side(color);
        let due = u16::from(side.placed) * u16::from(self.arrival.every);
        (!side.waits && !side.order.is_empty()).then(|| due.saturating_sub(side.moves))
    }

    /// How pieces arrive and leave.
    #[must_use]
    pub const fn arrival(&self) -> Arrival {
        self.arrival
    }

    /// The same with another order for what is to come, for whoever does not
    /// know it and has to imagine one. Nothing changes unless it has the same
    /// pieces.
    #[must_use]
    pub fn with_order(mut self, color: Color, order: Order) -> Saktris {
        let side = &mut self.sides[color as usize];
        if order.sorted() == side.order.sorted() {
            side.order = order;
        }
        self
    }

    /// Whether a piece has stood still since it was placed on this square.
    fn is_unmoved(&self, square: Square) -> bool {
        self.moved.since(square).is_none()
    }

    const fn side(&self, color: Color) -> &Side {
        &self.sides[color as usize]
    }

    const fn side_mut(&mut self, color: Color) -> &mut Side {
        &mut self.sides[color as usize]
    }

    /// The part of a position's key that is about what is to come.
    pub(crate) fn key(&self) -> u64 {
        let side = |color: Color| {
            let side = self.side(color);
            let waits = u64::from(side.waits) << 63;
            mix64(side.order.bits() ^ waits ^ (1 + color as u64) << 56)
        };
        side(Color::White) ^ side(Color::Black)
    }

    /// Whether two positions are the same as far as what is to come goes.
    pub(crate) fn is_same_to_come(&self, other: &Saktris) -> bool {
        Color::ALL.into_iter().all(|color| {
            let (a, b) = (self.side(color), other.side(color));
            a.order == b.order && a.waits == b.waits
        })
    }
}

impl Position {
    /// An empty board to which the pieces of both sides come in these orders;
    /// the first of White's waits at once.
    #[must_use]
    pub fn saktris(orders: ByColor<Order>, arrival: Arrival) -> Position {
        let setup = Setup {
            saktris: Some(Saktris::new(orders, arrival)),
            ..Setup::EMPTY
        };
        setup.position_unchecked(0)
    }

    /// What is to come, if this is Saktris.
    #[inline]
    #[must_use]
    pub fn to_come(&self) -> Option<&Saktris> {
        self.is_saktris().then_some(&self.saktris)
    }

    /// The same position with another order for what is to come; see
    /// [`Saktris::with_order`].
    #[must_use]
    pub fn with_order(mut self, color: Color, order: Order) -> Position {
        self.key ^= self.saktris.key();
        self.saktris = self.saktris.with_order(color, order);
        self.key ^= self.saktris.key();
        self
    }

    #[inline(always)]
    pub(crate) fn is_saktris(&self) -> bool {
        self.variant == Variant::Saktris
    }

    /// The side whose king was cleared off the board: he is neither there nor
    /// to come. Only Saktris has such an end.
    #[inline]
    #[must_use]
    pub fn lost_king(&self) -> Option<Color> {
        let saktris = self.to_come()?;
        Color::ALL.into_iter().find(|&color| {
            self.board.king(color).is_none() && !saktris.to_come(color).contains(Role::King)
        })
    }
}
