//! Extractors for bodies, query parameters and path segments.

use std::{sync::Arc, time::Duration};

use axum::{
    body,
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{HeaderMap, header, request::Parts},
};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

use crate::{
    base::{ByteShare, GameId, TokenId, ignore::Ignore},
    endpoints::{App, caller},
    refusal::{BodyFault, ServerRefusal},
};

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How much of a refused body is read, and for how long.
const MAX_DISCARDED_BYTES: usize = 4 * 1024 * 1024;
const DISCARD_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest body of a kind.
struct BodyLimit {
    bytes: usize,
    text: &'static str,
}

const JSON_LIMIT: BodyLimit = BodyLimit {
    bytes: 64 * 1024,
    text: "64 KiB",
};

/// PGN is longer than anything else.
const TEXT_LIMIT: BodyLimit = BodyLimit {
    bytes: 1024 * 1024,
    text: "1 MiB",
};

/// The body, as JSON.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// The body, as text in any encoding. It counts for the address until it is
/// dropped.
#[derive(Debug)]
pub struct Text {
    /// The bytes of the text.
    pub bytes: Vec<u8>,
    _share: ByteShare,
}

/// The query parameters.
#[derive(Debug)]
pub struct Params<T>(pub T);

/// The game id in the path.
#[derive(Clone, Copy, Debug)]
pub struct GamePath(pub GameId);

/// The session or token id in the path.
#[derive(Clone, Copy, Debug)]
pub struct TokenPath(pub TokenId);

/// The number of an entry in the path: of a ban, a report or an invitation.
#[derive(Clone, Copy, Debug)]
pub struct EntryPath(pub i64);

/// The game and the number of a chat message in the path.
#[derive(Clone, Copy, Debug)]
pub struct ChatLinePath {
    /// The game.
    pub game: GameId,
    /// The number of the message.
    pub line: i64,
}

/// The player name in the path.
#[derive(Clone, Debug)]
pub struct PlayerPath(pub String);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ServerRefusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, ServerRefusal> {
        let (bytes, _share) = read_json(request, app).await?;
        let mut json = serde_json::Deserializer::from_slice(&bytes);
        let body = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            let field = (path != ".").then_some(path);
            json_refusal(error.inner(), field)
        })?;
        json.end().map_err(|error| json_refusal(&error, None))?;
        Ok(Body(body))
    }
}

/// Reads a body that should be a JSON object.
async fn read_json(request: Request, app: &App) -> Result<(Vec<u8>, ByteShare), ServerRefusal> {
    if !has_content_type(&["application/json"], request.headers()) {
        return Err(ServerRefusal::Body {
            fault: BodyFault::NotJson,
            message: "The body must be JSON. Send Content-Type: application/json.".to_owned(),
            field: None,
        });
    }
    let (bytes, share) = read(request, app, &JSON_LIMIT).await?;
    // Otherwise an array of the fields in their order would be accepted.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(ServerRefusal::Body {
            fault: BodyFault::Shape,
            message: "The body must be a JSON object.".to_owned(),
            field: None,
        });
    }
    Ok((bytes, share))
}

impl FromRequest<Arc<App>> for Text {
    type Rejection = ServerRefusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Text, ServerRefusal> {
        const TYPES: [&str; 3] = [
            "text/plain",
            "application/x-chess-pgn",
            "application/vnd.chess-pgn",
        ];
        if !has_content_type(&TYPES, request.headers()) {
            return Err(ServerRefusal::Body {
                fault: BodyFault::NotText,
                message: "The body must be text. Send Content-Type: text/plain.".to_owned(),
                field: None,
            });
        }
        let (bytes, share) = read(request, app, &TEXT_LIMIT).await?;
        Ok(Text {
            bytes,
            _share: share,
        })
    }
}

/// Reads a body of any type that is no longer than JSON may be. Its bytes count for the
/// address until the share is dropped.
///
/// # Errors
///
/// Returns a refusal if it is too long, or does not arrive in time.
pub async fn read_body(request: Request, app: &App) -> Result<(Vec<u8>, ByteShare), ServerRefusal> {
    read(request, app, &JSON_LIMIT).await
}

