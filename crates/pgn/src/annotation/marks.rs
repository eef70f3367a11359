use core::fmt;

use arbiter_rules::Square;

/// The color of a highlighted square or an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MarkColor {
    Green,
    Red,
    Yellow,
    Blue,
}

/// A highlighted square: `Ga1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Its color.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

/// An arrow: `Ge2e4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Its color.
    pub color: MarkColor,
    /// The square at which it begins.
    pub from: Square,
    /// The square to which it points.
    pub to: Square,
}

impl MarkColor {
    /// Returns its letter in PGN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            MarkColor::Green => 'G',
            MarkColor::Red => 'R',
            MarkColor::Yellow => 'Y',
            MarkColor::Blue => 'B',
        }
    }

    const fn from_letter(letter: char) -> Option<MarkColor> {
        match letter {
            'G' => Some(MarkColor::Green),
            'R' => Some(MarkColor::Red),
            'Y' => Some(MarkColor::Yellow),
            'B' => Some(MarkColor::Blue),
            _ => None,
        }
    }
}

impl Mark {
    pub(super) fn parse(text: &str) -> Option<Mark> {
        let (color, square) = split_color(text)?;
        let square = square.parse().ok()?;
        Some(Mark { color, square })
    }
}

impl Arrow {
    pub(super) fn parse(text: &str) -> Option<Arrow> {
        let (color, squares) = split_color(text)?;
        let (from, to) = squares.split_at_checked(2)?;
        let (from, to) = (from.parse().ok()?, to.parse().ok()?);
        Some(Arrow { color, from, to })
    }
}

fn split_color(text: &str) -> Option<(MarkColor, &str)> {
    let mut letters = text.chars();
    let color = MarkColor::from_letter(letters.next()?)?;
    Some((color, letters.as_str()))
}

pub(super) fn parse_list<T>(text: &str, parse: fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(|item| parse(item.trim())).collect()
}

/// Writes the list and the closing bracket.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(f, "{separator}{item}")?;
    }
    f.write_str("]")
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.square)
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color.letter(), self.from, self.to)
    }
}
