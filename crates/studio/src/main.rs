//! The studio's engine as a program: one question on standard input, its answer on standard output, line by line as
//! events. A browser runs it in a worker, anew for each question.
//!
//! A question is `{"path": …, "body": …}`, as a server would be asked. An event is `{"event": …, "data": …}`:
//! `progress` now and then, and `document`, `text` or `error` as the last.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use saut_base::stop::Stop;
use saut_plan::Settings;
use saut_studio::{Answer, ApiError, in_words, unfit};
use serde::Deserialize;
use serde_json::{Value, json};

/// Most time for a solve. A page that cannot wait ends the worker.
const SOLVE: Duration = Duration::from_secs(60);

/// The memory above which work gives up: a browser gives no more than 4 GiB, and half of that to a table that grows.
const MEMORY_MIB: u64 = 1536;

/// The largest question.
const MOST_BYTES: u64 = 4 << 20;

/// A question with where it goes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
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
    // The document is JSON already: it is not read again to be written.
    let line = format!("{{\"event\":\"{event}\",\"data\":{data}}}");
    let is_told = writeln!(io::stdout(), "{line}").is_ok();
    ExitCode::from(u8::from(!is_answer || !is_told))
}

fn read() -> Result<Asked, ApiError> {
    let mut text = String::new();
    let mut input = io::stdin().take(MOST_BYTES + 1);
    input
        .read_to_string(&mut text)
        .map_err(|error| ApiError::bad(format!("the question cannot be read: {error}")))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(ApiError::large(format!(
            "the question has more than {} MiB",
            MOST_BYTES >> 20
        )));
    }
    serde_json::from_str(&text).map_err(|error| unfit(&error))
}

fn answer(Asked { path, body }: Asked) -> Result<Answer, ApiError> {
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

/// Tells how it goes. Nobody need listen.
fn tell(text: &str) {
    let event = json!({"event": "progress", "data": {"text": text}});
    let _ = writeln!(io::stdout(), "{event}");
}
