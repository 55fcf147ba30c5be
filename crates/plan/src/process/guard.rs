//! Guarding child programs against the sudden death of this one.
//!
//! A process that is killed with SIGKILL cannot tidy up, so its children must notice by
//! themselves. Linux has a signal for that, but the child has to ask for it, and code between
//! fork and exec is unsafe in Rust. Hence the detour: children are started through this program's
//! own hidden command, which asks for the signal and then becomes the child.
//!
//! `prctl(2)`, `PR_SET_PDEATHSIG`. The signal comes when the *thread* that started the child ends,
//! so this thread waits for it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The hidden command: `saut guard-child -- PROGRAM ARGUMENTS…`.
pub const COMMAND: &str = "guard-child";

/// Tells the child which process started it.
const PARENT: &str = "SAUT_GUARD_PARENT";

static GUARD: OnceLock<PathBuf> = OnceLock::new();

/// From now on, child programs are started through this executable, which must know [`COMMAND`].
/// Only the first call counts.
pub fn set_guard(exe: PathBuf) {
    let _ = GUARD.set(exe);
}

/// The command that starts a program, through the guard if there is one.
pub(super) fn command(program: &Path, arguments: &[OsString]) -> Command {
    let mut command = match GUARD.get() {
        Some(guard) => {
            let mut command = Command::new(guard);
            command.args([COMMAND, "--"]).arg(program);
            command.env(PARENT, std::process::id().to_string());
            command
        }
        None => Command::new(program),
    };
    command.args(arguments);
    command
}

/// Becomes that program, which will be killed when the process that started this one dies.
///
/// Returns only if that fails.
pub fn become_guarded(program: &OsStr, arguments: &[OsString]) -> io::Error {
    if let Err(error) = die_with_parent() {
        return error;
    }
    Command::new(program)
        .args(arguments)
        .env_remove(PARENT)
        .exec()
}

/// Asks for the signal, then looks whether the parent died before that.
#[cfg(target_os = "linux")]
fn die_with_parent() -> io::Result<()> {
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

    let told = std::env::var(PARENT)
        .ok()
        .and_then(|parent| parent.parse::<i32>().ok());
    let before = told.or(getppid().map(Pid::as_raw_pid));
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid().map(Pid::as_raw_pid) == before {
        Ok(())
    } else {
        Err(io::Error::other(
            "the program that started this one has ended",
        ))
    }
}

/// Elsewhere there is no such signal.
#[cfg(not(target_os = "linux"))]
fn die_with_parent() -> io::Result<()> {
    Ok(())
}
