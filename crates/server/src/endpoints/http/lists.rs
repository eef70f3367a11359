//! Lists of games: one's own, and those of everybody with a name.

use std::sync::Arc;

use arbiter_wire::{
    GameFilter, GameList, Profile, RatingHistory, RatingPoint, Scope, Seats, SpeedRating,
};
use axum::{Json, extract::State};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ask::{AskFinished, AskGames, AskRatings},
    extract::{Asked, PlayerPath},
};
use crate::{
    App,
    base::PlayerId,
    endpoints::{caller::Caller, error::Error},
    store::{self, Cursor, GameSummary, GamesFilter, Name},
};

/// Lists of games, and of whom they are.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(own_games))
        .routes(routes!(player))
        .routes(routes!(games))
        .routes(routes!(ratings))
}

/// List one's own games.
#[utoipa::path(
    get, path = "/v1/account/games", tag = "account", params(AskGames),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = GameList),
        (status = 422, description = "`invalid_cursor`."),
    )
)]
async fn own_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(ask): Asked<AskGames>,
) -> Result<Json<GameList>, Error> {
    let player = caller.may(Scope::Read)?.id;
    part(&app, player, &ask).await
}

/// Look at a player.
#[utoipa::path(
    get, path = "/v1/players/{name}", tag = "players",
    params(("name" = String, Path, description = "As it is written.")),
    responses(
        (status = 200, body = Profile),
        (status = 404, description = "`unknown_player`."),
    )
)]
async fn player(
    State(app): State<Arc<App>>,
    PlayerPath(name): PlayerPath,
) -> Result<Json<Profile>, Error> {
    let profile = find(&app, name).await?;
    let ratings = profile.ratings.into_iter();
    let ratings = ratings.map(|(speed, rating, games)| SpeedRating {
        speed,
        rating: rating.rounded(),
        deviation: rounded(rating.deviation),
        games,
    });
    Ok(Json(Profile {
        player: profile.card.view,
        created: profile.created,
        ratings: ratings.collect(),
        won: profile.results.won,
        drawn: profile.results.drawn,
        lost: profile.results.lost,
    }))
}

/// List the games of a player that are over.
#[utoipa::path(
    get, path = "/v1/players/{name}/games", tag = "players",
    params(("name" = String, Path, description = "As it is written."), AskFinished),
    responses(
        (status = 200, body = GameList),
        (status = 404, description = "`unknown_player`."),
        (status = 422, description = "`invalid_cursor`."),
    )
)]
async fn games(
    State(app): State<Arc<App>>,
    PlayerPath(name): PlayerPath,
    Asked(AskFinished { cursor, limit }): Asked<AskFinished>,
) -> Result<Json<GameList>, Error> {
    let player = find(&app, name).await?.card.id;
    let ask = AskGames {
        which: GameFilter::Over,
        cursor,
        limit,
    };
    part(&app, player, &ask).await
}

/// Follow the rating of a player from game to game.
#[utoipa::path(
    get, path = "/v1/players/{name}/ratings", tag = "players",
    params(("name" = String, Path, description = "As it is written."), AskRatings),
    responses(
        (status = 200, body = RatingHistory),
        (status = 404, description = "`unknown_player`."),
    )
)]
async fn ratings(
    State(app): State<Arc<App>>,
    PlayerPath(name): PlayerPath,
    Asked(AskRatings { speed }): Asked<AskRatings>,
) -> Result<Json<RatingHistory>, Error> {
    let player = find(&app, name).await?.card.id;
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

async fn find(app: &App, name: String) -> Result<store::Profile, Error> {
    let profile = match name.parse::<Name>() {
        Ok(name) => app.store.player(name.as_str()).await?,
        Err(_) => None,
    };
    profile.ok_or_else(|| Error::NoPlayer(name.chars().take(40).collect()))
}

async fn part(app: &App, player: PlayerId, ask: &AskGames) -> Result<Json<GameList>, Error> {
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

/// A game of a list, as it is told.
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
        ply: app.rooms.plies(game.id).unwrap_or(game.plies),
        result: game.result,
        reason: game.reason,
        rematch: game.rematch.map(|id| id.to_string()),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a deviation is at most some hundreds"
)]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}
