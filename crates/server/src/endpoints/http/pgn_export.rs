//! All finished games of the caller as one PGN file.

use std::sync::Arc;

use arbiter_wire::Scope;
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;

use super::pgn;
use crate::{
    base::PlayerId,
    endpoints::{
        App,
        caller::Caller,
        routes::{Routes, get},
    },
    refusal::ServerRefusal,
    store::{Cursor, GameSummary, GamesFilter},
};

/// How many games are read and sent at once.
const GAMES_AT_ONCE: usize = 20;

/// Returns the endpoint for the export.
pub fn routes() -> Routes {
    Routes::new().route("/v1/account/games/pgn", get(own_games_as_pgn))
}

/// Export your finished games as PGN, the newest first.
///
/// 10 exports per hour are possible.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/games/pgn", tag = "account",
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String))
))]
pub async fn own_games_as_pgn(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Response, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    app.limits.check_export(player)?;
    let rest = RemainingGames {
        app,
        player,
        after: Some(None),
    };
    let parts = stream::try_unfold(rest, async |mut rest: RemainingGames| {
        let bytes = rest.next().await?;
        Ok::<_, ServerRefusal>(bytes.map(|bytes| (bytes, rest)))
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/x-chess-pgn"),
        ),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"games.pgn\""),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// The games that are still to be sent.
struct RemainingGames {
    app: Arc<App>,
    player: PlayerId,
    /// Where to continue, from the beginning if the inner one is none; none at the end.
    after: Option<Option<Cursor>>,
}

impl RemainingGames {
    async fn next(&mut self) -> Result<Option<Bytes>, ServerRefusal> {
        let Some(cursor) = self.after else {
            return Ok(None);
        };
        let store = &self.app.store;
        let games = store.games_of(self.player, GamesFilter::Over, cursor, GAMES_AT_ONCE);
        let games = games.await?;
        let last = games.last().filter(|_| games.len() == GAMES_AT_ONCE);
        self.after = last.map(GameSummary::cursor).map(Some);
        let mut text = String::new();
        for game in &games {
            // A game may have been deleted in the meantime; one that cannot be written is left out.
            if let Some(stored) = store.load_game(game.id).await?
                && let Ok(written) = pgn::write(&self.app.settings, stored)
            {
                text += &written;
            }
        }
        Ok(Some(text.into()))
    }
}
