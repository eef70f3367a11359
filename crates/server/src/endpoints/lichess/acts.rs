//! What players do in a game.

use std::sync::Arc;

use arbiter_game::Refusal;
use arbiter_wire::{Action, Claim, Color, Command, GameState, Scope};
use axum::{
    extract::{FromRequestParts, Path, State},
    http::request::Parts,
};
use serde::{Deserialize, Serialize};

use super::{
    api_caller::{ApiCaller, PlayApi},
    fields::{Fields, is_true},
};
use crate::{
    base::{GameId, PlayerId, random},
    endpoints::{
        App, Json,
        http::{GamePath, Params},
        routes::{Routes, get, post},
    },
    play::room::Audience,
    refusal::ServerRefusal,
};

/// Returns the endpoints for both ways to play.
pub fn routes() -> Routes {
    let mut routes = Routes::new()
        .route("/api/round/{id}/add-time/{seconds}", post(add_time))
        .route("/api/challenge/{id}/add-time/{seconds}", post(add_time));
    for api in PlayApi::ALL {
        let path = |rest: &str| format!("/api/{}/game/{{id}}/{rest}", api.name());
        let play = async move |State(app), caller: ApiCaller, at: MovePath, Params(ask)| {
            play(app, caller.require_for(api)?.id, at, ask).await
        };
        routes = routes.route(&path("move/{move}"), post(play));
        let say = async move |State(app), caller: ApiCaller, GamePath(id), fields: Fields| {
            say(app, &caller, api, id, fields).await
        };
        let read = async move |State(app), caller: ApiCaller, GamePath(id)| {
            read_chat(app, caller.require_for(api)?.id, id).await
        };
        routes = routes.route(&path("chat"), get(read).post(say));
        for (verb, action) in [
            ("abort", Action::Abort),
            ("resign", Action::Resign),
            ("claim-victory", Action::ClaimAbandonment),
            ("claim-victory/", Action::ClaimAbandonment),
        ] {
            let act = async move |State(app): State<Arc<App>>, caller: ApiCaller, GamePath(id)| {
                act(&app, caller.require_for(api)?.id, id, action).await
            };
            routes = routes.route(&path(verb), post(act));
        }
        let draw = async move |State(app), caller: ApiCaller, at: AnswerPath| {
            draw(app, caller.require_for(api)?.id, at).await
        };
        routes = routes.route(&path("draw/{answer}"), post(draw));
        let takeback = async move |State(app), caller: ApiCaller, at: AnswerPath| {
            takeback(app, caller.require_for(api)?.id, at).await
        };
        routes = routes.route(&path("takeback/{answer}"), post(takeback));
        let claim_draw = async move |State(app), caller: ApiCaller, GamePath(id)| {
            claim_draw(app, caller.require_for(api)?.id, id).await
        };
        routes = routes.route(&path("claim-draw"), post(claim_draw));
        let berserk = async move |State(app), caller: ApiCaller, GamePath(id)| {
            act(&app, caller.require_for(api)?.id, id, Action::Berserk).await
        };
        routes = routes.route(&path("berserk"), post(berserk));
    }
    routes
}

/// The body `{"ok": true}`.
#[derive(Serialize)]
pub struct OkAnswer {
    ok: bool,
}

/// The response to an action that succeeded.
pub type Done = Json<OkAnswer>;

/// The only value of [`Done`].
pub const DONE: Done = Json(OkAnswer { ok: true });

/// What comes with a move.
#[derive(Deserialize)]
struct MoveQuery {
    #[serde(rename = "offeringDraw")]
    offering_draw: Option<String>,
}

/// The game and the move in a path.
struct MovePath {
    game: GameId,
    mv: String,
}

/// The game and the answer to an offer in a path.
struct AnswerPath {
    game: GameId,
    is_yes: bool,
}

/// The game and a number of seconds in a path.
struct SecondsPath {
    game: GameId,
    seconds: u32,
}

async fn play(
    app: Arc<App>,
    player: PlayerId,
    MovePath { game, mv }: MovePath,
    ask: MoveQuery,
) -> Result<Done, ServerRefusal> {
    let action = Action::Play {
        mv: mv.clone(),
        offer_draw: ask.offering_draw.as_deref().is_some_and(is_true),
    };
    match act(&app, player, game, action).await {
        // Clients that have lost the answer to a move send it again.
        Err(ServerRefusal::Referee(refusal))
            if matches!(*refusal, Refusal::NotYourTurn { .. })
                && is_last_move(&app, player, game, &mv).await? =>
        {
            Ok(DONE)
        }
        outcome => outcome,
    }
}

/// Reports whether the last move of the player is this one. The opponent may have replied
/// meanwhile.
async fn is_last_move(
    app: &Arc<App>,
    player: PlayerId,
    game: GameId,
    mv: &str,
) -> Result<bool, ServerRefusal> {
    let view = app.games.view(game, Some(player)).await?;
    let play = view.play.ok_or(ServerRefusal::NotStarted)?;
    let replies = usize::from(view.you.contains(&play.state.turn));
    let last = play.moves.iter().rev().nth(replies);
    Ok(last.is_some_and(|last| last.uci == mv))
}

async fn say(
    app: Arc<App>,
    caller: &ApiCaller,
    api: PlayApi,
    game: GameId,
    fields: Fields,
) -> Result<Done, ServerRefusal> {
    let player = caller.require_for(api)?.id;
    app.moderation
        .check_mute((player, caller.role()), caller.address())?;
    let audience = match fields.get("room") {
        Some("spectator") => Audience::Spectators,
        _ => Audience::Own,
    };
    let text = fields.get("text").unwrap_or_default().to_owned();
    require_player(&app, player, game).await?;
    app.games.say_to(game, player, audience, text).await?;
    Ok(DONE)
}

