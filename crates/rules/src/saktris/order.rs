use core::{fmt, str::FromStr};

use crate::{Role, mix64};

/// The order in which up to sixteen pieces arrive, the next one first.
///
/// ```
/// use arbiter_rules::{Order, Role};
///
/// let order: Order = "PNBR".parse()?;
/// assert_eq!(order.first(), Some(Role::Pawn));
/// assert_eq!(order.len(), 4);
///
/// // A seed gives the same order on every machine.
/// assert_eq!(Order::shuffled(7), Order::shuffled(7));
/// assert_eq!(Order::shuffled(7).sorted(), Order::FIXED.sorted());
/// # Ok::<(), arbiter_rules::ParseOrderError>(())
/// ```
// Three bits per piece hold its role plus one; the next piece has the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Order(u64);

/// The error for a text that is not an order of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseOrderError {
    /// A character is not the letter of a piece.
    NotAPiece {
        /// The character found.
        found: char,
        /// Its byte offset.
        offset: usize,
    },
    /// There are more than sixteen pieces.
    TooMany,
}

const MAX_PIECES: usize = 16;

impl Order {
    /// The order without pieces.
    pub const EMPTY: Order = Order(0);

    /// The order of the mode `fixed`, with the king last.
    pub const FIXED: Order = {
        use Role::{Bishop as B, King as K, Knight as N, Pawn as P, Queen as Q, Rook as R};
        Order::of([P, P, N, P, B, P, R, P, Q, P, P, N, B, R, P, K])
    };

    const fn of(roles: [Role; MAX_PIECES]) -> Order {
        let mut bits = 0;
        let mut index = 0;
        while index < MAX_PIECES {
            bits |= (roles[index] as u64 + 1) << (3 * index);
            index += 1;
        }
        Order(bits)
    }

    /// Returns the sixteen pieces of a side in random order. The same seed gives
    /// the same order on every machine.
    #[must_use]
    pub fn shuffled(seed: u64) -> Order {
        Order::FIXED.sorted().reshuffled(seed)
    }

    /// Returns the same pieces in a random order that depends on the seed.
    #[must_use]
    pub fn reshuffled(self, seed: u64) -> Order {
        let mut roles = [Role::Pawn; MAX_PIECES];
        let length = self.len();
        for (place, role) in roles.iter_mut().zip(self.iter()) {
            *place = role;
        }
        // Consecutive seeds must not share parts of their sequences.
        let seed = mix64(seed);
        for last in (1..length).rev() {
            // The high bits of the product are distributed almost evenly.
            let random = u128::from(mix64(seed.wrapping_add(last as u64)));
            let chosen = ((random * (last as u128 + 1)) >> 64) as usize;
            roles.swap(last, chosen);
        }
        roles.into_iter().take(length).collect()
    }

    /// Returns an iterator over the pieces, the next one first.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        let mut left = self;
        core::iter::from_fn(move || {
            let role = left.first()?;
            left.0 >>= 3;
            Some(role)
        })
    }

    /// Returns the next piece.
    #[must_use]
    pub const fn first(self) -> Option<Role> {
        match self.0 & 7 {
            0 => None,
            code => Some(Role::ALL[(code as usize - 1) % 6]),
        }
    }

    /// Returns the number of pieces.
    #[must_use]
    pub const fn len(self) -> usize {
        (64 - self.0.leading_zeros() as usize).div_ceil(3)
    }

    /// Reports whether there are no pieces.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reports whether the order contains a piece of this role.
    #[must_use]
    pub fn contains(self, role: Role) -> bool {
        self.iter().any(|other| other == role)
    }

    /// Returns the number of pieces of this role.
    #[must_use]
    pub fn count(self, role: Role) -> usize {
        self.iter().filter(|&other| other == role).count()
    }

    /// Returns the order with a piece added at the end, unless it has sixteen.
    pub(super) fn with(self, role: Role) -> Option<Order> {
        let length = self.len();
        (length < MAX_PIECES).then_some(Order(self.0 | (role as u64 + 1) << (3 * length)))
    }

    /// Returns the order without the first piece of this role.
    #[must_use]
    pub fn without(self, role: Role) -> Order {
        match self.iter().position(|other| other == role) {
            Some(index) => {
                let before = self.0 & ((1 << (3 * index)) - 1);
                Order(before | (self.0 >> (3 * index + 3)) << (3 * index))
            }
            None => self,
        }
    }

    /// Returns the same pieces sorted from king to pawn.
    #[must_use]
    pub fn sorted(self) -> Order {
        let by_role = Role::ALL.into_iter().rev();
        by_role
            .flat_map(|role| core::iter::repeat_n(role, self.count(role)))
            .collect()
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

/// Takes the first sixteen roles.
impl FromIterator<Role> for Order {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Order {
        let numbered = roles.into_iter().take(MAX_PIECES).enumerate();
        Order(numbered.fold(0, |bits, (index, role)| {
            bits | (role as u64 + 1) << (3 * index)
        }))
    }
}

impl FromStr for Order {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Order, ParseOrderError> {
        for (offset, found) in text.char_indices() {
            if Role::from_letter(found).is_none() {
                return Err(ParseOrderError::NotAPiece { found, offset });
            }
        }
        if text.len() > MAX_PIECES {
            return Err(ParseOrderError::TooMany);
        }
        Ok(text.chars().filter_map(Role::from_letter).collect())
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|role| write!(f, "{}", role.letter()))
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ParseOrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseOrderError::NotAPiece { found, offset } => write!(
                f,
                "{found:?} is not a piece: an order consists of K, Q, R, B, N and P (byte {offset})"
            ),
            ParseOrderError::TooMany => write!(f, "a side has at most sixteen pieces"),
        }
    }
}

impl core::error::Error for ParseOrderError {}
