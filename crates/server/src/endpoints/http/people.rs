//! Finding people: search, who is online, leaderboards, and players who are followed.

use std::sync::Arc;

use arbiter_wire::{Leaderboard, ListedPlayer, PlayerKind, PlayerNow, Scope, Score};
use axum::{extract::State, http::StatusCode};

use super::{
    extract::{Params, PlayerPath},
    lists::{self, find_player},
    query::{LeaderboardQuery, SearchQuery},
    relations::other_player,
};
use crate::{
    base::{PlayerId, clock},
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get, put},
    },
    refusal::ServerRefusal,
    store::{GamesFilter, MIN_SEARCHED_CHARACTERS, PlayerCard},
};

/// How many players a search returns.
const MAX_FOUND: usize = 20;
/// How many players a leaderboard has.
const MAX_LEADERS: usize = 50;
/// How many connected players are looked at, and how many of them are listed.
const MAX_INSPECTED_ONLINE: usize = 500;
const MAX_LISTED_ONLINE: usize = 100;
/// How many games that a player is playing are listed.
const MAX_RUNNING_GAMES: usize = 20;

/// Returns the endpoints for finding people.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/players", get(search))
        .route("/v1/players/online", get(online))
        .route("/v1/bots", get(bots))
        .route("/v1/leaderboard", get(leaderboard))
        .route("/v1/account/following", get(following))
        .route("/v1/players/{name}/now", get(now))
        .route("/v1/players/{name}/follow", put(follow).delete(unfollow))
}

/// Find players by the beginning of their name.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/players", tag = "players", operation_id = "find_players", params(SearchQuery),
    responses(
        (status = 200, body = Vec<ListedPlayer>,
         description = "At most 20 players, in order of their names."),
        (status = 422, description = "`invalid_field`: the beginning is too short."),
    )
))]
pub async fn search(
    State(app): State<Arc<App>>,
    Params(SearchQuery { name }): Params<SearchQuery>,
) -> Result<Json<Vec<ListedPlayer>>, ServerRefusal> {
    let name = name.trim();
    let is_searchable = name.is_ascii() && name.len() >= MIN_SEARCHED_CHARACTERS;
    if !is_searchable || name.len() > 40 {
        return Err(ServerRefusal::Field {
            field: "name",
            message: "Enter at least two letters of a name.",
        });
    }
    let found = app.store.players_named(name, MAX_FOUND).await?;
    Ok(Json(listed(&app, found)))
}

/// List players who are online, in order of their names.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/players/online", tag = "players", operation_id = "online_players",
    responses(
        (status = 200, body = Vec<ListedPlayer>,
         description = "At most 100 players with an account."),
    )
))]
pub async fn online(State(app): State<Arc<App>>) -> Result<Json<Vec<ListedPlayer>>, ServerRefusal> {
    let connected = app.games.hub.connected(MAX_INSPECTED_ONLINE);
    let mut found = app.store.accounts_among(connected).await?;
    found.truncate(MAX_LISTED_ONLINE);
    Ok(Json(listed(&app, found)))
}

/// List the bots that are online and can be challenged, in order of their names.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/bots", tag = "players", operation_id = "online_bots",
    responses((status = 200, body = Vec<ListedPlayer>, description = "At most 100 bots."))
))]
pub async fn bots(State(app): State<Arc<App>>) -> Result<Json<Vec<ListedPlayer>>, ServerRefusal> {
    let connected = app.games.hub.connected(MAX_INSPECTED_ONLINE);
    let mut found = app.store.accounts_among(connected).await?;
    found.retain(|card| card.view.kind == PlayerKind::Bot);
    found.truncate(MAX_LISTED_ONLINE);
    Ok(Json(listed(&app, found)))
}

