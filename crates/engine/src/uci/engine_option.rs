use core::fmt;

use super::words::{Words, integer};

/// Something that can be set on an engine, as the engine offers it.
///
/// ```
/// use arbiter_engine::uci::{EngineOption, Message, OptionKind};
///
/// let line = "option name Skill Level type spin default 20 min 0 max 20";
/// let Ok(Message::Option(option)) = line.parse() else { panic!() };
/// assert_eq!(option.name, "Skill Level");
/// assert_eq!(option.kind, OptionKind::Spin { default: 20, min: 0, max: 20 });
/// assert_eq!(Message::Option(option).to_string(), line);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// What it is called: blanks may be in it, and large letters are as good
    /// as small ones.
    pub name: String,
    /// What it may be set to.
    pub kind: OptionKind,
}

/// What an option may be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// What it is at first.
        default: bool,
    },
    /// A number.
    Spin {
        /// What it is at first.
        default: i64,
        /// The least it may be.
        min: i64,
        /// The most it may be.
        max: i64,
    },
    /// One of these words.
    Combo {
        /// What it is at first.
        default: String,
        /// All it may be.
        choices: Vec<String>,
    },
    /// Nothing: it is pressed.
    Button,
    /// Any text.
    Text {
        /// What it is at first.
        default: String,
    },
}

/// How the protocol writes a text without letters.
pub(super) const EMPTY: &str = "<empty>";

const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl EngineOption {
    /// Reads what follows the word `option`; none if its type is unknown.
    pub(super) fn read(mut words: Words<'_>) -> Option<EngineOption> {
        let (mut name, mut kind, mut default) = ("", "", "");
        let (mut min, mut max) = (-i64::MAX, i64::MAX);
        let mut choices = Vec::new();
        while let Some(keyword) = words.next() {
            match keyword {
                "name" => name = words.until(&["type"]),
                "type" => kind = words.next().unwrap_or_default(),
                "default" => default = words.until(&KEYWORDS),
                "min" => min = words.next_as(integer).unwrap_or(min),
                "max" => max = words.next_as(integer).unwrap_or(max),
                "var" => choices.push(words.until(&KEYWORDS).to_owned()),
                _ => {}
            }
        }
        let kind = match kind {
            "check" => OptionKind::Check {
                default: default.eq_ignore_ascii_case("true"),
            },
            "spin" => OptionKind::Spin {
                default: integer(default).unwrap_or(0).max(min).min(max),
                min,
                max,
            },
            "combo" => OptionKind::Combo {
                default: default.to_owned(),
                choices,
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text {
                default: if default == EMPTY { "" } else { default }.to_owned(),
            },
            _ => return None,
        };
        let name = name.to_owned();
        (!name.is_empty()).then_some(EngineOption { name, kind })
    }
}

/// As the protocol writes it, after the word `option`.
impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|it| write!(f, " var {it}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}
