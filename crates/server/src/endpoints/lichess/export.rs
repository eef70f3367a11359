//! Games as PGN or JSON.

use std::sync::Arc;

use arbiter_wire::{Color, Speed, Variant};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{
    api_caller::ApiCaller,
    export_parts::{ExportParts, PartsQuery},
    fields::{Words, is_true},
    game_json::GameJson,
    line_writer::{Disconnected, LineWriter, StreamKind, respond_with},
};
use crate::{
    base::{GameId, Settings},
    endpoints::{
        App, Json,
        http::{GamePath, Params, find_player, pgn},
        routes::{Routes, get, post},
    },
    refusal::ServerRefusal,
    store::{Cursor, GameSearch, GameSummary, GamesFilter, StoredGame},
};

/// How many games are read from the store at once.
const GAMES_AT_ONCE: usize = 20;
/// How many games can be asked for by their ids.
const MAX_IDS: usize = 300;
const PGN: &str = "application/x-chess-pgn";

/// Returns the endpoints for games.
pub fn routes() -> Routes {
    Routes::new()
        .route("/game/export/{id}", get(export))
        .route("/api/games/user/{name}", get(games_of_user))
        .route("/api/games/export/_ids", post(games_by_ids))
}

async fn export(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Params(ask): Params<PartsQuery>,
    headers: HeaderMap,
) -> Result<Response, ServerRefusal> {
    let parts = ExportParts::WHOLE.with(&ask);
    let stored = app.store.load_game(id).await?;
    let stored = stored.ok_or(ServerRefusal::UnknownGame(id))?;
    let settings = Arc::clone(&app.settings);
    match accepts(&headers, "application/json") {
        true => {
            let json = blocking(move || json(&settings, stored, parts)).await?;
            Ok(Json(json).into_response())
        }
        false => {
            let text = blocking(move || text(&settings, stored, parts)).await?;
            Ok(([(header::CONTENT_TYPE, PGN)], text).into_response())
        }
    }
}

/// Which games of a user are wanted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UserGamesQuery {
    since: Option<u64>,
    until: Option<u64>,
    max: Option<usize>,
    vs: Option<String>,
    rated: Option<String>,
    perf_type: Option<String>,
    color: Option<Color>,
    ongoing: Option<String>,
    finished: Option<String>,
}

async fn games_of_user(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Path(name): Path<String>,
    Params(ask): Params<UserGamesQuery>,
    Params(parts): Params<PartsQuery>,
    headers: HeaderMap,
) -> Result<Response, ServerRefusal> {
    let player = find_player(&app, name).await?.card.id;
    let opponent = match ask.vs {
        Some(name) => Some(find_player(&app, name).await?.card.id),
        None => None,
    };
    let is_ongoing = ask.ongoing.as_deref().is_some_and(is_true);
    let is_finished = ask.finished.as_deref().is_none_or(is_true);
    let perfs = ask.perf_type.unwrap_or_default();
    let perfs: Vec<&str> = perfs.split(',').filter(|perf| !perf.is_empty()).collect();
    let search = GameSearch {
        stages: match (is_ongoing, is_finished) {
            (true, true) => GamesFilter::All,
            (true, false) => GamesFilter::UnderWay,
            (false, _) => GamesFilter::Over,
        },
        color: ask.color.map(Into::into),
        rated: ask.rated.as_deref().map(is_true),
        opponent,
        ..GameSearch::default()
    };
    let mut categories = Vec::new();
    for perf in &perfs {
        match (Speed::from_code(perf), *perf) {
            (Some(speed), _) => categories.push(Category::Speed(speed)),
            (None, "chess960") => categories.push(Category::Chess960),
            (None, _) => {}
        }
    }
    let cursor: Option<Cursor> = match ask.until {
        Some(until) => Some(format!("{}-0000000000", until.saturating_add(1)).parse()?),
        None => None,
    };
    let wanted = WantedGames {
        app: Arc::clone(&app),
        parts: ExportParts::SHORT.with(&parts),
        kind: stream_kind(&headers),
    };
    let (since, most) = (ask.since.unwrap_or(0), ask.max.unwrap_or(usize::MAX));
    let is_any = perfs.is_empty();
    let write = async move |lines: LineWriter| {
        let (mut cursor, mut left) = (cursor, most);
        loop {
            let store = &wanted.app.store;
            let found = store.search_games(player, search, cursor, GAMES_AT_ONCE);
            let found = found.await.map_err(|_| Disconnected)?;
            for game in &found {
                if left == 0 || game.created < since {
                    return Ok(());
                }
                let is_wanted = is_any || categories.iter().any(|it| it.has(game));
                if is_wanted && wanted.write(game.id, &lines).await? {
                    left -= 1;
                }
            }
            match found.last() {
                Some(last) if found.len() == GAMES_AT_ONCE => cursor = Some(last.cursor()),
                _ => return Ok(()),
            }
        }
    };
    respond_with(stream_kind(&headers), &app, &caller, write)
}

