use core::fmt;

use super::words::{Words, integer};

/// An option that an engine offers.
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
    /// The name, which may contain spaces. Case does not matter.
    pub name: String,
    /// The type of the option and its allowed values.
    pub kind: OptionKind,
}

/// The type of an option, with its allowed values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A check box: `true` or `false`.
    Check {
        /// The default value.
        default: bool,
    },
    /// An integer in a range.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default value.
        default: String,
        /// The allowed values.
        choices: Vec<String>,
    },
    /// A button, which has no value.
    Button,
    /// One line of text.
    Text {
        /// The default value.
        default: String,
    },
}

/// How the protocol writes an empty text.
pub(super) const EMPTY: &str = "<empty>";

const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl EngineOption {
    /// Parses what follows the word `option`, or returns none if the type is
    /// unknown.
    pub(super) fn parse(mut words: Words<'_>) -> Option<EngineOption> {
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

/// Writes the option as the protocol does after the word `option`.
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
