use core::{fmt, str::FromStr};

use arbiter_rules::{ByColor, Choice, Order};

/// Where the order of arriving pieces comes from, and how much of it the
/// players see. The order itself is part of the starting position.
///
/// ```
/// use arbiter_game::{Options, OrderMode, SaktrisOptions};
/// use arbiter_rules::{Clearing, Color};
///
/// let saktris = SaktrisOptions { order: OrderMode::Same, seed: 7, preview: 2 };
/// let options = Options::saktris(saktris, 1, Clearing::Triplets);
/// let state = options.start.saktris_state().expect("a game of Saktris");
/// assert_eq!(state.to_come(Color::White), state.to_come(Color::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SaktrisOptions {
    /// Where the order comes from.
    pub order: OrderMode,
    /// The seed of the shuffle. It has no meaning if nothing is shuffled.
    pub seed: u64,
    /// How many of a side's next pieces are public, including the waiting one:
    /// from 1 to 4.
    pub preview: u8,
}

/// Where the order of arriving pieces comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum OrderMode {
    /// The pieces are shuffled once, and both sides get the same order.
    #[default]
    Same,
    /// The pieces are shuffled separately for each side.
    Different,
    /// Both sides get [`Order::FIXED`], which is public.
    Fixed,
    /// There is no order: each player chooses the next piece.
    Pick,
}

/// The text is not a mode, a seed and a preview, as in `same/7/1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSaktrisError;

impl SaktrisOptions {
    /// The allowed values of [`preview`](SaktrisOptions::preview).
    pub const PREVIEWS: core::ops::RangeInclusive<u8> = 1..=4;

    /// Returns the order of each side.
    #[must_use]
    pub fn orders(&self) -> ByColor<Order> {
        let shuffled = Order::shuffled(self.seed);
        match self.order {
            OrderMode::Same => [shuffled; 2].into(),
            // A distant seed, so that the two shuffles share no random number.
            OrderMode::Different => {
                [shuffled, Order::shuffled(self.seed.wrapping_add(1 << 63))].into()
            }
            OrderMode::Fixed => [Order::FIXED; 2].into(),
            OrderMode::Pick => [Order::FIXED.sorted(); 2].into(),
        }
    }

    /// Returns who chooses the next piece.
    #[must_use]
    pub const fn choice(&self) -> Choice {
        match self.order {
            OrderMode::Pick => Choice::Player,
            OrderMode::Same | OrderMode::Different | OrderMode::Fixed => Choice::Order,
        }
    }
}

impl Default for SaktrisOptions {
    fn default() -> SaktrisOptions {
        SaktrisOptions {
            order: OrderMode::default(),
            seed: 0,
            preview: 1,
        }
    }
}

impl OrderMode {
    /// All modes.
    pub const ALL: [OrderMode; 4] = [
        OrderMode::Same,
        OrderMode::Different,
        OrderMode::Fixed,
        OrderMode::Pick,
    ];

    /// Returns the name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OrderMode::Same => "same",
            OrderMode::Different => "different",
            OrderMode::Fixed => "fixed",
            OrderMode::Pick => "pick",
        }
    }

    /// Returns the mode with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<OrderMode> {
        OrderMode::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Reports whether the order is random and can therefore be hidden.
    #[must_use]
    pub const fn is_shuffled(self) -> bool {
        matches!(self, OrderMode::Same | OrderMode::Different)
    }
}

/// Prints the options as they are written in the record of a game: `same/7/1`.
impl fmt::Display for SaktrisOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.order.name(), self.seed, self.preview)
    }
}

impl FromStr for SaktrisOptions {
    type Err = ParseSaktrisError;

    fn from_str(text: &str) -> Result<SaktrisOptions, ParseSaktrisError> {
        let mut parts = text.split('/');
        let mut next = || parts.next().ok_or(ParseSaktrisError);
        let saktris = SaktrisOptions {
            order: OrderMode::from_name(next()?).ok_or(ParseSaktrisError)?,
            seed: next()?.parse().map_err(|_| ParseSaktrisError)?,
            preview: next()?.parse().map_err(|_| ParseSaktrisError)?,
        };
        let is_whole = next().is_err() && Self::PREVIEWS.contains(&saktris.preview);
        is_whole.then_some(saktris).ok_or(ParseSaktrisError)
    }
}

impl fmt::Display for ParseSaktrisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a Saktris order with its seed and its preview, such as same/7/1")
    }
}

impl core::error::Error for ParseSaktrisError {}
