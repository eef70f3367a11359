//! What is asked by those who study: the engine, and games as text.

mod pgn;

use std::sync::Arc;

use arbiter_rules::PlayedLine;
use arbiter_wire::{
    Analysis, AnalysisRequest, PgnView, Problem,
    rules::{self, RefusedMove},
};
use axum::{
    Json,
    body::Body as Answer,
    extract::{DefaultBodyLimit, State},
    http::header,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::stream;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ask::AskPgn,
    extract::{Asked, Body, Text},
    stream::NDJSON,
};
use crate::{
    App,
    base::{Stopping, ignore::Ignore},
    endpoints::{
        caller::Caller,
        error::{BodyFault, Error},
        limits::Permit,
    },
    play::analysis::{Study, Subject},
};

/// How long a file of games may be.
const LONGEST_PGN: usize = 1024 * 1024;

/// What is asked by those who study.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    let games = OpenApiRouter::new()
        .routes(routes!(read_pgn))
        .layer(DefaultBodyLimit::max(LONGEST_PGN));
    OpenApiRouter::new().routes(routes!(analyse)).merge(games)
}

/// Let the engine look at a position, and hear what it finds while it does.
///
/// Each line of the answer is what it knows then, every one deeper than the one before; the last
/// has an `end`. It stops when you close the connection, after 20 seconds, or after two while
/// others wait. An address has three analyses at once: one more ends the oldest, with the `end`
/// `replaced`.
#[utoipa::path(
    post, path = "/v1/analysis", tag = "study", request_body = AnalysisRequest,
    responses(
        (status = 200, body = Analysis, content_type = "application/x-ndjson"),
        (status = 422, description = "The position or a move cannot be read or played."),
    )
)]
async fn analyse(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(ask): Body<AnalysisRequest>,
) -> Result<Response, Error> {
    let permit = app.limits.socket(caller.address)?;
    let subject = subject(&app, ask).await?;
    let study = app.analysts.begin(caller.address, subject)?;
    let teller = Teller {
        study,
        stopping: app.stop.subscribe(),
        _permit: permit,
    };
    let lines = stream::unfold(teller, async |mut teller| {
        let line = teller.next().await?;
        Some((Ok::<_, Error>(line), teller))
    });
    let headers = [
        (header::CONTENT_TYPE, NDJSON),
        // A proxy that collects what we say would keep it from who waits.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Answer::from_stream(lines)).into_response())
}

/// What is to be looked at, if it can be.
async fn subject(app: &App, ask: AnalysisRequest) -> Result<Subject, Error> {
    within("lines", ask.lines, AnalysisRequest::MAX_LINES)?;
    within("depth", ask.depth, AnalysisRequest::MAX_DEPTH)?;
    let AnalysisRequest {
        fen,
        moves,
        lines,
        depth,
    } = ask;
    let read = app
        .limits
        .proofs
        .run(move || rules::read_line(&fen, &moves));
    let (line, refused): (PlayedLine, Option<RefusedMove>) =
        read.await?.map_err(|error| Error::Input {
            field: "fen",
            error,
        })?;
    if let Some(RefusedMove { illegal, .. }) = refused {
        let mut problem = Problem::new(422, illegal.code, illegal.message);
        problem.article = illegal.article.map(str::to_owned);
        problem.squares = illegal.squares;
        problem.field = Some("moves".to_owned());
        return Err(problem.into());
    }
    Ok(Subject { line, lines, depth })
}

fn within(field: &str, number: u8, most: u8) -> Result<(), Error> {
    if (1..=most).contains(&number) {
        return Ok(());
    }
    Err(Error::Body {
        fault: BodyFault::Meaning,
        title: format!("{field}: from 1 to {most}"),
        field: Some(field.to_owned()),
    })
}

/// Tells one listener what the engine finds.
struct Teller {
    study: Study,
    stopping: Stopping,
    _permit: Permit,
}

impl Teller {
    async fn next(&mut self) -> Option<Bytes> {
        let stopping = self.stopping.clone();
        let found = tokio::select! {
            found = self.study.next() => found?,
            () = stopping.told() => return None,
        };
        let mut line = Vec::new();
        serde_json::to_writer(&mut line, &found).ignore("memory takes everything");
        line.push(b'\n');
        Some(line.into())
    }
}

/// Read games from PGN: one of them whole, and what is wrong with its text.
///
/// Whatever stands in the text is no error: what cannot be played is passed over, and the problems
/// say where and why.
#[utoipa::path(
    post, path = "/v1/pgn", tag = "study", params(AskPgn),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = PgnView),
        (status = 400, description = "The body broke off, or the parameters cannot be read."),
        (status = 413, description = "`too_long`: the text has more than 1 MiB."),
        (status = 415, description = "`text_needed`: the body does not say that it is text."),
        (status = 422, description = "`unknown_game`: the text has no game of this number; \
            `too_many_moves`: it has more than 20,000 moves."),
    )
)]
async fn read_pgn(
    State(app): State<Arc<App>>,
    Asked(ask): Asked<AskPgn>,
    Text(text): Text,
) -> Result<Json<PgnView>, Error> {
    let number = ask.game.map_or(1, |game| game.0);
    let view = app.limits.proofs.run(move || pgn::read(&text, number));
    Ok(Json(view.await??))
}
