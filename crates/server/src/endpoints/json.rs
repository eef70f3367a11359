//! Answers in JSON. They are written to a `Vec`, for which `arbiter_backend` has most of
//! the code of serde_json compiled with optimizations; for what `axum::Json` writes to, it
//! would be compiled here without them.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// An answer that has been written as JSON, on the thread that found it: a long
/// one takes milliseconds.
#[derive(Debug)]
pub struct WrittenJson(Vec<u8>);

impl WrittenJson {
    /// Writes an answer.
    #[must_use]
    pub fn of(answer: &impl Serialize) -> WrittenJson {
        WrittenJson(serde_json::to_vec(answer).expect("every answer can be written as JSON"))
    }
}

impl IntoResponse for WrittenJson {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// An answer that is short enough to be written on the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        WrittenJson::of(&self.0).into_response()
    }
}
