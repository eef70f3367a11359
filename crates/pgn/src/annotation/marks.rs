use core::fmt;

use arbiter_rules::Square;

/// A color in which squares and arrows are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Paint {
    Green,
    Red,
    Yellow,
    Blue,
}

/// A marked square: `Ga1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// In which color.
    pub paint: Paint,
    /// Where.
    pub square: Square,
}

/// An arrow: `Ge2e4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// In which color.
    pub paint: Paint,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

impl Paint {
    /// Its letter in PGN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Paint::Green => 'G',
            Paint::Red => 'R',
            Paint::Yellow => 'Y',
            Paint::Blue => 'B',
        }
    }

    const fn from_letter(letter: char) -> Option<Paint> {
        match letter {
            'G' => Some(Paint::Green),
            'R' => Some(Paint::Red),
            'Y' => Some(Paint::Yellow),
            'B' => Some(Paint::Blue),
            _ => None,
        }
    }
}

impl Mark {
    pub(super) fn parse(text: &str) -> Option<Mark> {
        let (paint, square) = painted(text)?;
        let square = square.parse().ok()?;
        Some(Mark { paint, square })
    }
}

impl Arrow {
    pub(super) fn parse(text: &str) -> Option<Arrow> {
        let (paint, squares) = painted(text)?;
        let (from, to) = squares.split_at_checked(2)?;
        let (from, to) = (from.parse().ok()?, to.parse().ok()?);
        Some(Arrow { paint, from, to })
    }
}

fn painted(text: &str) -> Option<(Paint, &str)> {
    let mut letters = text.chars();
    let paint = Paint::from_letter(letters.next()?)?;
    Some((paint, letters.as_str()))
}

pub(super) fn parse_list<T>(text: &str, parse: fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(|item| parse(item.trim())).collect()
}

/// The list, and the bracket that closes it.
pub(super) fn write_list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(f, "{separator}{item}")?;
    }
    f.write_str("]")
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.paint.letter(), self.square)
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.paint.letter(), self.from, self.to)
    }
}
