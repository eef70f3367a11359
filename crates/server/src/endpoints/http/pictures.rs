//! Pictures of positions and games.

mod album;

use std::sync::Arc;

use arbiter_wire::{PictureForm, PictureRequest, Stage};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use self::album::Album;
use super::{
    extract::{Body, GamePath, Params},
    query::PictureQuery,
};
use crate::{
    base::GameId,
    endpoints::{
        App,
        caller::Caller,
        routes::{Routes, get, post},
    },
    refusal::ServerRefusal,
};

/// How long others may keep the picture of a game in progress, and of a finished one.
const LIVE_CACHING: &str = "public, max-age=10";
const LASTING_CACHING: &str = "public, max-age=86400";

/// Returns the endpoints for pictures.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/games/{id}/picture.png", get(game_png))
        .route("/v1/games/{id}/picture.svg", get(game_svg))
        .route("/v1/games/{id}/picture.gif", get(game_gif))
        .route("/v1/picture", post(draw))
}

/// Get a picture of a position of a game, as PNG.
///
/// It has an `ETag`: a picture that you have already is not drawn again.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}/picture.png", tag = "games",
    params(("id" = String, Path, description = "The id of the game."), PictureQuery),
    responses(
        (status = 200, content_type = "image/png", body = Vec<u8>),
        (status = 304, description = "The picture has not changed."),
        (status = 404, description = "`unknown_game`."),
    )
))]
pub async fn game_png(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Params(ask): Params<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, ServerRefusal> {
    of_game(&app, &caller, id, ask, PictureForm::Png, &headers).await
}

/// Get a picture of a position of a game, as SVG.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}/picture.svg", tag = "games",
    params(("id" = String, Path, description = "The id of the game."), PictureQuery),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "The picture has not changed."),
        (status = 404, description = "`unknown_game`."),
    )
))]
pub async fn game_svg(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Params(ask): Params<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, ServerRefusal> {
    of_game(&app, &caller, id, ask, PictureForm::Svg, &headers).await
}

/// Get an animation of a game, as GIF.
///
/// Of a game of more than 300 half-moves it shows the last ones.
#[cfg_attr(feature = "descriptions", utoipa::path(
    get, path = "/v1/games/{id}/picture.gif", tag = "games",
    params(("id" = String, Path, description = "The id of the game."), PictureQuery),
    responses(
        (status = 200, content_type = "image/gif", body = Vec<u8>),
        (status = 304, description = "The animation has not changed."),
        (status = 404, description = "`unknown_game`."),
    )
))]
pub async fn game_gif(
    State(app): State<Arc<App>>,
    caller: Caller,
    GamePath(id): GamePath,
    Params(ask): Params<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, ServerRefusal> {
    of_game(&app, &caller, id, ask, PictureForm::Gif, &headers).await
}

/// Draw a position, or the moves that lead to it.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/picture", tag = "study", request_body = PictureRequest,
    responses(
        (status = 200, description = "The picture.", content(
            (Vec<u8> = "image/png"), (String = "image/svg+xml"), (Vec<u8> = "image/gif"),
        )),
        (status = 422, description = "The position or a move is invalid; the code says why."),
    )
))]
pub async fn draw(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(ask): Body<PictureRequest>,
) -> Result<Response, ServerRefusal> {
    let form = ask.form;
    let drawn = move || Album::of_request(&ask).map(|album| album.draw());
    let picture = app.limits.pictures.run(caller.address, drawn).await??;
    let kind = [(header::CONTENT_TYPE, content_type(form))];
    Ok((kind, picture).into_response())
}

async fn of_game(
    app: &App,
    caller: &Caller,
    id: GameId,
    ask: PictureQuery,
    form: PictureForm,
    headers: &HeaderMap,
) -> Result<Response, ServerRefusal> {
    let game = app.games.view(id, None).await?;
    let is_lasting = game.stage == Stage::Over;
    let album = Album::of_game(&game, ask, form);
    let tag = album.entity_tag();
    let caching = if is_lasting {
        LASTING_CACHING
    } else {
        LIVE_CACHING
    };
    let kept = headers.get(header::IF_NONE_MATCH);
    let kept = kept.and_then(|kept| kept.to_str().ok());
    let mut answer = match kept {
        Some(kept) if kept.contains(&tag) => StatusCode::NOT_MODIFIED.into_response(),
        _ => {
            let drawn = app
                .limits
                .pictures
                .run(caller.address, move || album.draw());
            let kind = [(header::CONTENT_TYPE, content_type(form))];
            (kind, drawn.await?).into_response()
        }
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(answer)
}

const fn content_type(form: PictureForm) -> &'static str {
    match form {
        PictureForm::Png => "image/png",
        PictureForm::Svg => "image/svg+xml",
        PictureForm::Gif => "image/gif",
    }
}
