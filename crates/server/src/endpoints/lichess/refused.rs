//! Refusals in lichess's form.

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use crate::{
    endpoints::Json,
    refusal::{Code, RefusalCode},
};

/// Why a request is refused.
#[derive(Serialize)]
struct Refused {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_description: Option<String>,
}

/// Returns a response of the lichess API: a refusal in lichess's form with its statuses,
/// and anything else as it is. Pages of other sites may read both, because cookies are
/// ignored.
pub fn translate(mut response: Response) -> Response {
    if let Some(RefusalCode { code, title }) = response.extensions().get::<RefusalCode>() {
        let status = match response.status() {
            // lichess does not distinguish invalid requests from impossible ones.
            StatusCode::CONFLICT
            | StatusCode::UNPROCESSABLE_ENTITY
            | StatusCode::UNSUPPORTED_MEDIA_TYPE => StatusCode::BAD_REQUEST,
            status => status,
        };
        let refused = match *code == Code::InvalidGrant.name() {
            // OAuth has a form of its own.
            true => Refused {
                error: code.clone(),
                error_description: Some(title.clone()),
            },
            false => Refused {
                error: title.clone(),
                error_description: None,
            },
        };
        let mut refused = (status, Json(refused)).into_response();
        for name in [header::RETRY_AFTER, header::WWW_AUTHENTICATE] {
            if let Some(value) = response.headers().get(&name) {
                refused.headers_mut().insert(name, value.clone());
            }
        }
        *refused.extensions_mut() = std::mem::take(response.extensions_mut());
        response = refused;
    }
    allow_other_sites(&mut response);
    response
}

/// Returns the answer to a browser that asks whether a page of another site may send a
/// request.
pub fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    allow_other_sites(&mut response);
    response
}

fn allow_other_sites(response: &mut Response) {
    for (name, value) in [
        ("access-control-allow-origin", "*"),
        ("access-control-allow-methods", "OPTIONS, GET, POST, DELETE"),
        (
            "access-control-allow-headers",
            "Origin, Authorization, If-Modified-Since, Cache-Control, Content-Type",
        ),
    ] {
        let name = HeaderName::from_static(name);
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
}
