//! Ctrl-C, similar signals and a closed terminal request a stop. The answer is then "undecided".
//!
//! If saut was started with hang-ups ignored, for example by `nohup`, it continues when its terminal is closed.

use std::fs::File;
use std::io::{IsTerminal, stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use saut::process::ignores_hang_ups;
use saut::stop::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Within this time after the first signal, a second signal is ignored, because the program `timeout` sends two: one to
/// its child and one to the whole group.
const SAME: Duration = Duration::from_secs(2);

/// Lets signals request this stop, and returns it. The first signal ends the work with "undecided". A third signal, or
/// a second one later than [`SAME`], ends the program.
pub fn interruptible(stop: &Stop) -> Stop {
    let closed = stop.clone();
    at_hang_up(move || closed.request());
    let mut asked_for = vec![SIGINT, SIGTERM];
    if !ignores_hang_ups() {
        asked_for.push(SIGHUP);
    }
    // If no handler can be installed, the signals keep their default effect.
    if let Ok(mut signals) = Signals::new(asked_for) {
        let stop = stop.clone();
        std::thread::spawn(move || {
            let mut first = None;
            for (before, _) in signals.forever().enumerate() {
                let first: &mut Instant = first.get_or_insert_with(Instant::now);
                if before >= 2 || first.elapsed() > SAME {
                    std::process::exit(130);
                }
                stop.request();
            }
        });
    }
    stop.clone()
}

/// Interval at which the terminal is checked.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Calls `act` when the terminal of standard output is closed. The check is needed because not every process then
/// receives a signal.
pub fn at_hang_up(act: impl FnOnce() + Send + 'static) {
    if is_terminal_or_was(stdout()) && !ignores_hang_ups() {
        std::thread::spawn(move || {
            while !is_hung_up(stdout()) {
                std::thread::sleep(LOOK_EVERY);
            }
            act();
        });
    }
}

/// Whether the output is an open or closed terminal. A pipe without a reader is not a terminal.
fn is_terminal_or_was(output: impl AsFd + IsTerminal) -> bool {
    let is_device = || {
        let file = File::from(output.as_fd().try_clone_to_owned().ok()?);
        Some(file.metadata().ok()?.file_type().is_char_device())
    };
    output.is_terminal() || (is_device().unwrap_or(false) && is_hung_up(output))
}

/// Whether the other end of a terminal is closed.
pub fn is_hung_up(terminal: impl AsFd) -> bool {
    let mut all = [PollFd::new(&terminal, PollFlags::empty())];
    let asked = poll(&mut all, Some(&Timespec::default()));
    asked.is_ok() && all[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}
