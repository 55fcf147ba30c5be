//! The process group of a child: starts, watches, terminates and reaps it, and reads its pipes so that it never blocks.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group, test_kill_process_group,
    waitid, waitpgid,
};

use crate::work::Meter;

/// Time that a child has to clean up after SIGTERM.
const GRACE: Duration = Duration::from_millis(50);
/// Time that a killed group has to disappear.
const DYING: Duration = Duration::from_millis(500);
/// Time between two checks of a group that is about to end.
const NAP: Duration = Duration::from_millis(1);

/// A child and all processes that it forks. Dropping it kills the group and reaps the child.
pub(super) struct Group {
    pub(super) child: Child,
    pub(super) leader: Pid,
    pub(super) is_reaped: bool,
}

impl Group {
    /// Starts a program as the leader of a new process group. The standard input must be set.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let leader = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let Some(leader) = leader else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other(
                "the system returned an invalid process ID",
            ));
        };
        Ok(Self {
            child,
            leader,
            is_reaped: false,
        })
    }

    /// Whether the child has ended. It stays a zombie until the group is killed, so that the system cannot give its ID,
    /// which is also the ID of the group, to another process.
    pub(super) fn leader_has_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(self.leader), options) {
            Ok(status) => Ok(status.is_some()),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends SIGTERM, and gives the child a short time to clean up.
    pub(super) fn ask_to_end(&mut self) {
        let _ = kill_process_group(self.leader, Signal::TERM);
        let asked = Instant::now();
        while asked.elapsed() < GRACE && !self.leader_has_ended().unwrap_or(true) {
            thread::sleep(NAP);
        }
    }

    /// Kills the rest of the group and reaps the child.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        let _ = kill_process_group(self.leader, Signal::KILL);
        self.is_reaped = true;
        let status = self.child.wait();
        // A killed process needs some time to end, especially if it has much memory to free.
        let killed = Instant::now();
        while killed.elapsed() < DYING && test_kill_process_group(self.leader).is_ok() {
            // Orphans of the group must be reaped here if this process has adopted them.
            let _ = waitpgid(self.leader, WaitOptions::NOHANG);
            thread::sleep(NAP);
        }
        status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = self.end();
        }
    }
}

/// Maximum number of bytes of standard error that are kept, from its end.
pub(super) const MOST_SAID: usize = 4096;

/// Reads a pipe in a thread, which sends the last bytes when the pipe is closed.
pub(super) fn drain(pipe: Option<impl Read + Send + 'static>) -> io::Result<Receiver<String>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(pipe) = pipe {
        thread::Builder::new().spawn(move || sender.send(last(pipe)))?;
    }
    Ok(receiver)
}

/// Returns the last bytes of a pipe.
fn last(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let mut chunk = [0; MOST_SAID];
    while let Ok(count @ 1..) = pipe.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..count]);
        bytes.drain(..bytes.len().saturating_sub(MOST_SAID));
    }
    text(bytes)
}

/// Converts bytes to text, and replaces invalid ones.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// Records the elapsed time in the meter when it is dropped.
pub(super) struct Clock<'a> {
    pub(super) began: Instant,
    pub(super) meter: Option<&'a Meter>,
}

impl Drop for Clock<'_> {
    fn drop(&mut self) {
        if let Some(meter) = self.meter {
            meter.record_run(self.began.elapsed());
        }
    }
}
