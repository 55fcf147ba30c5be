//! Guarding child programs against the sudden death of this one.
//!
//! A process that is killed with SIGKILL cannot tidy up, so something must be left that does. Child
//! programs are started by a *warden*: this program's own hidden command. It starts the program,
//! adopts whatever that leaves behind, and ends all of it when the program ends, or when the pipe
//! closes that only the starter holds open, which it does however the starter dies.
//!
//! As the pipe is the warden's standard input, it opens that of the program by its path.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_process};

use super::descendants;

/// The hidden command: `saut guard-child INPUT PROGRAM ARGUMENTS…`.
pub const COMMAND: &str = "guard-child";

static WARDEN: OnceLock<PathBuf> = OnceLock::new();

/// From now on, child programs are started by this executable, which must know [`COMMAND`].
/// Only the first call counts.
pub fn set_guard(exe: PathBuf) {
    let _ = WARDEN.set(exe);
}

/// The command that starts a program below a warden; `None` if there is no warden.
pub(super) fn command(program: &Path, arguments: &[OsString], input: &Path) -> Option<Command> {
    let mut command = Command::new(WARDEN.get()?);
    command.arg(COMMAND).arg(input).arg("--").arg(program);
    command.args(arguments);
    Some(command)
}

/// Runs the program to its end as its warden, and then ends all that it left behind.
///
/// # Errors
/// The program cannot be started.
pub fn watch(program: &OsStr, arguments: &[OsString], input: &Path) -> io::Result<ExitStatus> {
    descendants::adopt_orphans();
    let mut command = Command::new(program);
    let mut child = command.args(arguments).stdin(File::open(input)?).spawn()?;
    end_all_with_the_starter();
    let Ok(status) = child.wait() else {
        // The thread that watches the starter has reaped it, and is about to end this process.
        thread::sleep(Duration::from_secs(10));
        return Err(io::Error::other(
            "the program that started this one has ended",
        ));
    };
    descendants::end_all();
    Ok(status)
}

/// Waits in a thread for the end of standard input, which only the starter of this process holds
/// open, and then ends everything below this process, and itself.
pub fn end_all_with_the_starter() {
    thread::spawn(|| {
        let mut rest = [0];
        while !matches!(io::stdin().read(&mut rest), Ok(0) | Err(_)) {}
        descendants::end_all();
        std::process::exit(1);
    });
}

/// Ends this process in the way the program ended.
pub fn end_likewise(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal().and_then(Signal::from_named_raw) {
        // The first may meet the runtime's own handler, which puts the system's back.
        for _ in 0..2 {
            let _ = kill_process(getpid(), signal);
        }
        thread::sleep(Duration::from_secs(1));
    }
    std::process::exit(status.code().unwrap_or(1))
}
