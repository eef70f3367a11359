//! Who gets which color in a pair (C.04.3, article 5).

use arbiter_rules::{ByColor, Color};

use super::Contender;

/// The rule that decides the colors of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorRule {
    /// Both preferences can be granted (5.2.1).
    Granted,
    /// The stronger preference, or of two absolute ones the wider difference, is
    /// granted (5.2.2).
    Stronger,
    /// The colors alternate with the last round in which they differed (5.2.3).
    Alternated,
    /// The higher ranked player's preference is granted (5.2.4).
    HigherRanked,
    /// Nobody has a preference: the pairing number decides (5.2.5).
    PairingNumber,
}

impl ColorRule {
    /// Returns the article of C.04.3.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            ColorRule::Granted => "5.2.1",
            ColorRule::Stronger => "5.2.2",
            ColorRule::Alternated => "5.2.3",
            ColorRule::HigherRanked => "5.2.4",
            ColorRule::PairingNumber => "5.2.5",
        }
    }
}

/// Returns the color of the first player, who is the higher ranked one, and the
/// rule that decides it.
pub(super) fn color_of_first(
    first: &Contender,
    second: &Contender,
    initial: Color,
) -> (Color, ColorRule) {
    let (own, other) = match (first.preference, second.preference) {
        (None, None) => {
            let color = if first.has_odd_number {
                initial
            } else {
                !initial
            };
            return (color, ColorRule::PairingNumber);
        }
        (Some(own), None) => return (own.color, ColorRule::Granted),
        (None, Some(other)) => return (!other.color, ColorRule::Granted),
        (Some(own), Some(other)) if own.color != other.color => {
            return (own.color, ColorRule::Granted);
        }
        (Some(own), Some(other)) => (own, other),
    };
    if own.strength != other.strength {
        let is_first = own.strength > other.strength;
        let color = if is_first { own.color } else { !own.color };
        return (color, ColorRule::Stronger);
    }
    let widths = (first.difference.abs(), second.difference.abs());
    if first.absolute().is_some() && widths.0 != widths.1 {
        let color = if widths.0 > widths.1 {
            own.color
        } else {
            !own.color
        };
        return (color, ColorRule::Stronger);
    }
    let history = first.colors.iter().rev().zip(second.colors.iter().rev());
    if let Some((&last, _)) = history.into_iter().find(|(left, right)| left != right) {
        return (!last, ColorRule::Alternated);
    }
    (own.color, ColorRule::HigherRanked)
}

/// Returns both players of a pair by color.
pub(super) fn by_color<T>(first: T, second: T, color: Color) -> ByColor<T> {
    match color {
        Color::White => ByColor::from([first, second]),
        Color::Black => ByColor::from([second, first]),
    }
}
