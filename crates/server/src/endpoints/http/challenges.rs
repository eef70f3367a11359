//! Challenges to named players.

use std::sync::Arc;

use arbiter_wire::{ChallengeList, ChallengeView, DeclineChallenge, NewChallenge, Paired, Scope};
use axum::{
    extract::{FromRequestParts, Path, State},
    http::{StatusCode, request::Parts},
};

use super::{
    extract::{Body, PlayerPath},
    lists::find_player,
};
use crate::{
    base::{ChallengeId, clock},
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get, post},
    },
    refusal::ServerRefusal,
};

/// Returns the endpoints for challenges.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/players/{name}/challenge", post(challenge))
        .route("/v1/challenges", get(list_challenges))
        .route(
            "/v1/challenges/{id}",
            get(read_challenge).delete(withdraw_challenge),
        )
        .route("/v1/challenges/{id}/accept", post(accept_challenge))
        .route("/v1/challenges/{id}/decline", post(decline_challenge))
}

/// The id of a challenge in the path.
pub struct ChallengePath(ChallengeId);

/// Challenge a player.
///
/// The challenge is open for a day. It replaces an earlier one of yours to the same player.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/players/{name}/challenge", tag = "challenges",
    operation_id = "challenge_player",
    params(("name" = String, Path, description = "The name of the player.")),
    request_body = NewChallenge, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = ChallengeView),
        (status = 403, description = "`blocked` or `needs_account`."),
        (status = 404, description = "`unknown_player`."),
        (status = 409,
         description = "`yourself`, `too_many_challenges` or `challenged_too_often`."),
        (status = 422, description = "The options are invalid; the code says why."),
    )
))]
pub async fn challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    PlayerPath(name): PlayerPath,
    Body(new): Body<NewChallenge>,
) -> Result<(StatusCode, Json<ChallengeView>), ServerRefusal> {
    let player = caller.require(Scope::Challenge)?;
    app.limits.check_challenge(player.id, caller.address)?;
    let challenged = find_player(&app, name).await?.card;
    let made = app
        .challenges
        .create(player, &challenged, caller.address, new, clock::wall())
        .await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// List your open challenges.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/challenges", tag = "challenges",
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = ChallengeList))
))]
pub async fn list_challenges(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<ChallengeList>, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    Ok(Json(app.challenges.list(player, clock::wall()).await?))
}

/// Get a challenge that you have made, or that was made to you.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/challenges/{id}", tag = "challenges",
    params(("id" = String, Path, description = "The id of the challenge.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = ChallengeView),
        (status = 404, description = "`unknown_challenge`."),
    )
))]
pub async fn read_challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    ChallengePath(id): ChallengePath,
) -> Result<Json<ChallengeView>, ServerRefusal> {
    let player = caller.require(Scope::Read)?.id;
    Ok(Json(app.challenges.find(player, id, clock::wall()).await?))
}

/// Withdraw a challenge that you have made.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/challenges/{id}", tag = "challenges",
    params(("id" = String, Path, description = "The id of the challenge.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = ChallengeView),
        (status = 404, description = "`unknown_challenge`."),
        (status = 409, description = "`challenge_gone`."),
    )
))]
pub async fn withdraw_challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    ChallengePath(id): ChallengePath,
) -> Result<Json<ChallengeView>, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    let challenges = &app.challenges;
    Ok(Json(challenges.withdraw(player, id, clock::wall()).await?))
}

/// Accept a challenge. The game starts.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/challenges/{id}/accept", tag = "challenges",
    params(("id" = String, Path, description = "The id of the challenge.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Paired),
        (status = 404, description = "`unknown_challenge`."),
        (status = 409, description = "`challenge_gone`."),
    )
))]
pub async fn accept_challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    ChallengePath(id): ChallengePath,
) -> Result<Json<Paired>, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    app.limits.check_creation(caller.address)?;
    let game = app.challenges.accept(player, id, clock::wall()).await?;
    Ok(Json(Paired {
        game: game.to_string(),
    }))
}

/// Decline a challenge, with a reason.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/challenges/{id}/decline", tag = "challenges", request_body = DeclineChallenge,
    params(("id" = String, Path, description = "The id of the challenge.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = ChallengeView),
        (status = 404, description = "`unknown_challenge`."),
        (status = 409, description = "`challenge_gone`."),
    )
))]
pub async fn decline_challenge(
    State(app): State<Arc<App>>,
    caller: Caller,
    ChallengePath(id): ChallengePath,
    Body(DeclineChallenge { reason }): Body<DeclineChallenge>,
) -> Result<Json<ChallengeView>, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    let declined = app
        .challenges
        .decline(player, id, reason, clock::wall())
        .await?;
    Ok(Json(declined))
}

impl<S: Send + Sync> FromRequestParts<S> for ChallengePath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<ChallengePath, ServerRefusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| text.parse().ok());
        id.map(ChallengePath).ok_or(ServerRefusal::UnknownChallenge)
    }
}