/// A category of games.
#[derive(Clone, Copy)]
enum Category {
    Speed(Speed),
    Chess960,
}

impl Category {
    fn has(self, game: &GameSummary) -> bool {
        match self {
            Category::Speed(speed) => game.speed == speed,
            Category::Chess960 => game.options.variant == Variant::Chess960,
        }
    }
}

async fn games_by_ids(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Params(parts): Params<PartsQuery>,
    headers: HeaderMap,
    Words(ids): Words,
) -> Result<Response, ServerRefusal> {
    let ids: Vec<GameId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
    let wanted = WantedGames {
        app: Arc::clone(&app),
        parts: ExportParts::SHORT.with(&parts),
        kind: stream_kind(&headers),
    };
    let write = async move |lines: LineWriter| {
        for id in ids.into_iter().take(MAX_IDS) {
            wanted.write(id, &lines).await?;
        }
        Ok(())
    };
    respond_with(stream_kind(&headers), &app, &caller, write)
}

/// Games that are written to a stream.
struct WantedGames {
    app: Arc<App>,
    parts: ExportParts,
    kind: StreamKind,
}

impl WantedGames {
    /// Writes a game. Returns false if there is none, or programs do not know such games.
    async fn write(&self, id: GameId, lines: &LineWriter) -> Result<bool, Disconnected> {
        let stored = self.app.store.load_game(id).await;
        let Some(stored) = stored.map_err(|_| Disconnected)? else {
            return Ok(false);
        };
        let (settings, parts) = (Arc::clone(&self.app.settings), self.parts);
        match self.kind {
            StreamKind::Lines => match blocking(move || json(&settings, stored, parts)).await {
                Ok(game) => lines.write(&game).await?,
                Err(_) => return Ok(false),
            },
            StreamKind::Pgn => match blocking(move || text(&settings, stored, parts)).await {
                Ok(text) => {
                    let text = format!("{}\n\n\n", text.trim_end());
                    lines.send(text.into()).await?;
                }
                Err(_) => return Ok(false),
            },
        }
        Ok(true)
    }
}

fn stream_kind(headers: &HeaderMap) -> StreamKind {
    match accepts(headers, "application/x-ndjson") {
        true => StreamKind::Lines,
        false => StreamKind::Pgn,
    }
}

fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accept = headers.get(header::ACCEPT);
    accept.is_some_and(|accept| accept.to_str().is_ok_and(|accept| accept.contains(kind)))
}

/// Replays and writes a game, away from the threads that serve others.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ServerRefusal> + Send + 'static,
) -> Result<T, ServerRefusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(ServerRefusal::Defect))
}

fn json(
    settings: &Settings,
    stored: StoredGame,
    parts: ExportParts,
) -> Result<GameJson, ServerRefusal> {
    let hosted = pgn::load(stored)?;
    let text = match parts.pgn_in_json {
        true => Some(pgn::write_parts(settings, &hosted, parts.into())?),
        false => None,
    };
    GameJson::of(&hosted, parts, text)
}

fn text(
    settings: &Settings,
    stored: StoredGame,
    parts: ExportParts,
) -> Result<String, ServerRefusal> {
    pgn::write_parts(settings, &pgn::load(stored)?, parts.into())
}

impl From<ExportParts> for pgn::PgnParts {
    fn from(parts: ExportParts) -> pgn::PgnParts {
        pgn::PgnParts {
            tags: parts.tags,
            moves: parts.moves,
            clocks: parts.clocks,
        }
    }
}
