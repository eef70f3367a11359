//! Challenges: to named players, to the computer, and to anyone with a link.

use std::sync::Arc;

use arbiter_wire::{
    Action, ChallengeState, ChallengeView, Color, GameOptions, NewChallenge, Scope, Stage,
};
use axum::{
    extract::{FromRequestParts, Path, State},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::{
    acts::{self, DONE, Done},
    api_caller::{ApiCaller, CHALLENGE_SCOPES},
    challenge_json::{ChallengeJson, OpenChallenge, decline_reason},
    fields::Fields,
    line_writer::{Disconnected, LineWriter, respond},
    terms::{self, GameTerms, Status, Variant},
};
use crate::{
    base::{ChallengeId, GameId, PlayerId, clock},
    endpoints::{
        App, Json,
        http::find_player,
        routes::{Routes, get, post},
    },
    play::{
        Notices, PlayerNotice,
        create_game::{GameRequest, Opponent, check_start, create_game},
    },
    refusal::ServerRefusal,
};

/// Returns the endpoints for challenges.
pub fn routes() -> Routes {
    Routes::new()
        .route("/api/challenge", get(list))
        .route("/api/challenge/ai", post(challenge_computer))
        .route("/api/challenge/open", post(challenge_anyone))
        .route("/api/challenge/{id}", post(challenge))
        .route("/api/challenge/{id}/show", get(show))
        .route("/api/challenge/{id}/accept", post(accept))
        .route("/api/challenge/{id}/decline", post(decline))
        .route("/api/challenge/{id}/cancel", post(cancel))
}

/// The id in a path: of a challenge, and of the game that it becomes.
struct IdPath(GameId);

/// The open challenges of a player.
#[derive(Serialize)]
struct Challenges {
    #[serde(rename = "in")]
    incoming: Vec<ChallengeJson>,
    #[serde(rename = "out")]
    outgoing: Vec<ChallengeJson>,
}

async fn list(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
) -> Result<Json<Challenges>, ServerRefusal> {
    let player = caller.require(&[Scope::ChallengeRead])?;
    let list = app.challenges.list(player.id, clock::wall()).await?;
    // Those that programs cannot play are left out.
    let base = caller.base(&app);
    let written = |views: Vec<ChallengeView>| {
        let views = views.iter();
        let written = views.filter_map(|it| ChallengeJson::of(&base, it, &player.view.name).ok());
        written.collect()
    };
    Ok(Json(Challenges {
        incoming: written(list.incoming),
        outgoing: written(list.outgoing),
    }))
}

async fn show(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    IdPath(id): IdPath,
) -> Result<Json<ChallengeJson>, ServerRefusal> {
    let player = caller.require(&[Scope::ChallengeRead])?;
    let now = clock::wall();
    let view = app.challenges.find(player.id, ChallengeId(id), now).await?;
    ChallengeJson::of(&caller.base(&app), &view, &player.view.name).map(Json)
}

/// Challenges a player. With `keepAliveStream` the answer is a stream that reports the outcome
/// of the challenge, which lasts as long as the stream.
async fn challenge(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    Path(name): Path<String>,
    fields: Fields,
) -> Result<Response, ServerRefusal> {
    let player = caller.require(CHALLENGE_SCOPES)?.clone();
    app.limits.check_challenge(player.id, caller.address())?;
    let new = NewChallenge {
        options: fields.options()?,
        color: fields.color()?,
    };
    GameTerms::of(&new.options)?;
    let challenged = find_player(&app, name).await?.card;
    let notices = fields
        .is_true("keepAliveStream")
        .then(|| app.games.hub.follow(&[player.id]));
    let now = clock::wall();
    let challenges = &app.challenges;
    let view = challenges
        .create(&player, &challenged, caller.address(), new, now)
        .await?;
    let json = ChallengeJson::of(&caller.base(&app), &view, &player.view.name)?;
    let Some(notices) = notices else {
        return Ok(Json(json).into_response());
    };
    let kept = KeptChallenge {
        app: Arc::clone(&app),
        player: player.id,
        id: view
            .id
            .parse()
            .map_err(|_| ServerRefusal::UnknownChallenge)?,
        is_open: true,
    };
    respond(&app, &caller, |lines| kept.run(json, notices, lines))
}

/// A challenge that is withdrawn when its stream ends.
struct KeptChallenge {
    app: Arc<App>,
    player: PlayerId,
    id: ChallengeId,
    is_open: bool,
}

/// The last line of the stream of a challenge.
#[derive(Serialize)]
struct ChallengeOutcome {
    done: &'static str,
}

impl KeptChallenge {
    async fn run(
        mut self,
        json: ChallengeJson,
        mut notices: Notices,
        lines: LineWriter,
    ) -> Result<(), Disconnected> {
        lines.write(&json).await?;
        while let Some(notice) = notices.next().await {
            let PlayerNotice::Challenge(view) = notice else {
                continue;
            };
            if view.id != self.id.to_string() || view.state == ChallengeState::Open {
                continue;
            }
            self.is_open = false;
            let done = match view.state {
                ChallengeState::Accepted => "accepted",
                ChallengeState::Declined => "declined",
                _ => "canceled",
            };
            return lines.write(&ChallengeOutcome { done }).await;
        }
        Ok(())
    }
}

impl Drop for KeptChallenge {
    fn drop(&mut self) {
        if !self.is_open || self.app.stop.is_requested() {
            return;
        }
        let (app, player, id) = (Arc::clone(&self.app), self.player, self.id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let _answered = app.challenges.withdraw(player, id, clock::wall()).await;
            });
        }
    }
}

