//! Replies: answers and errors as responses of HTTP.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use saut_studio::{Answer, ApiError};

/// An error as a response.
#[derive(Debug)]
pub struct Refused(pub ApiError);

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, json(self.0.document())).into_response()
    }
}

/// An answer as a response.
pub fn respond(answer: Answer) -> Response {
    match answer {
        Answer::Document(document) => json(document),
        Answer::Text(text) => {
            let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
            (plain, text).into_response()
        }
    }
}

/// A document as a response.
pub fn json(document: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}
