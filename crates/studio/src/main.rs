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
use saut_studio::{Question, Refusal, RegisterText, in_words};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The longest that a hint, a look and a solve may take. A page that cannot wait ends the worker.
const HINT: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_secs(20);
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

/// Answer to a question: a JSON document, or a text.
enum Answer {
    Document(String),
    Text(String),
}

fn main() -> ExitCode {
    let answer = read().and_then(answer);
    let (event, data, is_answer) = match answer {
        Ok(Answer::Document(document)) => ("document", document, true),
        Ok(Answer::Text(text)) => ("text", Value::from(text).to_string(), true),
        Err(refusal) => ("error", refusal.document(), false),
    };
    // The document is JSON already: it is not read again to be written.
    let line = format!("{{\"event\":\"{event}\",\"data\":{data}}}");
    let is_told = writeln!(io::stdout(), "{line}").is_ok();
    ExitCode::from(u8::from(!is_answer || !is_told))
}

fn read() -> Result<Asked, Refusal> {
    let mut text = String::new();
    let mut input = io::stdin().take(MOST_BYTES + 1);
    input
        .read_to_string(&mut text)
        .map_err(|error| Refusal::bad(format!("the question cannot be read: {error}")))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(Refusal::large(format!(
            "the question has more than {} MiB",
            MOST_BYTES >> 20
        )));
    }
    serde_json::from_str(&text).map_err(unfit)
}

fn answer(asked: Asked) -> Result<Answer, Refusal> {
    let Asked { path, body } = asked;
    let question = |body| as_a::<Question>(body);
    let document = match path.as_str() {
        "/api/puzzles" => saut_studio::bundled(),
        "/api/puzzle" => saut_studio::puzzle(&question(body)?),
        "/api/census" => {
            let register = as_a::<RegisterText>(body)?;
            saut_studio::register(&register.text, &stop(LOOK))
        }
        "/api/solve" => {
            let entry = saut_studio::position(&question(body)?)?;
            let settings = Settings {
                progress: Some(in_words(tell)),
                ..settings(SOLVE)
            };
            saut_studio::solve(&entry, &settings)
        }
        "/api/hint" => saut_studio::hint(&question(body)?, None, &settings(HINT)),
        "/api/explain" => saut_studio::explain(&question(body)?, &stop(LOOK)),
        "/api/check" => saut_studio::check(&question(body)?),
        "/api/download" => return saut_studio::download(&question(body)?).map(Answer::Text),
        path => match path.strip_prefix("/api/census/") {
            Some(name) => saut_studio::census(name),
            None => Err(Refusal::missing("there is nothing here")),
        },
    };
    document.map(Answer::Document)
}

fn as_a<T: DeserializeOwned>(body: Value) -> Result<T, Refusal> {
    serde_json::from_value(body).map_err(unfit)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that map_err asks for"
)]
fn unfit(error: serde_json::Error) -> Refusal {
    Refusal::bad(format!("the question is no JSON that fits: {error}"))
}

fn stop(time: Duration) -> Stop {
    Stop::new(Some(time), Some(MEMORY_MIB))
}

fn settings(time: Duration) -> Settings {
    Settings {
        threads: NonZeroUsize::new(1),
        stop: stop(time),
        ..Settings::default()
    }
}

/// Tells how it goes. Nobody need listen.
fn tell(text: &str) {
    let event = json!({"event": "progress", "data": {"text": text}});
    let _ = writeln!(io::stdout(), "{event}");
}
