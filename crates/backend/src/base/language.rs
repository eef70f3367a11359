/// The languages of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
}

impl Language {
    /// Returns the language with this code, or English.
    #[must_use]
    pub fn from_code(code: &str) -> Language {
        match code {
            "de" => Language::German,
            _ => Language::English,
        }
    }
}
