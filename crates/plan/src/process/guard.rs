//! Guards child programs against the sudden death of this program.
//!
//! A process killed with SIGKILL cannot clean up, so another process must do it. Child programs are therefore started
//! by a *warden*: this program with a hidden command. The warden starts the program and adopts the orphans that it
//! leaves. When the program ends, the warden ends all orphans. It also ends the program and all its descendants when a
//! certain pipe closes. Only the starter of the warden holds this pipe open, so the pipe closes however the starter
//! dies.
//!
//! This pipe is the warden's standard input, so the warden opens the input of the program by its path. The warden also
//! writes the peak memory of the program to a path, because only the parent of a process can measure it exactly
//! (`wait4(2)`).

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use rustix::process::{Signal, getpid, kill_process};

use super::descendants;
use super::memory::high_water_kib;

/// The hidden command: `saut guard-child INPUT PEAK PROGRAM ARGUMENTS…`.
pub const COMMAND: &str = "guard-child";

static WARDEN: OnceLock<PathBuf> = OnceLock::new();

/// Sets the executable that starts all child programs from now on; it must support [`COMMAND`]. Only the first call has
/// an effect.
pub fn set_guard(exe: PathBuf) {
    let _ = WARDEN.set(exe);
}

/// Returns the command that starts a program with a warden; `None` if no warden is set.
pub(super) fn command(
    program: &Path,
    arguments: &[OsString],
    [input, peak]: [&Path; 2],
) -> Option<Command> {
    let mut command = Command::new(WARDEN.get()?);
    command.arg(COMMAND).arg(input).arg(peak);
    command.arg("--").arg(program);
    command.args(arguments);
    Some(command)
}

/// Runs the program as its warden, and then ends all its remaining descendants. Writes the peak memory of the program
/// in KiB to the file `peak`, if it is known.
///
/// # Errors
/// The program cannot be started.
pub fn watch(
    program: &OsStr,
    arguments: &[OsString],
    [input, peak]: [&Path; 2],
) -> io::Result<ExitStatus> {
    descendants::adopt_orphans();
    let mut command = Command::new(program);
    let mut child = command.args(arguments).stdin(File::open(input)?).spawn()?;
    end_all_with_the_starter();
    let Ok(status) = child.wait() else {
        // The thread that watches the starter has reaped the child, and will end this process soon.
        thread::sleep(Duration::from_secs(10));
        return Err(io::Error::other(
            "the program that started this program has ended",
        ));
    };
    if let Some(kib) = peak_of_children() {
        // Without this file, the sampled memory is reported.
        let _ = fs::write(peak, kib.to_string());
    }
    descendants::end_all();
    Ok(status)
}

/// Returns the peak memory of the largest child that was reaped, in KiB. A child has the memory of this process until
/// it executes its program, so a peak that does not exceed the peak of this process is not known.
fn peak_of_children() -> Option<u64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let kib = u64::try_from(usage.max_rss()).ok()?;
    (kib > high_water_kib("self")?).then_some(kib)
}

/// Starts a thread that waits for the end of standard input, which only the starter of this process holds open. The
/// thread then ends all descendants of this process, and the process itself.
pub fn end_all_with_the_starter() {
    thread::spawn(|| {
        let mut rest = [0];
        while !matches!(io::stdin().read(&mut rest), Ok(0) | Err(_)) {}
        descendants::end_all();
        std::process::exit(1);
    });
}

/// Ends this process with the same status or signal as the program.
pub fn end_likewise(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal().and_then(Signal::from_named_raw) {
        // The first signal may reach the handler of the Rust runtime, which restores the default handler.
        for _ in 0..2 {
            let _ = kill_process(getpid(), signal);
        }
        thread::sleep(Duration::from_secs(1));
    }
    std::process::exit(status.code().unwrap_or(1))
}
