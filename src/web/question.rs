//! Questions: the body of a request, bounded in size and time, as JSON.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use saut_studio::{Question, RegisterText};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::listen::Arrival;
use super::refusal::Refusal;

/// The most bytes of a body, of one with the register of a census, and the longest that it may take to
/// come.
const MOST_BYTES: usize = 256 << 10;
const MOST_REGISTER_BYTES: usize = 2 << 20;
const BODY_TIME: Duration = Duration::from_secs(10);

/// Question about a planning task.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskQuestion {
    /// The text of the domain.
    pub domain: String,
    /// The text of the problem.
    pub problem: String,
    /// Measure to be small: `actions`, `steps`, `cost`, or nothing.
    #[serde(default)]
    pub minimise: String,
    /// A plan as text, a step a line.
    #[serde(default)]
    pub plan: String,
    /// Name of the download.
    #[serde(default)]
    pub what: String,
}

/// A question that came as the body of a request.
#[derive(Debug)]
pub struct Asked<T>(pub T);

/// A question that may come, and the most bytes that it may have.
trait Bounded: DeserializeOwned {
    const MOST_BYTES: usize;
}

impl Bounded for Question {
    const MOST_BYTES: usize = MOST_BYTES;
}

impl Bounded for TaskQuestion {
    const MOST_BYTES: usize = MOST_BYTES;
}

impl Bounded for RegisterText {
    const MOST_BYTES: usize = MOST_REGISTER_BYTES;
}

impl<S: Send + Sync, T: Bounded + Send> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        document(request, T::MOST_BYTES).await.map(Self)
    }
}

/// The body of a request as JSON that fits.
async fn document<T: DeserializeOwned>(request: Request, most: usize) -> Result<T, Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let message = "a question is application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let arrival = request.extensions().get::<Arrival>().cloned();
    let bytes = bounded(request.into_body(), most).await?;
    if let Some(arrival) = arrival {
        arrival.has_come();
    }
    serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::bad(format!("the question is no JSON that fits: {error}")))
}

/// The bytes of a body, if they are not too many and do not take too long.
async fn bounded(body: Body, most: usize) -> Result<axum::body::Bytes, Refusal> {
    match tokio::time::timeout(BODY_TIME, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Refusal::large(format!(
            "the question is broken off, or has more than {} KiB",
            most >> 10
        ))),
        Err(_) => {
            let message = "the question did not come to its end in time";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}
