//! Games over HTTP: make, join, act, read.

use std::sync::Arc;

use arbiter_wire::{
    Acknowledged, Command, Event, GameList, GameView, NewGame, Opponent, Scope, SeatedGame, Stage,
    Update,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ask::{AskEvents, AskLive, Seq},
    extract::{Asked, Body, GamePath},
    lists, pgn, stream,
};
use crate::{
    App,
    endpoints::{
        caller::{self, Caller},
        error::Error,
    },
    people::accounts,
    play::{
        create_game::{self, Wanted},
        room::{Done, unknown_game},
    },
    store::PlayerCard,
};

/// What one does with games.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(make))
        .routes(routes!(live))
        .routes(routes!(view, withdraw))
        .routes(routes!(join))
        .routes(routes!(act))
        .routes(routes!(as_pgn))
        .routes(routes!(events))
}

/// Make a game.
///
/// With a friend as the opponent, the game waits until somebody joins it: the
/// first one who does has the seat. Whoever is nobody becomes a guest by it.
#[utoipa::path(
    post, path = "/v1/games", tag = "games", request_body = NewGame,
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 201, body = SeatedGame),
        (status = 403, description = "`needs_account`: guests have no rating."),
        (status = 422, description = "The options make no game, and the code says why."),
    )
)]
async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wanted): Body<NewGame>,
) -> Result<(StatusCode, HeaderMap, Json<SeatedGame>), Error> {
    app.limits.makings.check(caller.address)?;
    app.limits.check_games(caller.address, &app.store).await?;
    let seat = seat_for(&app, &caller).await?;
    let player = seat.player.id;
    let wanted = Wanted {
        maker: seat.player.clone(),
        options: wanted.options,
        color: wanted.color.map(Into::into),
        opponent: match wanted.opponent {
            Opponent::Friend => create_game::Opponent::Friend,
            Opponent::Computer { level } => create_game::Opponent::Computer(level),
            Opponent::Itself => create_game::Opponent::Itself,
        },
        rematch_of: None,
    };
    let id = create_game::create_game(&app, wanted).await?;
    app.limits.note_game(caller.address, id);
    let game = app.rooms.view(&app, id, Some(player)).await?;
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

/// Somebody who wants a seat.
struct Seat {
    player: PlayerCard,
    /// A cookie, if he was nobody.
    headers: HeaderMap,
    token: Option<String>,
}

/// Whoever asks for a seat, or a new guest if it is nobody.
async fn seat_for(app: &App, caller: &Caller) -> Result<Seat, Error> {
    if caller.player().is_some() {
        return Ok(Seat {
            player: caller.may(Scope::Challenge)?.clone(),
            headers: HeaderMap::new(),
            token: None,
        });
    }
    let known = accounts::new_guest(app, &caller.agent).await?;
    let cookie = caller::cookie(&app.settings, &known.secret);
    Ok(Seat {
        player: known.player,
        headers: HeaderMap::from_iter([(header::SET_COOKIE, cookie)]),
        token: (!caller.is_page).then(|| known.secret.reveal().to_owned()),
    })
}

/// List games that are played right now, for watching, the newest first.
#[utoipa::path(
    get, path = "/v1/games/live", tag = "games", params(AskLive),
    responses((status = 200, body = GameList))
)]
async fn live(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<AskLive>,
) -> Result<Json<GameList>, Error> {
    let limit = ask.limit.checked()?;
    let games = app.store.newest_live_games(limit).await?;
    let games = games.into_iter();
    let games = games.map(|game| lists::summary(&app, game)).collect();
    Ok(Json(GameList { games, next: None }))
}

