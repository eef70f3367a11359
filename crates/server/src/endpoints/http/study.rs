//! Analysis with the engine, and PGN.

mod pgn;

pub use pgn::read as read_pgn_text;

use std::sync::Arc;

use arbiter_rules::PlayedLine;
#[cfg(feature = "descriptions")]
use arbiter_wire::PgnView;
use arbiter_wire::{
    AnalysisRequest,
    rules::{self, RefusedMove},
};
use axum::{
    body::Body as Answer,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::stream;

use super::{
    extract::{Body, Params, Text},
    query::PgnQuery,
    stream::NDJSON,
};
use crate::{
    base::{Address, StopSignal, ignore::Ignore},
    endpoints::{
        App, WrittenJson,
        caller::Caller,
        limits::ConnectionPermit,
        routes::{Routes, post},
    },
    play::analysis::{AnalysisJob, AnalysisReports},
    refusal::{BodyFault, ServerRefusal},
};

/// Returns the endpoints for analysis and PGN.
pub fn routes() -> Routes {
    Routes::new()
        .route("/v1/analysis", post(analyse))
        .route("/v1/pgn", post(read_pgn))
}

/// Analyze a position with the engine.
///
/// Each line of the answer is a report, deeper than the one before; the last one has an `end`. The
/// search stops when you close the connection, after 20 seconds, or after 2 seconds while others
/// wait. An address has at most three searches at once: a fourth ends the oldest one with the `end`
/// `replaced`.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/analysis", tag = "study", request_body = AnalysisRequest,
    responses(
        (status = 200, body = arbiter_wire::Analysis, content_type = "application/x-ndjson"),
        (status = 422, description = "The position or a move is invalid."),
    )
))]
pub async fn analyse(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(ask): Body<AnalysisRequest>,
) -> Result<Response, ServerRefusal> {
    let permit = app.limits.connect(caller.address)?;
    let job = read_job(&app, caller.address, ask).await?;
    let reports = app.analysis.submit(caller.address, job)?;
    let stream = ReportStream {
        reports,
        stopping: app.stop.subscribe(),
        _permit: permit,
    };
    let lines = stream::unfold(stream, async |mut stream| {
        let line = stream.next().await?;
        Some((Ok::<_, ServerRefusal>(line), stream))
    });
    let headers = [
        (header::CONTENT_TYPE, NDJSON),
        // A proxy must not buffer the lines.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Answer::from_stream(lines)).into_response())
}

/// Reads what is to be analyzed.
async fn read_job(
    app: &App,
    address: Address,
    ask: AnalysisRequest,
) -> Result<AnalysisJob, ServerRefusal> {
    check_range("lines", ask.lines, AnalysisRequest::MAX_LINES)?;
    check_range("depth", ask.depth, AnalysisRequest::MAX_DEPTH)?;
    let AnalysisRequest {
        fen,
        moves,
        lines,
        depth,
    } = ask;
    let read = app
        .games
        .proofs
        .run(address, move || rules::read_line(&fen, &moves));
    let (line, refused): (PlayedLine, Option<RefusedMove>) =
        read.await?.map_err(|error| ServerRefusal::Input {
            field: "fen",
            error: Box::new(error),
        })?;
    if let Some(RefusedMove { illegal, .. }) = refused {
        return Err(ServerRefusal::IllegalMove(Box::new(illegal)));
    }
    Ok(AnalysisJob { line, lines, depth })
}

fn check_range(field: &str, number: u8, max: u8) -> Result<(), ServerRefusal> {
    if (1..=max).contains(&number) {
        return Ok(());
    }
    Err(ServerRefusal::Body {
        fault: BodyFault::Shape,
        message: format!("{field}: must be from 1 to {max}"),
        field: Some(field.to_owned()),
    })
}

/// The reports of the engine for one client.
struct ReportStream {
    reports: AnalysisReports,
    stopping: StopSignal,
    _permit: ConnectionPermit,
}

impl ReportStream {
    async fn next(&mut self) -> Option<Bytes> {
        let stopping = self.stopping.clone();
        let report = tokio::select! {
            report = self.reports.next() => report?,
            () = stopping.received() => return None,
        };
        let mut line = Vec::new();
        serde_json::to_writer(&mut line, &report).ignore("writing to memory succeeds");
        line.push(b'\n');
        Some(line.into())
    }
}

/// Read games from PGN: the tags of all, and one of them whole.
///
/// Every text is accepted: what cannot be read is skipped, and the problems say where and why.
#[cfg_attr(feature = "descriptions", utoipa::path(
    post, path = "/v1/pgn", tag = "study", params(PgnQuery),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = PgnView),
        (status = 400, description = "The body is incomplete, or a parameter is invalid."),
        (status = 413, description = "`too_long`: the text is longer than 1 MiB."),
        (status = 415, description = "`text_needed`: the body is not declared as text."),
        (status = 422, description = "`no_such_game_number`: the text has no game of this number; \
            `too_many_moves`: the game has more than 20,000 moves."),
    )
))]
pub async fn read_pgn(
    State(app): State<Arc<App>>,
    caller: Caller,
    Params(ask): Params<PgnQuery>,
    text: Text,
) -> Result<WrittenJson, ServerRefusal> {
    let number = ask.game.map_or(1, |game| game.0);
    let read = move || pgn::read(&text.bytes, number).map(|view| WrittenJson::of(&view));
    app.games.proofs.run(caller.address, read).await?
}
