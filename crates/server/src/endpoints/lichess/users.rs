//! Public information about users.

use std::sync::Arc;

use arbiter_wire::{PlayerKind, Speed};
use axum::{
    body::Body,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};

use super::{
    api_caller::ApiCaller,
    fields::{Words, is_true},
    terms::{LightUser, light_user, title, user_id},
};
use crate::{
    endpoints::{
        App, Json,
        http::{NDJSON, Params, find_player},
        routes::{Routes, get, post},
    },
    refusal::ServerRefusal,
    store::{Name, Profile},
};

/// How many users can be asked for at once.
const MAX_USERS: usize = 300;
const MAX_STATUSES: usize = 100;
/// How many bots are listed, and how many connected players are examined to find them.
const MAX_BOTS: usize = 512;
const MAX_INSPECTED: usize = 5_000;

/// Returns the endpoints for users.
pub fn routes() -> Routes {
    Routes::new()
        .route("/api/user/{name}", get(user))
        .route("/api/users", post(users))
        .route("/api/users/status", get(statuses))
        .route("/api/bot/online", get(online_bots))
}

/// A user.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserJson {
    id: String,
    username: String,
    perfs: Perfs,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    created_at: u64,
    play_time: PlayTime,
}

/// A user with more details.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UserExtended {
    #[serde(flatten)]
    user: UserJson,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    playing: Option<String>,
    count: GameCounts,
}

#[derive(Default, Serialize)]
struct Perfs {
    #[serde(skip_serializing_if = "Option::is_none")]
    bullet: Option<Perf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blitz: Option<Perf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rapid: Option<Perf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classical: Option<Perf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correspondence: Option<Perf>,
}

#[derive(Serialize)]
struct Perf {
    games: u64,
    rating: i32,
    rd: i32,
    prog: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    prov: Option<bool>,
}

/// How long a user has played, which is not known.
#[derive(Serialize)]
struct PlayTime {
    total: u64,
    tv: u64,
}

#[derive(Serialize)]
struct GameCounts {
    all: u64,
    rated: u64,
    draw: u64,
    loss: u64,
    win: u64,
    bookmark: u64,
    playing: u64,
    import: u64,
    me: u64,
}

#[derive(Deserialize)]
struct StatusQuery {
    ids: String,
    #[serde(rename = "withGameIds")]
    with_game_ids: Option<String>,
}

#[derive(Deserialize)]
struct BotsQuery {
    nb: Option<usize>,
}

/// Whether a user is connected and plays.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserStatus {
    #[serde(flatten)]
    user: LightUser,
    #[serde(skip_serializing_if = "Option::is_none")]
    online: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    playing: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    playing_id: Option<String>,
}

impl UserJson {
    fn of(profile: &Profile) -> UserJson {
        let view = &profile.card.view;
        let mut perfs = Perfs::default();
        for (speed, rating, games) in &profile.ratings {
            let perf = Perf {
                games: *games,
                rating: rating.rounded(),
                rd: rating.rounded_deviation(),
                prog: 0,
                prov: rating.is_provisional().then_some(true),
            };
            match speed {
                Speed::Bullet => perfs.bullet = Some(perf),
                Speed::Blitz => perfs.blitz = Some(perf),
                Speed::Rapid => perfs.rapid = Some(perf),
                Speed::Classical => perfs.classical = Some(perf),
                Speed::Correspondence => perfs.correspondence = Some(perf),
                // The lichess API does not have this category.
                Speed::Saktris => {}
            }
        }
        UserJson {
            id: user_id(&view.name),
            username: view.name.clone(),
            perfs,
            title: title(view),
            created_at: profile.created,
            play_time: PlayTime { total: 0, tv: 0 },
        }
    }
}

impl UserExtended {
    /// Returns a user with the number of games, and the game that they play.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn of(
        app: &App,
        base: &str,
        profile: &Profile,
    ) -> Result<UserExtended, ServerRefusal> {
        let games = app.store.live_games_of(profile.card.id).await?;
        let results = profile.results;
        Ok(UserExtended {
            user: UserJson::of(profile),
            url: format!("{base}/player/{}", profile.card.view.name),
            playing: games.first().map(|id| format!("{base}/game/{id}")),
            count: GameCounts {
                all: results.won + results.drawn + results.lost,
                rated: profile.ratings.iter().map(|(_, _, games)| games).sum(),
                draw: results.drawn,
                loss: results.lost,
                win: results.won,
                bookmark: 0,
                playing: games.len() as u64,
                import: 0,
                me: 0,
            },
        })
    }
}

async fn user(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Path(name): Path<String>,
) -> Result<Json<UserExtended>, ServerRefusal> {
    let profile = find_player(&app, name).await?;
    UserExtended::of(&app, &caller.base(&app), &profile)
        .await
        .map(Json)
}

async fn users(
    State(app): State<Arc<App>>,
    Words(names): Words,
) -> Result<Json<Vec<UserJson>>, ServerRefusal> {
    let names = names.iter().map(String::as_str);
    let profiles = profiles(&app, names, MAX_USERS).await?;
    Ok(Json(profiles.iter().map(UserJson::of).collect()))
}

/// Returns those of these users who exist, without the results of their games.
///
/// # Errors
///
/// Returns an error if the database fails.
pub async fn profiles<'n>(
    app: &App,
    names: impl Iterator<Item = &'n str>,
    limit: usize,
) -> Result<Vec<Profile>, ServerRefusal> {
    let names = names.take(limit);
    let names = names.filter_map(|name| name.trim().parse::<Name>().ok());
    Ok(app.store.players_without_results(names.collect()).await?)
}

async fn statuses(
    State(app): State<Arc<App>>,
    Params(ask): Params<StatusQuery>,
) -> Result<Json<Vec<UserStatus>>, ServerRefusal> {
    let has_games = ask.with_game_ids.as_deref().is_some_and(is_true);
    let mut statuses = Vec::new();
    for profile in profiles(&app, ask.ids.split(','), MAX_STATUSES).await? {
        let player = profile.card.id;
        let games = app.store.live_games_of(player).await?;
        let game = games.first().filter(|_| has_games);
        statuses.push(UserStatus {
            user: light_user(&profile.card.view),
            online: app.games.hub.is_connected(player).then_some(true),
            playing: (!games.is_empty()).then_some(true),
            playing_id: game.map(ToString::to_string),
        });
    }
    Ok(Json(statuses))
}

/// Lists the bots that are connected, one on each line.
async fn online_bots(
    State(app): State<Arc<App>>,
    Params(ask): Params<BotsQuery>,
) -> Result<Response, ServerRefusal> {
    let connected = app.games.hub.connected(MAX_INSPECTED);
    let accounts = app.store.accounts_among(connected).await?;
    let bots = accounts.iter().map(|card| &card.view);
    let bots = bots.filter(|view| view.kind == PlayerKind::Bot);
    let most = ask.nb.unwrap_or(MAX_BOTS).min(MAX_BOTS);
    let bots = profiles(&app, bots.map(|view| view.name.as_str()), most).await?;
    let mut lines = String::new();
    for bot in &bots {
        if let Ok(line) = serde_json::to_string(&UserJson::of(bot)) {
            lines += &line;
            lines.push('\n');
        }
    }
    let headers = [(header::CONTENT_TYPE, NDJSON)];
    Ok((headers, Body::from(lines)).into_response())
}
