//! How a refusal is answered over HTTP.

use arbiter_wire::{Command, Problem};
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::ServerRefusal;

/// The content type of a problem.
pub const PROBLEM_TYPE: &str = "application/problem+json";

/// A command that was refused: the answer names it.
#[derive(Debug)]
pub struct RefusedCommand {
    /// Why it was refused.
    pub refusal: ServerRefusal,
    /// What was asked for.
    pub command: Command,
}

impl IntoResponse for ServerRefusal {
    fn into_response(self) -> Response {
        respond(&self, &self.problem())
    }
}

impl IntoResponse for RefusedCommand {
    fn into_response(self) -> Response {
        respond(&self.refusal, &self.refusal.problem_with(&self.command))
    }
}

fn respond(refusal: &ServerRefusal, problem: &Problem) -> Response {
    if let ServerRefusal::Store(error) = refusal {
        tracing::error!(%error, "the store failed");
    }
    let status = StatusCode::from_u16(problem.status);
    let body = serde_json::to_vec(problem).unwrap_or_default();
    let mut response = (
        status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        [(header::CONTENT_TYPE, PROBLEM_TYPE)],
        body,
    )
        .into_response();
    let headers = response.headers_mut();
    if let Some(seconds) = refusal.retry_after() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if problem.status == 401 {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    let code = RefusalCode {
        code: problem.code.clone(),
        title: problem.title.clone(),
    };
    response.extensions_mut().insert(code);
    response
}

/// The code of a refusal and the sentence, attached to its response.
#[derive(Clone, Debug)]
pub struct RefusalCode {
    /// The stable name of the reason.
    pub code: String,
    /// The sentence for the player.
    pub title: String,
}
