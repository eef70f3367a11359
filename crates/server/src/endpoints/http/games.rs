//! Games: create, join, play, read.

use std::sync::Arc;

use arbiter_wire::{
    Acknowledged, Action, Command, GameList, GameView, NewGame, Opponent, Scope, SeatedGame, Stage,
    Update,
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use super::{
    extract::{Body, GamePath, Params},
    lists, pgn,
    query::{EventsQuery, LiveQuery, Seq},
    stream,
};
use crate::{
    endpoints::{
        App, Json,
        caller::{self, Caller},
        routes::{Routes, get, post},
    },
    play::{
        create_game::{self, GameRequest},
        room::Done,
    },
    refusal::{RefusedCommand, ServerRefusal},
    store::PlayerCard,
};

/// Returns the endpoints for games.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/games", post(create))
        .route("/v1/games/live", get(live))
        .route("/v1/games/{id}", get(view).delete(withdraw))
        .route("/v1/games/{id}/join", post(join))
        .route("/v1/games/{id}/actions", post(act))
        .route("/v1/games/{id}/pgn", get(as_pgn))
        .route("/v1/games/{id}/events", get(events))
}

/// Create a game.
///
/// With a friend as the opponent, the game waits until someone joins it: the first one gets the
/// seat. Without a token you become a guest.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/games", tag = "games", request_body = NewGame,
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = SeatedGame),
        (status = 403, description = "`needs_account`: guests have no rating."),
        (status = 409, description = "The first move is refused; the code says why."),
        (status = 422, description = "The options are invalid; the code says why."),
    )
))]
pub async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewGame>,
) -> Result<(StatusCode, HeaderMap, Json<SeatedGame>), ServerRefusal> {
    app.limits.check_creation(caller.address)?;
    app.limits.check_games(caller.address, &app.store).await?;
    create_game::check_start(&app.games, caller.address, &new.options).await?;
    if new.first_move.is_some() && caller.player().is_some() {
        caller.require(Scope::Play)?;
    }
    let seat = seat_for(&app, &caller).await?;
    let player = seat.player.id;
    let request = GameRequest {
        creator: seat.player.clone(),
        options: new.options,
        color: new.color.map(Into::into),
        opponent: match new.opponent {
            Opponent::Friend => create_game::Opponent::Anyone,
            Opponent::Computer { level } => create_game::Opponent::Computer(level),
            Opponent::Itself => create_game::Opponent::SamePlayer,
        },
        rematch_of: None,
        accepts: None,
        seeks: Vec::new(),
    };
    let id = create_game::create_game(&app.games, request).await?;
    app.limits.note_game(caller.address, id);
    if let Some(mv) = new.first_move {
        app.games.act_and_wait(id, player, &first_move(mv)).await?;
    }
    let game = app.games.view(id, Some(player)).await?;
    let mut headers = seat.headers;
    if let Ok(place) = HeaderValue::try_from(format!("/v1/games/{id}")) {
        headers.insert(header::LOCATION, place);
    }
    let token = seat.token;
    Ok((
        StatusCode::CREATED,
        headers,
        Json(SeatedGame { game, token }),
    ))
}

/// Returns the command that plays the first move.
fn first_move(mv: String) -> Command {
    Command {
        id: "first".to_owned(),
        ply: Some(0),
        side: None,
        action: Action::Play {
            mv,
            offer_draw: false,
        },
    }
}

/// A player who wants a seat.
struct Seat {
    player: PlayerCard,
    /// A cookie, if the player is a new guest.
    headers: HeaderMap,
    token: Option<String>,
}

/// Returns the caller, or a new guest if nobody is signed in.
async fn seat_for(app: &App, caller: &Caller) -> Result<Seat, ServerRefusal> {
    if caller.player().is_some() {
        return Ok(Seat {
            player: caller.require(Scope::Challenge)?.clone(),
            headers: HeaderMap::new(),
            token: None,
        });
    }
    if !app.moderation.policy().guests {
        return Err(ServerRefusal::GuestsOff);
    }
    let sign_in = app.accounts.new_guest(&caller.agent).await?;
    let cookie = caller::cookie(&app.settings, &sign_in.secret);
    Ok(Seat {
        player: sign_in.player,
        headers: HeaderMap::from_iter([(header::SET_COOKIE, cookie)]),
        token: (!caller.is_page).then(|| sign_in.secret.reveal().to_owned()),
    })
}

/// List live games, the newest first.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/live", tag = "games", params(LiveQuery),
    responses((status = 200, body = GameList))
))]
pub async fn live(
    State(app): State<Arc<App>>,
    Params(ask): Params<LiveQuery>,
) -> Result<Json<GameList>, ServerRefusal> {
    let limit = ask.limit.checked()?;
    let games = app.store.newest_live_games(limit).await?;
    let games = games.into_iter();
    let games = games.map(|game| lists::summary(&app, game)).collect();
    Ok(Json(GameList { games, next: None }))
}