/// A chat message in a list.
#[derive(Serialize)]
struct ChatEntry {
    user: String,
    text: String,
}

async fn read_chat(
    app: Arc<App>,
    player: PlayerId,
    game: GameId,
) -> Result<Json<Vec<ChatEntry>>, ServerRefusal> {
    require_player(&app, player, game).await?;
    let lines = app
        .games
        .chat_history(game, Some(player))
        .await?
        .into_iter();
    let entries = lines.map(|line| ChatEntry {
        user: line.name,
        text: line.text,
    });
    Ok(Json(entries.collect()))
}

async fn require_player(
    app: &Arc<App>,
    player: PlayerId,
    game: GameId,
) -> Result<(), ServerRefusal> {
    let view = app.games.view(game, Some(player)).await?;
    match view.you.is_empty() {
        true => Err(ServerRefusal::UnknownGame(game)),
        false => Ok(()),
    }
}

/// Offers, accepts, claims or declines a draw, whichever is possible.
async fn draw(
    app: Arc<App>,
    player: PlayerId,
    AnswerPath { game, is_yes }: AnswerPath,
) -> Result<Done, ServerRefusal> {
    let (state, me) = state(&app, player, game).await?;
    let is_offered = state.draw_offer.is_some_and(|by| by != me);
    let action = match (is_yes, is_offered, state.claims.first()) {
        (true, true, _) => Action::AcceptDraw,
        (true, false, Some(&claim)) if state.turn == me => claimed(claim),
        (true, false, _) => Action::OfferDraw,
        (false, true, _) => Action::DeclineDraw,
        (false, false, _) => return Ok(DONE),
    };
    act(&app, player, game, action).await
}

/// Requests, accepts or declines a takeback, whichever is possible.
async fn takeback(
    app: Arc<App>,
    player: PlayerId,
    AnswerPath { game, is_yes }: AnswerPath,
) -> Result<Done, ServerRefusal> {
    let (state, me) = state(&app, player, game).await?;
    let is_requested = state.take_back.is_some_and(|by| by != me);
    let action = match (is_yes, is_requested) {
        (true, true) => Action::AcceptTakeback,
        (true, false) => Action::RequestTakeback,
        (false, true) => Action::DeclineTakeback,
        (false, false) => return Ok(DONE),
    };
    act(&app, player, game, action).await
}

/// Claims the draw that can be claimed.
async fn claim_draw(app: Arc<App>, player: PlayerId, game: GameId) -> Result<Done, ServerRefusal> {
    let (state, _) = state(&app, player, game).await?;
    let claim = state.claims.first().copied().unwrap_or(Claim::Threefold);
    act(&app, player, game, claimed(claim)).await
}

async fn add_time(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    SecondsPath { game, seconds }: SecondsPath,
) -> Result<Done, ServerRefusal> {
    let player = caller.require(&[Scope::ChallengeWrite])?.id;
    act(&app, player, game, Action::GiveTime(seconds)).await
}

const fn claimed(claim: Claim) -> Action {
    Action::Claim { claim, with: None }
}

/// Returns the state of a game, and the side of the player.
async fn state(
    app: &Arc<App>,
    player: PlayerId,
    game: GameId,
) -> Result<(GameState, Color), ServerRefusal> {
    let view = app.games.view(game, Some(player)).await?;
    let me = *view.you.first().ok_or(ServerRefusal::UnknownGame(game))?;
    let play = view.play.ok_or(ServerRefusal::NotStarted)?;
    Ok((play.state, me))
}

/// Does something in a game.
///
/// # Errors
///
/// Returns why it is refused.
pub async fn act(
    app: &Arc<App>,
    player: PlayerId,
    game: GameId,
    action: Action,
) -> Result<Done, ServerRefusal> {
    let command = Command {
        id: format!("{:016x}", random::number()),
        ply: None,
        side: None,
        action,
    };
    match app.games.act_and_wait(game, player, &command).await {
        Ok(_) => Ok(DONE),
        // Lichess does not reveal whether a game of others exists.
        Err(ServerRefusal::NotAPlayer) => Err(ServerRefusal::UnknownGame(game)),
        Err(refusal) => Err(refusal),
    }
}

async fn two_segments<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
) -> Result<(GameId, String), ServerRefusal> {
    let path = Path::<(String, String)>::from_request_parts(parts, state).await;
    let Path((game, other)) = path.map_err(|_| ServerRefusal::InvalidGameId)?;
    let game = game.parse().map_err(|_| ServerRefusal::InvalidGameId)?;
    Ok((game, other))
}

impl<S: Send + Sync> FromRequestParts<S> for MovePath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<MovePath, ServerRefusal> {
        let (game, mv) = two_segments(parts, state).await?;
        Ok(MovePath { game, mv })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AnswerPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<AnswerPath, ServerRefusal> {
        let (game, answer) = two_segments(parts, state).await?;
        let is_yes = match answer.as_str() {
            "yes" | "true" | "1" => true,
            "no" | "false" | "0" => false,
            _ => return Err(ServerRefusal::Query("the answer is yes or no".to_owned())),
        };
        Ok(AnswerPath { game, is_yes })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SecondsPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<SecondsPath, ServerRefusal> {
        let (game, seconds) = two_segments(parts, state).await?;
        let seconds = seconds
            .parse()
            .ok()
            .filter(|seconds| (5..=60).contains(seconds));
        let invalid = || ServerRefusal::Query("seconds: from 5 to 60".to_owned());
        Ok(SecondsPath {
            game,
            seconds: seconds.ok_or_else(invalid)?,
        })
    }
}
