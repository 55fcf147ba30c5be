//! What a process that answers one question tells on its standard output: events, each a line with its name, a tab and
//! JSON, and a line with [`END`] behind it.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// End of an event. JSON has no such character.
pub const END: &str = "\u{1e}";

/// Events beside those of the work: a task to be solved was read, and the answer.
pub const BEGUN: &str = "begun";
pub const DOCUMENT: &str = "document";
pub const REFUSAL: &str = "refusal";

/// The event that may be left out, and the least time between two of them.
pub const PROGRESS: &str = "progress";
const PAUSE: Duration = Duration::from_millis(100);

/// Pause between two words of progress.
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    /// Time of the last word, in milliseconds from the beginning.
    last: AtomicU64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            last: AtomicU64::new(0),
        }
    }
}

impl Pace {
    /// Whether nothing was told just now; then this is the last time that something was.
    pub fn is_due(&self, now: Instant) -> bool {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let now = millis(now.saturating_duration_since(self.began));
        let last = self.last.load(Ordering::Relaxed);
        let is_due = last == 0 || now >= last + millis(PAUSE);
        if is_due {
            self.last.store(now.max(1), Ordering::Relaxed);
        }
        is_due
    }
}

/// Tells on standard output how it goes.
#[derive(Debug, Default)]
pub struct Teller {
    pace: Pace,
    /// Whether the answer was told, behind which nothing comes.
    is_over: Mutex<bool>,
}

impl Teller {
    /// Tells something; progress only if nothing was told just now.
    pub fn tell(&self, name: &str, told: &Value) {
        if name != PROGRESS || self.pace.is_due(Instant::now()) {
            self.write(name, &told.to_string());
        }
    }

    /// Tells something in JSON.
    pub fn write(&self, name: &str, data: &str) {
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_over {
            return;
        }
        *is_over = matches!(name, DOCUMENT | REFUSAL);
        // Who asked may be gone, and ends this process then.
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{name}\t{data}\n{END}").and_then(|()| out.flush());
    }
}
