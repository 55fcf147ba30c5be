//! The progress line: one line on standard error while `solve` works, only on a terminal.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use saut::decide::Progress;
use saut::encode::Encoding;
use saut::progress::LevelDone;

use super::print::grouped;

/// The line.
pub struct Line(ProgressBar);

impl Line {
    /// A line that shows itself only if standard error is a terminal.
    pub fn new() -> Arc<Self> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Arc::new(Self(bar))
    }

    /// Shows this on the line.
    pub fn say(&self, message: String) {
        self.0.set_message(message);
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Line {
    fn attempt(&self, encoding: Encoding, horizon: usize, backend: &str, before: usize) {
        let number = before + 1;
        self.0.set_message(format!(
            "formula {number}: {encoding}, horizon {horizon}, {backend}"
        ));
    }

    fn searching(&self) {
        self.0.set_message("searching from both ends");
    }

    fn searched(&self, level: LevelDone) {
        let side = if level.from_goal {
            "from the goal"
        } else {
            "from the start"
        };
        self.0.set_message(format!(
            "{side}, {} pegs: {} boards, {} boards/s, {} MiB",
            level.pegs,
            grouped(level.boards),
            grouped(level.boards_per_second.round()),
            grouped(level.resident_mib)
        ));
    }

    fn playing(&self, baseline: &str, nodes: u64) {
        self.0.set_message(format!("{baseline}: {nodes} positions"));
    }
}
