use core::fmt;

use super::super::{Command, EngineOption, OptionKind, engine_option::EMPTY};

impl EngineOption {
    /// Reports whether this is the name of the option, ignoring case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.trim())
    }

    /// Returns the command that sets the option. A button takes an empty value.
    ///
    /// ```
    /// use arbiter_engine::uci::{EngineOption, OptionKind};
    ///
    /// let kind = OptionKind::Spin { default: 16, min: 1, max: 4096 };
    /// let option = EngineOption { name: "Hash".to_owned(), kind };
    /// let command = option.command("64").unwrap();
    /// assert_eq!(command.to_string(), "setoption name Hash value 64");
    /// let error = option.command("0").unwrap_err();
    /// assert_eq!(error.to_string(), "Hash must be a number from 1 to 4096, not \"0\"");
    /// ```
    ///
    /// # Errors
    ///
    /// If the option does not accept the value.
    pub fn command(&self, value: &str) -> Result<Command, OptionError> {
        let (name, value) = (&self.name, value.trim());
        let refuse = || OptionError::Value {
            name: name.clone(),
            value: value.to_owned(),
            kind: self.kind.clone(),
        };
        let value = match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" => Some("true"),
                "false" | "off" | "no" => Some("false"),
                _ => return Err(refuse()),
            },
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&&number) => Some(value),
                _ => return Err(refuse()),
            },
            OptionKind::Combo { choices, .. } => {
                let mut found = choices.iter();
                match found.find(|choice| choice.eq_ignore_ascii_case(value)) {
                    Some(choice) => Some(choice.as_str()),
                    None => return Err(refuse()),
                }
            }
            OptionKind::Button if value.is_empty() => None,
            OptionKind::Button => return Err(refuse()),
            // A newline would begin another command.
            OptionKind::Text { .. } if value.contains(['\n', '\r']) => return Err(refuse()),
            OptionKind::Text { .. } if value.is_empty() => Some(EMPTY),
            OptionKind::Text { .. } => Some(value),
        };
        Ok(Command::SetOption {
            name: name.clone(),
            value: value.map(str::to_owned),
        })
    }
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// The engine has no option with this name.
    Unknown {
        /// The name of the engine.
        engine: String,
        /// The unknown name.
        name: String,
        /// Similar names, the nearest first.
        near: Vec<String>,
    },
    /// The option does not accept this value.
    Value {
        /// The name of the option.
        name: String,
        /// The rejected value.
        value: String,
        /// The type of the option.
        kind: OptionKind,
    },
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
                (is_part || 2 * steps <= found.len().min(8)).then_some((steps, &*option.name))
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

/// Returns the Levenshtein distance of two words.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, character) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, &found) in other.iter().enumerate() {
            let changed = diagonal + usize::from(found != character);
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
            OptionError::Value { name, value, kind } => match kind {
                OptionKind::Check { .. } => {
                    write!(f, "{name} must be true or false, not {value:?}")
                }
                OptionKind::Spin { min, max, .. } => {
                    write!(
                        f,
                        "{name} must be a number from {min} to {max}, not {value:?}"
                    )
                }
                OptionKind::Combo { choices, .. } => {
                    write!(
                        f,
                        "{name} must be one of {}, not {value:?}",
                        choices.join(", ")
                    )
                }
                OptionKind::Button => write!(f, "{name} is a button and takes no value"),
                OptionKind::Text { .. } => write!(f, "{name} must be one line of text"),
            },
        }
    }
}

impl core::error::Error for OptionError {}
