//! Ctrl-C and its kin: a request to stop, answered with "undecided". A terminal that was closed is one, too.
//!
//! A program that was started with hang-ups ignored, as `nohup` does, goes on when its terminal is closed.

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

/// Signals so soon after the first belong to it: `timeout` signals the program and then its whole
/// group.
const SAME: Duration = Duration::from_secs(2);

/// These limits, which Ctrl-C ends, too. The first signal ends the work with "undecided"; the third, or a second one that
/// comes later than [`SAME`], ends the program.
pub fn interruptible(stop: &Stop) -> Stop {
    let closed = stop.clone();
    at_hang_up(move || closed.request());
    let mut asked_for = vec![SIGINT, SIGTERM];
    if !ignores_hang_ups() {
        asked_for.push(SIGHUP);
    }
    // Signals that cannot be waited for have their usual effect.
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

/// Time between two looks whether the terminal is still there.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Does this when the terminal that the output goes to is closed: not every program is told so by a signal.
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

/// Whether this is a terminal, or one that is closed already; a pipe that nobody reads any more is none.
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
