use axum::http::{HeaderMap, header};

use super::strings::LANGUAGES;

/// How a reader wants to see the page. It is in a cookie rather than in local
/// storage, so that the first paint is right.
#[derive(Debug, PartialEq, Eq)]
pub struct Appearance {
    pub language: &'static str,
    /// Attributes of the document, such as `data-theme`, with their values.
    pub attributes: Vec<(&'static str, String)>,
}

/// What can be chosen, apart from the language.
const CHOICES: [&str; 5] = ["theme", "board", "pieces", "coordinates", "motion"];

impl Appearance {
    /// Reads the cookie `look=theme=dark&language=de`.
    pub fn of(headers: &HeaderMap) -> Appearance {
        let cookies = headers.get_all(header::COOKIE).iter();
        let look = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .find_map(|cookie| cookie.trim().strip_prefix("look="))
            .unwrap_or("");
        let choices = || look.split('&').filter_map(|choice| choice.split_once('='));
        let chosen = |name: &str| {
            choices()
                .find(|(it, _)| *it == name)
                .map(|(_, value)| value)
        };
        let language = chosen("language").and_then(known).or_else(|| {
            let wanted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
            wanted.split(',').find_map(|language| {
                let language = language.split([';', '-']).next()?;
                known(language.trim())
            })
        });
        let attributes = CHOICES.into_iter().filter_map(|name| {
            let value = chosen(name)?;
            let is_word = value
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            (is_word && (1..=16).contains(&value.len())).then(|| (name, value.to_owned()))
        });
        Appearance {
            language: language.unwrap_or(LANGUAGES[0]),
            attributes: attributes.collect(),
        }
    }
}

fn known(language: &str) -> Option<&'static str> {
    LANGUAGES
        .into_iter()
        .find(|it| it.eq_ignore_ascii_case(language))
}