/// Accepts a challenge, or takes the free seat of a game.
async fn accept(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    IdPath(id): IdPath,
) -> Result<Done, ServerRefusal> {
    let player = caller.require(CHALLENGE_SCOPES)?;
    app.limits.check_creation(caller.address())?;
    let now = clock::wall();
    let accepted = app.challenges.accept(player.id, ChallengeId(id), now).await;
    match accepted {
        Err(ServerRefusal::UnknownChallenge) if is_waiting(&app, id).await => {
            app.games.join(id, player.clone()).await?;
            Ok(DONE)
        }
        accepted => accepted.map(|_| DONE),
    }
}

async fn decline(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    IdPath(id): IdPath,
    fields: Fields,
) -> Result<Done, ServerRefusal> {
    let player = caller.require(CHALLENGE_SCOPES)?.id;
    let reason = fields.get("reason").map(decline_reason).unwrap_or_default();
    let declined = app
        .challenges
        .decline(player, ChallengeId(id), reason, clock::wall());
    declined.await.map(|_| DONE)
}

/// Withdraws a challenge or a game that waits, or aborts the game that a challenge became.
async fn cancel(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    IdPath(id): IdPath,
) -> Result<Done, ServerRefusal> {
    let player = caller.require(CHALLENGE_SCOPES)?.id;
    let now = clock::wall();
    let withdrawn = app.challenges.withdraw(player, ChallengeId(id), now).await;
    match withdrawn {
        Ok(_) => Ok(DONE),
        Err(ServerRefusal::UnknownChallenge | ServerRefusal::ChallengeGone) => {
            if app.store.withdraw_game(id, player).await? {
                app.games.forget(id);
                return Ok(DONE);
            }
            let aborted = acts::act(&app, player, id, Action::Abort).await;
            match aborted {
                Err(ServerRefusal::UnknownGame(_)) => Err(ServerRefusal::UnknownChallenge),
                aborted => aborted,
            }
        }
        Err(refusal) => Err(refusal),
    }
}

async fn is_waiting(app: &Arc<App>, id: GameId) -> bool {
    let view = app.games.view(id, None).await;
    view.is_ok_and(|view| view.stage == Stage::Waiting)
}

/// A game against the computer that has started.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StartedGame {
    id: String,
    full_id: String,
    variant: Variant,
    speed: &'static str,
    perf: &'static str,
    rated: bool,
    fen: String,
    turns: usize,
    source: &'static str,
    status: Status,
    created_at: u64,
    player: Color,
}

async fn challenge_computer(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    fields: Fields,
) -> Result<Response, ServerRefusal> {
    let level = fields.number("level")?;
    let level = level.ok_or_else(|| super::fields::invalid("level", "missing"))?;
    let options = GameOptions {
        rated: false,
        ..fields.options()?
    };
    let (id, player) = start(&app, &caller, &fields, options, Opponent::Computer(level)).await?;
    let view = app.games.view(id, Some(player)).await?;
    let terms = GameTerms::of(&view.options)?;
    let play = view.play.as_ref().ok_or(ServerRefusal::NotStarted)?;
    let started = StartedGame {
        id: view.id.clone(),
        full_id: view.id.clone(),
        variant: terms.variant,
        speed: terms.speed.code(),
        perf: terms.speed.code(),
        rated: false,
        fen: play.state.fen.clone(),
        turns: play.moves.len(),
        source: "ai",
        status: terms::status(view.stage, play.state.reason.as_deref()),
        created_at: view.created,
        player: play.state.turn,
    };
    Ok((StatusCode::CREATED, Json(started)).into_response())
}

/// Creates a game that anyone with its link can join, against the caller.
async fn challenge_anyone(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
    fields: Fields,
) -> Result<Json<OpenChallenge>, ServerRefusal> {
    let options = fields.options()?;
    let made = start(&app, &caller, &fields, options.clone(), Opponent::Anyone);
    let (id, _) = made.await?;
    OpenChallenge::of(&caller.base(&app), &id.to_string(), &options).map(Json)
}

/// Creates a game of the caller.
async fn start(
    app: &Arc<App>,
    caller: &ApiCaller,
    fields: &Fields,
    options: GameOptions,
    opponent: Opponent,
) -> Result<(GameId, PlayerId), ServerRefusal> {
    let player = caller.require(CHALLENGE_SCOPES)?;
    let address = caller.address();
    app.limits.check_creation(address)?;
    app.limits.check_games(address, &app.store).await?;
    app.games.check_game_count(player.id).await?;
    GameTerms::of(&options)?;
    check_start(&app.games, address, &options).await?;
    let request = GameRequest {
        creator: player.clone(),
        options,
        color: fields.color()?.map(Into::into),
        opponent,
        rematch_of: None,
        accepts: None,
        seeks: Vec::new(),
    };
    let id = create_game(&app.games, request).await?;
    app.limits.note_game(address, id);
    Ok((id, player.id))
}

impl<S: Send + Sync> FromRequestParts<S> for IdPath {
    type Rejection = ServerRefusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<IdPath, ServerRefusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| text.parse().ok());
        id.map(IdPath).ok_or(ServerRefusal::UnknownChallenge)
    }
}