/// Reads a body. Its bytes count for the address until the share is dropped.
async fn read(
    request: Request,
    app: &App,
    limit: &BodyLimit,
) -> Result<(Vec<u8>, ByteShare), ServerRefusal> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let length = usize::try_from(length.unwrap_or(0)).unwrap_or(usize::MAX);
    if length > limit.bytes {
        discard(request.into_body()).await;
        return Err(limit.refusal());
    }
    let address = caller::address(&app.settings, request.headers(), request.extensions());
    let mut share = app.limits.bodies.share(address);
    if !share.add(length) {
        discard(request.into_body()).await;
        return Err(ServerRefusal::Busy);
    }
    let collected = collect(request.into_body(), length, share, limit);
    match tokio::time::timeout(BODY_TIMEOUT, collected).await {
        Ok(collected) => collected,
        Err(_) => Err(ServerRefusal::Body {
            fault: BodyFault::Slow,
            message: "The body did not arrive within 30 seconds.".to_owned(),
            field: None,
        }),
    }
}

/// Reads a refused body, as far as it is worth it. A connection that is closed
/// while bytes of the client are unread is reset, and the client may not see why
/// it was refused.
async fn discard(body: body::Body) {
    let mut left = MAX_DISCARDED_BYTES;
    let mut chunks = body.into_data_stream();
    let discarded = async {
        while let Some(Ok(chunk)) = chunks.next().await {
            match left.checked_sub(chunk.len()) {
                Some(rest) => left = rest,
                None => return,
            }
        }
    };
    tokio::time::timeout(DISCARD_TIMEOUT, discarded)
        .await
        .ignore("what has not arrived by then is not worth waiting for");
}

/// Reads a body, of which `length` bytes are in the share already.
async fn collect(
    body: body::Body,
    length: usize,
    mut share: ByteShare,
    limit: &BodyLimit,
) -> Result<(Vec<u8>, ByteShare), ServerRefusal> {
    let mut collected = Vec::with_capacity(length);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| ServerRefusal::Body {
            fault: BodyFault::Syntax,
            message: "The body is incomplete.".to_owned(),
            field: None,
        })?;
        let total = collected.len() + chunk.len();
        if total > limit.bytes {
            return Err(limit.refusal());
        }
        if total > length && !share.add(chunk.len()) {
            return Err(ServerRefusal::Busy);
        }
        collected.extend_from_slice(&chunk);
    }
    Ok((collected, share))
}

impl BodyLimit {
    fn refusal(&self) -> ServerRefusal {
        ServerRefusal::Body {
            fault: BodyFault::Length,
            message: format!("The body is too long. The limit is {}.", self.text),
            field: None,
        }
    }
}

fn has_content_type(types: &[&str], headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    types.iter().any(|it| kind.eq_ignore_ascii_case(it))
}

fn json_refusal(error: &serde_json::Error, field: Option<String>) -> ServerRefusal {
    let fault = match error.classify() {
        serde_json::error::Category::Data => BodyFault::Shape,
        _ => BodyFault::Syntax,
    };
    let place = match (&field, fault) {
        (Some(field), BodyFault::Shape) => format!("{field}: "),
        _ => String::new(),
    };
    ServerRefusal::Body {
        fault,
        message: format!("{place}{error}"),
        field,
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, ServerRefusal> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Params(params)),
            Err(rejection) => Err(ServerRefusal::Query(rejection.body_text())),
        }
    }
}

/// Returns the variable segment of the path.
async fn path_segment<S: Send + Sync>(parts: &mut Parts, state: &S) -> Option<String> {
    let path = Path::<String>::from_request_parts(parts, state).await;
    path.ok().map(|Path(segment)| segment)
}

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, ServerRefusal> {
        let name = path_segment(parts, state)
            .await
            .ok_or(ServerRefusal::InvalidGameId)?;
        name.parse()
            .map(GamePath)
            .map_err(|_| ServerRefusal::InvalidGameId)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for TokenPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<TokenPath, ServerRefusal> {
        let number = path_segment(parts, state)
            .await
            .ok_or(ServerRefusal::NoSuchToken)?;
        let id = number.parse().map_err(|_| ServerRefusal::NoSuchToken)?;
        Ok(TokenPath(TokenId(id)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for EntryPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<EntryPath, ServerRefusal> {
        let number = path_segment(parts, state).await;
        let number = number.and_then(|number| number.parse().ok());
        number.map(EntryPath).ok_or(ServerRefusal::NoSuchEntry)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ChatLinePath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<ChatLinePath, ServerRefusal> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((game, line)) = path.map_err(|_| ServerRefusal::NoSuchEntry)?;
        Ok(ChatLinePath {
            game: game.parse().map_err(|_| ServerRefusal::InvalidGameId)?,
            line: line.parse().map_err(|_| ServerRefusal::NoSuchEntry)?,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PlayerPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PlayerPath, ServerRefusal> {
        let name = path_segment(parts, state).await;
        name.map(PlayerPath)
            .ok_or_else(|| ServerRefusal::UnknownPlayer(String::new()))
    }
}
