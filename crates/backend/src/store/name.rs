use core::{fmt, str::FromStr};

/// The name of an account: 2 to 20 letters, digits, `_` and `-`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

/// An error that is returned when a text cannot be the name of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// The name is too short or too long.
    #[error("a name must have 2 to 20 characters")]
    Length,
    /// The name has other characters than letters, digits, `_` and `-`.
    #[error("a name may contain only the letters a to z, digits, _ and -")]
    Letters,
    /// The name could be mistaken for that of a guest, the computer or the
    /// staff.
    #[error("this name is reserved: please choose another")]
    Reserved,
}

/// The words with which a name must not begin.
const RESERVED_PREFIXES: [&str; 7] = [
    "guest",
    "computer",
    "arbiter",
    "deleted",
    "admin",
    "moderator",
    "system",
];

impl Name {
    /// Returns the name as it was entered.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name in lowercase, by which names are compared.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        if !(2..=20).contains(&text.chars().count()) {
            return Err(NameError::Length);
        }
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        if !text.bytes().all(is_allowed) {
            return Err(NameError::Letters);
        }
        let name = Name(text.to_owned());
        let folded = name.folded();
        if RESERVED_PREFIXES
            .iter()
            .any(|word| folded.starts_with(word))
        {
            return Err(NameError::Reserved);
        }
        Ok(name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain_and_do_not_mislead() {
        for good in ["ab", "Ann-Marie", "x_1", "12345678901234567890", "--"] {
            assert_eq!(good.parse::<Name>().unwrap().as_str(), good);
        }
        for (bad, error) in [
            ("", NameError::Length),
            ("a", NameError::Length),
            ("123456789012345678901", NameError::Length),
            ("a b", NameError::Letters),
            ("zoë", NameError::Letters),
            ("a\n", NameError::Letters),
            ("Guest12", NameError::Reserved),
            ("computer", NameError::Reserved),
            ("ARBITER-9", NameError::Reserved),
        ] {
            assert_eq!(bad.parse::<Name>(), Err(error), "{bad:?}");
        }
        assert_eq!("AbC".parse::<Name>().unwrap().folded(), "abc");
    }
}
