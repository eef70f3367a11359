use std::{collections::HashMap, str::FromStr, sync::Arc};

use arbiter_wire::{Clock, Color, GameOptions, Variant};
use axum::{
    extract::{FromRequest, Request},
    http::header,
};
use serde_json::Value;

use crate::{
    endpoints::{App, http::read_body},
    refusal::{BodyFault, ServerRefusal},
};

/// The fields of a body, which is a form or JSON.
#[derive(Debug, Default)]
pub struct Fields(HashMap<String, String>);

/// A body that is a list of words, separated by commas.
#[derive(Debug)]
pub struct Words(pub Vec<String>);

impl Fields {
    /// Returns a field; none if it is absent or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let value = self.0.get(name)?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// Returns a number.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, ServerRefusal> {
        let value = self.get(name).map(str::parse).transpose();
        value.map_err(|_| invalid(name, "not a number that is allowed here"))
    }

    /// Reports whether a field is set to true.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(is_true)
    }

    /// Returns the side that the caller wants; none for a random one.
    pub fn color(&self) -> Result<Option<Color>, ServerRefusal> {
        match self.get("color") {
            None | Some("random") => Ok(None),
            Some("white") => Ok(Some(Color::White)),
            Some("black") => Ok(Some(Color::Black)),
            Some(_) => Err(invalid("color", "white, black or random")),
        }
    }

    /// Returns the options of a game, with its clock in `clock.limit` and
    /// `clock.increment`, in seconds, or `days`.
    pub fn options(&self) -> Result<GameOptions, ServerRefusal> {
        let limit: Option<u32> = self.number("clock.limit")?;
        let increment: Option<u32> = self.number("clock.increment")?;
        let clock = match (limit, increment, self.number("days")?) {
            (None, None, None) => "-".to_owned(),
            (None, None, Some(days)) => days_clock(days),
            (limit, increment, _) => clock(limit.unwrap_or(0), increment.unwrap_or(0)),
        };
        self.options_with(clock)
    }

    /// Returns the options of a game with this clock.
    pub fn options_with(&self, clock: String) -> Result<GameOptions, ServerRefusal> {
        let variant = match self.get("variant") {
            None | Some("standard" | "fromPosition") => Variant::Standard,
            Some("chess960") => Variant::Chess960,
            Some(_) => return Err(invalid("variant", "standard, chess960 or fromPosition")),
        };
        Ok(GameOptions {
            variant,
            start: self.get("fen").map(str::to_owned),
            clock: Clock(clock),
            rated: self.is_true("rated"),
            ..GameOptions::default()
        })
    }
}

/// Returns a clock with this time and increment, in seconds.
pub fn clock(limit: u32, increment: u32) -> String {
    format!("{}:{:02}+{increment}", limit / 60, limit % 60)
}

/// Returns a clock with this many days for each move.
pub fn days_clock(days: u16) -> String {
    match days {
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// Reads a truth value as lichess does.
#[must_use]
pub fn is_true(text: &str) -> bool {
    matches!(text, "1" | "true" | "True" | "on" | "yes")
}

/// Returns the refusal of a field.
pub fn invalid(field: &str, expected: &str) -> ServerRefusal {
    ServerRefusal::Body {
        fault: BodyFault::Shape,
        message: format!("{field}: {expected}"),
        field: Some(field.to_owned()),
    }
}

impl FromRequest<Arc<App>> for Fields {
    type Rejection = ServerRefusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Fields, ServerRefusal> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        let (bytes, _share) = read_body(request, app).await?;
        if bytes.trim_ascii().is_empty() {
            return Ok(Fields::default());
        }
        let unreadable = |message: String| ServerRefusal::Body {
            fault: BodyFault::Syntax,
            message,
            field: None,
        };
        if !is_json {
            let fields = serde_urlencoded::from_bytes::<HashMap<String, String>>(&bytes);
            return fields
                .map(Fields)
                .map_err(|error| unreadable(error.to_string()));
        }
        let object: serde_json::Map<String, Value> =
            serde_json::from_slice(&bytes).map_err(|error| unreadable(error.to_string()))?;
        let fields = object.into_iter().filter_map(|(name, value)| {
            let text = match value {
                Value::Null | Value::Array(_) | Value::Object(_) => return None,
                Value::Bool(value) => value.to_string(),
                Value::Number(value) => value.to_string(),
                Value::String(value) => value,
            };
            Some((name, text))
        });
        Ok(Fields(fields.collect()))
    }
}

impl FromRequest<Arc<App>> for Words {
    type Rejection = ServerRefusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Words, ServerRefusal> {
        let (bytes, _share) = read_body(request, app).await?;
        let text = String::from_utf8_lossy(&bytes);
        let words = text.split(',').map(str::trim);
        let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
        Ok(Words(words.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        let pairs = pairs.iter();
        Fields(
            pairs
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
        )
    }

    #[test]
    fn the_clock_of_a_game_is_translated() {
        for (pairs, expected) in [
            (&[][..], "-"),
            (
                &[("clock.limit", "300"), ("clock.increment", "3")],
                "5:00+3",
            ),
            (&[("clock.limit", "15"), ("clock.increment", "0")], "0:15+0"),
            (&[("days", "1")], "1 day"),
            (&[("days", "14")], "14 days"),
        ] {
            let options = fields(pairs).options().unwrap();
            assert_eq!(options.clock.0, expected);
            assert!(options.read(0).is_ok(), "{expected}");
        }
        for bad in [
            &[("clock.limit", "five")][..],
            &[("days", "-1")],
            &[("variant", "atomic")],
        ] {
            assert!(fields(bad).options().is_err(), "{bad:?}");
        }
        assert!(fields(&[("color", "red")]).color().is_err());
        assert_eq!(fields(&[("color", "random")]).color().unwrap(), None);
    }
}
