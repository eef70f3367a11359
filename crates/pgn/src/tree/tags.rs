use core::fmt;

use arbiter_rules::{Position, Variant};

use crate::Termination;

/// The tag pairs of a game. The Seven Tag Roster is always present and comes
/// first, in the order that PGN prescribes; the others keep their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    list: Vec<Tag>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Tag {
    name: String,
    value: String,
}

/// The Seven Tag Roster, which every game has, with the values for unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

const FEN: &str = "FEN";
const SET_UP: &str = "SetUp";
const VARIANT: &str = "Variant";
const CHESS960: &str = "Chess960";
const SAKTRIS: &str = "Saktris";

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagError {
    /// The name is not a letter followed by letters, digits and underscores.
    Name(String),
    /// The tag is determined by the starting position.
    Start(String),
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagError::Name(name) => write!(
                f,
                "{name:?} is not a tag name: use a letter followed by letters, digits and underscores"
            ),
            TagError::Start(name) => {
                write!(f, "the tag {name} is determined by the starting position")
            }
        }
    }
}

impl core::error::Error for TagError {}

impl Tags {
    /// Returns the value of a tag.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|index| self.list[index].value.as_str())
    }

    /// Returns names and values, the Seven Tag Roster first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.list
            .iter()
            .map(|tag| (tag.name.as_str(), tag.value.as_str()))
    }

    /// Resets all tags.
    pub(crate) fn clear(&mut self) {
        self.list.truncate(ROSTER.len());
        for (tag, (_, unknown)) in self.list.iter_mut().zip(ROSTER) {
            tag.set(unknown);
        }
    }

    /// Sets any tag.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let name = standard_name(name);
        match self.find(name) {
            Some(index) => self.list[index].set(value),
            None => {
                let mut tag = Tag {
                    name: name.into(),
                    value: String::new(),
                };
                tag.set(value);
                self.list.push(tag);
            }
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        match self.find(name) {
            Some(index) if index < ROSTER.len() => self.list[index].set(ROSTER[index].1),
            Some(index) => {
                self.list.remove(index);
            }
            None => {}
        }
    }

    /// Sets the tags that describe the starting position: `SetUp` and `FEN` unless
    /// it is the standard one, and `Variant` for Chess960 and Saktris.
    ///
    /// The FEN is an X-FEN: castling rights are `KQkq`, which every reader
    /// understands, and name the file of the rook only where `KQkq` would be
    /// ambiguous.
    pub(crate) fn set_start(&mut self, start: &Position) {
        let variant = match start.variant() {
            Variant::Standard => None,
            Variant::Chess960 => Some(CHESS960),
            Variant::Saktris => Some(SAKTRIS),
        };
        if let Some(variant) = variant {
            self.set(VARIANT, variant);
        }
        if variant.is_some() || !is_standard(start) {
            self.set(SET_UP, "1");
            self.set(FEN, &start.to_string());
        } else if !self.is_start_unknown() {
            self.remove(SET_UP);
            self.remove(FEN);
        }
    }

    /// Reports whether there is a FEN that cannot be read, or one of an unknown
    /// variant. It is the only record of the starting position.
    fn is_start_unknown(&self) -> bool {
        self.value(FEN).is_some_and(|fen| {
            let start = fen.trim().parse::<Position>();
            !start.is_ok_and(|start| is_standard(&start))
        })
    }

    /// Checks whether a caller may set this tag.
    pub(crate) fn check(name: &str) -> Result<(), TagError> {
        let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_name || !name.bytes().all(is_in_name) {
            return Err(TagError::Name(name.into()));
        }
        if Tags::describes_start(name) {
            return Err(TagError::Start(name.into()));
        }
        Ok(())
    }

    /// Reports whether this tag describes the starting position.
    pub(crate) fn describes_start(name: &str) -> bool {
        matches!(standard_name(name), FEN | SET_UP | VARIANT)
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|tag| tag.name == name)
    }
}

impl Default for Tags {
    fn default() -> Tags {
        let tag = |(name, unknown): (&str, &str)| Tag {
            name: name.into(),
            value: unknown.into(),
        };
        Tags {
            list: ROSTER.map(tag).into(),
        }
    }
}

impl Tag {
    /// Sets the value. Line breaks become blanks, because a tag is one line.
    fn set(&mut self, value: &str) {
        self.value.clear();
        if value.contains(['\n', '\r']) {
            let without_break = |letter| match letter {
                '\n' | '\r' => ' ',
                _ => letter,
            };
            self.value.extend(value.chars().map(without_break));
        } else {
            self.value.push_str(value);
        }
    }
}

/// Parses the value of the tag `Result`.
pub(crate) fn parse_result(value: &str) -> Termination {
    Termination::parse(value.trim()).unwrap_or(Termination::Unknown)
}

/// Replaces a missing result with an unknown one.
pub(crate) const fn known(termination: Termination) -> Termination {
    match termination {
        Termination::Missing => Termination::Unknown,
        known => known,
    }
}

/// Returns the standard spelling of a tag name.
fn standard_name(name: &str) -> &str {
    match name {
        "Fen" | "fen" => FEN,
        "variant" => VARIANT,
        other => other,
    }
}

/// Reports whether this is the standard starting position.
fn is_standard(start: &Position) -> bool {
    *start == Position::start() && (start.halfmoves(), start.fullmoves()) == (0, 1)
}
