//! Players and lists of their games.

use std::sync::Arc;

use arbiter_openings::OpeningSearch;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{
    GameFilter, GameList, GameOptions, Profile, RatingHistory, RatingPoint, Scope, Seats, Speed,
    SpeedRating, Stage,
};
use axum::extract::State;

use super::{
    extract::{Params, PlayerPath},
    query::{CurrentQuery, FinishedQuery, GamesQuery, RatingsQuery},
};
use crate::{
    base::{PlayerId, rating::Rating},
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get},
    },
    refusal::ServerRefusal,
    store::{self, Cursor, GameProgress, GameSearch, GameSummary, GamesFilter, Name},
};

/// The most games in progress that are returned at once.
const MAX_CURRENT_GAMES: usize = 500;

/// The games that are read at once to find those with an opening.
const GAMES_PER_READ: usize = 100;

/// The most games that one request reads to find those with an opening. The next page
/// continues there.
const MAX_GAMES_READ: usize = 2000;

/// Returns the endpoints for players and lists of games.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/account/games", get(own_games))
        .route("/v1/account/games/current", get(current_games))
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

/// List your games in progress, the most urgent first.
///
/// First come the games in which it is your turn, the least time left first; then those in which it
/// is the opponent's, those that you play against yourself, and those that wait for an opponent.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/games/current", tag = "account", params(CurrentQuery),
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = GameList))
))]
pub async fn current_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Params(CurrentQuery { limit }): Params<CurrentQuery>,
) -> Result<Json<GameList>, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    let limit = limit.map_or(Ok(MAX_CURRENT_GAMES), |it| it.up_to(MAX_CURRENT_GAMES))?;
    let games = app
        .store
        .games_of(player, GamesFilter::UnderWay, None, MAX_CURRENT_GAMES);
    let games = games.await?.into_iter();
    let mut games: Vec<_> = games
        .map(|game| {
            let has = |color| {
                game.seats[color]
                    .as_ref()
                    .is_some_and(|card| card.id == player)
            };
            let sides = ByColor::new_with(has);
            let game = summary(&app, game);
            let urgency = match game.turn.map(Color::from) {
                None => 3,
                Some(_) if sides.white && sides.black => 2,
                Some(turn) if sides[turn] => 0,
                Some(_) => 1,
            };
            let time_left = game.time_left.unwrap_or(u64::MAX);
            ((urgency, time_left), game)
        })
        .collect();
    games.sort_by_key(|(urgency, _)| *urgency);
    games.truncate(limit);
    let games = games.into_iter().map(|(_, game)| game).collect();
    Ok(Json(GameList { games, next: None }))
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
    Params(ask): Params<FinishedQuery>,
) -> Result<Json<GameList>, ServerRefusal> {
    let player = find_player(&app, name).await?.card.id;
    let ask = GamesQuery {
        which: GameFilter::Over,
        result: ask.result,
        color: ask.color,
        speed: ask.speed,
        variant: ask.variant,
        rated: ask.rated,
        opponent: ask.opponent,
        opening: ask.opening,
        cursor: ask.cursor,
        limit: ask.limit,
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
        deviation: rating.rounded_deviation(),
        provisional: rating.is_provisional(),
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
    let opponent = match &ask.opponent {
        None => None,
        Some(name) => match find_opponent(app, name).await? {
            Some(opponent) => Some(opponent),
            // Nobody has played against a player who does not exist.
            None => return Ok(Json(GameList::default())),
        },
    };
    let search = GameSearch {
        stages: match ask.which {
            GameFilter::All => GamesFilter::All,
            GameFilter::UnderWay => GamesFilter::UnderWay,
            GameFilter::Over => GamesFilter::Over,
        },
        outcome: ask.result,
        color: ask.color.map(Into::into),
        speed: ask.speed,
        variant: ask.variant,
        rated: ask.rated,
        opponent,
    };
    let opening = ask
        .opening
        .as_deref()
        .filter(|text| !text.trim().is_empty());
    let (games, next) = match opening.map(OpeningSearch::new) {
        None => {
            let games = app.store.search_games(player, search, cursor, limit);
            let games = games.await?;
            let next = games.last().filter(|_| games.len() == limit);
            let next = next.map(GameSummary::cursor);
            (games, next)
        }
        Some(opening) => find_by_opening(app, player, search, &opening, cursor, limit).await?,
    };
    let next = next.map(|cursor| cursor.to_string());
    let games = games.into_iter().map(|game| summary(app, game)).collect();
    Ok(Json(GameList { games, next }))
}

/// Returns games with an opening, and where the next page starts. The database does not know
/// the names of openings, so games are read until enough are found.
async fn find_by_opening(
    app: &App,
    player: PlayerId,
    search: GameSearch,
    opening: &OpeningSearch,
    mut cursor: Option<Cursor>,
    limit: usize,
) -> Result<(Vec<GameSummary>, Option<Cursor>), ServerRefusal> {
    let mut found = Vec::new();
    for _ in 0..MAX_GAMES_READ / GAMES_PER_READ {
        let games = app
            .store
            .search_games(player, search, cursor, GAMES_PER_READ);
        let games = games.await?;
        let is_end = games.len() < GAMES_PER_READ;
        for game in games {
            cursor = Some(game.cursor());
            if game.opening.is_some_and(|it| opening.finds(it)) {
                found.push(game);
            }
            if found.len() == limit {
                return Ok((found, cursor));
            }
        }
        if is_end {
            return Ok((found, None));
        }
    }
    Ok((found, cursor))
}

/// Returns the player with this name, who may be the computer.
async fn find_opponent(app: &App, name: &str) -> Result<Option<PlayerId>, ServerRefusal> {
    let computer = name.strip_prefix("Computer level ");
    if let Some(level) = computer.and_then(|level| level.parse().ok()) {
        return Ok(Some(PlayerId::computer(level)));
    }
    match find_player(app, name.to_owned()).await {
        Ok(profile) => Ok(Some(profile.card.id)),
        Err(ServerRefusal::UnknownPlayer(_)) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Returns a game of a list as clients see it.
pub fn summary(app: &App, game: GameSummary) -> arbiter_wire::GameSummary {
    let progress = app.games.progress(game.id).unwrap_or(GameProgress {
        deadline: game.deadline,
        plies: game.plies,
        opening: game.opening,
    });
    let is_playing = game.stage == Stage::Playing;
    let deadline = progress.deadline.filter(|_| is_playing);
    arbiter_wire::GameSummary {
        turn: is_playing.then(|| turn(&game.options, progress.plies).into()),
        time_left: deadline.map(|deadline| (deadline - app.games.clock.now()).as_millis()),
        ply: progress.plies,
        id: game.id.to_string(),
        stage: game.stage,
        created: game.created,
        options: game.options.in_force(),
        speed: game.speed,
        players: Seats {
            white: game.seats.white.map(|card| card.view),
            black: game.seats.black.map(|card| card.view),
        },
        result: game.result,
        reason: game.reason,
        opening: progress.opening.map(Into::into),
        rematch: game.rematch.map(|id| id.to_string()),
    }
}

/// Returns the side to move after this many half-moves.
fn turn(options: &GameOptions, plies: u32) -> Color {
    let start = options.start.as_deref().unwrap_or_default();
    let first = match start.split_whitespace().nth(1) {
        Some("b") => Color::Black,
        _ => Color::White,
    };
    if plies.is_multiple_of(2) {
        first
    } else {
        !first
    }
}
