//! Answers a request about a planning task in a separate process, which runs saut with the command [`COMMAND`].
//!
//! The memory of the process can be limited separately. When a request is cancelled or exceeds its limits, the process
//! ends, with all processes that it started. The request is a line of JSON on standard input. Each event on standard
//! output is a line with its name, a tab and JSON, followed by a line with [`END`].

use std::io::{self, BufRead as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use saut::Settings;
use saut::process::{ChildProgram, Conversation, End as Ended};
use saut::stop::{Stop, StopReason, held_mib};
use saut_studio::{ApiError, TaskQuestion, planning};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub const COMMAND: &str = "answer-task";

/// Interval at which the server checks whether the process must end so that another request can start.
const SLICE: Duration = Duration::from_millis(250);

/// Additional time for the answer after the time limit of the request.
const GRACE: Duration = Duration::from_secs(1);

const READING: Duration = Duration::from_secs(10);

/// The end of an event. JSON does not contain this character.
const END: &str = "\u{1e}";

/// Names of other events: the task has been read, the answer, and an error instead of the answer.
pub const BEGUN: &str = "begun";
const DOCUMENT: &str = "document";
const REFUSAL: &str = "refusal";

/// The name of progress events, which may be skipped, and the minimum time between two of them.
pub const PROGRESS: &str = "progress";
const PAUSE: Duration = Duration::from_millis(100);

/// A request with its limits.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub path: String,
    pub question: TaskQuestion,
    pub time: Duration,
    pub memory_mib: u64,
    pub threads: Option<NonZeroUsize>,
}

impl Job {
    /// Answers the request in a separate process. The process ends after the answer, after a request to stop, or when
    /// `gives_way` returns true. For a request to solve a task, `told` receives one event after the task has been
    /// read, and then progress events and better plans.
    pub fn answer(
        &self,
        stop: &Stop,
        gives_way: &dyn Fn() -> bool,
        told: &mut dyn FnMut(&str, &str),
    ) -> Result<String, ApiError> {
        let fault = |error: io::Error| {
            ApiError::new(500, format!("the process for the answer failed: {error}"))
        };
        let program = std::env::current_exe().map_err(fault)?;
        let program = ChildProgram {
            program,
            arguments: vec![COMMAND.into()],
            ..ChildProgram::default()
        };
        let mut process = Conversation::begin(program).map_err(fault)?;
        let line = serde_json::to_string(self).map_err(|error| fault(error.into()))?;
        process.say(&format!("{line}\n"));
        let stop = stop.with_timeout(self.time + GRACE);
        loop {
            match process.hear(END, &stop.with_timeout(SLICE), None) {
                Ok(Ok(event)) => match event.trim_end().split_once('\t') {
                    Some((DOCUMENT, document)) => return Ok(document.to_owned()),
                    Some((REFUSAL, error)) => {
                        let error = serde_json::from_str(error);
                        return Err(error.unwrap_or_else(|_| ApiError::broken()));
                    }
                    Some((name, data)) => told(name, data),
                    None => return Err(ApiError::broken()),
                },
                Ok(Err(Ended::Stopped(_))) => match stop.stop_reason() {
                    Some(StopReason::Timeout) => {
                        return Err(ApiError::large("the time limit was reached"));
                    }
                    Some(_) => return Err(ApiError::busy()),
                    None if gives_way() => return Err(ApiError::busy()),
                    None => {}
                },
                Ok(Err(Ended::Exited(_) | Ended::TooMuchOutput)) => return Err(ApiError::broken()),
                Err(error) => return Err(fault(error)),
            }
        }
    }
}

/// Runs in the separate process: answers the request on standard input.
///
/// # Errors
/// Standard input has no valid request.
pub fn answer_task() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line)?;
    let stop = Stop::new(Some(job.time), Some(job.memory_mib));
    let teller = Arc::new(ProgressSender::default());
    end_beyond(job.memory_mib.saturating_mul(3) / 2, &teller);
    match answer(&job, &stop, &teller) {
        Ok(document) => teller.write(DOCUMENT, &document),
        Err(error) => teller.refuse(&error),
    }
    Ok(())
}

fn answer(job: &Job, stop: &Stop, teller: &Arc<ProgressSender>) -> Result<String, ApiError> {
    let question = &job.question;
    match &*job.path {
        "/api/task" => planning::task(question, stop),
        "/api/task/explain" => planning::explain(question, stop),
        "/api/task/steps" => planning::steps(question, stop),
        "/api/task/applicable" => planning::applicable(question, stop),
        "/api/task/download" => {
            planning::download(question, stop).map(|text| Value::from(text).to_string())
        }
        _ => {
            let minimise = planning::minimise(question)?;
            let task = planning::read_after(question, &stop.with_timeout(READING))?;
            teller.write(BEGUN, "null");
            let settings = Settings {
                threads: job.threads,
                minimise,
                stop: stop.clone(),
                ..Settings::default()
            };
            let teller = Arc::clone(teller);
            planning::solve(&task, settings, move |name, told| teller.tell(name, told))
        }
    }
}

/// Ends this process if it uses more than this memory. This is necessary if the work does not check its memory limit.
fn end_beyond(memory_mib: u64, teller: &Arc<ProgressSender>) {
    const LOOK_EVERY: Duration = Duration::from_millis(20);
    let teller = Arc::clone(teller);
    std::thread::spawn(move || {
        while held_mib().is_none_or(|held| held <= memory_mib) {
            std::thread::sleep(LOOK_EVERY);
        }
        teller.refuse(&ApiError::large(
            "the request needs more memory than the limit",
        ));
        std::process::exit(1);
    });
}

/// The time of the last progress event, which limits the frequency of these events.
#[derive(Debug, Default)]
pub struct Pace(Mutex<Option<Instant>>);

impl Pace {
    /// Whether a progress event may be sent now. If so, its time is recorded.
    pub fn is_due(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}

/// Writes events to standard output.
#[derive(Debug, Default)]
struct ProgressSender {
    pace: Pace,
    /// Whether the answer or an error was written. No event follows it.
    is_over: Mutex<bool>,
}

impl ProgressSender {
    /// Writes an event. A progress event is skipped if the last one was written too recently.
    fn tell(&self, name: &str, told: &Value) {
        if name != PROGRESS || self.pace.is_due() {
            self.write(name, &told.to_string());
        }
    }

    fn refuse(&self, error: &ApiError) {
        self.write(REFUSAL, &serde_json::to_string(error).unwrap_or_default());
    }

    /// Writes an event, unless the answer was already written.
    fn write(&self, name: &str, data: &str) {
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_over {
            return;
        }
        *is_over = matches!(name, DOCUMENT | REFUSAL);
        // An error is ignored: if the server has closed the pipe, it also ends this process.
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{name}\t{data}\n{END}").and_then(|()| out.flush());
    }
}
