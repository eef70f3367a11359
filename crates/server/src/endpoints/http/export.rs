//! Everything that the server stores about the caller, as one JSON object.

use std::{fmt::Write, sync::Arc};

use arbiter_wire::{
    AccountExport, ChatLine, ExportedGame, LinkedProvider, SessionView, TokenView, WrittenReport,
};
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use serde::Serialize;

use super::lists;
use crate::{
    base::{PlayerId, TokenId, clock},
    endpoints::{
        App,
        caller::Caller,
        routes::{Routes, get},
    },
    people::accounts,
    refusal::ServerRefusal,
    store::{Cursor, GameSummary, GamesFilter, PlayerCard, TokenKind},
};

/// How many messages or games are read and sent at once.
const ENTRIES_AT_ONCE: usize = 100;

/// What an export ends with before its messages and games are filled in.
const EMPTY_LISTS: &str = r#""chat":[],"games":[]}"#;

/// Returns the endpoint for the export.
pub fn routes() -> Routes {
    Routes::new().route("/v1/account/export", get(export))
}

/// Export everything that is stored about you.
///
/// The settings of the page are not part of it: your browser stores them. 10 exports per hour are
/// possible.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/export", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = AccountExport),
        (status = 403, description = "`needs_session`: an API token is not enough."),
    )
))]
pub async fn export(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Response, ServerRefusal> {
    let (player, current) = caller.require_session()?;
    app.limits.check_export(player.id)?;
    let head = head(&app, player, current).await?;
    let head = serde_json::to_string(&head).map_err(|_| ServerRefusal::Defect)?;
    let head = head
        .strip_suffix(EMPTY_LISTS)
        .ok_or(ServerRefusal::Defect)?;
    let parts = Parts {
        player: player.id,
        name: player.view.name.clone(),
        next: Part::Head(head.to_owned()),
        app: Arc::clone(&app),
    };
    let parts = stream::try_unfold(parts, async |mut parts: Parts| {
        let bytes = parts.next().await?;
        Ok::<_, ServerRefusal>(bytes.map(|bytes| (bytes, parts)))
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        ),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"arbiter.json\""),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Returns the export without messages and games.
async fn head(
    app: &App,
    player: &PlayerCard,
    current: TokenId,
) -> Result<AccountExport, ServerRefusal> {
    let data = app.store.personal_data(player.id).await?;
    let data = data.ok_or(ServerRefusal::PlayerGone)?;
    let profile = match player.view.kind.has_account() {
        true => app.store.player(&player.view.name).await?,
        false => None,
    };
    let ratings = profile.map_or_else(Vec::new, |profile| lists::speed_ratings(profile.ratings));
    let tokens = app.store.tokens_of(player.id).await?;
    let (sessions, tokens): (Vec<_>, Vec<_>) = tokens
        .into_iter()
        .partition(|token| token.kind == TokenKind::Session);
    let sessions = sessions.into_iter().map(|token| SessionView {
        id: token.id.0,
        label: token.label,
        created: token.created,
        seen: token.used,
        current: token.id == current,
    });
    let tokens = tokens.into_iter().map(|token| TokenView {
        id: token.id.0,
        scopes: accounts::scopes(&token.scopes),
        label: token.label,
        created: token.created,
        used: token.used,
    });
    let reports = data.reports.into_iter();
    let following = app.store.followed_by(player.id).await?;
    let providers = data.identities.into_iter().map(|it| LinkedProvider {
        issuer: it.issuer,
        subject: it.subject,
    });
    let push = app.store.push_subscriptions(player.id).await?;
    Ok(AccountExport {
        exported: clock::wall(),
        player: player.view.clone(),
        created: data.created,
        email: data.email,
        providers: providers.collect(),
        ratings,
        sessions: sessions.collect(),
        tokens: tokens.collect(),
        push_endpoints: push.into_iter().map(|it| it.endpoint).collect(),
        blocked: data.blocked,
        following: following.into_iter().map(|card| card.view.name).collect(),
        reports: reports
            .map(|(at, text)| WrittenReport { at, text })
            .collect(),
        chat: Vec::new(),
        games: Vec::new(),
    })
}

/// The parts of an export that are still to be sent.
struct Parts {
    app: Arc<App>,
    player: PlayerId,
    name: String,
    next: Part,
}

enum Part {
    /// Everything before the messages.
    Head(String),
    /// The messages after the one of this number; whether any came before.
    Chat(i64, bool),
    /// The games after this one.
    Games(Option<Cursor>),
    /// Nothing more.
    End,
}

impl Parts {
    async fn next(&mut self) -> Result<Option<Bytes>, ServerRefusal> {
        let store = &self.app.store;
        let (text, next) = match std::mem::replace(&mut self.next, Part::End) {
            Part::Head(head) => (head + r#""chat":["#, Part::Chat(0, false)),
            Part::Chat(after, is_begun) => {
                let lines = store.chat_of(self.player, after, ENTRIES_AT_ONCE).await?;
                let last = lines.last().map(|line| line.id);
                let is_whole = lines.len() < ENTRIES_AT_ONCE;
                let lines = lines.into_iter().map(|line| ChatLine {
                    game: line.game.to_string(),
                    name: self.name.clone(),
                    at: line.at,
                    text: line.text,
                });
                let mut text = entries(lines, is_begun);
                match last {
                    Some(last) if !is_whole => (text, Part::Chat(last, true)),
                    _ => {
                        text += r#"],"games":["#;
                        (text, Part::Games(None))
                    }
                }
            }
            Part::Games(cursor) => {
                let games = store.games_of(self.player, GamesFilter::All, cursor, ENTRIES_AT_ONCE);
                let games = games.await?;
                let last = games.last().filter(|_| games.len() == ENTRIES_AT_ONCE);
                let last = last.map(GameSummary::cursor);
                let games = games.into_iter().map(|game| ExportedGame {
                    pgn: format!("/v1/games/{}/pgn", game.id),
                    game: lists::summary(&self.app, game),
                });
                let mut text = entries(games, cursor.is_some());
                match last {
                    Some(last) => (text, Part::Games(Some(last))),
                    None => {
                        text += "]}";
                        (text, Part::End)
                    }
                }
            }
            Part::End => return Ok(None),
        };
        self.next = next;
        Ok(Some(text.into()))
    }
}

/// Returns entries of a list as JSON, each after a comma unless it is the first of
/// the list.
fn entries(entries: impl Iterator<Item = impl Serialize>, mut is_begun: bool) -> String {
    let mut text = String::new();
    for entry in entries {
        let comma = if is_begun { "," } else { "" };
        let json = serde_json::to_string(&entry).unwrap_or_else(|_| "null".to_owned());
        let _written = write!(text, "{comma}{json}");
        is_begun = true;
    }
    text
}
