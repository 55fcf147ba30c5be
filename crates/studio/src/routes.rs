//! Routes: the path of a request about boards selects the function that answers it.

use std::time::Duration;

use saut_plan::Settings;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::boards::{board, ends};
use crate::library::{self, Remembered, position};
use crate::new_puzzle::new_puzzle;
use crate::question::{ApiError, Question, RegisterText};

/// Answer to a request.
#[derive(Debug)]
pub enum Answer {
    /// A JSON document.
    Document(String),
    /// A text.
    Text(String),
}

/// Returns the time limit for answering a request, except for requests to solve.
pub fn time(path: &str) -> Duration {
    Duration::from_secs(match path {
        "/api/hint" => 3,
        "/api/explain" => 20,
        _ => 10,
    })
}

/// Answers a request. `remembered` has results of earlier requests.
///
/// # Errors
/// The path does not exist, the request is invalid, or it has no answer.
pub fn answer(
    path: &str,
    body: Value,
    remembered: Option<&Remembered>,
    settings: &Settings,
) -> Result<Answer, ApiError> {
    let stop = &settings.stop;
    let document = match path {
        "/api/puzzles" => library::bundled(),
        "/api/puzzle" => library::puzzle(&read(body)?),
        "/api/census" => {
            let register: RegisterText = read(body)?;
            library::register(&register.text, stop)
        }
        "/api/solve" => library::solve(&position(&read::<Question>(body)?)?, settings),
        "/api/hint" => library::hint(&read(body)?, remembered, settings),
        "/api/explain" => library::explain(&read(body)?, stop),
        "/api/new" => new_puzzle(&read(body)?, stop),
        "/api/board" => board(&read(body)?),
        "/api/ends" => ends(read(body)?, stop),
        "/api/check" => library::check(&read(body)?),
        "/api/download" => return library::download(&read(body)?).map(Answer::Text),
        path => match path.strip_prefix("/api/census/") {
            Some(name) => library::census(name),
            None => Err(ApiError::new(404, "there is no such address")),
        },
    };
    document.map(Answer::Document)
}

/// Reads a request from JSON.
///
/// # Errors
/// The JSON does not have the required fields.
pub fn read<T: DeserializeOwned>(body: Value) -> Result<T, ApiError> {
    serde_json::from_value(body).map_err(|error| unfit(&error))
}

/// Creates the error for JSON without the required fields.
pub fn unfit(error: &serde_json::Error) -> ApiError {
    ApiError::bad(format!(
        "the body is not valid JSON for this request: {error}"
    ))
}
