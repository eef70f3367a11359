//! Tournaments.

use std::sync::Arc;

use arbiter_tournament::{Bye, trf};
use arbiter_wire::{
    ArbiterRequest, ClaimResult, EnterTournament, NewTournament, RequestBye, RoundReasons, Scope,
    TournamentBye, TournamentList, TournamentRound, TournamentView,
};
use axum::{
    body::{Body as ResponseBody, Bytes},
    extract::{FromRequestParts, Path, State},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use futures_util::stream;

use super::{extract::Body, pgn};
use crate::{
    base::{GameId, TournamentId},
    endpoints::{
        App, Json,
        caller::Caller,
        routes::{Routes, get, post},
    },
    refusal::{ServerRefusal, TournamentRefusal},
    tournaments::{HostedTournament, check_may_create},
};

/// How many games are read and sent at once.
const GAMES_AT_ONCE: usize = 20;

/// Returns the endpoints for tournaments.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/tournaments", get(list).post(create_tournament))
        .route("/v1/tournaments/{id}", get(read_tournament))
        .route("/v1/tournaments/{id}/rounds/{round}", get(round))
        .route("/v1/tournaments/{id}/rounds/{round}/reasons", get(reasons))
        .route("/v1/tournaments/{id}/entry", post(enter).delete(leave))
        .route("/v1/tournaments/{id}/bye", post(bye))
        .route("/v1/tournaments/{id}/claim", post(claim))
        .route("/v1/tournaments/{id}/arbiter", post(arbitrate))
        .route("/v1/tournaments/{id}/trf", get(report_file))
        .route("/v1/tournaments/{id}/pgn", get(all_games))
}

/// The id of a tournament in the path.
pub struct TournamentPath(TournamentId);

/// The id of a tournament and the number of a round in the path.
pub struct RoundPath(TournamentId, u32);

/// List tournaments.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/tournaments", tag = "tournaments", operation_id = "list_tournaments",
    responses((status = 200, body = TournamentList))
))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<TournamentList>, ServerRefusal> {
    let mut list = app.tournaments.list().await?;
    let (role, policy) = (caller.role(), app.moderation.policy());
    let player = caller.player();
    let may_create = player.map(|player| check_may_create(player, role, &policy));
    list.may_create = may_create.is_some_and(|it| it.is_ok());
    Ok(Json(list))
}

/// Create a tournament.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/tournaments", tag = "tournaments",
    request_body = NewTournament, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = TournamentView),
        (status = 403, description = "`needs_account` or `may_not_create_tournaments`."),
        (status = 409, description = "`too_many_tournaments`."),
        (status = 422, description = "`invalid_field`, or the options are invalid."),
    )
))]
pub async fn create_tournament(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewTournament>,
) -> Result<(StatusCode, Json<TournamentView>), ServerRefusal> {
    let player = caller.require(Scope::Challenge)?;
    check_may_create(player, caller.role(), &app.moderation.policy())?;
    app.limits.check_creation(caller.address)?;
    let made = app.tournaments.create(player, caller.address, new).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Get a tournament.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/tournaments/{id}", tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, body = TournamentView),
        (status = 404, description = "`unknown_tournament`."),
    )
))]
pub async fn read_tournament(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
) -> Result<Response, ServerRefusal> {
    view(&app, &caller, id).await
}

/// Get a round of a tournament.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/tournaments/{id}/rounds/{round}", tag = "tournaments",
    operation_id = "read_round",
    params(
        ("id" = String, Path, description = "The id of the tournament."),
        ("round" = u32, Path, description = "The number of the round, from 1."),
    ),
    responses(
        (status = 200, body = TournamentRound),
        (status = 404, description = "`unknown_tournament`."),
    )
))]
pub async fn round(
    State(app): State<Arc<App>>,
    caller: Caller,
    RoundPath(id, round): RoundPath,
) -> Result<Json<TournamentRound>, ServerRefusal> {
    let now = app.games.clock.now();
    let view = move |it: &HostedTournament| it.round_view(round, now);
    let view = app.tournaments.answer(id, caller.address, view);
    Ok(Json(view.await?.ok_or(TournamentRefusal::Unknown)?))
}

