//! The studio's engine as a program: it reads one request from standard input, and writes its answer to standard
//! output as events, one per line. A browser runs it in a worker, and starts it again for each request.
//!
//! A request is `{"path": …, "body": …}`, as for a server. An event is `{"event": …, "data": …}`: `progress` from time
//! to time, and `document`, `text` or `error` as the last event.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use saut_base::stop::Stop;
use saut_plan::Settings;
use saut_studio::{Answer, ApiError, in_words, unfit};
use serde::Deserialize;
use serde_json::{Value, json};

/// Time limit for solving. A page can stop it earlier by ending the worker.
const SOLVE: Duration = Duration::from_secs(60);

/// Memory limit of the work. A browser allows at most 4 GiB, and a growing table may need twice its size.
const MEMORY_MIB: u64 = 1536;

/// Maximum size of a request in bytes.
const MOST_BYTES: u64 = 4 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    path: String,
    #[serde(default)]
    body: Value,
}

fn main() -> ExitCode {
    let answer = read().and_then(answer);
    let (event, data, is_answer) = match answer {
        Ok(Answer::Document(document)) => ("document", document, true),
        Ok(Answer::Text(text)) => ("text", Value::from(text).to_string(), true),
        Err(error) => ("error", error.document(), false),
    };
    // The data are already JSON, so they are not parsed and serialised again.
    let line = format!("{{\"event\":\"{event}\",\"data\":{data}}}");
    let is_told = writeln!(io::stdout(), "{line}").is_ok();
    ExitCode::from(u8::from(!is_answer || !is_told))
}

fn read() -> Result<Request, ApiError> {
    let mut text = String::new();
    let mut input = io::stdin().take(MOST_BYTES + 1);
    input
        .read_to_string(&mut text)
        .map_err(|error| ApiError::bad(format!("the request cannot be read: {error}")))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(ApiError::large(format!(
            "the request has more than {} MiB",
            MOST_BYTES >> 20
        )));
    }
    serde_json::from_str(&text).map_err(|error| unfit(&error))
}

fn answer(Request { path, body }: Request) -> Result<Answer, ApiError> {
    let time = if path == "/api/solve" {
        SOLVE
    } else {
        saut_studio::time(&path)
    };
    let settings = Settings {
        threads: NonZeroUsize::new(1),
        stop: Stop::new(Some(time), Some(MEMORY_MIB)),
        progress: Some(in_words(tell)),
        ..Settings::default()
    };
    saut_studio::answer(&path, body, None, &settings)
}

/// Sends a progress event. Errors are ignored.
fn tell(text: &str) {
    let event = json!({"event": "progress", "data": {"text": text}});
    let _ = writeln!(io::stdout(), "{event}");
}
