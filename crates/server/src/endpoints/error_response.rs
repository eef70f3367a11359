//! How a refusal is answered over HTTP.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::refusal::ServerRefusal;

/// The content type of a problem.
pub(super) const PROBLEM_TYPE: &str = "application/problem+json";

impl IntoResponse for ServerRefusal {
    fn into_response(self) -> Response {
        if let ServerRefusal::Store(error) = &self {
            tracing::error!(%error, "the store failed");
        }
        let problem = self.problem();
        let status = StatusCode::from_u16(problem.status);
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let mut response = (
            status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            [(header::CONTENT_TYPE, PROBLEM_TYPE)],
            body,
        )
            .into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if problem.status == 401 {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
