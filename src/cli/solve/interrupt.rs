//! Ctrl-C and its kin: a request to stop, answered with "undecided".

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use saut::stop::Stop;

/// Signals so soon after the first belong to it: `timeout` signals the program and then its whole
/// group.
const SAME: Duration = Duration::from_secs(2);

/// The first signal ends the work with "undecided"; the third, or a second one that comes later
/// than [`SAME`], ends the program.
pub fn stop_at_ctrl_c(stop: &Stop) {
    let stop = stop.clone();
    let (signals, first) = (AtomicU32::new(0), OnceLock::new());
    let _ = ctrlc::set_handler(move || {
        let before = signals.fetch_add(1, Ordering::Relaxed);
        let first: &Instant = first.get_or_init(Instant::now);
        if before >= 2 || first.elapsed() > SAME {
            std::process::exit(130);
        }
        stop.request();
    });
}
