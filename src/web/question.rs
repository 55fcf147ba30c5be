//! Questions: the body of a request, bounded in size and time, as JSON.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use saut::peg::Jump;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::refusal::Refusal;

/// The most bytes of a body, of one with the register of a census, and the longest that it may take to
/// come.
const MOST_BYTES: usize = 256 << 10;
const MOST_REGISTER_BYTES: usize = 2 << 20;
const BODY_TIME: Duration = Duration::from_secs(10);

/// What is asked. A question that needs more than it has is refused.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name of a bundled puzzle, or the text of a puzzle: whatever has more than one line.
    pub puzzle: String,
    /// The jumps of a game so far.
    #[serde(default)]
    pub played: Vec<Jump>,
    /// A plan to be drawn.
    #[serde(default)]
    pub plan: Vec<Jump>,
    /// A plan as text, to be checked.
    #[serde(default)]
    pub text: String,
    /// What to download.
    #[serde(default)]
    pub what: String,
    /// Whether only what is known at once is wanted.
    #[serde(default)]
    pub at_once: bool,
}

/// What is asked of a planning task.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskQuestion {
    /// The text of the domain.
    pub domain: String,
    /// The text of the problem.
    pub problem: String,
    /// What is to be small: `actions`, `steps`, `cost`, or nothing.
    #[serde(default)]
    pub minimise: String,
    /// A plan as text, a step a line.
    #[serde(default)]
    pub plan: String,
    /// What to download.
    #[serde(default)]
    pub what: String,
}

/// The register of a census, as the text of its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterText {
    /// The text, line by line as `saut census -o` writes it.
    pub text: String,
}

impl<S: Send + Sync> FromRequest<S> for Question {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        document(request, MOST_BYTES).await
    }
}

impl<S: Send + Sync> FromRequest<S> for TaskQuestion {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        document(request, MOST_BYTES).await
    }
}

impl<S: Send + Sync> FromRequest<S> for RegisterText {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        document(request, MOST_REGISTER_BYTES).await
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
    let bytes = bounded(request.into_body(), most).await?;
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
