//! The process group of a child: watched, asked to end, killed, reaped.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group, test_kill_process_group,
    waitid, waitpgid,
};

/// Time that a child may take to tidy up after SIGTERM.
const GRACE: Duration = Duration::from_millis(50);
/// Time that a killed group may take to be gone.
const DYING: Duration = Duration::from_millis(500);
/// Between two looks at a group that is about to end.
const NAP: Duration = Duration::from_millis(1);

/// A child and all it forks. Dropping it kills the group and reaps the child.
pub(super) struct Group {
    pub(super) child: Child,
    pub(super) leader: Pid,
    reaped: bool,
}

impl Group {
    pub(super) fn of(mut child: Child) -> io::Result<Self> {
        let leader = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let Some(leader) = leader else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::other(
                "the system gave an impossible process number",
            ));
        };
        Ok(Self {
            child,
            leader,
            reaped: false,
        })
    }

    /// Whether the child has ended. It stays a zombie, so that its number, which is also that of
    /// the group, cannot be given to another process before the group is killed.
    pub(super) fn leader_has_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(self.leader), options) {
            Ok(status) => Ok(status.is_some()),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets the child tidy up for a moment.
    pub(super) fn ask_to_end(&mut self) {
        let _ = kill_process_group(self.leader, Signal::TERM);
        let asked = Instant::now();
        while asked.elapsed() < GRACE && !self.leader_has_ended().unwrap_or(true) {
            thread::sleep(NAP);
        }
    }

    /// Kills what is left of the group and reaps the child.
    pub(super) fn finish(mut self) -> io::Result<ExitStatus> {
        self.end()
    }

    fn end(&mut self) -> io::Result<ExitStatus> {
        let _ = kill_process_group(self.leader, Signal::KILL);
        self.reaped = true;
        let status = self.child.wait();
        // Dying takes its time, above all with much memory to give back.
        let killed = Instant::now();
        while killed.elapsed() < DYING && test_kill_process_group(self.leader).is_ok() {
            // Orphans of the group are ours to reap if this process takes them over.
            let _ = waitpgid(self.leader, WaitOptions::NOHANG);
            thread::sleep(NAP);
        }
        status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.reaped {
            let _ = self.end();
        }
    }
}
