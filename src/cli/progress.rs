//! The progress line. On a terminal, it is one line on standard error that is updated while a command works. Without a
//! terminal, work that may take hours prints a line every ten seconds.

use std::io::IsTerminal;
use std::ops::Deref;
use std::sync::{Arc, Once};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use saut::decide::Progress;
use saut::encode::Encoding;
use saut::progress::LevelDone;
use saut::settings::Settings;

use super::print::{counted, grouped};

/// Interval of the lines if standard error is not a terminal, and time before the remark about `--timeout`.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// A progress bar that receives the progress events of the library.
pub struct Line {
    bar: ProgressBar,
}

impl Deref for Line {
    type Target = ProgressBar;

    fn deref(&self) -> &ProgressBar {
        &self.bar
    }
}

impl Line {
    /// Creates a line that is only visible if standard error is a terminal.
    pub fn new() -> Arc<Self> {
        Self::with(None, "{spinner} {elapsed} {msg}")
    }

    /// Creates a line for work without a time limit. On a terminal, a remark after ten seconds explains how to stop the
    /// work.
    pub fn without_limit() -> Arc<Self> {
        let (line, once) = (Self::new(), Once::new());
        line.now_and_then(move |bar| {
            let words =
                "saut: Ctrl-C stops the command and prints the results so far, as --timeout SECONDS does";
            once.call_once(|| bar.println(words));
        });
        line
    }

    /// Creates a line for work that may take hours. If standard error is not a terminal, a line is written every ten
    /// seconds.
    pub fn of_long_work() -> Arc<Self> {
        Self::reported(None, "{spinner} {elapsed} {msg}")
    }

    /// Creates a line for long work of `total` parts, with an estimate of the remaining time.
    pub fn of_parts(total: usize) -> Arc<Self> {
        let template = "{spinner} {elapsed} {pos}/{len}, about {eta} left  {msg}";
        Self::reported(Some(total as u64), template)
    }

    fn reported(total: Option<u64>, template: &str) -> Arc<Self> {
        let line = Self::with(total, template);
        if !std::io::stderr().is_terminal() {
            line.now_and_then(|bar| tell!("saut: {}", text(bar)));
        }
        line
    }

    /// Calls `act` every ten seconds until the line is removed.
    fn now_and_then(&self, act: impl Fn(&ProgressBar) + Send + 'static) {
        let bar = self.bar.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(NOW_AND_THEN);
                if bar.is_finished() {
                    break;
                }
                act(&bar);
            }
        });
    }

    /// Runs `work`, shows its progress on this line, and removes the line at the end.
    pub fn over<T>(self: Arc<Self>, settings: Settings, work: impl FnOnce(&Settings) -> T) -> T {
        let progress: Arc<dyn Progress> = Arc::clone(&self) as _;
        let done = work(&Settings {
            progress: Some(progress),
            ..settings
        });
        self.finish_and_clear();
        done
    }

    fn with(total: Option<u64>, template: &str) -> Arc<Self> {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Arc::new(Self { bar })
    }

    pub fn show(&self, done: usize, message: String) {
        self.set_position(done as u64);
        self.set_message(message);
    }
}

/// Returns the text of the line for output that is not a terminal.
fn text(bar: &ProgressBar) -> String {
    let (elapsed, message) = (bar.elapsed().as_secs(), bar.message());
    match bar.length() {
        Some(total) => {
            let done = bar.position().min(total);
            let left = match bar.eta().as_secs() {
                0 => String::new(),
                left => format!(", about {left} s left"),
            };
            format!("{elapsed} s, {done} of {total}{left}: {message}")
        }
        None if message.is_empty() => format!("{elapsed} s, still running"),
        None => format!("{elapsed} s: {message}"),
    }
}

impl Progress for Line {
    fn attempt(&self, encoding: Encoding, horizon: usize, backend: &str, before: usize) {
        let number = before + 1;
        let words = format!("formula {number}: {encoding}, horizon {horizon}, {backend}");
        self.set_message(words);
    }

    fn searching(&self) {
        self.set_message("searching from both ends");
    }

    fn searched(&self, level: LevelDone) {
        let side = if level.from_goal { "goal" } else { "start" };
        let pegs = counted(level.pegs, "peg");
        let boards = counted(level.boards, "board");
        let speed = grouped(level.boards_per_second.round());
        let memory = grouped(level.resident_mib);
        self.set_message(format!(
            "from the {side}, {pegs}: {boards}, {speed} boards/s, {memory} MiB"
        ));
    }

    fn playing(&self, baseline: &str, nodes: u64) {
        self.set_message(format!("{baseline}: {nodes} positions"));
    }
}
