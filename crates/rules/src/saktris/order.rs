use core::{fmt, str::FromStr};

use crate::{Role, mix64};

/// In which order pieces arrive, sixteen at most, the next one first.
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
// Three bits a piece, its role and one, the next piece lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Order(u64);

/// Why a text is not an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseOrderError {
    /// No piece has this letter.
    NotAPiece {
        /// What stands there.
        found: char,
        /// The byte where it stands.
        offset: usize,
    },
    /// A side has sixteen pieces.
    TooMany,
}

const MOST: usize = 16;

impl Order {
    /// Nothing is to come.
    pub const EMPTY: Order = Order(0);

    /// The order of the mode `fixed`, with the king last.
    pub const FIXED: Order = {
        use Role::{Bishop as B, King as K, Knight as N, Pawn as P, Queen as Q, Rook as R};
        Order::of([P, P, N, P, B, P, R, P, Q, P, P, N, B, R, P, K])
    };

    const fn of(roles: [Role; MOST]) -> Order {
        let mut bits = 0;
        let mut index = 0;
        while index < MOST {
            bits |= (roles[index] as u64 + 1) << (3 * index);
            index += 1;
        }
        Order(bits)
    }

    /// The sixteen pieces of a side, shuffled: a seed gives the same order on
    /// every machine.
    #[must_use]
    pub fn shuffled(seed: u64) -> Order {
        Order::FIXED.sorted().reshuffled(seed)
    }

    /// The same pieces in another order.
    #[must_use]
    pub fn reshuffled(self, seed: u64) -> Order {
        let mut roles = [Role::Pawn; MOST];
        let length = self.len();
        for (place, role) in roles.iter_mut().zip(self.iter()) {
            *place = role;
        }
        // Seeds that follow one another must not give orders that do.
        let seed = mix64(seed);
        for last in (1..length).rev() {
            // The high bits of a product pick evenly, as good as.
            let random = u128::from(mix64(seed.wrapping_add(last as u64)));
            let chosen = ((random * (last as u128 + 1)) >> 64) as usize;
            roles.swap(last, chosen);
        }
        roles.into_iter().take(length).collect()
    }

    /// The pieces, the next one first.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        let mut left = self;
        core::iter::from_fn(move || {
            let role = left.first()?;
            left.0 >>= 3;
            Some(role)
        })
    }

    /// The next piece.
    #[must_use]
    pub const fn first(self) -> Option<Role> {
        match self.0 & 7 {
            0 => None,
            code => Some(Role::ALL[(code as usize - 1) % 6]),
        }
    }

    /// How many are to come.
    #[must_use]
    pub const fn len(self) -> usize {
        (64 - self.0.leading_zeros() as usize).div_ceil(3)
    }

    /// Whether none is.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether such a piece is to come.
    #[must_use]
    pub fn contains(self, role: Role) -> bool {
        self.iter().any(|other| other == role)
    }

    /// How many such pieces are to come.
    #[must_use]
    pub fn count(self, role: Role) -> usize {
        self.iter().filter(|&other| other == role).count()
    }

    /// The order with one more piece at its end; none if it has sixteen.
    pub(super) fn with(self, role: Role) -> Option<Order> {
        let length = self.len();
        (length < MOST).then_some(Order(self.0 | (role as u64 + 1) << (3 * length)))
    }

    /// The order without the first such piece.
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

    /// The same pieces from king to pawn: Q before R before B before N.
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

/// Takes the first sixteen.
impl FromIterator<Role> for Order {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Order {
        let numbered = roles.into_iter().take(MOST).enumerate();
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
        if text.len() > MOST {
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
                "{found:?} is no piece: an order is made of K, Q, R, B, N and P (byte {offset})"
            ),
            ParseOrderError::TooMany => write!(f, "a side has sixteen pieces, not more"),
        }
    }
}

impl core::error::Error for ParseOrderError {}