/// Get the reasons for the pairings of a round.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/tournaments/{id}/rounds/{round}/reasons", tag = "tournaments",
    operation_id = "read_reasons",
    params(
        ("id" = String, Path, description = "The id of the tournament."),
        ("round" = u32, Path, description = "The number of the round, from 1."),
    ),
    responses(
        (status = 200, body = RoundReasons),
        (status = 404, description = "`unknown_tournament`."),
    )
))]
pub async fn reasons(
    State(app): State<Arc<App>>,
    caller: Caller,
    RoundPath(id, round): RoundPath,
) -> Result<Json<RoundReasons>, ServerRefusal> {
    let reasons = move |it: &HostedTournament| it.reasons(round);
    let reasons = app.tournaments.answer(id, caller.address, reasons);
    Ok(Json(reasons.await?.ok_or(TournamentRefusal::Unknown)?))
}

/// Enter a tournament, or come back to it.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/tournaments/{id}/entry", tag = "tournaments",
    operation_id = "enter_tournament",
    params(("id" = String, Path, description = "The id of the tournament.")),
    request_body = EnterTournament, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = TournamentView),
        (status = 403, description = "`needs_account`, `no_bots_in_tournament`, `not_listed`, \
                                      `rating_out_of_range` or \
                                      `removed_from_tournament`."),
        (status = 404, description = "`unknown_tournament`."),
        (status = 409, description = "`entry_closed`, `tournament_full`, `already_entered`, \
                                      `tournament_over` or `tournament_rules`."),
    )
))]
pub async fn enter(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
    Body(EnterTournament { name, team }): Body<EnterTournament>,
) -> Result<Response, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    app.tournaments.enter(id, player, name, team).await?;
    view(&app, &caller, id).await
}

/// Leave a tournament.
///
/// A game in progress continues. After that, you are not paired until you come back.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/tournaments/{id}/entry", tag = "tournaments",
    operation_id = "leave_tournament",
    params(("id" = String, Path, description = "The id of the tournament.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "You have left."),
        (status = 404, description = "`unknown_tournament`."),
        (status = 409, description = "`not_entered`, `tournament_over` or `tournament_rules`."),
    )
))]
pub async fn leave(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
) -> Result<StatusCode, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    app.tournaments.leave(id, player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a bye in the next round.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/tournaments/{id}/bye", tag = "tournaments", operation_id = "request_bye",
    params(("id" = String, Path, description = "The id of the tournament.")),
    request_body = RequestBye, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "You will have a bye."),
        (status = 404, description = "`unknown_tournament`."),
        (status = 409, description = "`not_entered`, `no_bye` or `tournament_not_started`."),
    )
))]
pub async fn bye(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
    Body(RequestBye { bye }): Body<RequestBye>,
) -> Result<StatusCode, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    let bye = match bye {
        TournamentBye::Half => Bye::HalfPoint,
        TournamentBye::Zero => Bye::ZeroPoint,
        TournamentBye::Full | TournamentBye::Pairing => {
            return Err(TournamentRefusal::NoBye.into());
        }
    };
    app.tournaments.request_bye(id, player, bye).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Enter the result of your game over the board.
///
/// The result counts when both players have entered the same one.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/tournaments/{id}/claim", tag = "tournaments",
    operation_id = "claim_result",
    params(("id" = String, Path, description = "The id of the tournament.")),
    request_body = ClaimResult, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "Your result is entered."),
        (status = 404, description = "`unknown_tournament`."),
        (status = 409,
         description = "`not_entered`, `no_tournament_game` or `results_from_games`."),
        (status = 422, description = "`invalid_result`."),
    )
))]
pub async fn claim(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
    Body(ClaimResult { result }): Body<ClaimResult>,
) -> Result<StatusCode, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?.id;
    app.tournaments.claim(id, player, &result).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Act as the arbiter of a tournament.