/// Read a game, as one sees it.
#[utoipa::path(
    get, path = "/v1/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = GameView),
        (status = 404, description = "`unknown_game`."),
    )
)]
async fn view(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<Json<GameView>, Error> {
    let player = caller.player().map(|player| player.id);
    Ok(Json(app.rooms.view(&app, id, player).await?))
}

/// Withdraw a game that waits for an opponent.
#[utoipa::path(
    delete, path = "/v1/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 204, description = "There is no such game any more."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`not_withdrawn`: it is another's, or it has begun."),
    )
)]
async fn withdraw(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<StatusCode, Error> {
    let player = caller.may(Scope::Challenge)?;
    if app.store.withdraw_game(id, player.id).await? {
        app.rooms.forget(id);
        return Ok(StatusCode::NO_CONTENT);
    }
    match app.store.load_game(id).await? {
        Some(_) => Err(Error::NotWithdrawn),
        None => Err(unknown_game(id).into()),
    }
}

/// Take the free seat of a game; it begins.
///
/// Whoever is nobody becomes a guest by it. Who has a seat keeps it.
#[utoipa::path(
    post, path = "/v1/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = SeatedGame),
        (status = 403, description = "`needs_account`: guests have no rating."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`seats_taken`."),
    )
)]
async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
) -> Result<(HeaderMap, Json<SeatedGame>), Error> {
    if caller.player().is_none() {
        // Nobody becomes a guest because of a game that he cannot join.
        app.limits.makings.check(caller.address)?;
        let game = app.rooms.view(&app, id, None).await?;
        if game.stage != Stage::Waiting {
            return Err(Error::SeatsTaken);
        }
        if game.options.rated {
            return Err(Error::NeedsAccount);
        }
    }
    let seat = seat_for(&app, &caller).await?;
    let game = app.rooms.join(&app, id, seat.player).await?;
    let token = seat.token;
    Ok((seat.headers, Json(SeatedGame { game, token })))
}

/// What came of a command.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Outcome {
    /// It was done now.
    Now(Box<Update>),
    /// It had been done before: the same `id` is done once.
    Before(Acknowledged),
}

/// Do something in a game: play a move, offer a draw, resign, …
///
/// What is answered with 200 is on disk. A command may be sent again until it
/// is answered; the same `id` is done once.
#[utoipa::path(
    post, path = "/v1/games/{id}/actions", tag = "games", request_body = Command,
    params(("id" = String, Path, description = "The name of the game.")),
    security(("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, body = Outcome),
        (status = 403, description = "`not_a_player`: one has no seat in this game."),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "The referee refuses, and the code says why."),
        (status = 422, description = "The move cannot be read, and the code says why."),
    )
)]
async fn act(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Body(command): Body<Command>,
) -> Result<Json<Outcome>, Error> {
    let player = caller.may(Scope::Play)?;
    let done = app.rooms.act(&app, id, player.id, command).await?;
    Ok(Json(match done {
        Done::Now(update) => Outcome::Now(update),
        Done::Before(acknowledged) => Outcome::Before(acknowledged),
    }))
}

/// Read a game as PGN.
#[utoipa::path(
    get, path = "/v1/games/{id}/pgn", tag = "games",
    params(("id" = String, Path, description = "The name of the game.")),
    responses(
        (status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, description = "`unknown_game`."),
        (status = 409, description = "`not_begun`: a seat is free."),
    )
)]
async fn as_pgn(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
) -> Result<impl IntoResponse, Error> {
    let stored = app.store.load_game(id).await?;
    let stored = stored.ok_or_else(|| unknown_game(id))?;
    let text = pgn::write(&app.settings, stored)?;
    let name = format!("attachment; filename=\"{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text))
}

/// List what has happened in a game.
///
/// With `Accept: application/x-ndjson` it is told line by line, and goes on
/// until the game is over; an empty line now and then says that the server is
/// still there.
#[utoipa::path(
    get, path = "/v1/games/{id}/events", tag = "games",
    params(("id" = String, Path, description = "The name of the game."), AskEvents),
    security((), ("bearer" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "The events.", content(
            (Vec<Event> = "application/json"), (Event = "application/x-ndjson"),
        )),
        (status = 404, description = "`unknown_game`."),
    )
)]
async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Asked(AskEvents { since }): Asked<AskEvents>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let since = since.map(|Seq(number)| number);
    let accept = headers.get(header::ACCEPT);
    let accept = accept.and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains(stream::NDJSON)) {
        return stream::events(app, &caller, id, since).await;
    }
    let events = app.rooms.events(&app, id, since).await?;
    Ok(Json(events).into_response())
}
