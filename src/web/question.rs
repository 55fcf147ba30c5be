//! Questions: the body of a request, bounded in size and time, as JSON.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header;
use saut_studio::{ApiError, unfit};
use serde_json::Value;

use super::listen::Arrival;

/// Most time for a body to come.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The body of a request as JSON that fits.
pub async fn document(request: Request) -> Result<Value, ApiError> {
    // The register of a census is longer than other questions.
    let most = if request.uri().path() == "/api/census" {
        2 << 20
    } else {
        256 << 10
    };
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let message = "a question is application/json";
        return Err(ApiError::new(415, message));
    }
    let arrival = request.extensions().get::<Arrival>().cloned();
    let bytes = bounded(request.into_body(), most).await?;
    if let Some(arrival) = arrival {
        arrival.has_come();
    }
    serde_json::from_slice(&bytes).map_err(|error| unfit(&error))
}

/// The bytes of a body, if they are not too many and do not take too long.
async fn bounded(body: Body, most: usize) -> Result<axum::body::Bytes, ApiError> {
    match tokio::time::timeout(BODY_TIME, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(ApiError::large(format!(
            "the question is broken off, or has more than {} KiB",
            most >> 10
        ))),
        Err(_) => {
            let message = "the question did not come to its end in time";
            Err(ApiError::new(408, message))
        }
    }
}
