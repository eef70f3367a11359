use core::fmt;

use arbiter_rules::{Position, Variant};

use crate::Termination;

/// The tag pairs of a game. The seven of the roster are always there and come
/// first, in the order that PGN demands; the others follow as they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    list: Vec<Tag>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Tag {
    name: String,
    value: String,
}

/// The seven tags that every game has, and what they say if nothing is known.
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
    /// A name is made of letters, digits and underscores, and begins with a
    /// letter.
    Name(String),
    /// This tag says what the start position is, and follows it.
    Start(String),
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagError::Name(name) => write!(
                f,
                "{name:?} is no name for a tag: that is a letter, then letters, digits and underscores"
            ),
            TagError::Start(name) => {
                write!(f, "the tag {name} follows from the start position")
            }
        }
    }
}

impl core::error::Error for TagError {}

impl Tags {
    /// What a tag says.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|index| self.list[index].value.as_str())
    }

    /// Names and values, the roster first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.list
            .iter()
            .map(|tag| (tag.name.as_str(), tag.value.as_str()))
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.list.truncate(ROSTER.len());
        for (tag, (_, unknown)) in self.list.iter_mut().zip(ROSTER) {
            tag.set(unknown);
        }
    }

    /// Says something in a tag, whatever it is.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let name = usual_name(name);
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

    /// Makes the tags say where the game starts: `SetUp` and `FEN` unless it is
    /// the usual start, and `Variant` for Chess960 and Saktris.
    ///
    /// The FEN is an X-FEN: `KQkq` as in any other FEN, which every reader
    /// takes, and the file of the rook only where that would name another.
    pub(crate) fn set_start(&mut self, start: &Position) {
        let variant = match start.variant() {
            Variant::Standard => None,
            Variant::Chess960 => Some(CHESS960),
            Variant::Saktris => Some(SAKTRIS),
        };
        if let Some(variant) = variant {
            self.set(VARIANT, variant);
        }
        if variant.is_some() || !is_usual(start) {
            self.set(SET_UP, "1");
            self.set(FEN, &start.to_string());
        } else if !self.is_start_unknown() {
            self.remove(SET_UP);
            self.remove(FEN);
        }
    }

    /// Whether there is a FEN that cannot be read, or one of a variant that is
    /// not known here. It is the only trace of where the game began.
    fn is_start_unknown(&self) -> bool {
        self.value(FEN).is_some_and(|fen| {
            let start = fen.trim().parse::<Position>();
            !start.is_ok_and(|start| is_usual(&start))
        })
    }

    /// Whether somebody may set this tag.
    pub(crate) fn check(name: &str) -> Result<(), TagError> {
        let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_name || !name.bytes().all(is_in_name) {
            return Err(TagError::Name(name.into()));
        }
        if Tags::is_of_start(name) {
            return Err(TagError::Start(name.into()));
        }
        Ok(())
    }

    /// Whether this tag says where the game starts.
    pub(crate) fn is_of_start(name: &str) -> bool {
        matches!(usual_name(name), FEN | SET_UP | VARIANT)
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
    /// A tag is one line: what would break it becomes a blank.
    fn set(&mut self, value: &str) {
        self.value.clear();
        if value.contains(['\n', '\r']) {
            let breaks_no_line = |letter| match letter {
                '\n' | '\r' => ' ',
                _ => letter,
            };
            self.value.extend(value.chars().map(breaks_no_line));
        } else {
            self.value.push_str(value);
        }
    }
}

/// How a game ended by the words of its tag `Result`.
pub(crate) fn result(value: &str) -> Termination {
    Termination::parse(value.trim()).unwrap_or(Termination::Unknown)
}

/// What is missing is not known.
pub(crate) const fn known(termination: Termination) -> Termination {
    match termination {
        Termination::Missing => Termination::Unknown,
        known => known,
    }
}

/// Names that mean one of the usual ones.
fn usual_name(name: &str) -> &str {
    match name {
        "Fen" | "fen" => FEN,
        "variant" => VARIANT,
        other => other,
    }
}

/// Whether this is where a game of chess starts.
fn is_usual(start: &Position) -> bool {
    *start == Position::start() && (start.halfmoves(), start.fullmoves()) == (0, 1)
}
