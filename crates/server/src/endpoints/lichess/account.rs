//! The account of the caller, and tokens.

use std::{collections::HashMap, sync::Arc};

use arbiter_wire::{Scope, Stage};
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{
    acts::{DONE, Done},
    api_caller::ApiCaller,
    fields::Words,
    game_event::PlayedGame,
    terms::user_id,
    users::UserExtended,
};
use crate::{
    base::clock,
    endpoints::{
        App, Json,
        http::{Params, find_player},
        routes::{Routes, get, post},
    },
    people::accounts::{self, Secret},
    refusal::ServerRefusal,
    store::{BotObstacle, TokenKind},
};

/// How many tokens can be tested at once.
const MAX_TOKENS: usize = 100;
/// How many games are listed by default.
const LISTED_GAMES: usize = 9;
const MAX_LISTED_GAMES: usize = 50;

/// Returns the endpoints for the account.
pub fn routes() -> Routes {
    Routes::new()
        .route("/api/token/test", post(test_tokens))
        .route("/api/account", get(account))
        .route("/api/account/email", get(email))
        .route("/api/account/preferences", get(preferences))
        .route("/api/account/kid", get(kid))
        .route("/api/account/playing", get(playing))
        .route("/api/bot/account/upgrade", post(upgrade))
}

/// What is known about a token.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TokenInfo {
    user_id: String,
    scopes: String,
    expires: Option<u64>,
}

async fn test_tokens(
    State(app): State<Arc<App>>,
    Words(tokens): Words,
) -> Result<Json<HashMap<String, Option<TokenInfo>>>, ServerRefusal> {
    let mut tested = HashMap::new();
    for token in tokens.into_iter().take(MAX_TOKENS) {
        let bearer = match Secret::parse(&token) {
            Some(secret) => app.store.find_token(secret.hash(), clock::wall()).await?,
            None => None,
        };
        let info = bearer.map(|bearer| {
            let scopes = match bearer.kind {
                TokenKind::Session => Scope::ALL.to_vec(),
                TokenKind::Api => accounts::scopes(&bearer.scopes),
            };
            let scopes = scopes.into_iter().filter(|scope| scope.is_of_lichess_api());
            let scopes: Vec<&str> = scopes.map(Scope::code).collect();
            TokenInfo {
                user_id: user_id(&bearer.player.view.name),
                scopes: scopes.join(","),
                expires: bearer.expires,
            }
        });
        tested.insert(token, info);
    }
    Ok(Json(tested))
}

async fn account(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
) -> Result<Json<UserExtended>, ServerRefusal> {
    let player = caller.require(&[])?;
    let profile = find_player(&app, player.view.name.clone()).await?;
    UserExtended::of(&app, &caller.base(&app), &profile)
        .await
        .map(Json)
}

/// The email address, which programs do not get.
#[derive(Serialize)]
struct Email {
    email: &'static str,
}

async fn email(caller: ApiCaller) -> Result<Json<Email>, ServerRefusal> {
    caller.require(&[Scope::EmailRead])?;
    Ok(Json(Email { email: "" }))
}

/// The preferences, which browsers keep to themselves.
#[derive(Serialize)]
struct Preferences {
    prefs: NoPreferences,
    language: &'static str,
}

#[derive(Serialize)]
struct NoPreferences {}

async fn preferences(caller: ApiCaller) -> Result<Json<Preferences>, ServerRefusal> {
    caller.require(&[Scope::PreferenceRead])?;
    Ok(Json(Preferences {
        prefs: NoPreferences {},
        language: "en",
    }))
}

/// Whether the account is a child's: always false, because no account is marked so.
#[derive(Serialize)]
struct Kid {
    kid: bool,
}

async fn kid(caller: ApiCaller) -> Result<Json<Kid>, ServerRefusal> {
    caller.require(&[Scope::PreferenceRead])?;
    Ok(Json(Kid { kid: false }))
}

#[derive(Deserialize)]
struct PlayingQuery {
    nb: Option<usize>,
}

/// The games that a player plays.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Playing {
    nb_my_turn: usize,
    now_playing: Vec<PlayedGame>,
}

/// Lists the games of the caller that are in progress, the most urgent first.
async fn playing(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Params(ask): Params<PlayingQuery>,
) -> Result<Json<Playing>, ServerRefusal> {
    let player = caller.require(&[])?.id;
    let mut games = Vec::new();
    for id in app.store.live_games_of(player).await? {
        let view = app.games.view(id, Some(player)).await?;
        if view.stage == Stage::Playing {
            // Those that programs cannot play are left out.
            games.extend(PlayedGame::of(&view).ok());
        }
    }
    games.sort_by_key(|game| (!game.is_my_turn, game.seconds_left));
    let nb_my_turn = games.iter().filter(|game| game.is_my_turn).count();
    games.truncate(ask.nb.unwrap_or(LISTED_GAMES).min(MAX_LISTED_GAMES));
    Ok(Json(Playing {
        nb_my_turn,
        now_playing: games,
    }))
}

/// Turns the account of the caller into that of a program, for good.
async fn upgrade(State(app): State<Arc<App>>, caller: ApiCaller) -> Result<Done, ServerRefusal> {
    let player = caller.require(&[Scope::BotPlay])?.id;
    let upgraded = app.store.upgrade_to_bot(player, clock::wall()).await?;
    upgraded.map_err(|obstacle| match obstacle {
        BotObstacle::NoAccount => ServerRefusal::NeedsAccount,
        BotObstacle::HasPlayed => ServerRefusal::HasPlayed,
    })?;
    tracing::info!(player = player.0, "account became a bot");
    Ok(DONE)
}