///
/// The organizer, moderators and administrators are arbiters.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/tournaments/{id}/arbiter", tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    request_body = ArbiterRequest, security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = TournamentView),
        (status = 403, description = "`not_arbiter`."),
        (status = 404, description = "`unknown_tournament`, `unknown_entrant` or \
                                      `unknown_player`."),
        (status = 409, description = "`tournament_not_started`, `tournament_started`, \
                                      `tournament_over`, `no_round_waits`, `round_started` or \
                                      `tournament_rules`."),
        (status = 422, description = "`invalid_result` or `invalid_field`."),
    )
))]
pub async fn arbitrate(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
    Body(ArbiterRequest { action }): Body<ArbiterRequest>,
) -> Result<Response, ServerRefusal> {
    caller.require(Scope::Challenge)?;
    let by = caller.player_and_role().ok_or(ServerRefusal::SignedOut)?;
    app.tournaments.arbitrate(id, by, action).await?;
    view(&app, &caller, id).await
}

/// Get the report file (TRF26) of a tournament.
///
/// It contains the rounds whose results are all known.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/tournaments/{id}/trf", tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, content_type = "text/plain", body = String),
        (status = 404, description = "`unknown_tournament`."),
        (status = 409, description = "`no_report`: it is an arena or a knockout."),
    )
))]
pub async fn report_file(
    State(app): State<Arc<App>>,
    caller: Caller,
    TournamentPath(id): TournamentPath,
) -> Result<Response, ServerRefusal> {
    let report =
        |it: &HostedTournament| it.has_report().then(|| it.report_file(trf::Version::Trf26));
    let report = app.tournaments.answer(id, caller.address, report);
    let text = report.await?.ok_or(TournamentRefusal::NoReport)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{id}.trf\""),
        ),
    ];
    Ok((headers, text).into_response())
}

/// Get all games of a tournament as PGN.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/tournaments/{id}/pgn", tag = "tournaments",
    params(("id" = String, Path, description = "The id of the tournament.")),
    responses(
        (status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, description = "`unknown_tournament`."),
    )
))]
pub async fn all_games(
    State(app): State<Arc<App>>,
    TournamentPath(id): TournamentPath,
) -> Result<Response, ServerRefusal> {
    let games = app.tournaments.games(id).await?;
    let rest = (
        app,
        games.into_iter().collect::<std::collections::VecDeque<_>>(),
    );
    let parts = stream::try_unfold(rest, async |(app, mut games)| {
        if games.is_empty() {
            return Ok::<_, ServerRefusal>(None);
        }
        let next: Vec<GameId> = games.drain(..games.len().min(GAMES_AT_ONCE)).collect();
        let mut text = String::new();
        for game in next {
            if let Some(stored) = app.store.load_game(game).await?
                && let Ok(written) = pgn::write(&app.settings, stored)
            {
                text += &written;
            }
        }
        Ok(Some((Bytes::from(text), (app, games))))
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/x-chess-pgn"),
        ),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"tournament.pgn\""),
        ),
    ];
    Ok((headers, ResponseBody::from_stream(parts)).into_response())
}

/// Answers with a tournament as the caller sees it.
async fn view(
    app: &Arc<App>,
    caller: &Caller,
    id: TournamentId,
) -> Result<Response, ServerRefusal> {
    let (by, now) = (caller.player_and_role(), app.games.clock.now());
    let view = move |it: &HostedTournament| serde_json::to_vec(&it.view_for(by, now));
    let json = app.tournaments.answer(id, caller.address, view);
    let json = json.await?.map_err(|_| ServerRefusal::Defect)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

impl<S: Send + Sync> FromRequestParts<S> for TournamentPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<TournamentPath, ServerRefusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| text.parse().ok());
        Ok(TournamentPath(id.ok_or(TournamentRefusal::Unknown)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RoundPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<RoundPath, ServerRefusal> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let found = path.ok().and_then(|Path((id, round))| {
            let (id, round) = (id.parse().ok()?, round.parse().ok()?);
            Some(RoundPath(id, round))
        });
        Ok(found.ok_or(TournamentRefusal::Unknown)?)
    }
}
