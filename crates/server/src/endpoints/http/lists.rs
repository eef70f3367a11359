//! Players and lists of their games.

use std::sync::Arc;

use arbiter_wire::{
    GameFilter, GameList, Profile, RatingHistory, RatingPoint, Scope, Seats, Speed, SpeedRating,
};
use axum::{Json, Router, extract::State, routing::get};

use super::{
    extract::{Params, PlayerPath},
    query::{FinishedQuery, GamesQuery, RatingsQuery},
};
use crate::{
    base::{PlayerId, rating::Rating},
    endpoints::{App, caller::Caller},
    refusal::ServerRefusal,
    store::{self, Cursor, GameSummary, GamesFilter, Name},
};

/// Returns the endpoints for players and lists of games.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/v1/account/games", get(own_games))
        .route("/v1/players/{name}", get(player))
        .route("/v1/players/{name}/games", get(games))
        .route("/v1/players/{name}/ratings", get(ratings))
}

/// List your games.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/games", tag = "account", params(GamesQuery),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = GameList),
        (status = 422, description = "`invalid_cursor`."),
    )
))]
pub async fn own_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Params(ask): Params<GamesQuery>,
) -> Result<Json<GameList>, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    games_page(&app, player, &ask).await
}

/// Get the profile of a player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/players/{name}", tag = "players",
    params(("name" = String, Path, description = "The name of the player.")),
    responses(
        (status = 200, body = Profile),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn player(
    State(app): State<Arc<App>>,
    PlayerPath(name): PlayerPath,
) -> Result<Json<Profile>, ServerRefusal> {
    let profile = find_player(&app, name).await?;
    Ok(Json(Profile {
        player: profile.card.view,
        created: profile.created,
        ratings: speed_ratings(profile.ratings),
        won: profile.results.won,
        drawn: profile.results.drawn,
        lost: profile.results.lost,
    }))
}

/// List the finished games of a player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/players/{name}/games", tag = "players",
    params(("name" = String, Path, description = "The name of the player."), FinishedQuery),
    responses(
        (status = 200, body = GameList),
        (status = 404, description = "`unknown_player`."),
        (status = 422, description = "`invalid_cursor`."),
    )
))]
pub async fn games(
    State(app): State<Arc<App>>,
    PlayerPath(name): PlayerPath,
    Params(FinishedQuery { cursor, limit }): Params<FinishedQuery>,
) -> Result<Json<GameList>, ServerRefusal> {
    let player = find_player(&app, name).await?.card.id;
    let ask = GamesQuery {
        which: GameFilter::Over,
        cursor,
        limit,
    };
    games_page(&app, player, &ask).await
}

/// Get the rating history of a player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/players/{name}/ratings", tag = "players",
    params(("name" = String, Path, description = "The name of the player."), RatingsQuery),
    responses(
        (status = 200, body = RatingHistory),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn ratings(
    State(app): State<Arc<App>>,
    PlayerPath(name): PlayerPath,
    Params(RatingsQuery { speed }): Params<RatingsQuery>,
) -> Result<Json<RatingHistory>, ServerRefusal> {
    let player = find_player(&app, name).await?.card.id;
    let points = app.store.rating_history(player, speed).await?.into_iter();
    let points = points.map(|point| RatingPoint {
        game: point.game.to_string(),
        at: point.at.as_millis(),
        rating: point.rating,
    });
    Ok(Json(RatingHistory {
        speed,
        points: points.collect(),
    }))
}

/// Returns ratings as clients see them.
pub fn speed_ratings(ratings: Vec<(Speed, Rating, u64)>) -> Vec<SpeedRating> {
    let ratings = ratings.into_iter();
    let ratings = ratings.map(|(speed, rating, games)| SpeedRating {
        speed,
        rating: rating.rounded(),
        deviation: rounded(rating.deviation),
        games,
    });
    ratings.collect()
}

/// Returns the profile of the player with this name.
///
/// # Errors
///
/// Returns [`ServerRefusal::UnknownPlayer`] if there is none.
pub async fn find_player(app: &App, name: String) -> Result<store::Profile, ServerRefusal> {
    let profile = match name.parse::<Name>() {
        Ok(name) => app.store.player(name.as_str()).await?,
        Err(_) => None,
    };
    profile.ok_or_else(|| ServerRefusal::UnknownPlayer(name.chars().take(40).collect()))
}

async fn games_page(
    app: &App,
    player: PlayerId,
    ask: &GamesQuery,
) -> Result<Json<GameList>, ServerRefusal> {
    let limit = ask.limit.checked()?;
    let cursor: Option<Cursor> = ask.cursor.as_deref().map(str::parse).transpose()?;
    let filter = match ask.which {
        GameFilter::All => GamesFilter::All,
        GameFilter::UnderWay => GamesFilter::UnderWay,
        GameFilter::Over => GamesFilter::Over,
    };
    let games = app.store.games_of(player, filter, cursor, limit).await?;
    let next = games.last().filter(|_| games.len() == limit);
    let next = next.map(|game| game.cursor().to_string());
    let games = games.into_iter().map(|game| summary(app, game)).collect();
    Ok(Json(GameList { games, next }))
}

/// Returns a game of a list as clients see it.
pub fn summary(app: &App, game: GameSummary) -> arbiter_wire::GameSummary {
    arbiter_wire::GameSummary {
        id: game.id.to_string(),
        stage: game.stage,
        created: game.created,
        options: game.options,
        speed: game.speed,
        players: Seats {
            white: game.seats.white.map(|card| card.view),
            black: game.seats.black.map(|card| card.view),
        },
        ply: app.games.plies(game.id).unwrap_or(game.plies),
        result: game.result,
        reason: game.reason,
        rematch: game.rematch.map(|id| id.to_string()),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a deviation is at most 350"
)]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}