/// Get a game as you see it.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = GameView),
        (status = 404, description = "`unknown_game`."),
    )
))]
pub async fn view(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<Json<GameView>, ServerRefusal> {
    let player = caller.player().map(|player| player.id);
    Ok(Json(app.games.view(id, player).await?))
}

/// Withdraw a game that is waiting for an opponent.
#[cfg_attr(feature = "descriptions", utoipa::path(
    delete, path = "/v1/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "The game was withdrawn."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`not_withdrawn`: you did not create it, or it has started."),
    )
))]
pub async fn withdraw(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<StatusCode, ServerRefusal> {
    let player = caller.require(Scope::Challenge)?;
    if app.store.withdraw_game(id, player.id).await? {
        app.games.forget(id);
        return Ok(StatusCode::NO_CONTENT);
    }
    match app.store.load_game(id).await? {
        Some(_) => Err(ServerRefusal::NotWithdrawn),
        None => Err(ServerRefusal::UnknownGame(id)),
    }
}

/// Join a game. It starts.
///
/// Without a token you become a guest. Joining again changes nothing.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = SeatedGame),
        (status = 403, description = "`needs_account`: guests have no rating."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`seats_taken`."),
    )
))]
pub async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<(HeaderMap, Json<SeatedGame>), ServerRefusal> {
    if caller.player().is_none() {
        // No guest is created for a game that cannot be joined.
        app.limits.check_creation(caller.address)?;
        let game = app.games.view(id, None).await?;
        if game.stage != Stage::Waiting {
            return Err(ServerRefusal::SeatsTaken);
        }
        if game.options.rated {
            return Err(ServerRefusal::RatedNeedsAccount);
        }
    }
    let seat = seat_for(&app, &caller).await?;
    let game = app.games.join(id, seat.player).await?;
    let token = seat.token;
    Ok((seat.headers, Json(SeatedGame { game, token })))
}

/// The outcome of a command.
#[derive(Serialize)]
#[cfg_attr(feature = "descriptions", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Outcome {
    /// It was carried out by this request.
    Now(Box<Update>),
    /// It had been carried out before: the same `id` is carried out once.
    Before(Acknowledged),
}

/// Play a move, offer a draw, resign, …
///
/// When the answer is 200 the action is on disk. A command may be sent again until it is answered:
/// the same `id` is carried out once.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/games/{id}/actions", tag = "games", request_body = Command,
    params(("id" = String, Path, description = "The id of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Outcome),
        (status = 403, description = "`not_a_player`: you do not play in this game."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "The referee refuses; the code says why."),
        (status = 422, description = "The move cannot be read; the code says why."),
    )
))]
pub async fn act(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Body(command): Body<Command>,
) -> Result<Json<Outcome>, RefusedCommand> {
    let done = match caller.require(Scope::Play) {
        Ok(player) => app.games.act_and_wait(id, player.id, &command).await,
        Err(refusal) => Err(refusal),
    };
    match done {
        Ok(Done::Now(update)) => Ok(Json(Outcome::Now(update))),
        Ok(Done::Before(acknowledged)) => Ok(Json(Outcome::Before(acknowledged))),
        Err(refusal) => Err(RefusedCommand { refusal, command }),
    }
}

/// Get a game as PGN.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}/pgn", tag = "games",
    params(("id" = String, Path, description = "The id of the game.")),
    responses(
        (status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`not_started`: the game is waiting for an opponent."),
    )
))]
pub async fn as_pgn(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
) -> Result<impl IntoResponse, ServerRefusal> {
    let stored = app.store.load_game(id).await?;
    let stored = stored.ok_or(ServerRefusal::UnknownGame(id))?;
    let text = pgn::write(&app.settings, stored)?;
    let name = format!("attachment; filename=\"{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text))
}

/// List the events of a game.
///
/// With `Accept: application/x-ndjson` the events are streamed one per line until the game is over;
/// an empty line is sent now and then to keep the connection open.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}/events", tag = "games",
    params(("id" = String, Path, description = "The id of the game."), EventsQuery),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "The events.", content(
            (Vec<arbiter_wire::Event> = "application/json"),
            (arbiter_wire::Event = "application/x-ndjson"),
        )),
        (status = 404, description = "`unknown_game`."),
    )
))]
pub async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Params(EventsQuery { since }): Params<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, ServerRefusal> {
    let since = since.map(|Seq(number)| number);
    let accept = headers.get(header::ACCEPT);
    let accept = accept.and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains(stream::NDJSON)) {
        return stream::events(app, &caller, id, since).await;
    }
    let events = app.games.events(id, since).await?;
    Ok(Json(events).into_response())
}
