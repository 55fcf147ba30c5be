//! Parses the body of a request as JSON, and creates the response with an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use saut_studio::{Answer, ApiError, unfit};
use serde_json::Value;

/// Maximum time for receiving a body.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Whether the request of a connection was completely received. The value is attached to the request as an extension.
pub type Arrival = Arc<AtomicBool>;

/// Receives and parses the body of a request as JSON, up to a maximum size.
pub async fn document(request: Request) -> Result<Value, ApiError> {
    // A census file may be larger than the body of other requests.
    let most = if request.uri().path() == "/api/census" {
        2 << 20
    } else {
        256 << 10
    };
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()?.split(';').next());
    if !kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        return Err(ApiError::new(
            415,
            "a request must have the type application/json",
        ));
    }
    let arrival = request.extensions().get::<Arrival>().cloned();
    let bytes = tokio::time::timeout(BODY_TIME, to_bytes(request.into_body(), most)).await;
    let late = |_| ApiError::new(408, "the request did not arrive in time");
    let bytes = bytes.map_err(late)?.map_err(|_| {
        let most = most >> 10;
        ApiError::large(format!(
            "the request is incomplete, or has more than {most} KiB"
        ))
    })?;
    if let Some(arrival) = arrival {
        arrival.store(true, Ordering::Relaxed);
    }
    serde_json::from_slice(&bytes).map_err(|error| unfit(&error))
}

pub fn respond(answer: Answer) -> Response {
    match answer {
        Answer::Document(document) => {
            let json = [(header::CONTENT_TYPE, "application/json")];
            (json, document).into_response()
        }
        Answer::Text(text) => {
            let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
            (plain, text).into_response()
        }
    }
}
