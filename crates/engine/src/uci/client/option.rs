use core::fmt;

/// An option that an engine has.
///
/// ```
/// use arbiter_engine::uci::client::{EngineOption, OptionKind};
///
/// let option = EngineOption::read("option name Hash type spin default 16 min 1 max 4096").unwrap();
/// assert_eq!(option.name, "Hash");
/// assert_eq!(option.kind, OptionKind::Spin { default: 16, least: 1, most: 4096 });
/// assert_eq!(option.command("64").unwrap(), "setoption name Hash value 64");
/// assert_eq!(
///     option.command("0").unwrap_err().to_string(),
///     "Hash is a number from 1 to 4096, not \"0\""
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name, in which case does not matter.
    pub name: String,
    /// What can be said.
    pub kind: OptionKind,
}

/// What values an option has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// If nothing is said.
        default: bool,
    },
    /// A number.
    Spin {
        /// If nothing is said.
        default: i64,
        /// No number below it.
        least: i64,
        /// No number above it.
        most: i64,
    },
    /// One of several words.
    Combo {
        /// If nothing is said.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Something to be done now.
    Button,
    /// Any text.
    Text {
        /// If nothing is said.
        default: String,
    },
}

impl EngineOption {
    /// Reads `option name … type …`; none if the line is something else, or of
    /// a type that nobody knows.
    #[must_use]
    pub fn read(line: &str) -> Option<EngineOption> {
        let rest = line.trim().strip_prefix("option")?.trim_start();
        let rest = rest.strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let kind = words.next()?;
        let fields = Fields::read(words);
        let kind = match kind {
            "check" => OptionKind::Check {
                default: fields.default == "true",
            },
            "spin" => OptionKind::Spin {
                default: fields.default.parse().unwrap_or_default(),
                least: fields.least.parse().unwrap_or(i64::MIN),
                most: fields.most.parse().unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo {
                default: fields.default,
                choices: fields.choices,
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text {
                default: match fields.default.as_str() {
                    EMPTY => String::new(),
                    _ => fields.default,
                },
            },
            _ => return None,
        };
        let name = name.trim().to_owned();
        Some(EngineOption { name, kind })
    }

    /// Whether this is its name, in which case does not matter.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.trim())
    }

    /// The command that sets it to this value. A button takes none.
    ///
    /// # Errors
    ///
    /// If it cannot have this value.
    pub fn command(&self, value: &str) -> Result<String, OptionError> {
        let (name, value) = (&self.name, value.trim());
        let refuse = |allowed| OptionError::Value {
            name: name.clone(),
            value: value.to_owned(),
            allowed,
        };
        let value = match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" => "true".to_owned(),
                "false" | "off" | "no" => "false".to_owned(),
                _ => return Err(refuse(Allowed::YesOrNo)),
            },
            &OptionKind::Spin { least, most, .. } => match value.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => number.to_string(),
                _ => return Err(refuse(Allowed::Number { least, most })),
            },
            OptionKind::Combo { choices, .. } => {
                let mut found = choices.iter();
                match found.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => choice.clone(),
                    None => return Err(refuse(Allowed::OneOf(choices.clone()))),
                }
            }
            OptionKind::Button if value.is_empty() => {
                return Ok(format!("setoption name {name}"));
            }
            OptionKind::Button => return Err(refuse(Allowed::Nothing)),
            OptionKind::Text { .. } if value.contains(['\n', '\r']) => {
                return Err(refuse(Allowed::OneLine));
            }
            OptionKind::Text { .. } if value.is_empty() => EMPTY.to_owned(),
            OptionKind::Text { .. } => value.to_owned(),
        };
        Ok(format!("setoption name {name} value {value}"))
    }
}

/// How engines write a text without letters.
const EMPTY: &str = "<empty>";

/// What stands after the type. Values may have blanks in them.
#[derive(Default)]
struct Fields {
    default: String,
    least: String,
    most: String,
    choices: Vec<String>,
}

impl Fields {
    fn read<'t>(words: impl Iterator<Item = &'t str>) -> Fields {
        let mut fields = Fields::default();
        let mut field: Option<&mut String> = None;
        for word in words {
            field = match word {
                "default" => Some(&mut fields.default),
                "min" => Some(&mut fields.least),
                "max" => Some(&mut fields.most),
                "var" => {
                    fields.choices.push(String::new());
                    fields.choices.last_mut()
                }
                _ => {
                    if let Some(field) = &mut field {
                        if !field.is_empty() {
                            field.push(' ');
                        }
                        field.push_str(word);
                    }
                    continue;
                }
            };
        }
        fields
    }
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// The engine has no option of this name.
    Unknown {
        /// The engine.
        engine: String,
        /// The name.
        name: String,
        /// Names that may have been meant, the nearest first.
        near: Vec<String>,
    },
    /// The option cannot have this value.
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What it can have.
        allowed: Allowed,
    },
}

/// What values an option allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// `true` or `false`.
    YesOrNo,
    /// A number.
    Number {
        /// No number below it.
        least: i64,
        /// No number above it.
        most: i64,
    },
    /// One of these.
    OneOf(Vec<String>),
    /// It is a button.
    Nothing,
    /// Text without line breaks.
    OneLine,
}

impl OptionError {
    pub(super) fn unknown(engine: &str, name: &str, options: &[EngineOption]) -> OptionError {
        let wanted = name.to_ascii_lowercase();
        let mut near: Vec<(usize, &str)> = options
            .iter()
            .filter_map(|option| {
                let found = option.name.to_ascii_lowercase();
                let steps = distance(&wanted, &found);
                let is_part = wanted.len() > 2 && found.contains(&wanted);
                (is_part || 3 * steps <= found.len().max(3)).then_some((steps, &*option.name))
            })
            .collect();
        near.sort_unstable();
        near.truncate(3);
        OptionError::Unknown {
            engine: engine.to_owned(),
            name: name.to_owned(),
            near: near.into_iter().map(|(_, name)| name.to_owned()).collect(),
        }
    }
}

/// How many letters must be changed, added or taken away to make one word of
/// the other (Levenshtein's distance).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, &found) in other.iter().enumerate() {
            let changed = diagonal + usize::from(found != letter);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { engine, name, near } => {
                write!(f, "{engine} has no option {name:?}")?;
                match near.as_slice() {
                    [] => Ok(()),
                    near => write!(f, "; did you mean {}?", near.join(" or ")),
                }
            }
            OptionError::Value {
                name,
                value,
                allowed,
            } => match allowed {
                Allowed::YesOrNo => write!(f, "{name} is true or false, not {value:?}"),
                Allowed::Number { least, most } => {
                    write!(
                        f,
                        "{name} is a number from {least} to {most}, not {value:?}"
                    )
                }
                Allowed::OneOf(choices) => {
                    write!(f, "{name} is one of {}, not {value:?}", choices.join(", "))
                }
                Allowed::Nothing => write!(f, "{name} is a button and takes no value"),
                Allowed::OneLine => write!(f, "{name} is one line of text"),
            },
        }
    }
}

impl core::error::Error for OptionError {}
