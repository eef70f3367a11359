//! What requests carry, or the problem that they do not.

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;

use crate::{
    base::{GameId, TokenId},
    endpoints::error::{BodyFault, Error},
};

/// The body, as JSON.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// The body, as text in whatever encoding.
#[derive(Debug)]
pub struct Text(pub Bytes);

/// What stands behind the question mark.
#[derive(Debug)]
pub struct Asked<T>(pub T);

/// The game that the path names.
#[derive(Clone, Copy, Debug)]
pub struct GamePath(pub GameId);

/// The session or token that the path names.
#[derive(Clone, Copy, Debug)]
pub struct TokenPath(pub TokenId);

/// The player whom the path names.
#[derive(Clone, Debug)]
pub struct PlayerPath(pub String);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Error> {
        if !is_one_of(&["application/json"], request.headers()) {
            return Err(Error::Body {
                fault: BodyFault::Kind,
                title: "the body is to be JSON: send Content-Type: application/json".to_owned(),
                field: None,
            });
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| unread(&rejection, "64 KiB"))?;
        // Else a list would do, of the fields in their order.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return Err(Error::Body {
                fault: BodyFault::Meaning,
                title: "the body is to be an object: {…}".to_owned(),
                field: None,
            });
        }
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let body = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            let field = (path != ".").then_some(path);
            misunderstood(error.inner(), field)
        })?;
        json.end().map_err(|error| misunderstood(&error, None))?;
        Ok(Body(body))
    }
}

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Text, Error> {
        const KINDS: [&str; 3] = [
            "text/plain",
            "application/x-chess-pgn",
            "application/vnd.chess-pgn",
        ];
        if !is_one_of(&KINDS, request.headers()) {
            return Err(Error::Body {
                fault: BodyFault::NoText,
                title: "the body is to be text: send Content-Type: text/plain".to_owned(),
                field: None,
            });
        }
        let bytes = Bytes::from_request(request, state).await;
        bytes
            .map(Text)
            .map_err(|rejection| unread(&rejection, "1 MiB"))
    }
}

fn is_one_of(kinds: &[&str], headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kinds.iter().any(|it| kind.eq_ignore_ascii_case(it))
}

fn unread(rejection: &BytesRejection, most: &str) -> Error {
    let is_long = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
    let (fault, title) = if is_long {
        let title = format!("the body is too long: at most {most}");
        (BodyFault::Length, title)
    } else {
        (BodyFault::Syntax, "the body broke off".to_owned())
    };
    Error::Body {
        fault,
        title,
        field: None,
    }
}

fn misunderstood(error: &serde_json::Error, field: Option<String>) -> Error {
    let fault = match error.classify() {
        serde_json::error::Category::Data => BodyFault::Meaning,
        _ => BodyFault::Syntax,
    };
    let place = match (&field, fault) {
        (Some(field), BodyFault::Meaning) => format!("{field}: "),
        _ => String::new(),
    };
    Error::Body {
        fault,
        title: format!("{place}{error}"),
        field,
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Error> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(Asked(asked)),
            Err(rejection) => Err(Error::Query(rejection.body_text())),
        }
    }
}

/// The part of the path that varies.
async fn segment<S: Send + Sync>(parts: &mut Parts, state: &S) -> Option<String> {
    let path = Path::<String>::from_request_parts(parts, state).await;
    path.ok().map(|Path(segment)| segment)
}

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, Error> {
        let name = segment(parts, state).await.ok_or(Error::NoGame)?;
        name.parse().map(GamePath).map_err(|_| Error::NoGame)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TokenPath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<TokenPath, Error> {
        let number = segment(parts, state).await.ok_or(Error::NoToken)?;
        let id = number.parse().map_err(|_| Error::NoToken)?;
        Ok(TokenPath(TokenId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PlayerPath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PlayerPath, Error> {
        let name = segment(parts, state).await;
        name.map(PlayerPath)
            .ok_or_else(|| Error::NoPlayer(String::new()))
    }
}