/// Get the best players of a category. People and bots have separate lists.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/leaderboard", tag = "players", operation_id = "leaderboard",
    params(LeaderboardQuery),
    responses((status = 200, body = Leaderboard))
))]
pub async fn leaderboard(
    State(app): State<Arc<App>>,
    Params(LeaderboardQuery { speed, bots }): Params<LeaderboardQuery>,
) -> Result<Json<Leaderboard>, ServerRefusal> {
    let bots = bots.unwrap_or(false);
    let best = app.store.best_players(speed, bots, MAX_LEADERS).await?;
    let players = best.into_iter().map(|(card, games)| ListedPlayer {
        online: app.games.hub.is_connected(card.id),
        player: card.view,
        games: Some(games),
    });
    Ok(Json(Leaderboard {
        speed,
        players: players.collect(),
    }))
}

/// List the players whom you follow.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/account/following", tag = "account", operation_id = "list_following",
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = Vec<ListedPlayer>, description = "In order of their names."))
))]
pub async fn following(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<ListedPlayer>>, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    let found = app.store.followed_by(player).await?;
    Ok(Json(listed(&app, found)))
}

/// Get what a player is doing, and your score against them.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/players/{name}/now", tag = "players", operation_id = "player_now",
    params(("name" = String, Path, description = "The name of the player.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = PlayerNow),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn now(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
) -> Result<Json<PlayerNow>, ServerRefusal> {
    let player = find_player(&app, name).await?.card.id;
    let filter = GamesFilter::UnderWay;
    let games = app.store.games_of(player, filter, None, MAX_RUNNING_GAMES);
    let games = games.await?.into_iter();
    // A game that waits for an opponent is known only to those who have its link.
    let games = games.filter(|game| game.stage == arbiter_wire::Stage::Playing);
    let games = games.map(|game| lists::summary(&app, game)).collect();
    let me = caller.player_for(Scope::Read).filter(|me| *me != player);
    let (score, followed) = match me {
        None => (None, false),
        Some(me) => {
            let counts = app.store.score_between(me, player).await?;
            let score = Score {
                won: counts.won,
                drawn: counts.drawn,
                lost: counts.lost,
            };
            (Some(score), app.store.follows(me, player).await?)
        }
    };
    Ok(Json(PlayerNow {
        online: app.games.hub.is_connected(player),
        games,
        score,
        followed,
    }))
}

/// Follow a player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    put, path = "/v1/players/{name}/follow", tag = "players", operation_id = "follow_player",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "You follow the player."),
        (status = 404, description = "`unknown_player`."),
        (status = 409, description = "`yourself` or `too_many_followed`."),
    )
))]
pub async fn follow(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
) -> Result<StatusCode, ServerRefusal> {
    let player = require_follower(&caller)?;
    app.limits.check_creation(caller.address)?;
    let followed = other_player(&app, player, name).await?;
    match app.store.follow(player, followed, clock::wall()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ServerRefusal::TooManyFollowed),
    }
}

/// Stop following a player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/players/{name}/follow", tag = "players", operation_id = "unfollow_player",
    params(("name" = String, Path, description = "The name of the player.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "You do not follow the player."),
        (status = 404, description = "`unknown_player`."),
    )
))]
pub async fn unfollow(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
) -> Result<StatusCode, ServerRefusal> {
    let player = require_follower(&caller)?;
    let followed = find_player(&app, name).await?.card.id;
    app.store.unfollow(player, followed).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the player, who has an account and may follow others.
fn require_follower(caller: &Caller) -> Result<PlayerId, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?;
    match player.view.kind.has_account() {
        true => Ok(player.id),
        false => Err(ServerRefusal::NeedsAccount),
    }
}

/// Returns players as they are listed, without ratings.
fn listed(app: &App, cards: Vec<PlayerCard>) -> Vec<ListedPlayer> {
    let cards = cards.into_iter();
    let listed = cards.map(|card| ListedPlayer {
        online: app.games.hub.is_connected(card.id),
        player: card.view,
        games: None,
    });
    listed.collect()
}
